// What a compile, build or link made of a program for one device.
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

/// A header of clCompileProgram.
struct IncludedHeader {
  std::string name;
  std::string source;
};

/// What a program is compiled from: the members of its language.
struct ProgramInput {
  enum class Language { openClC, spirv, spir };

  Language language = Language::openClC;
  std::string_view source = {};
  std::span<const IncludedHeader> headers = {};  ///< of clCompileProgram
  std::span<const uint32_t> words = {};          ///< SPIR-V in this machine's byte order
  std::span<const compiler::SpecializationConstant> constants = {};
  std::span<const std::byte> bitcode = {};  ///< SPIR 1.2
};

cl_program_binary_type typeOf(compiler::ProgramKind kind);

/// Whether build options hold one, as a word.
bool hasOption(std::string_view options, std::string_view option);

/// Whether the bytes begin as LLVM bitcode, which is how SPIR 1.2 comes (cl_khr_spir).
bool isBitcode(std::span<const std::byte> bytes);

class CachedBuild;

/// Immutable once it is published, but for a module that is opened when first needed.
class Build final : public RefCounted {
 public:
  /// To an executable.
  static Ref<Build> build(Context &context, size_t device, const ProgramInput &input,
                          std::string_view options);
  /// To a compiled object.
  static Ref<Build> compile(Context &context, size_t device, const ProgramInput &input,
                            std::string_view options);
  /// Compiled objects and libraries to an executable or a library.
  static Ref<Build> link(Context &context, size_t device, std::span<const Ref<Build>> inputs,
                         std::string_view options);
  /// What clCreateProgramWithBinary was given, a container or SPIR; not built yet. Of a
  /// container, the code that the device takes, else the intermediate code of this driver build,
  /// else the portable part. CL_INVALID_BINARY if there is none of these or the bytes are damaged;
  /// the context's notification says why.
  static Result<Ref<Build>> load(Context &context, size_t device, std::span<const std::byte> bytes);
  /// A build of what was loaded.
  static Ref<Build> rebuild(Context &context, size_t device, Build &loaded,
                            std::string_view options);

  cl_build_status status() const { return status_; }
  /// CL_SUCCESS, or what the call that made it returns.
  cl_int error() const { return error_; }
  cl_program_binary_type kind() const { return kind_; }
  const std::string &options() const { return options_; }
  const std::string &log() const { return log_; }
  const compiler::ProgramInfo &info() const { return info_; }
  bool isExecutable() const {
    return status_ == CL_BUILD_SUCCESS && kind_ == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  }

  /// What CL_PROGRAM_BINARIES returns: a container with the code that was made, the
  /// intermediate code, from which other devices can be served, and the portable part if the
  /// program has one (-cl-kiln-portable, or what it was made from has it); what was loaded and
  /// still is what is used comes back as it was. Empty if nothing was made. In deferred mode the
  /// whole binary is made here.
  Result<std::vector<std::byte>> binary();
  /// What the program was compiled from, if it keeps that.
  std::optional<compiler::PortableProgram> portable();
  /// The same of a program that is one source of OpenCL C; empty of others.
  std::string source();
  /// What was loaded is SPIR, of which `spir` is the bitcode.
  bool isSpir() const { return kind_ == CL_PROGRAM_BINARY_TYPE_INTERMEDIATE; }
  std::span<const std::byte> spir() const { return *loaded_; }

  /// What `kernel` was made of, as text: made anew at each call from the intermediate code, by the
  /// compiler. CL_INVALID_OPERATION if there is none (a binary of code alone),
  /// CL_COMPILER_NOT_AVAILABLE.
  Result<std::string> textOf(std::string_view kernel, compiler::EmitKind kind);

  /// The loaded code of all kernels; made here if the build was deferred.
  Result<Ref<Executable>> executable();
  /// A kernel to be compiled once more, for what its launches have in common. CL_INVALID_OPERATION
  /// if kernels cannot be compiled alone, or there is no intermediate code.
  Result<std::unique_ptr<compiler::Kernel>> kernel(std::string_view name);
  /// A kernel to be compiled at its enqueue; null if the build was not deferred.
  Result<std::unique_ptr<compiler::Kernel>> deferredKernel(std::string_view name);

 private:
  Build(Context &context, size_t device, std::string_view options)
      : context_(context), device_(device), options_(options) {}
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  /// A build with an empty module; without one, and failed, if there is no compiler.
  static Ref<Build> begin(Context &context, size_t device, std::string_view options,
                          compiler::Trust trust);

  enum class Stage { build, compile, link };
  /// The compiler's module, if there is one. With mutex_ held. `log` gets what the compiler says if
  /// it is made from the portable part; CL_BUILD_PROGRAM_FAILURE if that does not compile.
  Result<compiler::Module *> openModule(std::string &log);
  /// What is kept there; null if there is nothing, or the device does not take its code. The
  /// intermediate code of objects and libraries is read when it is first needed. `trust` is
  /// that of its inputs.
  static Ref<Build> fromCache(Context &context, size_t device, const CachedBuild &place,
                              std::string_view options, compiler::Trust trust);
  /// A module with what `loaded` holds; false, and failed, if there is none.
  bool reopen(Build &loaded);
  bool loadCode(std::span<const compiler::ContainerEntry> entries, Status &status);
  bool loadIr(std::span<const compiler::ContainerEntry> entries, std::string &reason);
  bool loadPortable(std::span<const compiler::ContainerEntry> entries, std::string &reason);
  void makeFromPortable(const Build &loaded, std::string_view options);
  std::optional<compiler::PortableProgram> readPortable() const;
  std::optional<compiler::PortableProgram> takePortable(const Build &loaded);
  void keepFiles();
  void keepOrigin(const ProgramInput &input);
  void keepOrigin(std::span<const Ref<Build>> inputs);
  bool takeObject(std::span<const compiler::ContainerEntry> entries);
  bool createModule();
  void makeAnew(Build &loaded, std::string_view options);
  void keep(const CachedBuild &place);
  bool step(const compiler::Result<void> &result, Stage stage);
  Status makeExecutable();
  bool hasNeededFlags(const Ref<Executable> &executable, const compiler::ProgramInfo &info) const;
  /// `origin`: the bytes of what the program was compiled from, if it was.
  void finishExecutable(std::span<const std::byte> origin = {});
  void succeed(cl_program_binary_type kind);
  void fail(cl_int error, std::string_view message = {});
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
  /// The files that the front end read, until they are in portable_.
  std::vector<compiler::PortableText> origin_;
  /// The portable part of what was made here, or loaded for it; null if there is none.
  std::shared_ptr<const std::vector<std::byte>> portable_;
  /// The bytes that were loaded, while they say all that there is to say of the build.
  std::shared_ptr<const std::vector<std::byte>> loaded_;
  /// In the intermediate code: none if any of it was given to this driver as intermediate code.
  compiler::Trust trust_ = compiler::Trust::untrusted;

  std::mutex mutex_;  // guards the rest once the build is published
  std::unique_ptr<compiler::Module> module_;
  std::vector<std::byte> code_;    ///< the target's binary
  std::span<const std::byte> ir_;  ///< the intermediate code in what was loaded
  Ref<Executable> executable_;
};

}  // namespace cl
