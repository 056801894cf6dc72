// Objects that are made once and used again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace cl {

/// Pointers or handles of one kind, as many as there were in use at one time, up to a bound.
template <class T>
class Pool {
 public:
  /// Null if there is none.
  T take() {
    if (free_.empty()) {
      return nullptr;
    }
    T object = free_.back();
    free_.pop_back();
    return object;
  }
  /// For one that is made because there was none: makes a place for it.
  void expectOneMore() {
    if (places_ == free_.capacity() && places_ < bound) {
      free_.reserve(std::clamp<size_t>(2 * places_, 64, bound));
    }
    ++places_;
  }
  /// Whether there was a place for it; if not, it is to be destroyed.
  bool give(T object) noexcept {
    if (free_.size() == free_.capacity()) {
      --places_;
      return false;
    }
    free_.push_back(object);
    return true;
  }
  const std::vector<T> &objects() const { return free_; }

  static constexpr size_t bound = 8192;

 private:
  std::vector<T> free_;
  size_t places_ = 0;  // objects that there are, here or in use
};

}  // namespace cl
