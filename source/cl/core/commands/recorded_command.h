// Shares the steps of simple commands: create, declare uses, record, submit.
#pragma once

#include <initializer_list>

#include "core/queues/queue.h"

namespace cl {

/// Bytes of a buffer and the command's access to them.
struct CommandUse {
  Buffer &buffer;
  Range range;
  Access access;
};

/// The type of a command and its place in the order. `event` may be null.
struct CommandOrder {
  cl_command_type type;
  const WaitList &waits;
  cl_event *event;
  bool isBlocking = false;
};

/// Enqueues a command with the mux commands recorded by `record(command buffer)`, a function that
/// returns a mux result. If any step fails, nothing is enqueued.
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
