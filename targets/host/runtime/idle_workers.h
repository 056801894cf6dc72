// Tracks the workers without work: some search for it for a moment, the others sleep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

struct Worker;

/// The sleeping workers and the number of searching threads. Each thread has a flag of its own, set
/// while it is counted as searching. All functions need the scheduler's lock, which guards the
/// flags too.
class IdleWorkers {
 public:
  /// Makes room for `most` sleepers, so that sleep() never allocates. Throws std::bad_alloc.
  explicit IdleWorkers(size_t most) { sleepers_.reserve(most); }

  bool hasSleepers() const { return !sleepers_.empty(); }
  /// Returns the number of threads about to look for work.
  uint32_t searchers() const { return searchers_; }

  /// Counts a thread as searching, unless it is counted already.
  void beginSearch(bool &isSearching) {
    searchers_ += isSearching ? 0 : 1;
    isSearching = true;
  }
  /// Ends the search of a thread, if it searches.
  void endSearch(bool &isSearching) {
    searchers_ -= isSearching ? 1 : 0;
    isSearching = false;
  }

  /// Adds a sleeper. The caller then sleeps until the worker's isWoken is set.
  void sleep(Worker &worker) { sleepers_.push_back(&worker); }
  /// Removes the sleeper that came last, for the caller to wake. There must be one.
  Worker &pop() {
    Worker &worker = *sleepers_.back();
    sleepers_.pop_back();
    return worker;
  }
  /// Calls `wake` for each sleeper and removes them all.
  template <class Wake>
  void wakeAll(Wake wake) {
    for (Worker *worker : sleepers_) {
      wake(*worker);
    }
    sleepers_.clear();
  }

 private:
  std::vector<Worker *> sleepers_;
  uint32_t searchers_ = 0;
};

}  // namespace host
