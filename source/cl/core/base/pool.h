// Keeps released objects for reuse.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace cl {

/// Free objects (pointers or handles) of one kind, up to `bound`. It holds as many as were ever in
/// use at once, so that a steady load allocates nothing. Not thread-safe; its owner locks.
template <class T>
class Pool {
 public:
  /// Returns a free object, or null.
  T acquire() {
    if (free_.empty()) {
      return nullptr;
    }
    T object = free_.back();
    free_.pop_back();
    return object;
  }
  /// Announces a new object, after acquire() found none, and reserves room for its return.
  void expectOneMore() {
    if (slots_ == free_.capacity() && slots_ < bound) {
      free_.reserve(std::clamp<size_t>(2 * slots_, 64, bound));
    }
    ++slots_;
  }
  /// Stores an object. Returns false if there is no room; the caller then destroys it. Never
  /// allocates.
  bool release(T object) noexcept {
    if (free_.size() == free_.capacity()) {
      --slots_;
      return false;
    }
    free_.push_back(object);
    return true;
  }
  const std::vector<T> &objects() const { return free_; }

  static constexpr size_t bound = 8192;

 private:
  std::vector<T> free_;
  size_t slots_ = 0;  // objects that there are, here or in use
};

}  // namespace cl
