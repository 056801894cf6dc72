// Writes the answers of all clGet…Info queries with their size rules.
//
// Every query has three output arguments: param_value_size, param_value and param_value_size_ret.
// The rules are the same for all of them (CL 3.0 §4.1, §4.2 and each later query):
//
//   * Without param_value, only the size of the answer is returned.
//   * With param_value, a too small param_value_size is CL_INVALID_VALUE, and nothing is written.
//   * param_value_size_ret gets the size of the whole answer, if it is given.
//
// An application thus asks twice for an answer of unknown length: for its size, then for its bytes.
// The rules stand in one function here, so that queries state answers only.
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
///
/// A query calls one of the functions once and returns its status:
///
///   case CL_MEM_SIZE:
///     return out.value<size_t>(size_);
class InfoWriter {
 public:
  /// `size` is in bytes. `value` and `sizeReturned` may be null, also both.
  InfoWriter(size_t size, void *value, size_t *sizeReturned)
      : size_(size), value_(value), sizeReturned_(sizeReturned) {}

  /// Returns the capacity of the caller's memory in bytes. Only clGetKernelSubGroupInfo reads it:
  /// the length of its answer depends on it (CL 3.0 §5.9.4).
  size_t size() const { return size_; }

  /// Writes one value. T must be spelled out, because its size is visible to the application: a
  /// bool in place of a cl_bool would be three bytes short. CL_INVALID_VALUE if the caller's memory
  /// is smaller (CL 3.0 §4.2); larger memory is left as it is behind the value.
  template <class T>
  Status value(const std::type_identity_t<T> &value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    return bytes(&value, sizeof(T));
  }
  /// Writes an array; an empty one has size 0 and leaves the caller's memory as it is.
  /// CL_INVALID_VALUE if the memory is too small for all elements: there are no partial answers.
  /// The elements are copied at once, so a temporary array will do.
  template <class T>
  Status array(std::span<const T> values) const {
    return bytes(values.data(), values.size_bytes());
  }
  /// Writes a string with its terminator. The size returned counts the terminator. CL_INVALID_VALUE
  /// for a shorter buffer: strings are never cut (CL 3.0 §4.1).
  Status string(std::string_view text) const {
    return write(text.size() + 1, [&](char *out) {
      std::memcpy(out, text.data(), text.size());
      out[text.size()] = '\0';
    });
  }
  /// Writes bytes as they are. `data` may be null if `size` is 0.
  Status bytes(const void *data, size_t size) const {
    return write(size, [&](char *out) {
      if (size != 0) {
        std::memcpy(out, data, size);
      }
    });
  }
  /// Writes `size` bytes through `fill(char *)`, called only if they are wanted. CL 3.0 §4.2 and
  /// all other clGet…Info calls: CL_INVALID_VALUE if `value` is smaller. `fill` serves answers put
  /// together from pieces, without a copy of the whole, and answers with a price: an exported file
  /// descriptor is made only for an application with room for it.
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
  /// The arguments, as the application passed them.
  size_t size_;
  void *value_;
  size_t *sizeReturned_;
};

}  // namespace cl
