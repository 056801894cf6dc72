// Polls file descriptors on behalf of code that must not block.
//
// A thread of a device must not wait for a file, and neither may the application's. So a file gets
// a callback, and one thread of the context polls all of them. A semaphore shared between processes
// is the only user today (queues/semaphore.h).
#pragma once

#include <functional>

#include "core/base/object.h"

namespace cl {

/// Watches files on a thread of its own. One thread per context: it starts with the first file and
/// sleeps in poll(). Thread-safe: a mutex in the shared state guards the list of files. Callbacks
/// run without it.
class FileWatcher {
 public:
  /// Runs on the watcher's thread whenever the file is readable. Returns true to end the watch. It
  /// must not block: other files wait meanwhile.
  using Readable = std::function<bool()>;

  /// Starts nothing.
  FileWatcher();
  FileWatcher(const FileWatcher &) = delete;
  FileWatcher &operator=(const FileWatcher &) = delete;
  /// Waits for nothing: a watch in place keeps the state and the thread that it needs.
  ~FileWatcher();

  /// Watches a file; it must stay open as long as `readable` lives. CL_OUT_OF_RESOURCES if no
  /// thread can be started.
  Status watch(int file, Readable readable);

 private:
  /// The watched files and the thread.
  struct State;

  // Shared with the thread: its last callback may destroy the context.
  Ref<State> state_;
};

}  // namespace cl
