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

/// The entry of a debugger's list (debug_registration.h).
class DebugRegistration;

/// Returns the machine of this build, for mux::elf::verify. The page size is the running system's.
/// Binaries of any other machine are refused. Thread-safe.
mux::elf::Machine thisMachine();

/// A loaded binary; it unmaps its segments on destruction.
///
/// Each segment has exactly the access stated in the binary, and was never writable and executable
/// at once. After load(), any number of threads may read the object.
class Code {
 public:
  /// An object without a binary; only load() and the destructor are allowed.
  Code() = default;
  /// Withdraws the code from debuggers and unmaps it. No kernel is running. Pointers into the
  /// binary are invalid afterwards: entry points, names and descriptors.
  ~Code();
  Code(const Code &) = delete;
  Code &operator=(const Code &) = delete;

  /// Verifies and loads `file`; call it once. The bytes need not outlive the call.
  ///
  /// mux_error_invalid_binary: the file is no binary for this machine, or `suits` rejects its
  /// metadata. mux_error_device_out_of_memory: no address space. Throws std::bad_alloc.
  ///
  /// `suits` gets the metadata before anything is mapped. A target rejects binaries for other
  /// devices with it. The object is only fit for destruction after a failure.
  mux_result_t load(std::span<const std::byte> file,
                    const std::function<bool(const mux::ProgramMetadata &)> &suits);

  /// The program metadata. Valid after a successful load(). It lives as long as this object.
  const mux::ProgramMetadata &metadata() const { return image_.metadata; }
  /// Returns the address of the entry point of the kernel with this number in the metadata. The
  /// index is below metadata().kernels.size(). The function at the address is a mux_entry_point_t.
  uint64_t entry(size_t kernel) const { return base() + image_.entries[kernel]; }

 private:
  // The address of the image's first byte.
  uint64_t base() const { return reinterpret_cast<uint64_t>(memory_); }
  // Sets the access of all pages. False if the system refuses. Precondition: contents and
  // relocations are in place.
  bool protect();

  // Layout and metadata; the mapping and its size; the entry in the debugger's list. Empty before
  // load().
  mux::elf::Image image_;
  // The mapping; null before load().
  std::byte *memory_ = nullptr;
  uint64_t size_ = 0;
  // The entry in the debugger's list; null without symbols.
  DebugRegistration *registration_ = nullptr;
};

}  // namespace mux::native
