// Things that are dear to make, between two users.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <utility>

namespace compiler {

/// Keeps the `capacity` that came last. Thread-safe.
template <typename Key, typename Item>
class IdlePool {
 public:
  explicit IdlePool(size_t capacity) : capacity_(capacity) {}

  /// One that was given back with this key; nobody else gets it. Null if there is none.
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

  void release(const Key &key, std::unique_ptr<Item> item) {
    std::unique_ptr<Item> oldest;  // its end is behind that of the lock
    const std::lock_guard lock(mutex_);
    idle_.emplace_back(key, std::move(item));
    if (idle_.size() > capacity_) {
      oldest = std::move(idle_.front().second);
      idle_.pop_front();
    }
  }

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::deque<std::pair<Key, std::unique_ptr<Item>>> idle_;
};

}  // namespace compiler
