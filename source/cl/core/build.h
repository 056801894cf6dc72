// What a compile, build or link made of a program for one device.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/kernel.h"
#include "compiler/module.h"
#include "core/executable.h"
#include "core/object.h"
#include "core/program_binary.h"

namespace cl {

/// A header of clCompileProgram.
struct IncludedHeader {
  std::string name;
  std::string source;
};

/// Immutable once it is published, but for a module that is opened when first needed.
class Build final : public RefCounted {
 public:
  /// OpenCL C to an executable.
  static Ref<Build> build(Context &context, size_t device, std::string_view source,
                          std::string_view options);
  /// OpenCL C to a compiled object.
  static Ref<Build> compile(Context &context, size_t device, std::string_view source,
                            std::span<const IncludedHeader> headers, std::string_view options);
  /// Compiled objects and libraries to an executable or a library.
  static Ref<Build> link(Context &context, size_t device, std::span<const Ref<Build>> inputs,
                         std::string_view options);
  /// What clCreateProgramWithBinary was given; not built yet. CL_INVALID_BINARY if it is
  /// damaged, or for another device.
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

  /// The container with what was made; empty if nothing was. In deferred mode the
  /// whole binary is made here.
  Result<std::vector<std::byte>> binary();

  /// The loaded code of all kernels; made here if the build was deferred.
  Result<Ref<Executable>> executable();
  /// A kernel to be compiled at its enqueue; null if the build was not deferred.
  Result<std::unique_ptr<compiler::Kernel>> deferredKernel(std::string_view name);

 private:
  Build(Context &context, size_t device, std::string_view options)
      : context_(context), device_(device), options_(options) {}
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  enum class Stage { build, compile, link };
  /// The compiler's module, opened from the payload if it has to be. With mutex_ held.
  Result<compiler::Module *> openModule();
  bool createModule();
  Status makeExecutable();
  void finishExecutable();
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

  std::mutex mutex_;  // guards the rest once the build is published
  std::unique_ptr<compiler::Module> module_;
  std::vector<std::byte> payload_;
  Ref<Executable> executable_;
};

}  // namespace cl
