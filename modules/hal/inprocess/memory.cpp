// The two mappings of device memory, and the access of kernels to the first one.
#include "memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <new>

#include "mux/target_support/process.h"

namespace hal::inprocess {
namespace {

// Bytes of a page of the host.
uint64_t pageSize() {
  static const auto size = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return size;
}

// Maps the file; a forked child does not inherit the mapping. Null if there is no address space.
std::byte *map(int file, uint64_t size, int access) {
  void *memory = mmap(nullptr, size, access, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (memory == MAP_FAILED) {
    return nullptr;
  }
  madvise(memory, size, MADV_DONTFORK);
  return static_cast<std::byte *>(memory);
}

}  // namespace

Memory::Memory(uint64_t size)
    : size_(size & ~(pageSize() - 1)), generation_(mux::processGeneration()) {
  file_ = memfd_create("kiln-device-memory", MFD_CLOEXEC);
  if (file_ >= 0 && ftruncate(file_, static_cast<off_t>(size_)) == 0) {
    device_ = map(file_, size_, PROT_NONE);
    host_ = device_ ? map(file_, size_, PROT_READ | PROT_WRITE) : nullptr;
  }
  if (!host_) {
    if (device_) {
      munmap(device_, size_);
    }
    ::close(file_);
    throw std::bad_alloc();
  }
  allocator_.emplace(reinterpret_cast<uint64_t>(device_), size_);
}

Memory::~Memory() {
  ::close(file_);
  if (mux::processGeneration() == generation_) {
    munmap(host_, size_);
    munmap(device_, size_);
  }
}

hal_result_t Memory::allocate(uint64_t size, uint64_t alignment, hal_address_t *address) {
  std::lock_guard lock(mutex_);
  const auto found = allocator_->allocate(size, alignment);
  if (!found) {
    return hal_error_out_of_memory;
  }
  *address = *found;
  return hal_success;
}

// Punches a hole of whole pages; their other bytes may belong to neighbours.
void Memory::release(hal_address_t address) {
  std::lock_guard lock(mutex_);
  const uint64_t size = allocator_->release(address);
  const uint64_t start = address - reinterpret_cast<hal_address_t>(device_);
  const uint64_t first = (start + pageSize() - 1) & ~(pageSize() - 1);
  const uint64_t last = (start + size) & ~(pageSize() - 1);
  if (first < last) {
    fallocate(file_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(first),
              static_cast<off_t>(last - first));
  }
}

std::byte *Memory::access(hal_address_t address, uint64_t size) {
  std::lock_guard lock(mutex_);
  return allocator_->contains(address, size)
             ? host_ + (address - reinterpret_cast<hal_address_t>(device_))
             : nullptr;
}

bool Memory::open() {
  std::lock_guard lock(mutex_);
  if (users_ == 0 && mprotect(device_, size_, PROT_READ | PROT_WRITE) != 0) {
    return false;
  }
  ++users_;
  return true;
}

void Memory::close() {
  std::lock_guard lock(mutex_);
  if (--users_ == 0) {
    mprotect(device_, size_, PROT_NONE);
  }
}

}  // namespace hal::inprocess
