// Maps the segments of a verified binary into this process, for devices running on this machine.
//
// Kernels run in the application's address space, so the loader is strict. It maps nothing before
// mux::elf::verify has accepted all of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "mux/target_support/elf.h"
#include "mux/types.h"

namespace mux::native {

class DebugRegistration;

/// Returns the machine of this build, for mux::elf::verify. The page size is the running system's.
mux::elf::Machine thisMachine();

/// A loaded binary; it unmaps its segments on destruction.
///
/// Each segment has exactly the access stated in the binary, and was never writable and executable
/// at once. After load(), any number of threads may read the object.
class Code {
 public:
  Code() = default;
  /// Withdraws the code from debuggers and unmaps it. No kernel is running.
  ~Code();
  Code(const Code &) = delete;
  Code &operator=(const Code &) = delete;

  /// Verifies and loads `file`; call it once. The bytes need not outlive the call.
  ///
  /// mux_error_invalid_binary: the file is no binary for this machine, or `suits` rejects its
  /// metadata. mux_error_device_out_of_memory: no address space. Throws std::bad_alloc.
  mux_result_t load(std::span<const std::byte> file,
                    const std::function<bool(const mux::ProgramMetadata &)> &suits);

  /// The program metadata. Valid after a successful load().
  const mux::ProgramMetadata &metadata() const { return image_.metadata; }
  /// Returns the address of the entry point of the kernel with this number in the metadata.
  uint64_t entry(size_t kernel) const { return base() + image_.entries[kernel]; }

 private:
  // The address of the image's first byte.
  uint64_t base() const { return reinterpret_cast<uint64_t>(memory_); }
  // Sets the access of all pages. False if the system refuses.
  bool protect();

  // Layout and metadata; the mapping and its size; the entry in the debugger's list.
  mux::elf::Image image_;
  // The mapping; null before load().
  std::byte *memory_ = nullptr;
  uint64_t size_ = 0;
  // The entry in the debugger's list; null without symbols.
  DebugRegistration *registration_ = nullptr;
};

}  // namespace mux::native
