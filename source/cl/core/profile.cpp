#include "core/profile.h"

#include <string>

#include "core/queue.h"

namespace cl {
namespace {

/// What a command is called; "kernel" are those that the table sums up as kernels.
struct Kind {
  cl_command_type type;
  const char *category;
  const char *name;
};
constexpr Kind kinds[] = {{CL_COMMAND_NDRANGE_KERNEL, "kernel", "kernel"},
                          {CL_COMMAND_TASK, "kernel", "task"},
                          {CL_COMMAND_NATIVE_KERNEL, "kernel", "native kernel"},
                          {CL_COMMAND_READ_BUFFER, "transfer", "read buffer"},
                          {CL_COMMAND_WRITE_BUFFER, "transfer", "write buffer"},
                          {CL_COMMAND_COPY_BUFFER, "transfer", "copy buffer"},
                          {CL_COMMAND_FILL_BUFFER, "transfer", "fill buffer"},
                          {CL_COMMAND_READ_BUFFER_RECT, "transfer", "read buffer rectangle"},
                          {CL_COMMAND_WRITE_BUFFER_RECT, "transfer", "write buffer rectangle"},
                          {CL_COMMAND_COPY_BUFFER_RECT, "transfer", "copy buffer rectangle"},
                          {CL_COMMAND_READ_IMAGE, "transfer", "read image"},
                          {CL_COMMAND_WRITE_IMAGE, "transfer", "write image"},
                          {CL_COMMAND_COPY_IMAGE, "transfer", "copy image"},
                          {CL_COMMAND_FILL_IMAGE, "transfer", "fill image"},
                          {CL_COMMAND_COPY_IMAGE_TO_BUFFER, "transfer", "copy image to buffer"},
                          {CL_COMMAND_COPY_BUFFER_TO_IMAGE, "transfer", "copy buffer to image"},
                          {CL_COMMAND_MAP_BUFFER, "transfer", "map buffer"},
                          {CL_COMMAND_MAP_IMAGE, "transfer", "map image"},
                          {CL_COMMAND_UNMAP_MEM_OBJECT, "transfer", "unmap"},
                          {CL_COMMAND_MIGRATE_MEM_OBJECTS, "transfer", "migrate"},
                          {CL_COMMAND_SVM_MEMCPY, "transfer", "SVM copy"},
                          {CL_COMMAND_SVM_MEMFILL, "transfer", "SVM fill"},
                          {CL_COMMAND_SVM_MAP, "transfer", "SVM map"},
                          {CL_COMMAND_SVM_UNMAP, "transfer", "SVM unmap"},
                          {CL_COMMAND_MARKER, "command", "marker"},
                          {CL_COMMAND_BARRIER, "command", "barrier"}};

const Kind &kindOf(cl_command_type type) {
  static constexpr Kind other = {0, "command", "command"};
  for (const Kind &kind : kinds) {
    if (kind.type == type) {
      return kind;
    }
  }
  return other;
}

}  // namespace

void traceCommand(const Command &command, uint64_t started, uint64_t ended,
                  std::string_view kernel) {
  const Kind &kind = kindOf(command.type());
  const Queue &queue = *command.queue();
  // Far from the numbers that threads have.
  constexpr uint64_t firstQueue = uint64_t{1} << 32;
  const std::string device = queue.device().info().name;
  const std::string name = "queue " + std::to_string(queue.number()) + " (" + device + ")";
  const support::TraceTrack track = {firstQueue + queue.number(), name, !queue.isInOrder()};
  std::string arguments;
  if (command.status() < 0) {
    arguments = support::traceArgument("error", std::to_string(command.status()));
  }
  support::trace(kind.category, kernel.empty() ? kind.name : kernel, started, ended, arguments,
                 track);
}

void traceStep(const char *category, std::string_view name, uint64_t start, uint64_t end) {
  support::trace(category, name, start, end);
}

}  // namespace cl
