// Runs the commands of dispatches and the work-groups of ranges.
//
// A kernel's cost per work-item is measured in each launch and stored in the kernel, as a hint for
// the next one. From it follow the size of chunks (about a millisecond) and the decision to share a
// range at all: waking a thread takes microseconds, so small ranges run on one thread.
//
// A chunk is the unit of fairness as well. After each one the runner asks three questions. Does a
// helping caller want its thread back? Does other work wait, after one millisecond? Has the
// range taken longer than 10 µs without being published? So a wrong hint costs at most one chunk.
#include "runner.h"

#include <algorithm>
#include <cstring>

#include "mux/native_execution/fp_environment.h"
#include "mux/target_support/transfer.h"
#include "objects.h"
#include "support/trace_events.h"

namespace host {
namespace {

using namespace mux;

// Copies bytes that may overlap. mux_error_invalid_value: a null address, the mark of an unbound
// buffer.
mux_result_t transfer(std::byte *destination, const std::byte *source, uint64_t size) {
  if (!destination || !source) {
    return mux_error_invalid_value;
  }
  std::memmove(destination, source, size);
  return mux_success;
}

// Returns the address of a byte in a buffer; null for an unbound buffer.
std::byte *addressOrNull(mux_buffer_t buffer, uint64_t offset) {
  std::byte *start = address(buffer);
  return start ? start + offset : nullptr;
}

// Each runs one kind of command on the spot.
mux_result_t runTransfer(const TransferCommand &command) {
  auto *host = static_cast<std::byte *>(command.host);
  std::byte *device = addressOrNull(command.buffer, command.offset);
  return command.kind == CommandKind::read ? transfer(host, device, command.size)
                                           : transfer(device, host, command.size);
}

// Both ends may lie in one buffer and overlap: transfer() moves.
mux_result_t runCopy(const CopyCommand &command) {
  return transfer(addressOrNull(command.destination, command.destinationOffset),
                  addressOrNull(command.source, command.sourceOffset), command.size);
}

// Repeats the pattern over the range; a pattern has 1 to 128 bytes.
mux_result_t runFill(const FillCommand &command) {
  std::byte *start = addressOrNull(command.buffer, command.offset);
  if (!start) {
    return mux_error_invalid_value;
  }
  fillPattern({start, command.size}, {command.pattern, command.patternSize});
  return mux_success;
}

// A null buffer on one side stands for host memory.
mux_result_t runRegion(const RegionCommand &command) {
  auto *host = static_cast<std::byte *>(command.host);
  std::byte *source = command.source ? address(command.source) : host;
  std::byte *destination = command.destination ? address(command.destination) : host;
  if (!source || !destination) {
    return mux_error_invalid_value;
  }
  copyRegion(destination, source, command.region);
  return mux_success;
}

// Writes a time into a slot; the end makes the slot readable.
mux_result_t runQuery(const QueryCommand &command) {
  QueryPool::Slot &slot = static_cast<QueryPool *>(command.pool)->times[command.index];
  if (command.kind == CommandKind::beginQuery) {
    slot.start = now();
  } else {
    slot.end = now();
    slot.written = true;
  }
  return mux_success;
}

// Runs a command without kernels and callbacks.
mux_result_t runSimple(const Command &command) {
  switch (command.kind) {
    case CommandKind::read:
    case CommandKind::write:
      return runTransfer(static_cast<const TransferCommand &>(command));
    case CommandKind::copy:
      return runCopy(static_cast<const CopyCommand &>(command));
    case CommandKind::fill:
      return runFill(static_cast<const FillCommand &>(command));
    case CommandKind::readRegion:
    case CommandKind::writeRegion:
    case CommandKind::copyRegion:
      return runRegion(static_cast<const RegionCommand &>(command));
    case CommandKind::beginQuery:
    case CommandKind::endQuery:
      return runQuery(static_cast<const QueryCommand &>(command));
    case CommandKind::range:
    case CommandKind::callback:
      break;
  }
  return mux_error_failure;
}

// Returns the host's kernel object of a launch.
Kernel &kernelOf(const RangeCommand &command) {
  return *static_cast<Kernel *>(command.kernel);
}

// Returns the work-items of a whole group.
uint64_t groupItems(const mux_schedule_t &schedule) {
  return schedule.local_size[0] * schedule.local_size[1] * schedule.local_size[2];
}

// Returns the work-groups that take about a millisecond, at `cost` picoseconds each. An unknown
// cost (0) gives 1, so a measurement comes soon.
uint64_t chunkForCost(uint64_t cost) {
  constexpr uint64_t longest = 1'000'000'000;
  return cost == 0 ? 1 : std::max<uint64_t>(longest / cost, 1);
}

}  // namespace

// Starts or continues a dispatch, or takes part in a range. The last participant of a range
// continues with its dispatch.
void Runner::run(Work work) {
  if (!work.range) {
    execute(*work.dispatch);
    return;
  }
  OpenNDRange &range = *work.range;
  Dispatch &dispatch = *range.dispatch;
  bool isPublished = true;
  runChunks(range, isPublished);
  if (scheduler_.leave(range)) {
    dispatch.result = static_cast<mux_result_t>(range.result.load());
    execute(dispatch);
  }
}

// Runs the dispatch from its cursor on: to the end, or until another thread continues it.
void Runner::execute(Dispatch &dispatch) {
  if (dispatch.start == 0) {
    dispatch.start = now();
    if (dispatch.result == mux_success) {
      dispatch.noteStart();
    }
  }
  rangeEnd_ = 0;
  while (dispatch.result == mux_success && dispatch.cursor) {
    rangeEnd_ = 0;
    if (mustStop()) {
      scheduler_.requeue(dispatch);
      return;
    }
    const Command &command = *dispatch.cursor;
    dispatch.cursor = command.next;
    if (command.kind == CommandKind::range) {
      if (!executeRange(dispatch, static_cast<const RangeCommand &>(command))) {
        return;
      }
    } else if (command.kind == CommandKind::callback) {
      if (!runCallback(static_cast<const CallbackCommand &>(command))) {
        return;
      }
    } else {
      dispatch.result = runSimple(command);
    }
  }
  complete(dispatch);
}

// Sets up the range of a launch and runs it. Returns true if the range is done; else its last
// participant continues with the dispatch.
bool Runner::executeRange(Dispatch &dispatch, const RangeCommand &command) {
  OpenNDRange &range = dispatch.range;
  const uint64_t cost =
      kernelOf(command).itemCost.load(std::memory_order_relaxed) * groupItems(command.schedule);
  const uint64_t arenas = scheduler_.arenaBudget_ / std::max<uint64_t>(command.layout.size, 1);
  range.command = &command;
  range.dispatch = &dispatch;
  range.result = mux_success;
  range.largestChunk = chunkForCost(cost);
  range.maxParticipants =
      static_cast<uint32_t>(std::clamp<uint64_t>(arenas, 1, scheduler_.concurrency()));
  bool isPublished = scheduler_.isWorthSharing(command.groups, range.maxParticipants, cost);
  range.parts.assign(command.groups, isPublished ? range.maxParticipants : 1);
  if (!slot_ && !scheduler_.acquireSlot(*this)) {
    scheduler_.publish(range, false);
    return false;
  }
  if (isPublished) {
    scheduler_.publish(range, true);
  }
  runChunks(range, isPublished);
  if (isPublished) {
    rangeEnd_ = 0;
    if (!scheduler_.leave(range)) {
      return false;
    }
  }
  dispatch.result = static_cast<mux_result_t>(range.result.load());
  return true;
}

// Takes chunks until none is left, or until the runner has to stop. Publishes an unfinished range,
// and one that takes longer than expected.
void Runner::runChunks(OpenNDRange &range, bool &isPublished) {
  constexpr uint64_t patience = 10'000, maxTime = 1'000'000;  // nanoseconds
  const RangeCommand &command = *range.command;
  rangeEnd_ = 0;
  Arena &arena = slot_->arena;
  if (!arena.reserve(command.layout.size)) {
    range.fail(mux_error_out_of_resources);
    return;
  }
  mux_schedule_t schedule = command.schedule;
  placeArena(schedule, command.layout, reinterpret_cast<uint64_t>(arena.data()), arena.size());
  schedule.private_memory = reinterpret_cast<uint64_t>(stack_.low());
  schedule.private_memory_size = Stack::usableSize;
  schedule.worker = slot_->index;
  if (command.printfBuffer) {
    schedule.printf_buffer = reinterpret_cast<uint64_t>(address(command.printfBuffer));
  }

  const mux_entry_point_t entry = kernelOf(command).entry;
  FpGuard fp(schedule.fp_control);
  const uint64_t start = now();
  uint64_t first = 0, last = 0, groups = 0, cost = 0;
  // Short launches have one part, and do not ask for the processor.
  const uint32_t parts = range.parts.count();
  uint32_t part = parts == 1 ? 0 : scheduler_.order_.share(currentProcessor(), parts);
  while (range.parts.take(part, range.largestChunk.load(std::memory_order_relaxed), first, last)) {
    entry(command.arguments, &schedule, first, last);
    groups += last - first;
    rangeEnd_ = now();
    const uint64_t time = rangeEnd_ - start;
    cost = std::max<uint64_t>(time * 1000 / groups, 1);
    range.largestChunk.store(chunkForCost(cost), std::memory_order_relaxed);
    const bool stops = mustStop() || (time > maxTime && scheduler_.isWanted());
    if (!isPublished && !range.parts.isExhausted() && (stops || time > patience)) {
      scheduler_.publish(range, true);
      isPublished = true;
    }
    if (stops) {
      break;
    }
  }
  if (groups != 0 && support::isTracing()) {
    support::trace("range", kernelOf(command).name, start, rangeEnd_,
                   support::traceArgument("work-groups", groups));
  }
  if (groups != 0) {
    kernelOf(command).itemCost.store(std::max<uint64_t>(cost / groupItems(command.schedule), 1),
                                     std::memory_order_relaxed);
  }
}

// Calls the application. Returns false if the process is a forked child afterwards.
bool Runner::runCallback(const CallbackCommand &command) {
  if (slot_) {
    scheduler_.releaseSlot(*this);
  }
  FpGuard fp(mux_fp_control_default);
  command.callback(command.user);
  isAbandoned_ = scheduler_.isLost();
  return !isAbandoned_;
}

// Reports the end: semaphores under the lock, then the callback, then the fence. All members are
// read before the callback, which may reuse the dispatch.
void Runner::complete(Dispatch &dispatch) {
  const mux_completion_t completion = {dispatch.result, dispatch.start,
                                       rangeEnd_ ? rangeEnd_ : now()};
  Queue *queue = dispatch.queue;
  Completion *fence = dispatch.fence;
  const auto completed = dispatch.completed;
  void *user = dispatch.user;
  scheduler_.finish(dispatch, *this);
  if (completed) {
    // From here on the dispatch may be used anew or be gone.
    FpGuard fp(mux_fp_control_default);
    completed(&completion, user);
    isAbandoned_ = scheduler_.isLost();
    if (isAbandoned_) {
      return;
    }
  }
  if (fence) {
    fence->set(completion.result);
  }
  queue->pending.remove();
}

}  // namespace host
