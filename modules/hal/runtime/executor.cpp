// Runs recorded commands through the HAL.
//
// A dispatch is a list of commands. The executor calls the HAL for one after another and waits for
// each, so the order of recording needs no further means: every call of the HAL returns after its
// end, and a launch is followed by a wait.
//
//   commands   write   range              read   callback
//   HAL        write   launch, wait       read   (none: the application's function)
//
// Times: a command has a span on the device's clock. For launches the device reports it, without
// the way to and fro; for all others the clock is read before and after. The span of the dispatch
// is the one from its first command to its last.
//
// The first failure ends the walk, and its result becomes the dispatch's (mux/queue.h). Host memory
// can run out in any command; std::bad_alloc then becomes mux_error_out_of_memory here.
#include "executor.h"

#include <algorithm>
#include <new>

#include "mux/target_support/transfer.h"
#include "rows.h"

namespace hal {

using namespace mux;

bool Executor::run(const CommandList &commands, mux_completion_t *completion) {
  for (const Command *command = commands.first(); command; command = command->next) {
    Span span;
    if (connection_.isLost()) {
      completion->result = mux_error_device_lost;
    } else if (command->kind == CommandKind::callback) {
      const auto &callback = static_cast<const CallbackCommand &>(*command);
      span.start = connection_.now();
      if (!scheduler_.callBack([&] { callback.callback(callback.user); })) {
        return false;
      }
      span.end = connection_.now();
    } else {
      completion->result = runTimed(*command, span);
    }
    if (completion->start == 0) {
      completion->start = span.start;
    }
    completion->end = std::max(completion->end, span.end);
    if (completion->result != mux_success) {
      break;
    }
  }
  return true;
}

// Runs a command other than a callback and sets its span.
mux_result_t Executor::runTimed(const Command &command, Span &span) {
  span.start = connection_.now();
  mux_result_t result = mux_error_out_of_memory;
  try {
    result = command.kind == CommandKind::range
                 ? runRange(static_cast<const RangeCommand &>(command), span)
                 : runSimple(command);
  } catch (const std::bad_alloc &) {
  }
  span.end = std::max(span.end, connection_.now());
  return result;
}

// Runs a command without a job. May throw std::bad_alloc.
mux_result_t Executor::runSimple(const Command &command) {
  switch (command.kind) {
    case CommandKind::read:
    case CommandKind::write:
      return runTransfer(static_cast<const TransferCommand &>(command));
    case CommandKind::copy: {
      const auto &copy = static_cast<const CopyCommand &>(command);
      return copy.size == 0
                 ? mux_success
                 : connection_.call(&hal_t::copy,
                                    addressOf(copy.destination) + copy.destinationOffset,
                                    addressOf(copy.source) + copy.sourceOffset, copy.size);
    }
    case CommandKind::fill: {
      const auto &fill = static_cast<const FillCommand &>(command);
      return fill.size == 0 ? mux_success
                            : connection_.call(&hal_t::fill, addressOf(fill.buffer) + fill.offset,
                                               fill.size, fill.pattern, fill.patternSize);
    }
    case CommandKind::readRegion: {
      const auto &read = static_cast<const RegionCommand &>(command);
      return readRows(connection_, addressOf(read.source), read.host, read.region);
    }
    case CommandKind::writeRegion: {
      const auto &write = static_cast<const RegionCommand &>(command);
      return writeRows(connection_, addressOf(write.destination), write.host, write.region);
    }
    case CommandKind::copyRegion:
      return runCopyRegion(static_cast<const RegionCommand &>(command));
    case CommandKind::beginQuery:
    case CommandKind::endQuery:
      return runQuery(static_cast<const QueryCommand &>(command));
    case CommandKind::range:
    case CommandKind::callback:
      break;
  }
  return mux_error_failure;
}

// A read or a write of one range. A HAL never sees an empty one.
mux_result_t Executor::runTransfer(const TransferCommand &command) {
  if (command.size == 0) {
    return mux_success;
  }
  const hal_address_t address = addressOf(command.buffer) + command.offset;
  return command.kind == CommandKind::read
             ? connection_.call(&hal_t::read, command.host, address, command.size)
             : connection_.call(&hal_t::write, address, command.host, command.size);
}

// A copy of a box on the device: one call per run of contiguous bytes, since the HAL has no box.
mux_result_t Executor::runCopyRegion(const RegionCommand &command) {
  const hal_address_t source = addressOf(command.source);
  const hal_address_t destination = addressOf(command.destination);
  mux_result_t result = mux_success;
  forEachRun(command.region, [&](uint64_t from, uint64_t to, uint64_t bytes) {
    if (result == mux_success) {
      result = connection_.call(&hal_t::copy, destination + to, source + from, bytes);
    }
  });
  return result;
}

// A launch: leases arenas, submits a job, waits for it, adds its counters to the queries.
//
// The schedule of the recorded command is copied, because several dispatches share the command and
// the address of the printf buffer belongs to this launch alone.
mux_result_t Executor::runRange(const RangeCommand &command, Span &span) {
  Arenas::Lease lease;
  if (mux_result_t result = device_.arenas->acquire(command.layout.size, lease)) {
    return result;
  }
  mux_schedule_t schedule = command.schedule;
  schedule.printf_buffer = command.printfBuffer ? addressOf(command.printfBuffer) : 0;
  hal_launch_t launch = {};
  launch.kernel = static_cast<Kernel *>(command.kernel)->kernel;
  launch.arguments = command.arguments;
  launch.arguments_size = command.kernel->descriptor->arguments_size;
  launch.schedule = &schedule;
  launch.group_count = command.groups;
  launch.arenas = lease.base;
  launch.arena_stride = lease.stride;
  launch.arena_size = command.layout.size;
  launch.frame_offset = command.layout.frameOffset;
  launch.local_offset = command.layout.localOffset;

  counters_.assign(device_.properties.info->counter_count, 0);
  hal_job_result_t job = {.result = hal_success, .start = 0, .end = 0, .counters = nullptr};
  job.counters = counters_.empty() ? nullptr : counters_.data();
  hal_job_t id = 0;
  if (mux_result_t result = connection_.call(&hal_t::launch, &launch, &id)) {
    // A device has fewer runners than it takes jobs, so not_ready is the HAL's mistake.
    return result == mux_not_ready ? mux_error_failure : result;
  }
  mux_result_t result = waitFor(id, &job);
  if (result == mux_success) {
    result = connection_.note(job.result);
  }
  if (result == mux_success) {
    span = {job.start, job.end};
    count();
  }
  return result;
}

// Sleeps until the job is over. A HAL may end a wait early with hal_not_ready.
mux_result_t Executor::waitFor(hal_job_t job, hal_job_result_t *result) {
  mux_result_t waited = mux_not_ready;
  while (waited == mux_not_ready) {
    waited = connection_.call(&hal_t::wait, job, UINT64_MAX, result);
  }
  return waited;
}

// Adds the counters of the last launch to all counter queries between begin and end.
void Executor::count() {
  for (const QueryCommand *query : counting_) {
    auto &pool = *static_cast<QueryPool *>(query->pool);
    std::atomic<uint64_t> *values = &pool.values[query->index * pool.wanted.size()];
    for (size_t i = 0; i < pool.wanted.size(); ++i) {
      values[i] += counters_[pool.wanted[i]];
    }
  }
}

// Begins or ends a query. A second begin of a slot replaces the first.
mux_result_t Executor::runQuery(const QueryCommand &command) {
  auto &pool = *static_cast<QueryPool *>(command.pool);
  QueryPool::Slot &slot = pool.times[command.index];
  const bool begins = command.kind == CommandKind::beginQuery;
  (begins ? slot.start : slot.end) = connection_.now();
  const auto isSame = [&](const QueryCommand *other) {
    return other->pool == command.pool && other->index == command.index;
  };
  std::erase_if(counting_, isSame);
  if (begins && pool.type == mux_query_counter) {
    for (size_t i = 0; i < pool.wanted.size(); ++i) {
      pool.values[command.index * pool.wanted.size() + i] = 0;
    }
    counting_.push_back(&command);
  }
  if (!begins) {
    slot.written = true;
  }
  return mux_success;
}

}  // namespace hal
