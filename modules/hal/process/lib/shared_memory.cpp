// Memory files: created, sized, sealed, and mapped once.
#include "shared_memory.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace hal::process {
namespace {

// Returns true if RLIMIT_FSIZE allows the size. Beyond it the system sends SIGXFSZ instead of
// returning an error, and the signal would end the application.
bool isWithinFileSizeLimit(uint64_t size) {
  rlimit limit = {};
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && size <= limit.rlim_cur;
}

}  // namespace

SharedMemory::~SharedMemory() {
  if (data_) {
    munmap(data_, size_);
  }
}

// Seals against shrinking, growing and further seals, before anybody else has the descriptor.
bool SharedMemory::create(const char *name, uint64_t size) {
  file_ = support::Descriptor(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (file_.get() < 0 || !isWithinFileSizeLimit(size) ||
      ftruncate(file_.get(), static_cast<off_t>(size)) != 0 ||
      fcntl(file_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return false;
  }
  void *data =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_.get(), 0);
  if (data == MAP_FAILED) {
    return false;
  }
  data_ = static_cast<std::byte *>(data);
  size_ = size;
  return madvise(data, size, MADV_DONTFORK) == 0;
}

void SharedMemory::discard(uint64_t offset, uint64_t size) {
  madvise(data_ + offset, size, MADV_REMOVE);
}

// Seals against writing: the process could otherwise change the program of the next device.
support::Descriptor makeProgramFile(const char *name, std::span<const unsigned char> bytes) {
  if (!isWithinFileSizeLimit(bytes.size())) {
    errno = EFBIG;
    return support::Descriptor();
  }
  support::Descriptor file(memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  while (file.get() >= 0 && !bytes.empty()) {
    const ssize_t written = write(file.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return support::Descriptor();
    }
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  fcntl(file.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  return file;
}

uint32_t forkGeneration() {
  static std::atomic<uint32_t> generation = 1;
  [[maybe_unused]] static const int installed =
      pthread_atfork(nullptr, nullptr, [] { generation.fetch_add(1, std::memory_order_relaxed); });
  return generation.load(std::memory_order_relaxed);
}

}  // namespace hal::process
