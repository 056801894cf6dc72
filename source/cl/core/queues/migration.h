// Moving a buffer's bytes to the device that a command runs on.
//
// Only contexts of several devices need it. A command that is ready to run looks at the bytes that
// it uses; those that only other devices have are read from there and written to the command's
// device, by dispatches of their own: one, if the host sees the memory of either device, else two
// with a copy in host memory between them. Nobody waits: each dispatch's completion takes the next
// step, the last one starts the command.
#pragma once

#include <memory>
#include <vector>

#include "core/memory/buffer.h"
#include "core/queues/command.h"

namespace cl {

class Migration {
 public:
  /// Starts to move what the command needs. False if everything is in place already; else
  /// the command is dispatched, or fails, later: it may be gone when this returns.
  static bool begin(Command &command);

 private:
  Migration(Command &command, size_t use) : command_(command), use_(use) {}

  static bool isInPlace(const Command &command, const Command::Use &use);
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
  size_t use_;            // of the command's uses
  bool hasTurn_ = false;  // at the buffer of that use
  mux_result_t result_ = mux_success;

  Coherence::Missing missing_ = {};       // what is under way
  bool isAtHost_ = false;                 // read from the source, and not yet written
  std::unique_ptr<std::byte[]> staging_;  // the bytes in between
  size_t device_ = 0;                     // of the command buffer
  mux_command_buffer_t commandBuffer_ = nullptr;
};

}  // namespace cl
