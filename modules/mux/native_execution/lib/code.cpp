// Loading: reserve, write, protect.
//
// All of the image is one anonymous mapping, writable until every byte and every relocation is in
// place. Then each segment gets its access and the gaps lose theirs. So no page is ever writable
// and executable. With KILN_PERF_MAP the executable segments come from a file instead, for perf
// (perf_file.h).
#include "mux/native_execution/code.h"

#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mux/native_execution/debug_registration.h"
#include "perf_file.h"
#include "support/environment.h"

namespace mux::native {

// One of the two architectures on which Kiln runs kernels in this process.
mux::elf::Machine thisMachine() {
  const auto pageSize = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
#if defined(__x86_64__)
  return {EM_X86_64, 64, R_X86_64_RELATIVE, pageSize};
#elif defined(__aarch64__)
  return {EM_AARCH64, 64, R_AARCH64_RELATIVE, pageSize};
#endif
}

// The debugger first: it reads its copy of the file, and must not set breakpoints in free memory.
Code::~Code() {
  if (!memory_) {
    return;
  }
  unregisterCode(registration_);
  munmap(memory_, size_);
}

// A failure leaves the object with a mapping or without one; the destructor handles both.
mux_result_t Code::load(std::span<const std::byte> file,
                        const std::function<bool(const mux::ProgramMetadata &)> &suits) {
  // Verified and accepted before the first byte is mapped.
  auto image = mux::elf::verify(file, thisMachine());
  if (!image || !suits(image->metadata)) {
    return mux_error_invalid_binary;
  }
  image_ = std::move(*image);
  size_ = image_.memorySize;
  void *memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    return mux_error_device_out_of_memory;
  }
  memory_ = static_cast<std::byte *>(memory);
  // A new anonymous mapping is zero, so untouched pages cost no memory.
  mux::elf::materialize(image_, file, base(), {memory_, static_cast<size_t>(size_)}, true);
  if (support::environment().perfMap) {
    mapFromPerfFile(image_, file, memory_);
  }
  if (!protect()) {
    return mux_error_device_out_of_memory;
  }
  registration_ = registerCode(image_, file, base());
  return mux_success;
}

// Gives each segment its access, and takes all access from the gaps between them.
bool Code::protect() {
  const auto pageSize = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  auto roundUp = [&](uint64_t size) { return (size + pageSize - 1) & ~(pageSize - 1); };
  // An empty range is a success: neighbouring segments have no gap between them.
  auto set = [&](uint64_t from, uint64_t to, int access) {
    return from >= to || mprotect(memory_ + from, to - from, access) == 0;
  };
  uint64_t end = 0;
  for (const mux::elf::Segment &segment : image_.segments) {
    const uint64_t last = roundUp(segment.address + segment.memorySize);
    bool done = set(end, segment.address, PROT_NONE);
    switch (segment.access) {
      case mux::elf::Access::read:
        done = done && set(segment.address, last, PROT_READ);
        break;
      case mux::elf::Access::readExecute:
        // The instructions were written as data; on some processors the instruction cache is stale.
        __builtin___clear_cache(reinterpret_cast<char *>(memory_ + segment.address),
                                reinterpret_cast<char *>(memory_ + last));
        done = done && set(segment.address, last, PROT_READ | PROT_EXEC);
        break;
      case mux::elf::Access::readWrite: {
        // The rest of the segment is writable since the mapping. Only whole pages can become
        // read-only.
        uint64_t fixed = segment.readOnlyAfterRelocation & ~(pageSize - 1);
        done = done && set(segment.address, segment.address + fixed, PROT_READ);
        break;
      }
    }
    if (!done) {
      return false;
    }
    end = last;
  }
  return set(end, roundUp(size_), PROT_NONE);
}

}  // namespace mux::native
