// Writes kernels to files for perf.
//
// perf's map of a process has names of functions only. For a mapped file, perf reads instructions,
// symbols and lines from the file when it reports. So the file outlives the process, like the map.
// Executable segments have no relocations (elf_dynamic.cpp checks it), so the bytes in the file are
// the bytes in execution.
#include "perf_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <string>

#include "support/descriptor.h"

namespace mux::native {
namespace {

// Returns a path for this process and binary.
std::string newPath() {
  static std::atomic<unsigned> count = 0;
  return "/tmp/kiln-" + std::to_string(getpid()) + "-" + std::to_string(++count) + ".so";
}

// Creates the file for its owner alone and returns a descriptor, or less than 0. A file left by a
// former process of this number goes; a link in its place is not followed.
int createFile(const std::string &path) {
  unlink(path.c_str());  // of a process that had this number
  constexpr mode_t forOwner = 0600;
  return open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, forOwner);
}

}  // namespace

// A segment without a mapping from the file stays as it is, in anonymous memory.
void mapFromPerfFile(const mux::elf::Image &image, std::span<const std::byte> file,
                     std::byte *memory) {
  const std::string path = newPath();
  const int descriptor = createFile(path);
  if (descriptor < 0) {
    return;
  }
  // Segments with memory beyond their bytes in the file keep their anonymous pages: a page mapped
  // behind the end of the file would fault.
  const bool isWritten = support::writeAll(descriptor, file);
  for (const mux::elf::Segment &segment : image.segments) {
    if (isWritten && segment.access == mux::elf::Access::readExecute &&
        segment.fileSize == segment.memorySize) {
      (void)mmap(memory + segment.address, segment.fileSize, PROT_READ | PROT_EXEC,
                 MAP_PRIVATE | MAP_FIXED, descriptor, static_cast<off_t>(segment.offset));
    }
  }
  close(descriptor);
  if (!isWritten) {
    unlink(path.c_str());
  }
}

}  // namespace mux::native
