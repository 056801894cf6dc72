// A launch, from the checks of clEnqueueNDRangeKernel to a mux command.
//
// toGrid() turns sizes of any dimension into three. prepare() decides about the local size and the
// variant of the kernel. The application's local size is checked before the variant is compiled.
// Without one, the generic code answers the question for a good size, because it knows its use of
// local memory and of sub-groups. recordLaunch() collects the arguments and records one command for
// the ND-range, with a buffer for the output of printf if the kernel has any.
//
// The local size passes two checks. checkLocalSize() knows the device and the attributes of the
// kernel. checkResources() asks the code about the largest work-group, and may refuse a size that
// the first check accepts.
#include "core/commands/kernel_commands.h"

#include <algorithm>
#include <cstring>

#include "core/commands/late_choice.h"
#include "core/commands/printf_output.h"
#include "core/commands/transfer_commands.h"
#include "support/trace_events.h"

namespace cl {
namespace {

/// An ND-range as mux takes it. Unused dimensions are 1.
struct Grid {
  cl_uint dimensions;
  uint64_t offset[3] = {0, 0, 0};
  uint64_t global[3] = {1, 1, 1};
  LocalSize local = {1, 1, 1};

  /// Tells if there is no work-item. An empty launch is a marker (CL 3.0 §5.10).
  bool isEmpty() const { return global[0] == 0 || global[1] == 0 || global[2] == 0; }
  /// Returns the number of work-items.
  uint64_t items() const { return global[0] * global[1] * global[2]; }
  /// Tells if all work-groups have the same size.
  bool isUniform() const {
    return global[0] % local[0] == 0 && global[1] % local[1] == 0 && global[2] % local[2] == 0;
  }
};

/// CL 3.0 §5.10 clEnqueueNDRangeKernel: CL_INVALID_WORK_DIMENSION, CL_INVALID_GLOBAL_WORK_SIZE,
/// CL_INVALID_GLOBAL_OFFSET beyond the device's size_t.
Result<Grid> toGrid(cl_uint dimensions, const size_t *offset, const size_t *global,
                    const mux_device_info_s &device) {
  if (dimensions == 0 || dimensions > 3) {
    return Error{CL_INVALID_WORK_DIMENSION};
  }
  const uint64_t limit = device.address_bits == 32 ? UINT32_MAX : UINT64_MAX;
  Grid grid = {dimensions};
  for (cl_uint i = 0; i < dimensions; ++i) {
    grid.global[i] = global ? global[i] : 0;
    grid.offset[i] = offset ? offset[i] : 0;
    if (grid.global[i] > limit) {
      return Error{CL_INVALID_GLOBAL_WORK_SIZE};
    }
    if (grid.offset[i] > limit - grid.global[i]) {
      return Error{CL_INVALID_GLOBAL_OFFSET};
    }
  }
  return grid;
}

/// Returns the largest divisor of a number up to a limit: groups of this size leave no partial
/// group. Both are at least 1.
uint64_t largestDivisor(uint64_t number, uint64_t limit) {
  if (number <= limit) {
    return number;
  }
  uint64_t divisor = limit;
  while (number % divisor != 0) {
    --divisor;
  }
  return divisor;
}

/// Chooses the local size for a null local_work_size: the size required by the kernel, or the
/// target's choice, reduced until it divides the global size.
Status chooseLocalSize(Grid &grid, const Kernel &kernel, LoadedKernel &loaded) {
  const auto &required = kernel.info().requiredWorkGroupSize;
  if (required[0] != 0) {
    std::copy(required.begin(), required.end(), grid.local.begin());
    return success();
  }
  if (auto status = fromMux(muxQueryLocalSize(loaded.mux(), grid.dimensions, grid.global,
                                              kernel.dynamicLocalSize(), grid.local.data()));
      !status) {
    return status;
  }
  for (int i = 0; i < 3; ++i) {
    grid.local[i] = largestDivisor(grid.global[i], std::max<uint64_t>(grid.local[i], 1));
  }
  return success();
}

/// Checks a local size as far as code does not matter. CL 3.0 §5.10 clEnqueueNDRangeKernel:
/// CL_INVALID_WORK_GROUP_SIZE, CL_INVALID_WORK_ITEM_SIZE.
Status checkLocalSize(const Grid &grid, const Kernel &kernel, const mux_device_info_s &device) {
  const auto &required = kernel.info().requiredWorkGroupSize;
  uint64_t items = 1;
  for (int i = 0; i < 3; ++i) {
    const bool isUsed = static_cast<cl_uint>(i) < grid.dimensions;
    if (grid.local[i] == 0 || (required[i] != 0 && required[i] != grid.local[i]) ||
        (!isUsed && grid.local[i] != 1)) {
      return Error{CL_INVALID_WORK_GROUP_SIZE};
    }
    if (grid.local[i] > device.max_work_item_sizes[i]) {
      return Error{CL_INVALID_WORK_ITEM_SIZE};
    }
    items *= grid.local[i];
    if (items > device.max_work_group_size) {
      return Error{CL_INVALID_WORK_GROUP_SIZE};
    }
  }
  return success();
}

/// Tells if a group of `items` work-items has the number of sub-groups that the kernel requires.
bool hasRequiredSubGroups(uint64_t items, const KernelCode &code, const LoadedKernel &loaded) {
  const uint64_t required = code.info().requiredSubGroups;
  const uint64_t size = required ? code.subGroupSize(loaded) : 0;
  return required == 0 || (size != 0 && (items - 1) / size + 1 == required);
}

/// Tells if all sub-groups of a launch are full, where the kernel needs that: a work-group's size,
/// and that of each partial group at the end of a dimension, is a multiple of the sub-groups' size.
bool hasFullSubGroups(const Grid &grid, const KernelCode &code, const LoadedKernel &loaded) {
  if (!code.info().needsFullSubGroups) {
    return true;
  }
  const uint64_t size = code.subGroupSize(loaded);
  for (unsigned rests = 0; rests < 8; ++rests) {
    uint64_t items = 1;
    for (unsigned i = 0; i < 3; ++i) {
      items *= (rests >> i & 1) != 0 ? grid.global[i] % grid.local[i] : grid.local[i];
    }
    if (size == 0 || items % size != 0) {
      return false;
    }
  }
  return true;
}

/// Corrects the driver's choice for a kernel that needs full sub-groups: the largest group along
/// the first dimension without a partial sub-group. If none fits, the choice stays and
/// checkResources refuses it like the application's.
void chooseForFullSubGroups(Grid &grid, const KernelCode &code, const LoadedKernel &loaded,
                            const mux_device_info_s &device) {
  if (code.info().requiredWorkGroupSize[0] != 0 || hasFullSubGroups(grid, code, loaded)) {
    return;
  }
  const uint64_t size = code.subGroupSize(loaded);
  if (size != 0 && grid.global[0] % size == 0 && size <= device.max_work_group_size) {
    const uint64_t limit =
        std::min<uint64_t>(device.max_work_group_size, device.max_work_item_sizes[0]);
    grid.local = {size * largestDivisor(grid.global[0] / size, std::max<uint64_t>(limit / size, 1)),
                  1, 1};
  }
}

/// Corrects the driver's choice for a required number of sub-groups: the largest group along the
/// first dimension that has it and leaves no partial group. If none fits, the choice stays and
/// checkResources refuses it like the application's.
void chooseForSubGroups(Grid &grid, const KernelCode &code, const LoadedKernel &loaded,
                        const mux_device_info_s &device) {
  const uint64_t required = code.info().requiredSubGroups;
  const uint64_t size = code.subGroupSize(loaded);
  const uint64_t items = grid.local[0] * grid.local[1] * grid.local[2];
  uint64_t most = 0;
  if (hasRequiredSubGroups(items, code, loaded) || code.info().requiredWorkGroupSize[0] != 0 ||
      __builtin_mul_overflow(required, size, &most) || most > device.max_work_group_size) {
    return;
  }
  const uint64_t divisor = largestDivisor(grid.global[0], most);
  if (hasRequiredSubGroups(divisor, code, loaded)) {
    grid.local = {divisor, 1, 1};
  }
}

/// Checks a local size against the code. CL 3.0 §5.10 clEnqueueNDRangeKernel:
/// CL_INVALID_WORK_GROUP_SIZE for partial groups in a program without them (OpenCL C 1.x,
/// -cl-uniform-work-group-size), too many work-items, or another number of sub-groups than
/// required. Likewise for partial sub-groups in a kernel with cooperative matrices.
/// CL_OUT_OF_RESOURCES if not even one work-item fits.
Status checkResources(const Grid &grid, const Kernel &kernel, const KernelCode &code,
                      LoadedKernel &loaded) {
  if ((loaded.descriptor().flags & mux_kernel_uniform_groups_only) != 0 && !grid.isUniform()) {
    return Error{CL_INVALID_WORK_GROUP_SIZE};
  }
  uint64_t most = 0;
  if (auto status =
          fromMux(muxQueryMaxWorkGroupSize(loaded.mux(), kernel.dynamicLocalSize(), &most));
      !status) {
    return status;
  }
  if (most == 0) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  const uint64_t items = grid.local[0] * grid.local[1] * grid.local[2];
  return items <= most && hasRequiredSubGroups(items, code, loaded) &&
                 hasFullSubGroups(grid, code, loaded)
             ? success()
             : Status(Error{CL_INVALID_WORK_GROUP_SIZE});
}

/// Collects the arguments of a launch, on the stack if they are few.
class LaunchArguments {
 public:
  /// CL 3.0 §5.10 clEnqueueNDRangeKernel: CL_INVALID_KERNEL_ARGS for an argument that is not set or
  /// names a destroyed buffer, CL_INVALID_OPERATION for shared memory of another device.
  Status collect(const Kernel &kernel, Command &command) {
    const auto &arguments = kernel.arguments();
    if (arguments.size() > few_.size()) {
      many_.resize(arguments.size());
      data_ = many_.data();
    }
    for (size_t i = 0; i < arguments.size(); ++i) {
      const Argument &argument = arguments[i];
      if (!argument.isSet) {
        return Error{CL_INVALID_KERNEL_ARGS};
      }
      const compiler::ArgumentInfo &info = kernel.info().arguments[i];
      if (argument.buffer) {
        if (auto status = addBuffer(data_[i], argument, info, command); !status) {
          return status;
        }
      } else if (argument.address) {
        if (!argument.isDeviceAddress &&
            !reaches(kernel.context(), command.queue()->deviceIndex(),
                     reinterpret_cast<const void *>(static_cast<uintptr_t>(argument.address)))) {
          return Error{CL_INVALID_OPERATION};
        }
        data_[i].type = mux_argument_address;
        data_[i].address = argument.address;
        if (argument.isDeviceAddress) {
          useBehind(argument.address, command, pointsToConst(info));
        }
      } else if (info.kind == compiler::ArgumentKind::pointer) {
        data_[i].type = mux_argument_null_buffer;
      } else if (argument.sampler) {
        data_[i].type = mux_argument_sampler;
        data_[i].sampler = argument.sampler->mux(command.queue()->deviceIndex());
        command.recording().keep(argument.sampler);
      } else if (info.kind == compiler::ArgumentKind::localPointer) {
        data_[i].type = mux_argument_local;
        data_[i].local.size = argument.localSize;
      } else {
        data_[i].type = mux_argument_value;
        data_[i].value.bytes = argument.value.data();
        data_[i].value.size = argument.value.size();
      }
    }
    for (uint64_t address : kernel.devicePointers()) {
      useBehind(address, command, false);
    }
    return success();
  }

  /// Returns one mux argument for each argument of the kernel.
  const mux_argument_t *data() const { return data_; }

 private:
  /// Uses the buffer around a device address, if there is one, as if it were an argument.
  static void useBehind(uint64_t address, Command &command, bool readOnly) {
    Queue &queue = *command.queue();
    const auto cell = queue.context().deviceAddresses().find(queue.deviceIndex(), address);
    if (const auto buffer = cell ? cell->lock() : Ref<Buffer>()) {
      command.recording().use(*buffer, readOnly ? Access::read : Access::write);
    }
  }

  /// CL 3.0 §5.10 clEnqueueNDRangeKernel: CL_INVALID_KERNEL_ARGS for a destroyed buffer.
  static Status addBuffer(mux_argument_t &out, const Argument &argument,
                          const compiler::ArgumentInfo &info, Command &command) {
    const Ref<Buffer> buffer = argument.buffer->lock();
    if (!buffer) {
      return Error{CL_INVALID_KERNEL_ARGS};
    }
    auto memory = buffer->allocation(command.queue()->deviceIndex());
    if (!memory) {
      return memory.error();
    }
    // Reading a pipe changes it.
    const bool readOnly = !buffer->pipe() && (pointsToConst(info) ||
                                              info.access == compiler::AccessQualifier::readOnly ||
                                              (buffer->flags() & noKernelWrites) != 0);
    command.recording().use(*buffer, readOnly ? Access::read : Access::write);
    if (buffer->shape()) {
      out.type = mux_argument_image;
      out.image = (*memory)->image;
      return success();
    }
    out.type = mux_argument_buffer;
    out.buffer.buffer = (*memory)->buffer;
    out.buffer.offset = 0;
    return success();
  }

  std::array<mux_argument_t, 24> few_;
  std::vector<mux_argument_t> many_;
  mux_argument_t *data_ = few_.data();
};

/// Tells if one launch more or less tells nothing about the speed of its code.
bool isTimeKnown(const LaunchCode &chosen, const Grid &grid) {
  return !chosen.isMeasured || chosen.kernel->times().areShort(grid.items());
}

/// Records a checked launch and its use of buffers. `grid` has a local size. The launch may get
/// other code when the command starts, if `mayChooseLater`: then the command is this launch alone.
Status recordLaunch(Command &command, const Kernel &kernel, KernelCode &code,
                    const LaunchCode &chosen, const Grid &grid, bool mayChooseLater) {
  LoadedKernel &loaded = *chosen.kernel;
  auto commandBuffer = command.record();
  if (!commandBuffer) {
    return commandBuffer.error();
  }
  if (support::isTracing()) {
    command.profile().setName(kernel.info().name);
  }
  LaunchArguments arguments;
  if (auto status = arguments.collect(kernel, command); !status) {
    return status;
  }
  mux_ndrange_t range = {};
  range.dimensions = grid.dimensions;
  std::copy_n(grid.offset, 3, range.global_offset);
  std::copy_n(grid.global, 3, range.global_size);
  std::copy_n(grid.local.data(), 3, range.local_size);
  range.argument_count = static_cast<uint32_t>(kernel.arguments().size());
  range.arguments = arguments.data();
  Ref<Buffer> output;
  if ((loaded.descriptor().flags & mux_kernel_uses_printf) != 0) {
    auto begun = beginPrintf(command, loaded.executable());
    if (!begun) {
      return begun.error();
    }
    output = std::move(*begun);
    range.printf_buffer = (*output->allocation(command.queue()->deviceIndex()))->buffer;
  }
  command.recording().keepOnce(loaded);
  if (auto status = command.profile().beginCounting(*command.queue(), *commandBuffer); !status) {
    return status;
  }
  if (auto status = fromMux(muxCommandNDRange(*commandBuffer, loaded.mux(), &range)); !status) {
    return status;
  }
  if (auto status = command.profile().endCounting(*commandBuffer); !status) {
    return status;
  }
  if (chosen.later && mayChooseLater) {
    chooseLater(command, kernel, code, chosen, range);
  }
  return output ? finishPrintf(command, Ref<Executable>(&loaded.executable()), std::move(output))
                : success();
}

/// CL 3.0 §5.10 clEnqueueNDRangeKernel: CL_INVALID_KERNEL_ARGS.
Status checkArgumentsSet(const Kernel &kernel) {
  for (const Argument &argument : kernel.arguments()) {
    if (!argument.isSet) {
      return Error{CL_INVALID_KERNEL_ARGS};
    }
  }
  return success();
}

/// Gives work-groups more rows, or planes, where the kernel does not know its groups. Code may run
/// the SIMD groups of several rows at once (unroll-and-jam), and many applications ask for groups
/// of four rows or of one, and of one plane. Vectors along another dimension than the first want as
/// many work-items there as they have lanes. Enough groups stay to share.
void mergeRows(Grid &grid, const LoadedKernel &loaded, const mux_device_info_s &device) {
  constexpr uint64_t rows = 8, groupsOfUnit = 4;
  const mux_kernel_descriptor_t &descriptor = loaded.descriptor();
  if ((descriptor.flags & mux_kernel_ignores_groups) == 0 ||
      descriptor.required_local_size[0] != 0 || descriptor.specialized_local_size[0] != 0) {
    return;
  }
  const uint64_t most =
      descriptor.max_work_group_size ? descriptor.max_work_group_size : device.max_work_group_size;
  const bool areAcross = descriptor.vector_dimension == 1 || descriptor.vector_dimension == 2;
  const bool sharePlanes = (descriptor.flags & mux_kernel_shares_work_along_z) != 0;
  const uint32_t dimension = areAcross ? descriptor.vector_dimension : sharePlanes ? 2 : 1;
  const uint64_t wanted = areAcross ? std::max<uint64_t>(rows, descriptor.vector_width) : rows;
  uint64_t &extent = grid.local[dimension];
  uint64_t items = grid.local[0] * grid.local[1] * grid.local[2];
  while (extent < wanted && extent < device.max_work_item_sizes[dimension] / 2 &&
         grid.global[dimension] % (2 * extent) == 0 && 2 * items <= most &&
         grid.items() / (2 * items) >= groupsOfUnit * device.compute_units) {
    extent *= 2;
    items *= 2;
  }
}

/// Says if a launch follows, or a recording for replays. Queries compile no variants.
enum class Purpose { launch, recording, query };

/// Fills in the local size for a null local_work_size and checks it.
Status fillLocalSize(Grid &grid, const Kernel &kernel, KernelCode &code, LoadedKernel &loaded,
                     const mux_device_info_s &device) {
  if (auto status = chooseLocalSize(grid, kernel, loaded); !status) {
    return status;
  }
  chooseForSubGroups(grid, code, loaded, device);
  chooseForFullSubGroups(grid, code, loaded, device);
  return checkLocalSize(grid, kernel, device);
}

/// Finds baseline code for a launch and fills in the local size, if there is none. Returns null,
/// with the grid as it was, if the launch should use optimised code: that may accept more.
Ref<LoadedKernel> prepareBaseline(Grid &grid, const Kernel &kernel, KernelCode &code,
                                  bool hasLocalSize, const mux_device_info_s &device) {
  auto baseline = code.baselineFor(grid.items());
  if (!baseline) {
    return nullptr;
  }
  Grid filled = grid;
  if ((!hasLocalSize && !fillLocalSize(filled, kernel, code, *baseline, device)) ||
      !checkResources(filled, kernel, code, *baseline)) {
    return nullptr;
  }
  grid = filled;
  return baseline;
}

/// Fills in the local size and finds the code for it. Checks come first, so that a wrong local size
/// costs no compilation (CL 3.0 §5.10 clEnqueueNDRangeKernel).
Result<LaunchCode> prepare(Grid &grid, const Kernel &kernel, KernelCode &code, const size_t *local,
                           const mux_device_info_s &device, Purpose purpose) {
  if (local) {
    std::copy_n(local, grid.dimensions, grid.local.begin());
    if (auto status = checkLocalSize(grid, kernel, device); !status) {
      return status.error();
    }
  }
  if (purpose == Purpose::launch) {
    if (auto baseline = prepareBaseline(grid, kernel, code, local != nullptr, device)) {
      return LaunchCode{std::move(baseline)};
    }
  }
  if (!local) {
    auto generic = code.genericCode();
    if (auto status = generic ? fillLocalSize(grid, kernel, code, **generic, device)
                              : Status(generic.error());
        !status) {
      return status.error();
    }
  }
  Result<LaunchCode> chosen = Error{CL_OUT_OF_RESOURCES};
  if (purpose != Purpose::query) {
    // The driver's choice may change with each launch, so none waits for a variant of it.
    const bool isLasting = local || !code.isDeferred();
    chosen = code.codeForLaunch(
        isLasting ? grid.local : LocalSize{}, isLasting && grid.isUniform(), kernel.arguments(),
        purpose == Purpose::recording ? KernelCode::Use::recording : KernelCode::Use::once);
  } else if (auto generic = code.genericCode()) {
    chosen = LaunchCode{std::move(*generic)};
  }
  if (auto status =
          chosen ? checkResources(grid, kernel, code, *chosen->kernel) : Status(chosen.error());
      !status) {
    return status.error();
  }
  if (purpose == Purpose::launch) {
    mergeRows(grid, *chosen->kernel, device);
  }
  return chosen;
}

/// Tells if a launch whose time is known may be one of several in a command (launch_batch.h):
/// nothing but the order of the queue and the kernel's memory shows when it runs.
bool mayShareCommand(const Queue &queue, const LaunchCode &chosen) {
  const bool isObserved = queue.isProfiling() || queue.recorder() || support::isTracing();
  const bool prints = (chosen.kernel->descriptor().flags & mux_kernel_uses_printf) != 0;
  return queue.isInOrder() && !isObserved && !prints;
}

/// Enqueues a launch with its own command, or as part of the last one, which waits for its turn. It
/// asks once if the time is known: other launches may end meanwhile and change the answer.
Status enqueueLaunch(Queue &queue, const Kernel &kernel, KernelCode &code, const LaunchCode &chosen,
                     const Grid &grid, const WaitList &waits, cl_event *event,
                     cl_command_type type) {
  const bool isKnown = isTimeKnown(chosen, grid);
  const bool isShared = isKnown && !event && mayShareCommand(queue, chosen);
  const LoadedKernel *const measured = chosen.isMeasured ? chosen.kernel.get() : nullptr;
  if (isShared && waits.empty()) {
    if (Command *const last = queue.borrowLast(measured)) {
      auto status = recordLaunch(*last, kernel, code, chosen, grid, false);
      if (measured) {
        last->measure(*measured, {});
      }
      Queue::giveBack(*last);
      return status;
    }
  }
  auto command = queue.newCommand(type);
  if (!command) {
    return command.error();
  }
  if (auto status = recordLaunch(**command, kernel, code, chosen, grid, !isKnown); !status) {
    return status;
  }
  if (measured) {
    (*command)->measure(*measured, {grid.items(), chosen.values});
  }
  if (isShared) {
    (*command)->openBatch(measured);
  }
  return queue.submit(std::move(*command), waits, event);
}

/// Returns the kernel's code for the queue's device. CL 3.0 §5.10 clEnqueueNDRangeKernel:
/// CL_INVALID_CONTEXT, CL_INVALID_PROGRAM_EXECUTABLE.
Result<KernelCode *> codeFor(const Queue &queue, const Kernel &kernel) {
  if (&kernel.context() != &queue.context()) {
    return Error{CL_INVALID_CONTEXT};
  }
  KernelCode *code = kernel.code(queue.member());
  return code ? Result<KernelCode *>(code) : Error{CL_INVALID_PROGRAM_EXECUTABLE};
}

}  // namespace

/// CL 3.0 §5.10 clEnqueueNDRangeKernel: CL_INVALID_OPERATION for shared virtual memory that the
/// device lacks.
Status enqueueNDRange(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                      const size_t *global, const size_t *local, const WaitList &waits,
                      cl_event *event, cl_command_type type) {
  auto code = codeFor(queue, kernel);
  if (!code) {
    return code.error();
  }
  auto grid = toGrid(dimensions, offset, global, queue.device().info());
  if (!grid) {
    return grid.error();
  }
  if (queue.context().isLost()) {
    return Error{CL_OUT_OF_RESOURCES};
  }
  if (auto status = checkArgumentsSet(kernel); !status) {
    return status;
  }
  const uint32_t needed = kernel.neededSharedMemory();
  if ((queue.device().info().shared_memory & needed) != needed) {
    return Error{CL_INVALID_OPERATION};
  }
  if (grid->isEmpty()) {
    auto marker = queue.newCommand(type);
    return marker ? queue.submit(std::move(*marker), waits, event) : Status(marker.error());
  }
  auto chosen = prepare(*grid, kernel, **code, local, queue.device().info(),
                        queue.recorder() ? Purpose::recording : Purpose::launch);
  return chosen ? enqueueLaunch(queue, kernel, **code, *chosen, *grid, waits, event, type)
                : Status(chosen.error());
}

Status checkNDRange(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                    const size_t *global, const size_t *local) {
  auto code = codeFor(queue, kernel);
  if (!code) {
    return code.error();
  }
  auto grid = toGrid(dimensions, offset, global, queue.device().info());
  if (!grid || grid->isEmpty()) {
    return grid ? success() : Status(grid.error());
  }
  auto loaded = prepare(*grid, kernel, **code, local, queue.device().info(), Purpose::query);
  return loaded ? success() : Status(loaded.error());
}

/// cl_khr_suggested_local_work_size: CL_INVALID_GLOBAL_WORK_SIZE for an empty range,
/// CL_INVALID_VALUE.
Status suggestLocalSize(Queue &queue, Kernel &kernel, cl_uint dimensions, const size_t *offset,
                        const size_t *global, size_t *local) {
  auto code = codeFor(queue, kernel);
  if (!code) {
    return code.error();
  }
  auto grid = toGrid(dimensions, offset, global, queue.device().info());
  if (!grid) {
    return grid.error();
  }
  if (grid->isEmpty()) {
    return Error{CL_INVALID_GLOBAL_WORK_SIZE};
  }
  if (!local) {
    return Error{CL_INVALID_VALUE};
  }
  // Collecting the arguments of a launch that is never submitted finds errors in them.
  auto command = queue.newCommand(CL_COMMAND_NDRANGE_KERNEL);
  if (!command) {
    return command.error();
  }
  if (auto status = LaunchArguments().collect(kernel, **command); !status) {
    return status;
  }
  auto loaded = prepare(*grid, kernel, **code, nullptr, queue.device().info(), Purpose::query);
  if (!loaded) {
    return loaded.error();
  }
  std::copy_n(grid->local.begin(), dimensions, local);
  return success();
}

namespace {

/// A native kernel and its copy of the arguments, aligned to 16 bytes as malloc aligns.
struct NativeCall {
  NativeFunction function;
  std::unique_ptr<std::byte[]> arguments;

  static void run(void *user) {
    auto *call = static_cast<NativeCall *>(user);
    call->function(call->arguments.get());
  }
};

}  // namespace

/// CL 3.0 §5.10 clEnqueueNativeKernel: CL_INVALID_OPERATION if the device cannot call host
/// functions.
Status enqueueNative(Queue &queue, NativeFunction function, const void *arguments, size_t size,
                     std::span<const NativeBuffer> buffers, const WaitList &waits,
                     cl_event *event) {
  if (!queue.device().info().has_native_host_functions) {
    return Error{CL_INVALID_OPERATION};
  }
  auto command = queue.newCommand(CL_COMMAND_NATIVE_KERNEL);
  if (!command) {
    return command.error();
  }
  const auto call = std::make_shared<NativeCall>();
  call->function = function;
  if (size != 0) {
    call->arguments = std::make_unique<std::byte[]>(size);
    std::memcpy(call->arguments.get(), arguments, size);
  }
  for (const NativeBuffer &entry : buffers) {
    auto memory = memoryFor(queue, *entry.buffer);
    if (!memory) {
      return memory.error();
    }
    if (!(*memory)->mapped) {
      return Error{CL_INVALID_OPERATION};
    }
    (*command)->recording().use(*entry.buffer, Access::write);
    std::memcpy(call->arguments.get() + entry.location, &(*memory)->mapped, sizeof(void *));
  }
  auto commandBuffer = (*command)->record();
  if (!commandBuffer) {
    return commandBuffer.error();
  }
  if (auto status = fromMux(muxCommandUserCallback(*commandBuffer, &NativeCall::run, call.get()));
      !status) {
    return status;
  }
  (*command)->recording().onFinish([call](cl_int status) { return status; });
  return queue.submit(std::move(*command), waits, event);
}

}  // namespace cl
