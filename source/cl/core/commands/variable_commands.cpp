#include "core/commands/variable_commands.h"

#include <algorithm>
#include <iterator>

#include "core/base/newer_enumerants.h"
#include "core/commands/svm_commands.h"
#include "core/memory/buffer.h"

namespace cl {
namespace {

using compiler::HostAccess;
using compiler::VariableOperation;

/// The work of the kernel for one command.
struct VariableAccess {
  VariableOperation operation;
  const ProgramVariable &variable;
  Range range;
};

/// Records one launch of the program's kernel for variables, and keeps the code. `memory` is its
/// first argument.
Status recordAccess(Command &command, mux_command_buffer_t commands, const VariableAccess &access,
                    const mux_argument_t &memory) {
  auto executable = access.variable.build->codeOf(compiler::variableKernelName);
  auto kernel = executable ? LoadedKernel::find(*executable, compiler::variableKernelName)
                           : Result<Ref<LoadedKernel>>(executable.error());
  if (!kernel) {
    return kernel.error();
  }
  command.recording().keep(*kernel);
  const uint64_t number = access.variable.number, offset = access.range.offset,
                 size = access.range.size;
  const auto valueOf = [](const auto &value) {
    mux_argument_t argument = {};
    argument.type = mux_argument_value;
    argument.value.bytes = &value;
    argument.value.size = sizeof value;
    return argument;
  };
  const mux_argument_t arguments[] = {memory, valueOf(number), valueOf(offset), valueOf(size),
                                      valueOf(access.operation)};
  mux_ndrange_t launch = {};
  launch.dimensions = 1;
  std::fill_n(launch.global_size, 3, 1);
  std::fill_n(launch.local_size, 3, 1);
  launch.argument_count = static_cast<uint32_t>(std::size(arguments));
  launch.arguments = arguments;
  return fromMux(muxCommandNDRange(commands, (*kernel)->mux(), &launch));
}

/// Records the launch over a buffer of the device, with a transfer between buffer and host.
Status recordWithBuffer(Command &command, mux_command_buffer_t commands,
                        const VariableAccess &access, void *host) {
  Queue &queue = *command.queue();
  auto buffer = Buffer::create(queue.context(), nullptr, CL_MEM_READ_WRITE, access.range.size,
                               nullptr, queue.deviceIndex());
  auto memory = buffer ? (*buffer)->allocation(queue.deviceIndex())
                       : Result<Buffer::Allocation *>(buffer.error());
  if (!memory) {
    return memory.error();
  }
  command.recording().keep(*buffer);
  const size_t size = access.range.size;
  if (access.operation == VariableOperation::write) {
    if (auto status = fromMux(muxCommandWriteBuffer(commands, (*memory)->buffer, 0, host, size));
        !status) {
      return status;
    }
  }
  mux_argument_t argument = {};
  argument.type = mux_argument_buffer;
  argument.buffer.buffer = (*memory)->buffer;
  if (auto status = recordAccess(command, commands, access, argument);
      !status || access.operation == VariableOperation::write) {
    return status;
  }
  return fromMux(muxCommandReadBuffer(commands, (*memory)->buffer, 0, host, size));
}

/// Records the launch, on the host's memory itself if the device can address it.
Status recordOnHost(Command &command, mux_command_buffer_t commands, const VariableAccess &access,
                    void *host) {
  const Queue &queue = *command.queue();
  if (!reaches(queue.context(), queue.deviceIndex(), host)) {
    return recordWithBuffer(command, commands, access, host);
  }
  mux_argument_t argument = {};
  argument.type = mux_argument_address;
  argument.address = reinterpret_cast<uintptr_t>(host);
  return recordAccess(command, commands, access, argument);
}

/// Enqueues a command of this type with the access. `host` is read or written by the operation.
Status submitAccess(Queue &queue, cl_command_type type, const VariableAccess &access, bool blocking,
                    void *host, const WaitList &waits, cl_event *event) {
  if (access.range.size == 0) {
    return enqueueInOrder(queue, type, waits, event, blocking);
  }
  auto command = queue.newCommand(type);
  auto commands = command ? (*command)->record() : Result<mux_command_buffer_t>(command.error());
  if (!commands) {
    return commands.error();
  }
  if (auto status = recordOnHost(**command, *commands, access, host); !status) {
    return status;
  }
  return queue.submit(std::move(*command), waits, event, blocking);
}

/// Finds the variable of the last build for the queue's device, and checks the call. `needed` is
/// the access that the host needs. cl_intel_global_variable_access: CL_INVALID_CONTEXT,
/// CL_INVALID_VALUE, CL_INVALID_OPERATION.
Result<ProgramVariable> checkAccess(const Queue &queue, const VariableBytes &bytes,
                                    const void *host, HostAccess needed) {
  if (&queue.context() != &bytes.program.context()) {
    return Error{CL_INVALID_CONTEXT};
  }
  if (!bytes.name || !host) {
    return Error{CL_INVALID_VALUE};
  }
  auto variable = bytes.program.globalVariable(queue.member(), bytes.name);
  if (!variable) {
    return variable;
  }
  const compiler::GlobalVariableInfo &info = variable->info();
  if (bytes.range.offset > info.size || bytes.range.size > info.size - bytes.range.offset) {
    return Error{CL_INVALID_VALUE};
  }
  if ((static_cast<unsigned>(info.access) & static_cast<unsigned>(needed)) == 0) {
    return Error{CL_INVALID_OPERATION};
  }
  return variable;
}

}  // namespace

Status enqueueVariableRead(Queue &queue, const VariableBytes &bytes, bool blocking, void *host,
                           const WaitList &waits, cl_event *event) {
  auto variable = checkAccess(queue, bytes, host, HostAccess::read);
  if (!variable) {
    return variable.error();
  }
  return submitAccess(queue, CL_COMMAND_READ_GLOBAL_VARIABLE_INTEL,
                      {VariableOperation::read, *variable, bytes.range}, blocking, host, waits,
                      event);
}

/// The cast takes nothing from the promise: a write only reads the host's memory.
Status enqueueVariableWrite(Queue &queue, const VariableBytes &bytes, bool blocking,
                            const void *host, const WaitList &waits, cl_event *event) {
  auto variable = checkAccess(queue, bytes, host, HostAccess::write);
  if (!variable) {
    return variable.error();
  }
  return submitAccess(queue, CL_COMMAND_WRITE_GLOBAL_VARIABLE_INTEL,
                      {VariableOperation::write, *variable, bytes.range}, blocking,
                      const_cast<void *>(host), waits, event);
}

/// The call has no queue, so it makes one for a moment: a busy device serves it beside its work.
/// CL_INVALID_DEVICE as in clGetDeviceFunctionPointerINTEL (cl_intel_function_pointers);
/// CL_INVALID_OPERATION.
Result<VariablePlace> placeOfVariable(Program &program, Device &device, const char *name) {
  const auto member = program.context().memberOf(device);
  if (!member) {
    return Error{CL_INVALID_DEVICE};
  }
  auto variable = program.globalVariable(*member, name);
  if (!variable) {
    return variable.error();
  }
  const mux_device_info_s &info =
      program.context().device(program.context().members()[*member].index).info();
  if (info.shared_memory == 0 && !info.has_buffer_addresses) {
    return Error{CL_INVALID_OPERATION};
  }
  auto queue = Queue::create(program.context(), device, 0, nullptr);
  if (!queue) {
    return queue.error();
  }
  VariablePlace place = {0, variable->info().size};
  // The kernel stores an address of 8 bytes, whatever the size of the variable.
  const VariableAccess access = {VariableOperation::address, *variable, {0, sizeof place.address}};
  if (auto status = submitAccess(**queue, CL_COMMAND_READ_GLOBAL_VARIABLE_INTEL, access, true,
                                 &place.address, {}, nullptr);
      !status) {
    return status.error();
  }
  return place;
}

}  // namespace cl
