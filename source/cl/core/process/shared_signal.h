// Signals that processes share: the counter of an eventfd. It is passed on as a descriptor, each
// signal is taken by one of those who read it, and a thread can wait for one in poll().
#pragma once

#include <optional>

#include "core/base/result.h"

namespace cl {

/// Thread-safe but for opening.
class SharedSignal {
 public:
  SharedSignal() = default;
  SharedSignal(const SharedSignal &) = delete;
  SharedSignal &operator=(const SharedSignal &) = delete;
  ~SharedSignal();

  /// A new one, without signals. CL_OUT_OF_RESOURCES.
  Status open();
  /// One that `file` leads to, which is the signal's from then on. CL_INVALID_PROPERTY for what is
  /// no eventfd; then it stays the caller's.
  Status adopt(int file);

  bool isOpen() const { return file_ >= 0; }
  int file() const { return file_; }
  /// Another descriptor for it, the caller's. CL_OUT_OF_RESOURCES.
  Result<int> duplicate() const;

  /// False for a moment while somebody takes one of several.
  bool isSet() const;
  /// Adds one: CL_COMPLETE, or the error that something ended with.
  void set(cl_int status);
  /// Takes one, if there is any: CL_COMPLETE, or CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST for
  /// an error, of which those come first; CL_INVALID_SEMAPHORE_KHR if the file cannot be read.
  std::optional<cl_int> take();
  /// Takes all.
  void clear();

 private:
  int file_ = -1;
};

}  // namespace cl
