#include "core/queues/profile.h"

#include <string>

#include "core/queues/queue.h"

namespace cl {
namespace {

/// Names a command in traces. Category "kernel" enters the table of kernels.
struct CommandKind {
  cl_command_type type;
  const char *category;
  const char *name;
};
constexpr CommandKind kinds[] = {
    {CL_COMMAND_NDRANGE_KERNEL, "kernel", "kernel"},
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

const CommandKind &kindOf(cl_command_type type) {
  static constexpr CommandKind other = {0, "command", "command"};
  for (const CommandKind &kind : kinds) {
    if (kind.type == type) {
      return kind;
    }
  }
  return other;
}

/// Converts a device time to trace time. Most devices use the monotonic clock for both.
uint64_t hostTime(uint64_t time, uint64_t deviceNow) {
  const auto shift = static_cast<int64_t>(support::traceNow()) - static_cast<int64_t>(deviceNow);
  constexpr int64_t second = 1'000'000'000;
  return shift > -second && shift < second ? time : time + static_cast<uint64_t>(shift);
}

}  // namespace

void traceCommand(const Queue &queue, cl_command_type type, const CommandTimes &times,
                  std::string_view kernel) {
  const CommandKind &kind = kindOf(type);
  // Far above the numbers of threads.
  constexpr uint64_t firstQueue = uint64_t{1} << 32;
  const std::string device = queue.device().info().name;
  const std::string name = "queue " + std::to_string(queue.number()) + " (" + device + ")";
  const support::TraceTrack track = {firstQueue + queue.number(), name, !queue.isInOrder()};
  std::string arguments;
  if (times.status < 0) {
    arguments = support::traceArgument("error", std::to_string(times.status));
  }
  const uint64_t now = queue.now();
  support::trace(kind.category, kernel.empty() ? kind.name : kernel, hostTime(times.started, now),
                 hostTime(times.ended, now), arguments, track);
}

DirectTrace::DirectTrace(const Queue &queue, cl_command_type type)
    : queue_(queue), type_(type), start_(support::isTracing() ? queue.now() : 0) {}

DirectTrace::~DirectTrace() {
  if (start_ != 0) {
    traceCommand(queue_, type_, {start_, queue_.now()});
  }
}

}  // namespace cl
