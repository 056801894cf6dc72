#include "core/process/file_watcher.h"

#include <poll.h>

#include <list>
#include <mutex>
#include <vector>

#include "core/process/shared_signal.h"
#include "core/process/task_thread.h"

namespace cl {

struct FileWatcher::State final : public RefCounted {
  struct Watched {
    int file;
    Readable readable;
  };

  std::mutex mutex;
  std::list<Watched> files;  // guarded by mutex; only the thread takes out, so it may look at them
  bool isRunning = false;    // guarded by mutex
  SharedSignal changed;      // tells the thread of new ones
  TaskThread thread;

  void run();
  bool waitForOne();
};

/// Waits until nothing is left to watch.
void FileWatcher::State::run() {
  while (waitForOne()) {
  }
}

bool FileWatcher::State::waitForOne() {
  std::vector<std::list<Watched>::iterator> watched;
  std::vector<pollfd> polled = {{changed.file(), POLLIN, 0}};
  {
    std::lock_guard guard(mutex);
    for (auto each = files.begin(); each != files.end(); ++each) {
      watched.push_back(each);
      polled.push_back({each->file, POLLIN, 0});
    }
    isRunning = !files.empty();
    if (!isRunning) {
      return false;
    }
  }
  if (poll(polled.data(), polled.size(), -1) < 0) {
    return true;
  }
  changed.clear();
  std::list<Watched> done;
  for (size_t i = 0; i < watched.size(); ++i) {
    if (polled[i + 1].revents != 0 && watched[i]->readable()) {
      std::lock_guard guard(mutex);
      done.splice(done.end(), files, watched[i]);
    }
  }
  return true;
}

FileWatcher::FileWatcher() : state_(make<State>()) {}

FileWatcher::~FileWatcher() = default;

Status FileWatcher::watch(int file, Readable readable) {
  std::lock_guard guard(state_->mutex);
  if (!state_->changed.isOpen()) {
    if (auto status = state_->changed.open(); !status) {
      return status;
    }
  }
  state_->files.push_back({file, std::move(readable)});
  if (state_->isRunning) {
    state_->changed.set(CL_COMPLETE);
    return success();
  }
  auto status = state_->thread.post([state = state_] { state->run(); });
  state_->isRunning = static_cast<bool>(status);
  if (!status) {
    state_->files.pop_back();
  }
  return status;
}

}  // namespace cl
