// Waits for descriptors of files to become readable, for what cannot wait itself.
#pragma once

#include <functional>

#include "core/base/object.h"

namespace cl {

/// One thread for all of a context's, which is started with the first and sleeps in between.
/// Thread-safe.
class FileWatcher {
 public:
  /// Called on the watcher's thread each time that the file is readable; true if it need not be
  /// watched any more.
  using Readable = std::function<bool()>;

  FileWatcher();
  FileWatcher(const FileWatcher &) = delete;
  FileWatcher &operator=(const FileWatcher &) = delete;
  ~FileWatcher();

  /// The file stays open at least as long as `readable` lives. CL_OUT_OF_RESOURCES if there is no
  /// thread for it.
  Status watch(int file, Readable readable);

 private:
  struct State;

  Ref<State> state_;  // the thread's, too: its last callback may end the context
};

}  // namespace cl
