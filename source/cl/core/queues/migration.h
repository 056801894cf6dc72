// Moves a buffer's bytes to the device on which a command is about to run.
//
// Only contexts of several devices need it. A ready command checks the bytes that it uses. Bytes
// found on other devices only are read there and written to the command's device, by dispatches of
// their own. One dispatch suffices if the host sees the memory of either device; otherwise there
// are two, with a copy in host memory between them. Nobody waits: the completion of each dispatch
// takes the next step, and the last step starts the command.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/memory/buffer.h"
#include "core/queues/command.h"

namespace cl {

/// The migration of one command. It owns itself, and deletes itself at its end. One thread at a
/// time runs it: the one that starts it, then the ones that complete its dispatches or pass on the
/// turn. So it needs no lock; buffers have theirs in Coherence.
class Migration {
 public:
  /// Returns the index of the first use with missing bytes, if there is one.
  static std::optional<size_t> findMissing(const Command &command);
  /// Starts to move missing bytes, from the use with this index on. Then calls Command::migrated().
  /// The command may be gone on return.
  static void begin(Command &command, size_t use);

 private:
  Migration(Command &command, size_t use) : command_(command), use_(use) {}

  /// Tells if the command's device needs no byte of this use.
  static bool isInPlace(const Command &command, const BufferUse &use);
  /// Steps migrations until none is left; those that get their turn meanwhile join the list, so
  /// that no step recurses.
  static void runAll(std::vector<Migration *> &ready);
  /// Called by mux after a transfer, on a thread of the device.
  static void completed(const mux_completion_t *completion, void *user);

  /// Proceeds until it has to wait or has ended.
  void step(std::vector<Migration *> &ready);
  /// Finds the next missing bytes of the present use.
  bool findMissing();
  /// Passes the turn at the present buffer on.
  void leave(std::vector<Migration *> &ready);
  /// Hands the command back and deletes the migration.
  void end(cl_int status);
  /// Returns the state of the present buffer.
  Coherence &coherence() const;
  /// Dispatches the next transfer of the missing bytes.
  mux_result_t transfer();
  /// Reads or writes the missing bytes of one allocation, from or to `bytes` in host memory.
  mux_result_t dispatch(size_t device, Buffer::Allocation &allocation, bool reads,
                        std::byte *bytes);

  Command &command_;
  // The present use, an index into the command's.
  size_t use_;
  // It has the turn at the buffer of the present use.
  bool hasTurn_ = false;
  // The first failure.
  mux_result_t result_ = mux_success;

  // The bytes under way.
  Coherence::Missing missing_ = {};
  // The bytes are read from the source, and not yet written.
  bool isAtHost_ = false;
  // The bytes in between; null if the host sees the memory of either device.
  std::unique_ptr<std::byte[]> staging_;
  // The device of the command buffer.
  size_t device_ = 0;
  mux_command_buffer_t commandBuffer_ = nullptr;
};

}  // namespace cl
