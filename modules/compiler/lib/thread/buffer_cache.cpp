// LLVM's buffers, for all of this library: the slabs of its allocators and the tables of its maps.
//
// A build takes and gives back thousands of them, most of a few KB, for which the C library cuts up
// chunks and joins them again. Here a thread keeps those that it gives back for the next one of
// their size, which LLVM says when it gives them back.

#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <utility>

namespace compiler {
namespace {

constexpr size_t smallest = 64;
constexpr size_t largest = size_t{64} << 10;
constexpr size_t mostKept = size_t{2} << 20;  ///< bytes, of a thread

/// A buffer that nobody has.
struct Idle {
  Idle *next;
};

/// The exponent of the power of two, in units of `smallest`, that a buffer has in truth.
unsigned classOf(size_t size) {
  return std::bit_width((size - 1) / smallest);
}

constexpr size_t sizeOf(unsigned index) {
  return smallest << index;
}

bool isOfCache(size_t size, size_t alignment) {
  return size - 1 < largest && alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__;
}

class BufferCache {
 public:
  BufferCache() = default;
  BufferCache(const BufferCache &) = delete;
  ~BufferCache() {
    room_ = 0;  // other objects of the thread may end later
    for (Idle *&first : idle_) {
      while (first) {
        ::operator delete(std::exchange(first, first->next));
      }
    }
  }

  /// Null if there is none.
  void *take(unsigned index) {
    Idle *&first = idle_[index];
    if (first) {
      room_ += sizeOf(index);
      return std::exchange(first, first->next);
    }
    return nullptr;
  }

  /// False if there are enough.
  bool keep(void *buffer, unsigned index) {
    if (room_ < sizeOf(index)) {
      return false;
    }
    room_ -= sizeOf(index);
    idle_[index] = new (buffer) Idle{idle_[index]};
    return true;
  }

 private:
  std::array<Idle *, std::bit_width(largest / smallest)> idle_{};
  size_t room_ = mostKept;
};

thread_local BufferCache cache;

}  // namespace

// llvm::allocate_buffer and llvm::deallocate_buffer, and what they are without this file.
void *realAllocate(size_t size, size_t alignment) __asm__("__real__ZN4llvm15allocate_bufferEmm");
void realDeallocate(void *buffer, size_t size,
                    size_t alignment) __asm__("__real__ZN4llvm17deallocate_bufferEPvmm");
void *allocate(size_t size, size_t alignment) __asm__("__wrap__ZN4llvm15allocate_bufferEmm");
void deallocate(void *buffer, size_t size,
                size_t alignment) __asm__("__wrap__ZN4llvm17deallocate_bufferEPvmm");

void *allocate(size_t size, size_t alignment) {
  if (!isOfCache(size, alignment)) {
    return realAllocate(size, alignment);
  }
  const unsigned index = classOf(size);
  if (void *buffer = cache.take(index)) {
    return buffer;
  }
  void *buffer = ::operator new(sizeOf(index), std::nothrow);
  return buffer ? buffer : realAllocate(sizeOf(index), alignment);  // which says so
}

void deallocate(void *buffer, size_t size, size_t alignment) {
  if (!isOfCache(size, alignment)) {
    realDeallocate(buffer, size, alignment);
  } else if (buffer && !cache.keep(buffer, classOf(size))) {
    ::operator delete(buffer);
  }
}

}  // namespace compiler
