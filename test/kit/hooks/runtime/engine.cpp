#include "engine.h"

#include <sys/mman.h>

#include <atomic>
#include <system_error>

#include "mux/target_support/signal_block.h"

namespace hooks {
namespace {

template <class T>
std::atomic_ref<T> atomic(T &place) {
  return std::atomic_ref<T>(place);
}

hooks_registers *mapRegisters() {
  void *place = reinterpret_cast<void *>(HOOKS_REGISTERS);
  void *mapped = mmap(place, sizeof(hooks_registers), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (mapped != MAP_FAILED && mapped != place) {
    munmap(mapped, sizeof(hooks_registers));
    return nullptr;
  }
  return mapped == MAP_FAILED ? nullptr : static_cast<hooks_registers *>(mapped);
}

/// Words of eight bytes as far as the line goes, then bytes; addresses may be any.
uint64_t moveLine(uint64_t to, uint64_t from, uint64_t size) {
  struct [[gnu::packed, gnu::may_alias]] Word {
    uint64_t value;
  };
  uint64_t words = 0;
  for (; size >= sizeof(Word); size -= sizeof(Word), to += sizeof(Word), from += sizeof(Word)) {
    *reinterpret_cast<Word *>(to) = *reinterpret_cast<const Word *>(from);
    ++words;
  }
  for (; size > 0; --size, ++words) {
    *reinterpret_cast<char *>(to++) = *reinterpret_cast<const char *>(from++);
  }
  return words;
}

}  // namespace

Engine &Engine::instance() {
  static auto *engine = new Engine;
  return *engine;
}

hal_result_t Engine::open() {
  std::lock_guard lock(mutex_);
  if (devices_ == 0) {
    registers_ = registers_ ? registers_ : mapRegisters();
    if (!registers_) {
      return hal_error_out_of_resources;
    }
    const mux::SignalBlock block;
    isStopping_ = false;
    try {
      thread_ = std::thread([this] { work(); });
    } catch (const std::system_error &) {
      return hal_error_out_of_resources;
    }
  }
  ++devices_;
  return hal_success;
}

void Engine::close() {
  std::unique_lock lock(mutex_);
  if (--devices_ != 0) {
    return;
  }
  isStopping_ = true;
  std::thread last = std::move(thread_);
  lock.unlock();
  changed_.notify_all();
  last.join();
}

void Engine::beginJob() {
  {
    std::lock_guard lock(mutex_);
    ++jobs_;
  }
  changed_.notify_all();
}

void Engine::endJob() {
  std::lock_guard lock(mutex_);
  --jobs_;
}

void Engine::serve(const hooks_transfer &transfer) {
  uint64_t words = 0;
  for (uint64_t line = 0; line < transfer.lines; ++line) {
    words += moveLine(transfer.to + line * transfer.to_stride,
                      transfer.from + line * transfer.from_stride, transfer.size);
  }
  atomic(registers_->words) += words;
}

void Engine::work() {
  std::unique_lock lock(mutex_);
  while (!isStopping_) {
    changed_.wait(lock, [this] { return isStopping_ || jobs_ > 0; });
    lock.unlock();
    const uint64_t ticket = atomic(registers_->completed);
    hooks_transfer &slot = registers_->slots[ticket % HOOKS_SLOTS];
    if (atomic(slot.ready).load(std::memory_order_acquire) == ticket + 1) {
      serve(slot);
      atomic(registers_->completed).store(ticket + 1, std::memory_order_release);
    } else {
      std::this_thread::yield();
    }
    lock.lock();
  }
}

}  // namespace hooks
