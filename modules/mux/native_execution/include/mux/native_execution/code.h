// Maps the segments of a verified binary into this process, for devices running on this machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "mux/target_support/elf.h"
#include "mux/types.h"

namespace mux::native {

class DebugRegistration;

/// Returns the machine of this build, for mux::elf::verify.
mux::elf::Machine thisMachine();

/// A loaded binary; it unmaps its segments on destruction. Each segment has exactly the access
/// stated in the binary, and was never writable and executable at once.
class Code {
 public:
  Code() = default;
  ~Code();
  Code(const Code &) = delete;
  Code &operator=(const Code &) = delete;

  /// Verifies and loads; mux_error_invalid_binary if the file is not a binary for this
  /// machine, or not one whose note `suits` the device. Once.
  mux_result_t load(std::span<const std::byte> file,
                    const std::function<bool(const mux::BinaryNote &)> &suits);

  const mux::BinaryNote &note() const { return image_.note; }
  /// Of the kernel with this number in the note.
  uint64_t entry(size_t kernel) const { return base() + image_.entries[kernel]; }

 private:
  uint64_t base() const { return reinterpret_cast<uint64_t>(memory_); }
  bool protect();

  mux::elf::Image image_;
  std::byte *memory_ = nullptr;
  uint64_t size_ = 0;
  DebugRegistration *registration_ = nullptr;
};

}  // namespace mux::native
