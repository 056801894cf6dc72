#include "core/queues/command_list.h"

#include "core/queues/command.h"

namespace cl {

Command *CommandList::after(Command &command) {
  return command.place().next_;
}

void CommandList::append(Command &command, bool isBarrier) {
  command.place().previous_ = last_;
  command.place().next_ = nullptr;
  (last_ ? last_->place().next_ : first_) = &command;
  last_ = &command;
  if (isBarrier) {
    barrier_ = &command;
  }
}

void CommandList::remove(Command &command) {
  Command *const previous = command.place().previous_;
  Command *const next = command.place().next_;
  (previous ? previous->place().next_ : first_) = next;
  (next ? next->place().previous_ : last_) = previous;
  if (barrier_ == &command) {
    barrier_ = nullptr;
  }
}

}  // namespace cl
