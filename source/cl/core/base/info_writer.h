// Writes the answers of all clGet…Info queries with their size rules.
#pragma once

#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/base/result.h"

namespace cl {

/// The three output arguments of a clGet…Info call. Each function writes a whole answer and returns
/// CL_INVALID_VALUE if `value` is given and too small (CL 3.0 §4.2). The caller keeps the memory;
/// used by one thread.
class InfoWriter {
 public:
  InfoWriter(size_t size, void *value, size_t *sizeReturned)
      : size_(size), value_(value), sizeReturned_(sizeReturned) {}

  /// Returns the bytes that the caller has room for.
  size_t size() const { return size_; }

  /// Writes one value. T must be spelled out, because its size is visible to the application.
  template <class T>
  Status value(const std::type_identity_t<T> &value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    return bytes(&value, sizeof(T));
  }
  /// Writes an array; an empty one has size 0.
  template <class T>
  Status array(std::span<const T> values) const {
    return bytes(values.data(), values.size_bytes());
  }
  /// Writes a string with its terminator.
  Status string(std::string_view text) const {
    return write(text.size() + 1, [&](char *out) {
      std::memcpy(out, text.data(), text.size());
      out[text.size()] = '\0';
    });
  }
  /// Writes bytes as they are.
  Status bytes(const void *data, size_t size) const {
    return write(size, [&](char *out) {
      if (size != 0) {
        std::memcpy(out, data, size);
      }
    });
  }
  /// Writes `size` bytes through `fill(char *)`, called only if they are wanted. CL 3.0 §4.2 and
  /// all other clGet…Info calls: CL_INVALID_VALUE if `value` is smaller.
  template <class Fill>
  Status write(size_t size, Fill fill) const {
    if (value_ && size_ < size) {
      return Error{CL_INVALID_VALUE};
    }
    if (value_) {
      fill(static_cast<char *>(value_));
    }
    if (sizeReturned_) {
      *sizeReturned_ = size;
    }
    return success();
  }

 private:
  size_t size_;
  void *value_;
  size_t *sizeReturned_;
};

}  // namespace cl
