// Shared virtual memory. Copies and fills run as a callback on a thread of the device: the
// addresses are valid on the host, and no mux object stands for the memory. Mapping and migration
// move nothing, so they only keep the order. Addresses of a device's own memory are translated to
// its buffer and an offset.
#include "core/commands/svm_commands.h"

#include <cstring>
#include <functional>
#include <memory>

#include "core/commands/transfer_commands.h"
#include "core/queues/profile.h"
#include "mux/target_support/transfer.h"

namespace cl {
namespace {

/// Tells if a command belongs to cl_intel_unified_shared_memory.
bool isUnified(cl_command_type type) {
  return type >= CL_COMMAND_MEMFILL_INTEL && type <= CL_COMMAND_MEMADVISE_INTEL;
}

/// CL 3.0 §5.6.1: CL_INVALID_OPERATION without shared virtual memory, or without
/// cl_intel_unified_shared_memory for its commands; CL_OUT_OF_RESOURCES in a forked child.
Status checkQueue(const Queue &queue, cl_command_type type) {
  if (queue.context().isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  const bool has = isUnified(type) ? hasUnifiedMemory(queue.context(), queue.deviceIndex())
                                   : queue.device().info().shared_memory != 0;
  return has ? success() : Status(Error{CL_INVALID_OPERATION});
}

/// Bytes in the memory of a device alone.
struct DeviceRange {
  mux_buffer_t buffer = nullptr;  ///< null for memory that the host can access
  uint64_t offset = 0;
};

/// Translates an address. CL_INVALID_VALUE for bytes beyond the end of the device's memory,
/// CL_INVALID_OPERATION for another device's (cl_intel_unified_shared_memory).
Result<DeviceRange> deviceRangeOf(const Queue &queue, const void *pointer, size_t size) {
  const auto allocation = queue.context().svm().find(pointer);
  if (!allocation || !allocation->buffer) {
    return DeviceRange{};
  }
  const auto offset =
      static_cast<size_t>(static_cast<const std::byte *>(pointer) - allocation->start);
  if (allocation->device != queue.deviceIndex()) {
    return Error{CL_INVALID_OPERATION};
  }
  return size <= allocation->size - offset ? Result<DeviceRange>({allocation->buffer, offset})
                                           : Result<DeviceRange>(Error{CL_INVALID_VALUE});
}

/// Enqueues a command with the one mux command that `record` records.
Status submitRecorded(Queue &queue, cl_command_type type,
                      const std::function<mux_result_t(Command &, mux_command_buffer_t)> &record,
                      bool blocking, const WaitList &waits, cl_event *event) {
  auto command = queue.newCommand(type);
  if (!command) {
    return command.error();
  }
  auto commands = (*command)->record();
  if (!commands) {
    return commands.error();
  }
  if (auto status = fromMux(record(**command, *commands)); !status) {
    return status;
  }
  return queue.submit(std::move(*command), waits, event, blocking);
}

/// Enqueues a hint about memory, which does nothing but take its place in the order.
/// cl_intel_unified_shared_memory: CL_INVALID_VALUE for a null pointer or an unknown hint.
Status enqueueHint(Queue &queue, const void *pointer, bool isKnown, cl_command_type type,
                   const WaitList &waits, cl_event *event) {
  if (auto status = checkQueue(queue, type); !status) {
    return status;
  }
  return pointer && isKnown ? enqueueInOrder(queue, type, waits, event)
                            : Status(Error{CL_INVALID_VALUE});
}

/// Enqueues a command that calls `body` once, on a thread of the device.
Status submitCall(Queue &queue, cl_command_type type, std::function<void()> body, bool blocking,
                  const WaitList &waits, cl_event *event) {
  const auto call = std::make_shared<std::function<void()>>(std::move(body));
  const auto record = [&](Command &command, mux_command_buffer_t commands) {
    command.recording().onFinish([call](cl_int status) { return status; });
    const auto run = [](void *user) { (*static_cast<std::function<void()> *>(user))(); };
    return muxCommandUserCallback(commands, run, call.get());
  };
  return submitRecorded(queue, type, record, blocking, waits, event);
}

/// Tells if [a, a + size) and [b, b + size) share a byte.
bool overlap(const void *a, const void *b, size_t size) {
  const auto first = reinterpret_cast<uintptr_t>(a), second = reinterpret_cast<uintptr_t>(b);
  return first < second ? second - first < size : first - second < size;
}

}  // namespace

Status enqueueInOrder(Queue &queue, cl_command_type type, const WaitList &waits, cl_event *event,
                      bool blocking) {
  auto command = queue.newCommand(type);
  return command ? queue.submit(std::move(*command), waits, event, blocking)
                 : Status(command.error());
}

Status enqueueSvmFree(Queue &queue, std::span<void *const> pointers, SvmFreeFunction function,
                      void *user, const WaitList &waits, cl_event *event) {
  if (auto status = checkQueue(queue, CL_COMMAND_SVM_FREE); !status) {
    return status;
  }
  std::vector<void *> list(pointers.begin(), pointers.end());
  const auto body = [&queue, list = std::move(list), function, user]() mutable {
    if (function) {
      function(queue.handle(), static_cast<cl_uint>(list.size()), list.data(), user);
      return;
    }
    for (void *pointer : list) {
      queue.context().svm().free(queue.context(), pointer);
    }
  };
  return submitCall(queue, CL_COMMAND_SVM_FREE, body, false, waits, event);
}

/// CL 3.0 §5.6.1 clEnqueueSVMMemcpy: CL_INVALID_VALUE, CL_MEM_COPY_OVERLAP. Size 0 takes any
/// pointers (cl_khr_unified_svm).
Status enqueueSvmCopy(Queue &queue, cl_command_type type, bool blocking, void *destination,
                      const void *source, size_t size, const WaitList &waits, cl_event *event) {
  if (auto status = checkQueue(queue, type); !status) {
    return status;
  }
  if (size == 0) {
    return enqueueInOrder(queue, type, waits, event, blocking);
  }
  if (!destination || !source) {
    return Error{CL_INVALID_VALUE};
  }
  if (overlap(destination, source, size)) {
    return Error{CL_MEM_COPY_OVERLAP};
  }
  auto to = deviceRangeOf(queue, destination, size), from = deviceRangeOf(queue, source, size);
  if (!to || !from) {
    return !to ? to.error() : from.error();
  }
  if (to->buffer || from->buffer) {
    const auto copy = [=, to = *to, from = *from](Command &, mux_command_buffer_t commands) {
      return !to.buffer
                 ? muxCommandReadBuffer(commands, from.buffer, from.offset, destination, size)
             : !from.buffer ? muxCommandWriteBuffer(commands, to.buffer, to.offset, source, size)
                            : muxCommandCopyBuffer(commands, from.buffer, from.offset, to.buffer,
                                                   to.offset, size);
    };
    return submitRecorded(queue, type, copy, blocking, waits, event);
  }
  if (blocking && size <= directTransferLimit && queue.canActDirectly(waits)) {
    const DirectTrace traced(queue, CL_COMMAND_SVM_MEMCPY);
    std::memcpy(destination, source, size);
    return queue.submitDone(type, event);
  }
  return submitCall(
      queue, type, [=] { std::memcpy(destination, source, size); }, blocking, waits, event);
}

/// CL 3.0 §5.6.1 clEnqueueSVMMemFill: CL_INVALID_VALUE for a bad pattern, size or alignment.
Status enqueueSvmFill(Queue &queue, cl_command_type type, void *destination, const void *pattern,
                      size_t patternSize, size_t size, const WaitList &waits, cl_event *event) {
  if (auto status = checkQueue(queue, type); !status) {
    return status;
  }
  if (!isFillPattern(pattern, patternSize) || size % patternSize != 0) {
    return Error{CL_INVALID_VALUE};
  }
  if (size == 0) {  // with any pointer (cl_khr_unified_svm)
    return enqueueInOrder(queue, type, waits, event);
  }
  if (!destination || reinterpret_cast<uintptr_t>(destination) % patternSize != 0) {
    return Error{CL_INVALID_VALUE};
  }
  auto range = deviceRangeOf(queue, destination, size);
  if (!range) {
    return range.error();
  }
  if (range->buffer) {
    const auto fill = [&](Command &, mux_command_buffer_t commands) {
      return muxCommandFillBuffer(commands, range->buffer, range->offset, size, pattern,
                                  patternSize);
    };
    return submitRecorded(queue, type, fill, false, waits, event);
  }
  auto *to = static_cast<std::byte *>(destination);
  const auto *bytes = static_cast<const std::byte *>(pattern);
  return submitCall(
      queue, type,
      [to, size, copy = std::vector(bytes, bytes + patternSize)] {
        mux::fillPattern({to, size}, copy);
      },
      false, waits, event);
}

/// CL 3.0 §5.6.1 clEnqueueSVMMap: CL_INVALID_VALUE.
Status enqueueSvmMap(Queue &queue, bool blocking, cl_map_flags flags, void *pointer, size_t size,
                     const WaitList &waits, cl_event *event) {
  if (auto status = checkQueue(queue, CL_COMMAND_SVM_MAP); !status) {
    return status;
  }
  if (!pointer || size == 0 || !areMapFlags(flags)) {
    return Error{CL_INVALID_VALUE};
  }
  return enqueueInOrder(queue, CL_COMMAND_SVM_MAP, waits, event, blocking);
}

/// CL 3.0 §5.6.1 clEnqueueSVMUnmap: CL_INVALID_VALUE.
Status enqueueSvmUnmap(Queue &queue, void *pointer, const WaitList &waits, cl_event *event) {
  if (auto status = checkQueue(queue, CL_COMMAND_SVM_UNMAP); !status) {
    return status;
  }
  if (!pointer) {
    return Error{CL_INVALID_VALUE};
  }
  return enqueueInOrder(queue, CL_COMMAND_SVM_UNMAP, waits, event);
}

/// CL 3.0 §5.6.1 clEnqueueSVMMigrateMem: CL_INVALID_VALUE for unknown flags or bytes outside of an
/// allocation.
Status enqueueSvmMigrate(Queue &queue, std::span<const void *const> pointers, const size_t *sizes,
                         cl_mem_migration_flags flags, const WaitList &waits, cl_event *event) {
  if (auto status = checkQueue(queue, CL_COMMAND_SVM_MIGRATE_MEM); !status) {
    return status;
  }
  if (!areMigrationFlags(flags)) {
    return Error{CL_INVALID_VALUE};
  }
  for (size_t i = 0; i < pointers.size(); ++i) {
    const auto allocation = queue.context().svm().find(pointers[i]);
    if (!allocation) {
      return Error{CL_INVALID_VALUE};
    }
    const auto offset = static_cast<const std::byte *>(pointers[i]) - allocation->start;
    if (sizes && sizes[i] > allocation->size - static_cast<size_t>(offset)) {
      return Error{CL_INVALID_VALUE};
    }
  }
  return enqueueInOrder(queue, CL_COMMAND_SVM_MIGRATE_MEM, waits, event);
}

/// cl_intel_unified_shared_memory: CL_INVALID_VALUE for unknown flags.
Status enqueueUnifiedMigrate(Queue &queue, const void *pointer, cl_mem_migration_flags flags,
                             const WaitList &waits, cl_event *event) {
  return enqueueHint(queue, pointer, areMigrationFlags(flags), CL_COMMAND_MIGRATEMEM_INTEL, waits,
                     event);
}

/// cl_intel_unified_shared_memory: CL_INVALID_VALUE for advice that the device does not support.
Status enqueueUnifiedAdvice(Queue &queue, const void *pointer, cl_mem_advice_intel advice,
                            const WaitList &waits, cl_event *event) {
  return enqueueHint(queue, pointer, advice == 0, CL_COMMAND_MEMADVISE_INTEL, waits, event);
}

}  // namespace cl
