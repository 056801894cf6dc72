// The kernel appends records to a buffer: the number of a format and the arguments. The format
// strings are in the executable. When the command has ended, the records become text at once, so
// that the output of one launch stays together.
//
// Where the host sees the buffer, the bytes that a launch has written are zeroed behind it, and the
// executable keeps the buffer for another launch: zeroing a megabyte takes far longer than a small
// kernel. A command buffer keeps its own for the next replay.
//
// Where the host does not see the buffer, one mux command writes its header before the launch, and
// another one reads it back.
#include "core/commands/printf_output.h"

#include <cstdio>
#include <memory>
#include <string>

#include "core/queues/queue.h"
#include "mux/target_support/printf.h"

namespace cl {
namespace {

/// Returns a string of the executable by its number; nothing for an unknown one.
std::optional<std::string_view> stringOf(Executable &executable, uint32_t id) {
  const char *text = nullptr;
  uint64_t length = 0;
  if (muxGetPrintfString(executable.mux(), id, &text, &length) != mux_success) {
    return std::nullopt;
  }
  return std::string_view(text, length);
}

/// Formats all records and writes them to standard output. Standard error gets the number of lost
/// lines.
void print(Executable &executable, std::span<const std::byte> records) {
  std::string output;
  const auto report = mux::formatPrintf(
      records, [&](uint32_t id) { return stringOf(executable, id); },
      [&](std::string_view text) { output.append(text); });
  if (!output.empty()) {
    std::fwrite(output.data(), 1, output.size(), stdout);
    std::fflush(stdout);
  }
  if (report.dropped != 0) {
    std::fprintf(stderr, "kiln: the printf buffer was full; %u lines are missing\n",
                 report.dropped);
  }
}

}  // namespace

Result<Ref<Buffer>> beginPrintf(Command &command, Executable &executable) {
  Queue &queue = *command.queue();
  if (Ref<Buffer> kept = executable.takePrintfBuffer()) {
    command.recording().keep(kept);
    return kept;
  }
  const size_t size = executable.device().info().printf_buffer_size;
  auto output = Buffer::create(queue.context(), nullptr, CL_MEM_READ_WRITE, size, nullptr,
                               queue.deviceIndex());
  auto memory = output ? (*output)->allocation(queue.deviceIndex())
                       : Result<Buffer::Allocation *>(output.error());
  auto commandBuffer = memory ? command.record() : Result<mux_command_buffer_t>(memory.error());
  if (!commandBuffer) {
    return commandBuffer.error();
  }
  command.recording().keep(*output);
  if ((*memory)->mapped) {
    mux::resetPrintfBuffer({(*memory)->mapped, size});
    return *output;
  }
  const auto header = std::make_shared<mux_printf_header_t>();
  header->capacity = static_cast<uint32_t>(size - sizeof *header);
  if (auto status = fromMux(muxCommandWriteBuffer(*commandBuffer, (*memory)->buffer, 0,
                                                  header.get(), sizeof *header));
      !status) {
    return status.error();
  }
  command.recording().onFinish([header](cl_int status) { return status; });
  return *output;
}

Status finishPrintf(Command &command, Ref<Executable> executable, Ref<Buffer> output) {
  auto memory = output->allocation(command.queue()->deviceIndex());
  if (!memory) {
    return memory.error();
  }
  const size_t size = output->size();
  if (std::byte *mapped = (*memory)->mapped) {
    const bool isReplayed = command.queue()->recorder() != nullptr;
    command.recording().onFinish([executable, output, mapped, size, isReplayed](cl_int status) {
      print(*executable, {mapped, size});
      mux::resetUsedPrintfBuffer({mapped, size});
      if (!isReplayed) {
        executable->keepPrintfBuffer(output);
      }
      return status;
    });
    return success();
  }
  // The callback owns the header that beginPrintf writes and the bytes read back.
  struct Copy {
    Recording::Finish before;
    std::unique_ptr<std::byte[]> bytes;
  };
  const auto copy = std::make_shared<Copy>();
  copy->before = command.recording().takeFinish();
  copy->bytes = std::make_unique<std::byte[]>(size);
  auto commandBuffer = command.record();
  if (!commandBuffer) {
    return commandBuffer.error();
  }
  command.recording().onFinish([executable, copy, size](cl_int status) {
    if (status == CL_COMPLETE) {
      print(*executable, {copy->bytes.get(), size});
    }
    return status;
  });
  return fromMux(
      muxCommandReadBuffer(*commandBuffer, (*memory)->buffer, 0, copy->bytes.get(), size));
}

}  // namespace cl
