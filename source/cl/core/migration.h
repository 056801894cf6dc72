// Moving a buffer's contents to the device that a command runs on.
//
// Only contexts of several devices need it. A command that is ready to run looks at the
// buffers that it uses; each whose contents are valid only elsewhere is read from there into
// host memory and written to the command's device, by dispatches of their own. Nobody waits:
// each dispatch's completion takes the next step, the last one starts the command.
#pragma once

#include <memory>

#include "core/command.h"

namespace cl {

class Migration {
 public:
  /// Starts to move what the command needs. False if everything is in place already; else
  /// the command is dispatched, or fails, later.
  static bool begin(Command &command);

 private:
  Migration(Command &command, Buffer &buffer) : command_(command), buffer_(buffer) {}

  static void step(std::unique_ptr<Migration> migration, mux_result_t result);
  static void completed(const mux_completion_t *completion, void *user);
  mux_result_t readFromSource();
  mux_result_t writeToDestination();
  mux_result_t run(mux_queue_t queue);
  void endCommandBuffer();

  enum class Stage { read, write, done };

  Command &command_;
  Buffer &buffer_;
  Stage stage_ = Stage::read;
  std::unique_ptr<std::byte[]> staging_;
  OpenDevice *device_ = nullptr;  // of the command buffer
  mux_command_buffer_t commandBuffer_ = nullptr;
};

}  // namespace cl
