// Command buffers: sequences of transfers and kernel launches, recorded once and dispatched often.
//
// The commands of one command buffer run in the order of recording, each after the end of its
// predecessor. One thread at a time records. Recording copies all arguments except the bytes
// behind host pointers. The command reads or writes those bytes when it runs, so they stay
// valid until the dispatch has completed. No function here blocks.
//
// Errors of every muxCommand function:
//   mux_error_invalid_state   the command buffer is finalized, or a buffer or image is unbound
//   mux_error_invalid_value   a range leaves its buffer, or a host pointer is null
//   mux_error_out_of_memory   no host memory for the command; the command buffer is unchanged
// Named objects outlive the command. A transfer of zero bytes is valid and does nothing.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Creates an empty command buffer in the recording state. Thread-safe.
/// mux_error_out_of_memory: no host memory for the object.
mux_result_t muxCreateCommandBuffer(mux_device_t device, mux_command_buffer_t *command_buffer);

/// Destroys the command buffer and its commands. No dispatch of it may be pending. Ignores null
/// and foreign handles.
void muxDestroyCommandBuffer(mux_device_t device, mux_command_buffer_t command_buffer);

/// Ends recording. Only a finalized command buffer can be dispatched.
/// mux_error_invalid_state: it is finalized already.
mux_result_t muxFinalizeCommandBuffer(mux_command_buffer_t command_buffer);

/// Drops all commands and returns to the recording state. No dispatch of the command buffer may
/// be pending.
mux_result_t muxResetCommandBuffer(mux_command_buffer_t command_buffer);

/// Copies `size` bytes from the buffer to `host`.
mux_result_t muxCommandReadBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, void *host, uint64_t size);

/// Copies `size` bytes from `host` to the buffer.
mux_result_t muxCommandWriteBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                   uint64_t offset, const void *host, uint64_t size);

/// Copies between two ranges of device memory. They must not overlap, not even through two
/// buffers in one memory: mux_error_invalid_value.
mux_result_t muxCommandCopyBuffer(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                  uint64_t source_offset, mux_buffer_t destination,
                                  uint64_t destination_offset, uint64_t size);

/// Repeats `pattern` over the range. `pattern_size` is a power of two from 1 to 128, and
/// `offset` and `size` are multiples of it: else mux_error_invalid_value.
mux_result_t muxCommandFillBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, uint64_t size, const void *pattern,
                                  uint64_t pattern_size);

/// A box of region.x bytes by region.y rows by region.z slices in two strided arrays (the rect
/// commands, CL 3.0 §5.2.2). Offsets are {bytes, rows, slices}. Pitches are in bytes, with
/// row_pitch >= region.x and slice_pitch >= row_pitch * region.y on each side.
typedef struct mux_buffer_region_s {
  mux_extent_3d_t region;
  mux_extent_3d_t source_offset, destination_offset;
  uint64_t source_row_pitch, source_slice_pitch;
  uint64_t destination_row_pitch, destination_slice_pitch;
} mux_buffer_region_t;

/// Transfers a box. A read has the buffer as its source, a write as its destination. An empty
/// box does nothing. If the boxes of a copy overlap, the overlapping bytes are undefined.
/// mux_error_invalid_value: a null `region`, a pitch too small, or a box outside of its buffer.
mux_result_t muxCommandReadBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                        void *host, const mux_buffer_region_t *region);
mux_result_t muxCommandWriteBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                         const void *host, const mux_buffer_region_t *region);
mux_result_t muxCommandCopyBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                        mux_buffer_t destination,
                                        const mux_buffer_region_t *region);

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

/// One kernel argument; `type` selects the member of the union. Recording copies the bytes of a
/// value.
typedef struct mux_argument_s {
  mux_argument_type_t type;
  union {
    struct {
      mux_buffer_t buffer;
      uint64_t offset;
    } buffer;
    struct {
      const void *bytes;
      uint64_t size;
    } value;
    struct {
      uint64_t size;
    } local;
    mux_image_t image;
    mux_sampler_t sampler;
    uint64_t address;
  };
} mux_argument_t;

/// The index space and the arguments of a launch (CL 3.0 §3.2.1).
typedef struct mux_ndrange_s {
  uint32_t dimensions;  ///< 1 to 3
  uint64_t global_offset[3];
  uint64_t global_size[3];  ///< any may be 0: then the command does nothing
  /// (Offsets and global sizes of unused dimensions are ignored; a target sees 0 and 1.)
  /// The enqueued local size, at least 1 in each dimension and 1 in unused ones. The last group
  /// of a dimension is smaller if the local size does not divide the global size.
  uint64_t local_size[3];
  uint32_t argument_count;  ///< the descriptor's parameter_count
  const mux_argument_t *arguments;
  /// The destination of printf records (mux/abi.h). Null drops them.
  mux_buffer_t printf_buffer;
} mux_ndrange_t;

/// Launches a kernel.
/// mux_error_invalid_value: sizes or arguments contradict the descriptor or the device's limits.
/// mux_error_unsupported: an argument needs a feature absent from the device.
/// mux_error_out_of_resources: a work-group needs more frame or local memory than a worker has.
mux_result_t muxCommandNDRange(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                               const mux_ndrange_t *ndrange);

/// Calls `callback(user)` on a thread of the device's choice, in the default floating-point
/// environment. The callback may dispatch, but must not wait for work of its own queue.
mux_result_t muxCommandUserCallback(mux_command_buffer_t command_buffer,
                                    void (*callback)(void *user), void *user);

/// Measures the commands between begin and end into slot `index` of the pool.
/// mux_error_invalid_value: the pool has no such slot.
mux_result_t muxCommandBeginQuery(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                  uint32_t index);
mux_result_t muxCommandEndQuery(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                uint32_t index);

#ifdef __cplusplus
}
#endif
