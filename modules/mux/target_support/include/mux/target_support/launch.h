// Prepares launches: lays out a worker's arena, packs the argument block, and makes the schedule.
//
// The input is a kernel's descriptor and an ND-range; doc/mux-spec.md §5 has the output's
// formats. All sizes are bytes. Every computation is checked for overflow, since descriptors
// come from binaries and sizes from applications. The functions keep no state; any thread may
// call them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "mux/mux.h"

namespace mux {

/// The limits of a device's workers. All sizes are bytes, unless they are work-items.
struct LaunchLimits {
  /// Bytes of one worker's arena: frame and local memory together. A launch beyond it is
  /// mux_error_out_of_resources.
  uint64_t arenaSize = 0;
  /// Bytes of local memory of one work-group. Static variables and local arguments of a kernel
  /// count together.
  uint64_t localMemorySize = 0;
  /// False: local memory is a scratchpad outside of the arena. Local memory takes no bytes of the
  /// arena then.
  bool localInArena = true;
  /// Bytes of the arena in front of local memory and behind it that kernels may read, and write
  /// with what they have; a multiple of 128. Only for local memory in the arena, and launches with
  /// some.
  uint64_t localSlack = 0;
  /// Work-items of a group, in all and by dimension. A kernel may have a smaller limit of its own
  /// (mux_kernel_descriptor_s::max_work_group_size).
  uint64_t maxWorkGroupSize = 0;
  uint64_t maxWorkItemSizes[3] = {0, 0, 0};
};

/// Returns the limits in a device info.
///
/// `arenaSize` is the bytes of one worker's arena. Local memory is in the arena; a device with
/// scratchpads changes localInArena. The info's limits are copied, so it need not outlive the
/// result.
LaunchLimits launchLimits(const mux_device_info_s &info, uint64_t arenaSize);

/// The layout of a work-group's memory, in bytes from the 128-byte aligned start of the arena:
///
///   | slack | static local | local argument 0 | local argument 1 | slack | padding | frame |
///           localOffset                                                            frameOffset
///
/// With a scratchpad, local memory is elsewhere and localOffset is 0. Without local memory there is
/// no slack. Local memory holds the static variables at offset 0. One block per local argument
/// follows, in the order and with the alignment of the parameters.
struct ArenaLayout {
  /// Local memory: its place and its bytes. `localSize` is not rounded up; the padding behind it
  /// belongs to neither block.
  uint64_t localOffset = 0, localSize = 0;
  /// The frame: its place and its bytes. The frame has a slot per value that lives across a
  /// barrier, and is as large as the group needs.
  uint64_t frameOffset = 0, frameSize = 0;
  /// Bytes of all, a multiple of 128.
  uint64_t size = 0;
};

/// Computes the bytes of the frame of a group of `workItems` (mux_kernel_descriptor_s has the
/// formula). Returns false on overflow.
bool frameSize(const mux_kernel_descriptor_t &descriptor, uint64_t workItems, uint64_t *size);

/// Computes the bytes of local memory of a launch, static and dynamic. Returns false on overflow.
bool localSize(const mux_kernel_descriptor_t &descriptor, std::span<const mux_argument_t> arguments,
               uint64_t *size);

/// Lays out the arena for the ND-range's enqueued local size.
///
/// mux_error_out_of_resources: it does not fit the limits. Partial groups use the same layout.
mux_result_t layOutArena(const mux_kernel_descriptor_t &descriptor, const mux_ndrange_t &ndrange,
                         const LaunchLimits &limits, ArenaLayout *layout);

/// Translates mux objects into device addresses while packArguments() packs a block. Each target
/// has its own, since only the target knows the addresses.
class ArgumentResolver {
 public:
  virtual ~ArgumentResolver() = default;
  /// Returns the device address of a bound buffer's first byte. The buffer's offset in its memory
  /// is included. The argument's offset is not; packArguments() adds it.
  virtual uint64_t bufferAddress(mux_buffer_t buffer) = 0;
  /// Returns the address of the memory's first byte; called for images. A target without images
  /// keeps the default.
  virtual uint64_t memoryAddress(mux_memory_t) { return 0; }
};

/// Packs the argument block into `block` of descriptor.arguments_size bytes; padding becomes zero.
///
/// modules/mux/lib has checked the arguments. Should they still contradict the descriptor, the
/// result is mux_error_invalid_value, and no write leaves the block: the descriptor comes from a
/// binary.
///
/// Each argument goes to the offset of its parameter. Buffers become addresses of 8 bytes, with 0
/// for a null buffer. Images become mux_image_data_t, samplers a word of 4 bytes, and local
/// arguments their place in local memory.
mux_result_t packArguments(const mux_kernel_descriptor_t &descriptor,
                           std::span<const mux_argument_t> arguments, ArgumentResolver &resolver,
                           std::span<std::byte> block);

/// Makes the fields of a schedule common to all workers.
///
/// These are sizes, group counts, floating-point control, and sizes of frame and local memory. The
/// addresses (arena, frame, local_memory, private_memory, printf_buffer) and `worker` stay zero for
/// the target to fill in. Unused dimensions become 1 (offsets 0), whatever the ND-range has there.
///
/// The split keeps the cost of a dispatch low: each worker copies the schedule and sets only its
/// own addresses.
mux_schedule_t makeSchedule(const mux_kernel_descriptor_t &descriptor, const mux_ndrange_t &ndrange,
                            const ArenaLayout &layout);

/// Sets the addresses of one worker's copy of the schedule, for its arena at device address
/// `arena`.
///
/// `arena` is 128-byte aligned and has at least layout.size bytes; `arenaSize` has its true size.
/// With a scratchpad the caller sets `local_memory` itself afterwards.
void placeArena(mux_schedule_t &schedule, const ArenaLayout &layout, uint64_t arena,
                uint64_t arenaSize);

/// Returns the work-groups of a schedule; 0 if a dimension is empty.
///
/// Does not overflow after muxCommandNDRange has accepted the ND-range.
uint64_t groupCount(const mux_schedule_t &schedule);

/// Implements muxQueryMaxWorkGroupSize for any device with LaunchLimits. Writes 0 if not even one
/// work-item fits.
///
/// `dynamicLocalBytes` is the sum of the local arguments. Their alignment may add padding, and the
/// result allows for the worst case. It always returns mux_success.
mux_result_t queryMaxWorkGroupSize(const mux_kernel_descriptor_t &descriptor,
                                   const LaunchLimits &limits, uint64_t dynamicLocalBytes,
                                   uint64_t *workItems);
/// Implements muxQueryLocalSize. The choice leaves work for `computeUnits` workers; local_size.cpp
/// has the rules. mux_error_out_of_resources: not even one work-item fits.
///
/// A kernel with a required or specialised local size gets this size. Entries beyond `dimensions`
/// become 1. A dimension with a global size of 0 becomes 1 as well.
mux_result_t queryLocalSize(const mux_kernel_descriptor_t &descriptor, const LaunchLimits &limits,
                            uint32_t computeUnits, uint32_t dimensions,
                            const uint64_t globalSize[3], uint64_t dynamicLocalBytes,
                            uint64_t localSize[3]);

}  // namespace mux
