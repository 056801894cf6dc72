// Tracks the workers without work: some search for it for a moment, the others sleep.
//
// A worker moves between three states. Searching is bounded in time and in the number of threads,
// because a spinning thread takes a processor from the application.
//
//            publish: pop()          finds work: endSearch()
//   sleeping ----------------> searching ----------------> running
//       ^                        |   ^                        |
//       +---- 20 µs passed ------+   +----- no work left -----+
//
// The thread that publishes work wakes a sleeper only if too few search already. A woken worker
// counts as searching before it runs, so two publishers in a row do not both wake somebody for one
// piece of work.
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

  /// Returns true if pop() has a worker to return.
  bool hasSleepers() const { return !sleepers_.empty(); }
  /// Returns the number of threads about to look for work.
  uint32_t searchers() const { return searchers_; }

  /// Counts a thread as searching, unless it is counted already.
  /// Calls may be repeated; the count changes once.
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
  /// The worker must not be counted as searching.
  void sleep(Worker &worker) { sleepers_.push_back(&worker); }
  /// Removes a sleeper, for the caller to wake: the last one that slept elsewhere than on
  /// `processor`, the caller's, or the last one. There must be one.
  Worker &pop(uint32_t processor);
  /// Calls `wake` for each sleeper and removes them all.
  template <class Wake>
  void wakeAll(Wake wake) {
    for (Worker *worker : sleepers_) {
      wake(*worker);
    }
    sleepers_.clear();
  }

 private:
  // The worker that went to sleep last is at the end: its caches are the warmest.
  std::vector<Worker *> sleepers_;
  // Flags that are set, among workers and helping callers.
  uint32_t searchers_ = 0;
};

}  // namespace host
