// Implements a pool of reusable objects that are expensive to make.
//
//   auto item = pool.acquire(key);          // null: nothing idle
//   if (!item) item = make(key);
//   use(*item);
//   pool.release(key, std::move(item));     // the next acquire(key) gets it
//
// An object's state must not depend on its earlier users.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <utility>

namespace compiler {

/// Stores up to `capacity` idle objects, the most recently released ones. Thread-safe. Items with
/// equal keys are interchangeable. An item in the pool belongs to the pool; one outside belongs to
/// its user.
template <typename Key, typename Item>
class IdlePool {
 public:
  /// `capacity` counts items of all keys together.
  explicit IdlePool(size_t capacity) : capacity_(capacity) {}

  /// Takes an idle item with this key out of the pool. Null if there is none: the caller makes one.
  std::unique_ptr<Item> acquire(const Key &key) {
    const std::lock_guard lock(mutex_);
    for (auto each = idle_.begin(); each != idle_.end(); ++each) {
      if (each->first == key) {
        std::unique_ptr<Item> item = std::move(each->second);
        idle_.erase(each);
        return item;
      }
    }
    return nullptr;
  }

  /// Puts an item into the pool. If the pool is full, the item idle for the longest time is
  /// destroyed.
  void release(const Key &key, std::unique_ptr<Item> item) {
    std::unique_ptr<Item> oldest;  // destroyed after the lock is released
    const std::lock_guard lock(mutex_);
    idle_.emplace_back(key, std::move(item));
    if (idle_.size() > capacity_) {
      oldest = std::move(idle_.front().second);
      idle_.pop_front();
    }
  }

 private:
  /// Immutable, so it needs no lock.
  const size_t capacity_;
  /// Guards idle_.
  std::mutex mutex_;
  std::deque<std::pair<Key, std::unique_ptr<Item>>> idle_;  ///< the oldest first
};

}  // namespace compiler
