// Polls file descriptors on behalf of code that must not block.
#pragma once

#include <functional>

#include "core/base/object.h"

namespace cl {

/// One thread per context. It starts with the first file and sleeps in poll(). Thread-safe.
class FileWatcher {
 public:
  /// Runs on the watcher's thread whenever the file is readable. Returns true to end the watch.
  using Readable = std::function<bool()>;

  FileWatcher();
  FileWatcher(const FileWatcher &) = delete;
  FileWatcher &operator=(const FileWatcher &) = delete;
  ~FileWatcher();

  /// Watches a file, which must stay open as long as `readable` lives. CL_OUT_OF_RESOURCES if no
  /// thread can be started.
  Status watch(int file, Readable readable);

 private:
  struct State;

  Ref<State> state_;  // shared with the thread: its last callback may destroy the context
};

}  // namespace cl
