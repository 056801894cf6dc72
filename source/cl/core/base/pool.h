// Stores released objects for reuse.
//
// A queue needs commands and command buffers at each clEnqueue… call. A pool provides them from the
// ones of earlier calls, without the allocator. Its memory follows the load: it grows together with
// the number of objects in use, and is reserved before an object can come back. So the way back,
// run on threads that complete commands, cannot throw.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace cl {

/// Free objects (pointers or handles) of one kind, up to `bound`. The pool holds as many as were
/// ever in use at once, so a steady load allocates nothing. Not thread-safe; its owner locks.
///
/// The cycle of an object, with the calls of the owner:
///
///   acquire() → null        nothing free: create an object, then expectOneMore()
///   release(object) → true  free again; the next acquire() returns it
///   release(object) → false more than `bound` objects: the owner destroys it
///
/// T is comparable with null, and cheap to copy. The pool owns nothing: the owner destroys the
/// objects() before the pool goes.
template <class T>
class Pool {
 public:
  /// Returns a free object, or null. The object released last comes first, as its memory is most
  /// likely in a cache.
  T acquire() {
    if (free_.empty()) {
      return nullptr;
    }
    T object = free_.back();
    free_.pop_back();
    return object;
  }
  /// Announces a new object, after acquire() found none, and reserves room for its return. May
  /// throw std::bad_alloc; the new object must then be destroyed. Without this call, release() has
  /// no room.
  void expectOneMore() {
    if (slots_ == free_.capacity() && slots_ < bound) {
      free_.reserve(std::clamp<size_t>(2 * slots_, 64, bound));
    }
    ++slots_;
  }
  /// Stores an object. Returns false if there is no room; the caller then destroys it, and the pool
  /// counts one object less. Never allocates.
  bool release(T object) noexcept {
    if (free_.size() == free_.capacity()) {
      --slots_;
      return false;
    }
    free_.push_back(object);
    return true;
  }
  /// Returns the free objects, for the owner's destructor.
  const std::vector<T> &objects() const { return free_; }

  /// The largest number of free objects. A queue with more unfinished commands frees the surplus.
  static constexpr size_t bound = 8192;

 private:
  /// Its capacity is the room for returns, reserved by expectOneMore().
  std::vector<T> free_;
  /// The room to reserve: one slot for each object, so that all of them can come back.
  size_t slots_ = 0;  // objects that there are, here or in use
};

}  // namespace cl
