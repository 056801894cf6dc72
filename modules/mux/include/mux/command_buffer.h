// Command buffers: sequences of transfers and kernel launches, recorded once and dispatched often.
//
// The commands of one command buffer run in the order of recording, each after the end of its
// predecessor. Two command buffers have no order but by semaphores (mux/queue.h).
//
// Life: recording, then muxFinalizeCommandBuffer, then any number of dispatches one after the
// other, then muxResetCommandBuffer back to recording, or muxDestroyCommandBuffer. One thread at a
// time records. No function here blocks.
//
// Recording copies all arguments except the bytes behind host pointers. The command reads or writes
// these bytes when it runs, so they stay valid until the dispatch has completed.
//
// Errors of every muxCommand function:
//
//   mux_error_invalid_state   the command buffer is finalized, or a buffer or image is unbound;
//   mux_error_invalid_value   a range leaves its buffer, or a host pointer is null;
//   mux_error_out_of_memory   no host memory for the command; the command buffer is unchanged.
//
// Named objects outlive the command. A transfer of zero bytes is valid and does nothing.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates an empty command buffer in the recording state and stores it in `*command_buffer`.
/// Thread-safe.
///
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateCommandBuffer(mux_device_t device, mux_command_buffer_t *command_buffer);

/// Destroys the command buffer and its commands. No dispatch of it may be pending, with one
/// exception: its own `completed` callback may destroy it. Ignores null and foreign handles.
void muxDestroyCommandBuffer(mux_device_t device, mux_command_buffer_t command_buffer);

/// Ends recording. Only a finalized command buffer can be dispatched, so a target may prepare its
/// commands for the device here, once for all dispatches.
///
/// mux_error_invalid_state: it is finalized already.
mux_result_t muxFinalizeCommandBuffer(mux_command_buffer_t command_buffer);

/// Drops all commands and returns to the recording state. No dispatch of the command buffer may be
/// pending, except the one whose `completed` callback makes this call.
mux_result_t muxResetCommandBuffer(mux_command_buffer_t command_buffer);

/// Records a copy of `size` bytes from `offset` of the buffer to `host` (clEnqueueReadBuffer, CL
/// 3.0 §5.2.2). `host` is written when the command runs.
mux_result_t muxCommandReadBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, void *host, uint64_t size);

/// Records a copy of `size` bytes from `host` to `offset` of the buffer (clEnqueueWriteBuffer, CL
/// 3.0 §5.2.2). `host` is read when the command runs, not here.
mux_result_t muxCommandWriteBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                   uint64_t offset, const void *host, uint64_t size);

/// Records a copy between two ranges of device memory.
///
/// The ranges must not overlap, not even through two buffers in one memory: mux_error_invalid_value
/// (CL_MEM_COPY_OVERLAP, CL 3.0 §5.2.2). A device may copy in any order.
mux_result_t muxCommandCopyBuffer(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                  uint64_t source_offset, mux_buffer_t destination,
                                  uint64_t destination_offset, uint64_t size);

/// Records a fill: repeats `pattern` over [offset, offset + size) (clEnqueueFillBuffer, CL 3.0
/// §5.2.3). Recording copies the pattern.
///
/// mux_error_invalid_value: `pattern_size` is no power of two from 1 to 128, or `offset` or `size`
/// is no multiple of it.
mux_result_t muxCommandFillBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, uint64_t size, const void *pattern,
                                  uint64_t pattern_size);

/// A box of region.x bytes by region.y rows by region.z slices in two strided arrays (the rect
/// commands, CL 3.0 §5.2.2).
///
/// Offsets are {bytes, rows, slices}. Pitches are in bytes, with row_pitch >= region.x and
/// slice_pitch >= row_pitch * region.y on each side. On each side, byte (i, j, k) of the box lies
/// at
///
///   (offset.z + k) * slice_pitch + (offset.y + j) * row_pitch + offset.x + i
typedef struct mux_buffer_region_s {
  /// The extent of the box: {bytes, rows, slices}.
  mux_extent_3d_t region;
  mux_extent_3d_t source_offset, destination_offset;
  uint64_t source_row_pitch, source_slice_pitch;
  uint64_t destination_row_pitch, destination_slice_pitch;
} mux_buffer_region_t;

/// Records the transfer of a box. A read has the buffer as its source, a write as its destination.
///
/// An empty box does nothing. If the boxes of a copy overlap, the overlapping bytes are undefined.
/// Transfers of images are such transfers too, of a buffer bound to the image's memory.
///
/// mux_error_invalid_value: a null `region`, a pitch too small, or a box outside of its buffer.
mux_result_t muxCommandReadBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                        void *host, const mux_buffer_region_t *region);
mux_result_t muxCommandWriteBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                         const void *host, const mux_buffer_region_t *region);
mux_result_t muxCommandCopyBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                        mux_buffer_t destination,
                                        const mux_buffer_region_t *region);

/// The type of an argument. It has to suit the kind of the kernel's parameter
/// (mux_parameter_kind_t), else the launch is mux_error_invalid_value.
typedef enum mux_argument_type_e {
  mux_argument_buffer = 1,   ///< the address of a buffer plus an offset inside of it
  mux_argument_null_buffer,  ///< a null pointer
  mux_argument_value,        ///< bytes, copied at recording
  mux_argument_local,        ///< the size of a block of local memory, at least 1 byte
  mux_argument_image,
  mux_argument_sampler,
  /// A device address for a buffer parameter, passed unchecked. mux_error_unsupported without
  /// shared_memory or has_buffer_addresses in the device info.
  mux_argument_address,
} mux_argument_type_t;

/// One kernel argument; `type` selects the member of the union.
///
/// Recording copies the bytes of a value. Buffers, images and samplers are named by their handles
/// and outlive the launch.
typedef struct mux_argument_s {
  mux_argument_type_t type;
  union {
    /// For mux_argument_buffer. `offset` is in bytes and lies inside of the buffer.
    struct {
      mux_buffer_t buffer;
      uint64_t offset;
    } buffer;
    struct {
      /// For mux_argument_value. `size` is the parameter's size in bytes.
      const void *bytes;
      uint64_t size;
    } value;
    struct {
      uint64_t size;
    } local;
    /// For mux_argument_image and mux_argument_sampler.
    mux_image_t image;
    mux_sampler_t sampler;
    /// For mux_argument_address.
    uint64_t address;
  };
} mux_argument_t;

/// The index space and the arguments of a launch (CL 3.0 §3.2.1).
///
/// doc/mux-spec.md §5 lists the conditions that modules/mux/lib checks before the target sees it.
/// Of unused dimensions the caller's global_offset and global_size are ignored; a target sees 0 and
/// 1.
typedef struct mux_ndrange_s {
  uint32_t dimensions;  ///< 1 to 3
  /// Added to the global ids of each dimension, in work-items.
  uint64_t global_offset[3];
  /// Work-items in each dimension. Any may be 0: then the command does nothing (CL 3.0 §5.10).
  uint64_t global_size[3];
  /// The enqueued local size, at least 1 in each dimension and 1 in unused ones. The last group of
  /// a dimension is smaller if the local size does not divide the global size.
  uint64_t local_size[3];
  uint32_t argument_count;  ///< the descriptor's parameter_count
  const mux_argument_t *arguments;
  /// The destination of printf records (mux/abi.h). Null drops them.
  mux_buffer_t printf_buffer;
} mux_ndrange_t;

/// Records the launch of a kernel (clEnqueueNDRangeKernel, CL 3.0 §5.10). Recording copies
/// `ndrange`, its arguments and the bytes of values.
///
/// mux_error_invalid_value: sizes or arguments contradict the descriptor or the device's limits.
///
/// mux_error_unsupported: an argument needs a feature absent from the device.
///
/// mux_error_out_of_resources: a work-group needs more frame or local memory than a worker has.
mux_result_t muxCommandNDRange(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                               const mux_ndrange_t *ndrange);

/// Records a call of `callback(user)` on a thread of the device's choice, in the default
/// floating-point environment.
///
/// It serves native kernels (clEnqueueNativeKernel, CL 3.0 §5.10). The callback may dispatch, but
/// must not wait for work of its own queue: the command buffer would wait for itself.
mux_result_t muxCommandUserCallback(mux_command_buffer_t command_buffer,
                                    void (*callback)(void *user), void *user);

/// Measures the commands between begin and end into slot `index` of the pool. The slot is filled in
/// when the end command runs; muxGetQueryResults reads it after that.
///
/// mux_error_invalid_value: the pool has no slot `index`.
mux_result_t muxCommandBeginQuery(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                  uint32_t index);
mux_result_t muxCommandEndQuery(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                uint32_t index);

#ifdef __cplusplus
}
#endif
