// Counts signals shared between processes in an eventfd.
//
// A descriptor can be passed on, poll() can wait for it, and each signal is taken by exactly one
// reader.
//
// Each signal is one write of eight bytes, so there is no protocol to get out of step when a
// process ends.
#pragma once

#include <optional>

#include "core/base/result.h"

namespace cl {

/// A counter of signals. Thread-safe once it is open. Owns its descriptor.
class SharedSignal {
 public:
  /// Creates a closed signal.
  SharedSignal() = default;
  SharedSignal(const SharedSignal &) = delete;
  SharedSignal &operator=(const SharedSignal &) = delete;
  /// Closes the descriptor.
  ~SharedSignal();

  /// Creates an eventfd without signals, or CL_OUT_OF_RESOURCES.
  Status open();
  /// Takes over a descriptor. CL_INVALID_PROPERTY if it is no eventfd; it then stays the caller's.
  Status adopt(int file);

  /// Tells if there is a descriptor.
  bool isOpen() const { return file_ >= 0; }
  /// Returns the descriptor, owned by this object; -1 if closed.
  int file() const { return file_; }
  /// Returns another descriptor, owned by the caller, or CL_OUT_OF_RESOURCES.
  Result<int> duplicate() const;

  /// Tells if there is a signal. May be false for a moment while another thread takes one of
  /// several.
  bool isSet() const;
  /// Adds a signal: CL_COMPLETE, or the error of the signaling command.
  void set(cl_int status);
  /// Takes one signal, errors first. Returns CL_COMPLETE, or
  /// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST for an error; CL_INVALID_SEMAPHORE_KHR if the
  /// file cannot be read.
  std::optional<cl_int> take();
  /// Takes all signals, errors included.
  void clear();

 private:
  // Owned; -1 if closed.
  int file_ = -1;
};

}  // namespace cl
