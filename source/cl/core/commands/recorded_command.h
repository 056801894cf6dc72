// Shares the steps of simple commands: create, declare uses, record, submit.
//
// A command that records one mux command, and needs nothing else, is one call of submitRecorded().
// Copies and fills of buffers, boxes and images are of this kind. The order of the steps matters:
// uses are declared before anything is recorded, so that a failure leaves no mux command without
// its objects.
#pragma once

#include <initializer_list>

#include "core/queues/queue.h"

namespace cl {

/// Bytes of a buffer and the command's access to them.
struct CommandUse {
  /// Kept by the command.
  Buffer &buffer;
  /// Bytes of this buffer, not of its root.
  Range range;
  /// `overwrite` promises to write all of the range.
  Access access;
};

/// The type of a command and its place in the order. `event` may be null.
struct CommandOrder {
  /// CL_EVENT_COMMAND_TYPE.
  cl_command_type type;
  /// The events to wait for.
  const WaitList &waits;
  /// Receives the handle of the event; may be null.
  cl_event *event;
  /// The call returns once the command is complete.
  bool isBlocking = false;
};

/// Enqueues a command with the mux commands recorded by `record(command buffer)`, a function that
/// returns a mux result. If any step fails, nothing is enqueued. Returns the error of the failed
/// step, or that of a blocking command.
template <class Record>
Status submitRecorded(Queue &queue, const CommandOrder &order,
                      std::initializer_list<CommandUse> uses, Record record) {
  auto command = queue.newCommand(order.type);
  if (!command) {
    return command.error();
  }
  for (const CommandUse &use : uses) {
    (*command)->recording().use(use.buffer, use.range, use.access);
  }
  auto commands = (*command)->record();
  if (!commands) {
    return commands.error();
  }
  if (auto status = fromMux(record(*commands)); !status) {
    return status;
  }
  return queue.submit(std::move(*command), order.waits, order.event, order.isBlocking);
}

}  // namespace cl
