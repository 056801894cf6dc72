// The default allocator.
#include "mux/target_support/object.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace mux {

// Its functions return null for a lack of memory, and never throw. Both work from any thread.
const mux_allocator_t &standardAllocator() {
  static constexpr mux_allocator_t allocator = {
      [](void *, size_t size, size_t alignment) {
        void *pointer = nullptr;
        alignment = std::max(alignment, sizeof(void *));
        // malloc keeps freed blocks by size for reuse; posix_memalign does not.
        if (alignment <= alignof(std::max_align_t)) {
          return std::malloc(size);
        }
        return posix_memalign(&pointer, alignment, size) == 0 ? pointer : nullptr;
      },
      [](void *, void *pointer) { std::free(pointer); }, nullptr};
  return allocator;
}

}  // namespace mux
