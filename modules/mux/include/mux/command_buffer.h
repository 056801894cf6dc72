// Command buffers: recorded once, dispatched to a queue as often as wanted.
//
// Commands of one command buffer run in the order of recording, each after the one before
// has completed. A command buffer is recorded by one thread at a time. Recording copies
// all arguments but the bytes behind host pointers, which are read or written when the
// command runs. Every push is mux_error_invalid_state after muxFinalizeCommandBuffer.
//
// Buffers that a command names are bound (else mux_error_invalid_state) and outlive it;
// ranges lie inside of them. A transfer of no bytes is valid and does nothing.
#pragma once

#include "mux/types.h"

#ifdef __cplusplus
extern "C" {
#endif

mux_result_t muxCreateCommandBuffer(mux_device_t device, mux_command_buffer_t *command_buffer);
void muxDestroyCommandBuffer(mux_device_t device, mux_command_buffer_t command_buffer);

/// Ends recording; only a finalized command buffer can be dispatched.
mux_result_t muxFinalizeCommandBuffer(mux_command_buffer_t command_buffer);

/// Drops all commands; recording starts anew. It must not be running.
mux_result_t muxResetCommandBuffer(mux_command_buffer_t command_buffer);

mux_result_t muxCommandReadBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, void *host, uint64_t size);
mux_result_t muxCommandWriteBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                   uint64_t offset, const void *host, uint64_t size);
/// The two ranges do not overlap, also not through two buffers of one memory.
mux_result_t muxCommandCopyBuffer(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                  uint64_t source_offset, mux_buffer_t destination,
                                  uint64_t destination_offset, uint64_t size);
/// `size` and `offset` are multiples of `pattern_size`, which is 1, 2, 4, ..., 128.
mux_result_t muxCommandFillBuffer(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                  uint64_t offset, uint64_t size, const void *pattern,
                                  uint64_t pattern_size);

/// A box of region.x bytes by region.y rows by region.z slices. Offsets are {bytes, rows,
/// slices}; pitches are in bytes and at least as large as what they span.
typedef struct mux_buffer_region_s {
  mux_extent_3d_t region;
  mux_extent_3d_t source_offset, destination_offset;
  uint64_t source_row_pitch, source_slice_pitch;
  uint64_t destination_row_pitch, destination_slice_pitch;
} mux_buffer_region_t;

/// For reads the source is the buffer, for writes the destination is. Where both boxes of a
/// copy overlap, the bytes are undefined.
mux_result_t muxCommandReadBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                        void *host, const mux_buffer_region_t *region);
mux_result_t muxCommandWriteBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t buffer,
                                         const void *host, const mux_buffer_region_t *region);
mux_result_t muxCommandCopyBufferRegion(mux_command_buffer_t command_buffer, mux_buffer_t source,
                                        mux_buffer_t destination,
                                        const mux_buffer_region_t *region);

typedef enum mux_argument_type_e {
  mux_argument_buffer = 1,   ///< a buffer, from an offset on
  mux_argument_null_buffer,  ///< a null pointer
  mux_argument_value,        ///< bytes, copied at recording
  mux_argument_local,        ///< local memory of that many bytes
  mux_argument_image,
  mux_argument_sampler,
  /// An address as kernels see it, for parameters that take a buffer. Nothing is checked of it.
  /// mux_error_unsupported where the device info has neither shared memory nor
  /// has_buffer_addresses.
  mux_argument_address,
} mux_argument_type_t;

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

typedef struct mux_ndrange_s {
  uint32_t dimensions;  ///< 1 to 3
  uint64_t global_offset[3];
  uint64_t global_size[3];  ///< any may be 0: then the command does nothing
  /// (Offsets and global sizes of unused dimensions are ignored; a target sees 0 and 1.)
  /// Enqueued local size, each at least 1; unused dimensions are 1. Where it does not divide
  /// the global size, the last group of that dimension is smaller.
  uint64_t local_size[3];
  uint32_t argument_count;  ///< that of the descriptor
  const mux_argument_t *arguments;
  /// Where printf writes (mux/abi.h), or null: then records are dropped.
  mux_buffer_t printf_buffer;
} mux_ndrange_t;

/// Launches a kernel. mux_error_out_of_resources if the work-group needs more frame or
/// local memory than the device has; mux_error_invalid_value if arguments do not fit the
/// descriptor.
mux_result_t muxCommandNDRange(mux_command_buffer_t command_buffer, mux_kernel_t kernel,
                               const mux_ndrange_t *ndrange);

/// Calls `callback(user)` on a thread of the device's choice. It must not wait for work of
/// the same queue. Its floating-point environment is the default one.
mux_result_t muxCommandUserCallback(mux_command_buffer_t command_buffer,
                                    void (*callback)(void *user), void *user);

/// Times or counts the commands between begin and end into slot `index` of the pool.
mux_result_t muxCommandBeginQuery(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                  uint32_t index);
mux_result_t muxCommandEndQuery(mux_command_buffer_t command_buffer, mux_query_pool_t pool,
                                uint32_t index);

#ifdef __cplusplus
}
#endif
