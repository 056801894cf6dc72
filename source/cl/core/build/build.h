// Holds the result of a compile, build or link of a program for one device.
#pragma once

#include <CL/cl_ext.h>

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/container.h"
#include "compiler/kernel.h"
#include "compiler/module.h"
#include "compiler/portable.h"
#include "core/base/object.h"
#include "core/build/executable.h"

namespace cl {

/// A header of clCompileProgram (CL 3.0 §5.8.5).
struct IncludedHeader {
  std::string name;
  std::string source;
};

/// The input of a compilation; the language decides which members count. The caller keeps the
/// bytes.
struct ProgramInput {
  enum class Language { openClC, spirv, spir };

  Language language = Language::openClC;
  std::string_view source = {};
  std::span<const IncludedHeader> headers = {};  ///< of clCompileProgram
  std::span<const uint32_t> words = {};          ///< SPIR-V in this machine's byte order
  std::span<const compiler::SpecializationConstant> constants = {};
  std::span<const std::byte> bitcode = {};  ///< SPIR 1.2
};

/// Translates a kind of container to CL_PROGRAM_BINARY_TYPE.
cl_program_binary_type typeOf(compiler::ProgramKind kind);

/// Tells if build options contain this one as a word.
bool hasOption(std::string_view options, std::string_view option);

/// Tells if bytes start as LLVM bitcode, the form of SPIR 1.2 (cl_khr_spir).
bool isBitcode(std::span<const std::byte> bytes);

class CachedBuild;

/// The result of a build step. Immutable once published, except for the compiler's module, opened
/// on demand; then thread-safe. The context must outlive it: the program keeps it.
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
  /// Builds from a loaded binary.
  static Ref<Build> rebuild(Context &context, size_t device, Build &loaded,
                            std::string_view options);

  /// Returns CL_PROGRAM_BUILD_STATUS.
  cl_build_status status() const { return status_; }
  /// Returns CL_SUCCESS, or the error for the call that made the build.
  cl_int error() const { return error_; }
  /// Returns CL_PROGRAM_BINARY_TYPE.
  cl_program_binary_type kind() const { return kind_; }
  /// Returns the application's options.
  const std::string &options() const { return options_; }
  /// Returns the build log: messages of the compiler and of the driver.
  const std::string &log() const { return log_; }
  /// Returns the kernels of the program and their arguments.
  const compiler::ProgramInfo &info() const { return info_; }
  /// Tells if kernels can be created from the build.
  bool isExecutable() const {
    return status_ == CL_BUILD_SUCCESS && kind_ == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  }

  /// Returns CL_PROGRAM_BINARIES: a container with generated code, intermediate code for other
  /// devices, and the embedded source or IL if there is one (-cl-kiln-portable). A loaded binary
  /// that is still in use comes back unchanged. Empty if nothing was built. In deferred mode this
  /// call generates the code.
  Result<std::vector<std::byte>> binary();
  /// Returns the embedded source or IL, if there is one.
  std::optional<compiler::PortableProgram> portable();
  /// Returns the embedded source if it is a single source in OpenCL C; else empty.
  std::string source();
  /// Tells if SPIR was loaded; spir() is its bitcode then.
  bool isSpir() const { return kind_ == CL_PROGRAM_BINARY_TYPE_INTERMEDIATE; }
  std::span<const std::byte> spir() const { return *loaded_; }

  /// Returns a kernel's IR or assembly as text (cl_kiln_kernel_text), generated anew at each call.
  /// CL_INVALID_OPERATION without intermediate code, CL_COMPILER_NOT_AVAILABLE.
  Result<std::string> textOf(std::string_view kernel, compiler::EmitKind kind);

  /// Returns the loaded code of all kernels, generated here if the build was deferred.
  Result<Ref<Executable>> executable();
  /// Returns a kernel for compiling specialised variants. CL_INVALID_OPERATION if kernels cannot be
  /// compiled alone, or without intermediate code.
  Result<std::unique_ptr<compiler::Kernel>> kernel(std::string_view name);
  /// Returns a kernel to be compiled at its enqueue; null unless the build was deferred.
  Result<std::unique_ptr<compiler::Kernel>> deferredKernel(std::string_view name);

 private:
  Build(Context &context, size_t device, std::string_view options)
      : context_(context), device_(device), options_(options) {}
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  /// Starts a build with an empty module; without a compiler, it has failed and has none.
  static Ref<Build> begin(Context &context, size_t device, std::string_view options,
                          compiler::Trust trust);

  enum class Stage { build, compile, link };
  /// Returns the compiler's module, opened if need be. The caller holds mutex_. `log` gets the
  /// compiler's messages if embedded source is compiled; CL_BUILD_PROGRAM_FAILURE if that fails.
  Result<compiler::Module *> openModule(std::string &log);
  /// Returns the cached build, or null if there is none that the device accepts. Reads intermediate
  /// code on demand. `trust` is the trust in its inputs.
  static Ref<Build> fromCache(Context &context, size_t device, const CachedBuild &slot,
                              std::string_view options, compiler::Trust trust);
  /// Opens a module with the intermediate code of `loaded`. Returns false, and fails, if there is
  /// none.
  bool reopen(Build &loaded);
  /// Each load… function takes one kind of entry from a container.
  bool loadCode(std::span<const compiler::ContainerEntry> entries, Status &status);
  bool loadIr(std::span<const compiler::ContainerEntry> entries, std::string &reason);
  bool loadPortable(std::span<const compiler::ContainerEntry> entries, std::string &reason);
  void makeFromPortable(const Build &loaded, std::string_view options);
  std::optional<compiler::PortableProgram> readPortable() const;
  std::optional<compiler::PortableProgram> embedFrom(const Build &loaded);
  void recordFiles();
  void embed(const ProgramInput &input);
  void embed(std::span<const Ref<Build>> inputs);
  bool takeObject(std::span<const compiler::ContainerEntry> entries);
  /// Creates an empty module; fails the build without a compiler.
  bool createModule();
  void makeAnew(Build &loaded, std::string_view options);
  /// Stores a successful build in the cache.
  void store(const CachedBuild &slot);
  /// Appends the compiler's log; on failure, fails the build with the error of the stage.
  bool step(const compiler::Result<void> &result, Stage stage);
  /// Why there is no code for the device.
  struct CodeFailure {
    cl_int atBuild;         ///< the error of the build that needs the code
    cl_int later;           ///< the error of a later call, if the build was deferred
    std::string_view text;  ///< a sentence for the build log
  };
  /// Generates and loads the code of all kernels; nothing on success.
  std::optional<CodeFailure> makeExecutable();
  bool hasNeededFlags(const Ref<Executable> &executable, const compiler::ProgramInfo &info) const;
  /// `origin`: the source or IL of a compilation; empty otherwise.
  void finishExecutable(std::span<const std::byte> origin = {});
  /// Ends the build with CL_BUILD_SUCCESS.
  void succeed(cl_program_binary_type kind);
  /// Ends the build with CL_BUILD_ERROR and adds the message to the log, once.
  void fail(cl_int error, std::string_view message = {});
  /// Translates a failure of the compiler to the error of the stage.
  void fail(const compiler::Failure &failure, Stage stage);

  Context &context_;  // the program's, which outlives its builds
  size_t device_;
  std::string options_;
  cl_build_status status_ = CL_BUILD_NONE;
  cl_int error_ = CL_SUCCESS;
  cl_program_binary_type kind_ = CL_PROGRAM_BINARY_TYPE_NONE;
  std::string log_;
  compiler::ProgramInfo info_;
  bool isDeferred_ = false;
  /// The files that the front end has read, until portable_ holds them.
  std::vector<compiler::PortableText> origin_;
  /// The embedded source or IL; null if there is none.
  std::shared_ptr<const std::vector<std::byte>> portable_;
  /// The loaded bytes, while they describe the whole build.
  std::shared_ptr<const std::vector<std::byte>> loaded_;
  /// Trust in the intermediate code: none if any of it came from outside as intermediate code.
  compiler::Trust trust_ = compiler::Trust::untrusted;

  std::mutex mutex_;  // guards the rest once the build is published
  std::unique_ptr<compiler::Module> module_;
  std::vector<std::byte> code_;    ///< the target's binary
  std::span<const std::byte> ir_;  ///< the intermediate code in loaded_
  Ref<Executable> executable_;
};

}  // namespace cl
