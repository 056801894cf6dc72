// The one writer of info queries.
#pragma once

#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

#include "core/base/result.h"

namespace cl {

/// Where a clGet…Info call wants its answer. Each function writes the whole answer and is
/// CL_INVALID_VALUE if `value` is given and too small for it.
class InfoWriter {
 public:
  InfoWriter(size_t size, void *value, size_t *sizeReturned)
      : size_(size), value_(value), sizeReturned_(sizeReturned) {}

  /// Bytes that the caller has room for.
  size_t size() const { return size_; }

  /// One value. T is always written out, since its size is what the application sees.
  template <class T>
  Status value(const std::type_identity_t<T> &value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    return bytes(&value, sizeof(T));
  }
  /// An array; an empty one has size 0.
  template <class T>
  Status array(std::span<const T> values) const {
    return bytes(values.data(), values.size_bytes());
  }
  /// A string, with its terminator.
  Status string(std::string_view text) const {
    return write(text.size() + 1, [&](char *out) {
      std::memcpy(out, text.data(), text.size());
      out[text.size()] = '\0';
    });
  }
  Status bytes(const void *data, size_t size) const {
    return write(size, [&](char *out) {
      if (size != 0) {
        std::memcpy(out, data, size);
      }
    });
  }
  /// `size` bytes that `fill(char *)` writes. CL 3.0 §4.2 and all other clGet…Info calls:
  /// CL_INVALID_VALUE if `value` is given and smaller than the answer.
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
