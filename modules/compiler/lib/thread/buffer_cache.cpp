// Per-thread cache of llvm::allocate_buffer's memory blocks
// ---------------------------------------------------------
// LLVM's BumpPtrAllocator slabs and DenseMap tables all come from llvm::allocate_buffer and go back
// through llvm::deallocate_buffer. A build allocates thousands of them, most of a few KB. The C
// library splits and coalesces chunks for each.
//
// This file replaces both functions with the help of the linker's --wrap (lib/CMakeLists.txt names
// the symbols). A block is rounded up to a power of two times 64 bytes. A freed block goes into a
// free list of its thread, one list per size class, up to 2 MB per thread. The next request of its
// class pops it:
//
//   deallocate_buffer(p, 5000)  ->  class 7 (8192 bytes): 8192 -> p -> ...
//   allocate_buffer(6000)       ->  class 7: returns p, without the C library
//
// Invariants:
// * A block of the cache comes from ::operator new with the full size of its class. LLVM passes the
//   size again when it frees a block, so the class need not be stored beside it.
// * Blocks above 64 KB, and blocks with an alignment above operator new's, go to LLVM's own
//   functions in both directions.
// * A block may be freed on another thread than its allocating one: it then belongs to the freeing
//   thread's list.
// * The cache ends with its thread. Other thread-local objects may free blocks after it; the free
//   list's limit is zero from then on, so these blocks go straight to ::operator delete.

#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <utility>

namespace compiler {
namespace {

/// Bytes of the first size class; a free block holds a pointer, so it needs some room.
constexpr size_t smallest = 64;
/// Bytes of the last size class. Larger blocks are rare, and the C library maps them on their own.
constexpr size_t largest = size_t{64} << 10;
constexpr size_t mostKept = size_t{2} << 20;  ///< bytes of free blocks per thread

/// Header of a free block: the link of its free list. It lives in the block itself.
struct Idle {
  Idle *next;
};

/// Returns the size class of a block: 0 for up to `smallest` bytes, then one more per power of two.
/// `size` is not 0.
unsigned classOf(size_t size) {
  return std::bit_width((size - 1) / smallest);
}

/// Returns the real size in bytes of a size class's blocks.
constexpr size_t sizeOf(unsigned index) {
  return smallest << index;
}

/// Returns true if a block of this size and alignment is the cache's. A size of 0 wraps around and
/// is not.
bool isOfCache(size_t size, size_t alignment) {
  return size - 1 < largest && alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__;
}

/// The free lists of one thread. Not thread-safe and not shared; see `cache`.
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

  /// Pops a block of the class, or returns null if its list is empty.
  void *take(unsigned index) {
    Idle *&first = idle_[index];
    if (first) {
      room_ += sizeOf(index);
      return std::exchange(first, first->next);
    }
    return nullptr;
  }

  /// Pushes a block of the class. Returns false if the thread's free blocks have reached the limit;
  /// the caller then frees the block.
  bool keep(void *buffer, unsigned index) {
    if (room_ < sizeOf(index)) {
      return false;
    }
    room_ -= sizeOf(index);
    idle_[index] = new (buffer) Idle{idle_[index]};
    return true;
  }

 private:
  /// Heads of the free lists, by size class.
  std::array<Idle *, std::bit_width(largest / smallest)> idle_{};
  size_t room_ = mostKept;  ///< bytes until the limit is reached
};

thread_local BufferCache cache;

}  // namespace

// The linker's --wrap gives calls of llvm::allocate_buffer and llvm::deallocate_buffer to the
// __wrap_ symbols, and LLVM's own definitions to the __real_ ones. The names are mangled for
// (size_t, size_t) and (void *, size_t, size_t); a change of LLVM's signatures fails the link.
void *realAllocate(size_t size, size_t alignment) __asm__("__real__ZN4llvm15allocate_bufferEmm");
void realDeallocate(void *buffer, size_t size,
                    size_t alignment) __asm__("__real__ZN4llvm17deallocate_bufferEPvmm");
void *allocate(size_t size, size_t alignment) __asm__("__wrap__ZN4llvm15allocate_bufferEmm");
void deallocate(void *buffer, size_t size,
                size_t alignment) __asm__("__wrap__ZN4llvm17deallocate_bufferEPvmm");

/// Replaces llvm::allocate_buffer. Never returns null: without memory LLVM's own function reports
/// the error to its bad-allocation handler.
void *allocate(size_t size, size_t alignment) {
  if (!isOfCache(size, alignment)) {
    return realAllocate(size, alignment);
  }
  const unsigned index = classOf(size);
  if (void *buffer = cache.take(index)) {
    return buffer;
  }
  void *buffer = ::operator new(sizeOf(index), std::nothrow);
  // Without memory LLVM's function fails as well, and calls its bad-allocation handler.
  return buffer ? buffer : realAllocate(sizeOf(index), alignment);
}

/// Replaces llvm::deallocate_buffer. LLVM repeats the allocation's size and alignment, so both
/// functions agree on the block's class.
void deallocate(void *buffer, size_t size, size_t alignment) {
  if (!isOfCache(size, alignment)) {
    realDeallocate(buffer, size, alignment);
  } else if (buffer && !cache.keep(buffer, classOf(size))) {
    ::operator delete(buffer);
  }
}

}  // namespace compiler
