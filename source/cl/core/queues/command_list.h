// Keeps the unfinished commands of a queue in the order of their enqueues.
//
// The list serves three purposes. A command of an in-order queue waits for the last one. A marker
// of an out-of-order queue waits for all. clFinish waits for all of them too.
#pragma once

namespace cl {

class Command;

/// A list linked through its commands, so that an enqueue allocates nothing. Guarded by the queue's
/// mutex, links included.
class CommandList {
 public:
  /// A command's place in the list; each command holds one. Only the list reads it.
  class Place {
    friend class CommandList;
    Command *previous_ = nullptr, *next_ = nullptr;
  };

  /// Returns the oldest unfinished command, or null.
  Command *first() const { return first_; }
  /// Returns the youngest one, or null. The next command of an in-order queue waits for it.
  Command *last() const { return last_; }
  /// Returns the last unfinished barrier, or null.
  Command *barrier() const { return barrier_; }
  /// Returns the command enqueued next, or null.
  static Command *after(Command &command);

  /// Appends a command. All later commands of an out-of-order queue wait for a barrier.
  void append(Command &command, bool isBarrier);
  /// Removes a command, wherever it is: commands of an out-of-order queue end in any order.
  void remove(Command &command);

 private:
  // Null in an empty list.
  Command *first_ = nullptr, *last_ = nullptr;
  // The last unfinished barrier. Earlier ones are implied: it waits for them.
  Command *barrier_ = nullptr;
};

}  // namespace cl
