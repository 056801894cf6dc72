// Implements compiler::Kernel: compiles one kernel of a finalized module for known sizes and
// argument values.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "compiler/kernel.h"
#include "compiler/target/base_target.h"
#include "mux/abi.h"
#include "operations/operation.h"

namespace compiler {

/// A kernel whose code generation was deferred. Thread-safe.
///
/// Each createSpecializedKernel() reads the kernel out of the program's bitcode and compiles it,
/// for the given local and global sizes and argument values. Queries about sub-groups need numbers
/// known only to the compiled kernel. So the first query compiles the variant for every local size
/// once.
///
/// Errors come from the operation (compiler/result.h), with the operation's log as the failure's
/// message: a kernel has no log.
class BaseKernel final : public Kernel {
 public:
  /// `data` is a finalized module with the kernel `name`; `target` must outlive this object.
  BaseKernel(const BaseTarget &target, std::string name, std::shared_ptr<const ModuleData> data)
      : target_(target), name_(std::move(name)), data_(std::move(data)) {}

  /// The name in the source; alive as long as the kernel.
  std::string_view name() const override { return name_; }
  /// Compiles a binary for these options, or hands out a prepared one. Takes as long as code
  /// generation.
  Result<Bytes> createSpecializedKernel(const SpecializationOptions &options) override;
  /// Compiles a binary for a local size in advance, on the calling thread.
  void precacheLocalSize(const std::array<uint64_t, 3> &localSize) override;
  /// Returns the work-items of a sub-group; 0 if the kernel cannot be compiled.
  uint32_t querySubGroupSizeForLocalSize(const std::array<uint64_t, 3> &localSize) override;
  /// Returns a local size with exactly `count` sub-groups, or zeros if none is possible.
  std::array<uint64_t, 3> queryLocalSizeForSubGroupCount(uint64_t count) override;
  /// Returns the sub-groups of the largest work-group; 0 if the kernel cannot be compiled.
  uint64_t queryMaxSubGroupCount() override;

 private:
  /// Returns the kernel's descriptor from the program metadata of a binary for every local size.
  /// Made at the first query. All zeros if the kernel cannot be compiled; its name and parameters
  /// are null.
  const mux_kernel_descriptor_t &descriptor();
  /// Returns the kernel's own limit of work-items per work-group, else the device's.
  uint64_t maxWorkGroupSize();
  /// Moves a binary out of precacheLocalSize()'s store; nothing if there is none for these options.
  std::optional<Bytes> takeReady(const SpecializationOptions &options);

  /// Must outlive the kernel, as the context guarantees. Immutable, so threads may share it.
  const BaseTarget &target_;
  /// The kernel's name in the source and in the binary's kernel table.
  const std::string name_;
  /// A finalized module, shared by the kernels of a program; immutable, so threads may compile it
  /// at the same time.
  const std::shared_ptr<const ModuleData> data_;
  static constexpr size_t maxReady = 16;  ///< binaries in the store; more requests are dropped
  std::mutex readyMutex_;                 ///< guards ready_
  std::map<std::array<uint64_t, 3>, Bytes> ready_;  ///< by local size
  /// Set when descriptor_ was made, successfully or not.
  std::once_flag described_;
  /// Valid after described_ was called.
  mux_kernel_descriptor_t descriptor_ = {};
};

}  // namespace compiler
