// Holds the result of a compile, build or link of a program for one device.
//
// A build goes through the states of its module: empty, compiled or linked, finalized. Code is
// generated from a finalized module, mostly on demand (on_demand_code.h). The module stays: kernels
// generated later, specialised variants and CL_PROGRAM_BINARIES need its intermediate code.
#pragma once

#include <CL/cl_ext.h>

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/kernel.h"
#include "compiler/module.h"
#include "core/base/object.h"
#include "core/build/build_outcome.h"
#include "core/build/device_code.h"
#include "core/build/embedded_source.h"
#include "core/build/on_demand_code.h"
#include "core/build/program_container.h"
#include "core/build/program_input.h"
#include "core/process/process.h"

namespace cl {

/// The result of a build step. The context must outlive it, because the program keeps it; only
/// generate() and generateAll() may run in the background after the context's end.
///
/// One thread makes a build. Once it is published it is thread-safe: everything is immutable except
/// for the compiler's module, the intermediate code and the generated code, made on demand. A mutex
/// guards these.
class Build final : public RefCounted {
 public:
  /// Compiles and links to an executable (CL 3.0 §5.8.4). Errors are in the build; it is never
  /// null.
  static Ref<Build> build(Context &context, size_t device, const ProgramInput &input,
                          std::string_view options);
  /// Compiles to an object (CL 3.0 §5.8.5).
  static Ref<Build> compile(Context &context, size_t device, const ProgramInput &input,
                            std::string_view options);
  /// Links objects and libraries to an executable or a library (CL 3.0 §5.8.5).
  static Ref<Build> link(Context &context, size_t device, std::span<const Ref<Build>> inputs,
                         std::string_view options);
  /// Loads a container or SPIR for clCreateProgramWithBinary, without building it. From a container
  /// it takes code for the device, else intermediate code of this driver build, else the embedded
  /// source or IL. CL_INVALID_BINARY if there is none of these or the bytes are damaged; the
  /// context's notification gives the cause.
  static Result<Ref<Build>> load(Context &context, size_t device, std::span<const std::byte> bytes);
  /// Builds from a loaded binary (CL 3.0 §5.8.4). Takes the lock of `loaded`. Options of a complete
  /// program affect code generation alone.
  static Ref<Build> rebuild(Context &context, size_t device, Build &loaded,
                            std::string_view options);

  /// Returns the build's status, its error for the call behind it, and its log. A loaded binary has
  /// CL_BUILD_NONE until it is built.
  const BuildOutcome &outcome() const { return outcome_; }
  /// Returns CL_PROGRAM_BUILD_LOG: the outcome's log, and the messages of code generated since.
  std::string log() const { return outcome_.log() + onDemand_.log(); }
  /// Returns CL_PROGRAM_BINARY_TYPE.
  cl_program_binary_type kind() const { return kind_; }
  /// Returns the application's options, or those stored in a loaded binary.
  const std::string &options() const { return options_; }
  /// Returns the kernels of the program and their arguments.
  const compiler::ProgramInfo &info() const { return info_; }
  /// Tells if kernels can be created from the build.
  bool isExecutable() const {
    return outcome_.isSuccess() && kind_ == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  }

  /// Returns CL_PROGRAM_BINARIES: a container with generated code, intermediate code for other
  /// devices, and the embedded source or IL if there is one (-cl-kiln-portable). A loaded binary
  /// still in use comes back unchanged. Empty if nothing was built. Generates the code of all
  /// kernels unless it is there. CL_OUT_OF_RESOURCES if the compiler cannot write the program (CL
  /// 3.0 §5.8.9).
  Result<std::vector<std::byte>> binary();
  /// Returns the embedded source or IL, if there is one.
  std::optional<EmbeddedSource::Program> embedded();
  /// Returns the embedded source if it is a single source in OpenCL C; else empty.
  std::string source();
  /// Tells if SPIR was loaded; spir() is its bitcode then.
  bool isSpir() const { return kind_ == CL_PROGRAM_BINARY_TYPE_INTERMEDIATE; }
  /// Returns the bitcode; only if isSpir().
  std::span<const std::byte> spir() const { return *loaded_; }

  /// Returns a kernel's IR or assembly as text (cl_kiln_kernel_text), generated anew at each call.
  /// CL_INVALID_OPERATION without intermediate code, CL_COMPILER_NOT_AVAILABLE.
  Result<std::string> textOf(std::string_view kernel, compiler::EmitKind kind);

  /// Returns loaded code with a kernel of the executable; on demand it is generated here, unless it
  /// is there. CL_OUT_OF_RESOURCES if that fails; the log has the reason.
  Result<Ref<Executable>> codeOf(std::string_view kernel);
  /// Returns loaded baseline code for a launch of `items` work-items, or null: the launch should
  /// use codeOf() (OnDemandCode::baselineOf).
  Ref<Executable> baselineOf(std::string_view kernel, uint64_t items) {
    return onDemand_.baselineOf(kernel, items);
  }
  /// Tells if code is generated on demand.
  bool isOnDemand() const { return onDemand_.isOn(); }
  /// Tells that a kernel of a build on demand was created.
  void announce(std::string_view kernel) { onDemand_.announce(kernel); }
  /// Generates and loads the code of one kernel, or takes it from the cache; for its job
  /// (on_demand_code.h). CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY.
  Result<Ref<Executable>> generate(const std::string &kernel);
  /// Likewise for baseline code (compiler::CodeVariant). The log stays as it is.
  Result<Ref<Executable>> generateBaseline(const std::string &kernel);
  /// Likewise for all kernels together. The build in the cache gets the code.
  Result<Ref<Executable>> generateAll();
  /// Makes the compilers of baseline code: generateAll() has the mutex until it is done.
  void openBaselines() { onDemand_.openBaselines(); }
  /// Adds to the log why a kernel has no code. `reason` is a number of lines, each with its end.
  void reportFailure(const std::string &kernel, std::string_view reason);
  /// Tells if this is a child of the build's process: the threads of its device and of its jobs are
  /// gone.
  bool isLost() const { return code_.device().generation() != forkGeneration(); }
  /// Returns a kernel for compiling specialised variants. Fails if kernels cannot be compiled
  /// alone, or without intermediate code.
  compiler::Result<std::unique_ptr<compiler::Kernel>> kernel(std::string_view name);
  /// Returns the binary of a kernel's variant that an earlier process has stored, if the build is
  /// in the cache. `variant` names the kernel and the variant.
  std::optional<std::vector<std::byte>> cachedVariant(std::string_view variant) const {
    return onDemand_.cacheEntry().findVariant(variant);
  }
  /// Stores the binary of a variant for later processes, if the build is in the cache.
  void cacheVariant(std::string_view variant, std::span<const std::byte> binary) const {
    onDemand_.cacheEntry().storeVariant(variant, binary);
  }
  /// Returns a kernel to be specialised at each enqueue (KILN_DEFERRED); null if it cannot be
  /// compiled alone. CL_OUT_OF_RESOURCES (CL 3.0 §5.9.1 clCreateKernel).
  Result<std::unique_ptr<compiler::Kernel>> deferredKernel(std::string_view name);

 private:
  using Call = BuildOutcome::Call;

  Build(Context &context, size_t device, Call call, std::string_view options, compiler::Trust trust)
      : context_(context),
        device_(device),
        targets_(context.targets()),
        options_(options),
        outcome_(call),
        trust_(trust),
        code_(context, device),
        onDemand_(*this) {}
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  // The steps of a build, in build.cpp. Each returns false, and fails the build, if it fails.
  /// Creates an empty module. The first one of the process loads the compiler.
  bool createModule();
  /// Parses options as those of clBuildProgram, clCompileProgram or clLinkProgram.
  bool parse(std::string_view options, compiler::OptionsMode mode);
  /// Compiles source or IL to a translation unit.
  bool compileInput(const ProgramInput &input);
  /// Appends the modules of the inputs of a link.
  bool openInputs(std::span<const Ref<Build>> inputs,
                  std::vector<const compiler::Module *> &modules);
  /// Runs the passes without knowledge of a target, up to intermediate code.
  bool finalize() { return endStep(module_->finalize()); }
  /// Generates and loads the code of all kernels, or prepares for generating it on demand.
  bool generateCode(std::span<const std::byte> origin = {});
  /// Ends a step of the module: adds its log, and fails the build if the step has failed.
  bool endStep(const compiler::Result<void> &result);
  /// Fails the build and drops its module. Returns false.
  bool fail(const compiler::Failure &failure);
  /// Ends the build with CL_BUILD_SUCCESS. Returns true.
  bool succeed(cl_program_binary_type kind);
  /// Embeds the source or IL of a compilation or a link, if the options ask for it.
  void embed(const ProgramInput &input);
  void embed(std::span<const Ref<Build>> inputs);
  /// Stores a successful build in the cache. Ends the build: on demand, jobs may begin here.
  void store(CachedBuild cacheEntry);
  /// Writes the container of the program with its code, if there is any. The caller holds mutex_,
  /// or has the build for itself.
  Result<std::vector<std::byte>> write(std::span<const std::byte> code);

  // Builds from binaries, in build_binary.cpp.
  /// Returns the cached build, or null.
  static Ref<Build> fromCache(Context &context, size_t device, CachedBuild &cacheEntry,
                              std::string_view options, compiler::Trust trust);
  /// Takes a complete program without code from the cache; its code is made on demand.
  bool loadOnDemand(const ProgramContainer &container, bool hasKernels, CachedBuild &cacheEntry);
  /// Each load… function takes one form of a program from a container.
  Status loadCode(const ProgramContainer &container);
  bool loadObject(const ProgramContainer &container);
  compiler::Result<void> loadIntermediateCode(const ProgramContainer &container);
  compiler::Result<void> loadEmbeddedSource(const ProgramContainer &container);
  compiler::Result<void> loadInput(const ProgramContainer &container);
  /// Each builds from one form of a loaded binary: its loaded code, complete intermediate code, an
  /// object or library, the embedded source.
  bool reuse(const Build &loaded);
  bool regenerate(Build &loaded, std::string_view options);
  bool relink(Build &loaded, std::string_view options);
  bool recompile(const Build &loaded, std::string_view options);
  /// Takes over the embedded source of a loaded binary.
  std::optional<EmbeddedSource::Program> embedFrom(const Build &loaded);
  /// Reads the embedded source of this build.
  std::optional<EmbeddedSource::Program> readEmbedded() const;

  /// Returns the compiler's target of the device, opened if need be.
  compiler::Result<compiler::Target *> target() const {
    return targets_->open(device_, code_.device().info());
  }
  /// Returns the module, opened if need be. The caller holds mutex_.
  compiler::Result<compiler::Module *> openModule(std::string &log);

  // The program's, and so outlives its builds.
  Context &context_;
  // Index of the open device in the context.
  size_t device_;
  // Outlives the module.
  std::shared_ptr<CompilerTargets> targets_;
  // As the application has written them.
  std::string options_;
  // Status, error and log.
  BuildOutcome outcome_;
  // CL_PROGRAM_BINARY_TYPE_NONE unless the build has succeeded or was loaded.
  cl_program_binary_type kind_ = CL_PROGRAM_BINARY_TYPE_NONE;
  // The kernels and their arguments.
  compiler::ProgramInfo info_;
  // Empty unless the options ask for it, or the binary has it.
  EmbeddedSource source_;
  /// The loaded bytes, while they describe the whole build.
  std::shared_ptr<const std::vector<std::byte>> loaded_;
  /// Trust in the intermediate code: none if any of it came from outside as intermediate code.
  compiler::Trust trust_;

  // Guards the rest once the build is published.
  std::mutex mutex_;
  /// The compiler's view of the program; null for a cached or failed build until it is needed.
  std::unique_ptr<compiler::Module> module_;
  /// The intermediate code in loaded_.
  std::span<const std::byte> ir_;
  /// The code of all kernels.
  DeviceCode code_;
  /// The jobs that generate code after the build; thread-safe.
  OnDemandCode onDemand_;
};

}  // namespace cl
