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

/// The migration of one command; it deletes itself at its end. One thread at a time runs it.
class Migration {
 public:
  /// Returns the index of the first use with missing bytes, if there is one.
  static std::optional<size_t> findMissing(const Command &command);
  /// Starts to move missing bytes, from the use with this index on. Then calls Command::migrated().
  /// The command may be gone on return.
  static void begin(Command &command, size_t use);

 private:
  Migration(Command &command, size_t use) : command_(command), use_(use) {}

  static bool isInPlace(const Command &command, const BufferUse &use);
  static void runAll(std::vector<Migration *> &ready);
  static void completed(const mux_completion_t *completion, void *user);

  void step(std::vector<Migration *> &ready);
  bool findMissing();
  void leave(std::vector<Migration *> &ready);
  void end(cl_int status);
  Coherence &coherence() const;
  mux_result_t transfer();
  mux_result_t dispatch(size_t device, Buffer::Allocation &allocation, bool reads,
                        std::byte *bytes);

  Command &command_;
  size_t use_;            // index in the command's uses
  bool hasTurn_ = false;  // at the buffer of that use
  mux_result_t result_ = mux_success;

  Coherence::Missing missing_ = {};       // the bytes under way
  bool isAtHost_ = false;                 // read from the source, and not yet written
  std::unique_ptr<std::byte[]> staging_;  // the bytes in between
  size_t device_ = 0;                     // of the command buffer
  mux_command_buffer_t commandBuffer_ = nullptr;
};

}  // namespace cl
