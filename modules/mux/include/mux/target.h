// The target's side of mux: the function table of a device, and the first fields of its objects.
//
// modules/mux/lib validates the arguments of each call, logs it if asked to (KILN_MUX_TRACE), and
// calls through the table. An implementation may therefore rely on valid handles of its own device,
// non-null out-pointers and ranges inside of their buffers. doc/mux-spec.md §1 lists the checks.
//
//   caller  ->  muxCreateBuffer (modules/mux/lib)  ->  table->create_buffer (the target)
//
// The target allocates its objects with the device's allocator. Each begins with one of the
// structures below:
//
//   struct MyBuffer { mux_buffer_s base; uint64_t deviceAddress; };
//
// The target sets kind and device with muxInitObject and fills in the other fields, except the ones
// marked as owned by modules/mux/lib. No table entry is null; an unimplemented one returns
// mux_error_unsupported.
//
// modules/mux/null is a template, and mux/target_support/device_table.h has implementations for
// most entries. A device with memory of its own needs a HAL only (hal/hal.h).
#pragma once

#include "mux/mux.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A device. It outlives all its objects.
struct mux_device_s {
  mux_object_t object;  ///< object.device points to itself
  mux_device_info_t info;
  /// The caller's allocator, or malloc's. All objects of the device come from it.
  mux_allocator_t allocator;
};
/// Device memory: `size` bytes of heap number `heap`. The target's own fields hold the address.
struct mux_memory_s {
  mux_object_t object;
  uint64_t size;
  uint32_t heap;
};
/// A buffer of `size` bytes. The two last fields are set by bind_buffer_memory.
struct mux_buffer_s {
  mux_object_t object;
  uint64_t size;
  mux_memory_t memory;  ///< null until bound
  uint64_t offset;      ///< into memory
};
/// An image. The two last fields are set by bind_image_memory.
struct mux_image_s {
  mux_object_t object;
  mux_image_description_t description;  ///< with pitches
  mux_memory_t memory;                  ///< null until bound
  uint64_t offset;                      ///< into memory
};
/// A sampler: an immutable word for kernels.
struct mux_sampler_s {
  mux_object_t object;
  uint32_t word;  ///< mux_sampler_bits_e
};
/// A loaded binary. Its code and its program metadata are the target's own fields.
struct mux_executable_s {
  mux_object_t object;
};
/// A kernel of an executable.
struct mux_kernel_s {
  mux_object_t object;
  /// Never null, alive as long as the kernel.
  const mux_kernel_descriptor_t *descriptor;
};
/// The state of a command buffer. Only a recording one takes commands, only a finalized one can be
/// dispatched.
typedef enum mux_command_buffer_state_e {
  mux_command_buffer_recording = 0,
  mux_command_buffer_finalized,
} mux_command_buffer_state_t;
/// A command buffer. Its commands are the target's own fields.
struct mux_command_buffer_s {
  mux_object_t object;
  mux_command_buffer_state_t state;  ///< owned by modules/mux/lib
};
/// A fence. Its state and its result are the target's own fields.
struct mux_fence_s {
  mux_object_t object;
};
/// A semaphore. Its state and its result are the target's own fields.
struct mux_semaphore_s {
  mux_object_t object;
};
/// A query pool. Its slots are the target's own fields.
struct mux_query_pool_s {
  mux_object_t object;
  /// This field and the next two are owned by modules/mux/lib, so that it can check every later
  /// call.
  mux_query_type_t type;
  uint32_t slots;
  uint32_t counter_count;  ///< 0 for mux_query_duration
};
/// A queue. Its dispatches are the target's own fields.
struct mux_queue_s {
  mux_object_t object;
};

/// Sets the kind and the device of a new object. A device passes itself.
///
/// Call it before a handle leaves the target: modules/mux/lib refuses an object without it as
/// mux_error_invalid_handle.
void muxInitObject(mux_object_t *object, mux_kind_t kind, mux_device_t device);

/// One entry per mux function, with the contract of the public function of this name.
///
/// Entries of one device may be called by several threads at once, as mux/mux.h allows. Sizes,
/// offsets and pitches are bytes, as in the public headers.
typedef struct mux_device_table_s {
  /// Devices: mux/device.h, and the clock of mux/queue.h. The allocator of `create_device` may be
  /// null.
  mux_result_t (*get_domains)(mux_device_info_t, const mux_domain_info_t **, uint32_t *);
  mux_result_t (*create_device)(mux_device_info_t, const mux_allocator_t *, mux_device_t *);
  void (*destroy_device)(mux_device_t);
  mux_result_t (*get_device_time)(mux_device_t, uint64_t *);

  /// Memory: mux/memory.h. The heap exists, the size is at most the heap's, and the alignment is 0
  /// or a power of two.
  mux_result_t (*allocate_memory)(mux_device_t, uint64_t, uint32_t, uint32_t, mux_memory_t *);
  mux_result_t (*create_memory_from_host)(mux_device_t, uint32_t, uint64_t, void *, mux_memory_t *);
  void (*free_memory)(mux_device_t, mux_memory_t);
  mux_result_t (*map_memory)(mux_device_t, mux_memory_t, uint64_t, uint64_t, void **);
  mux_result_t (*unmap_memory)(mux_device_t, mux_memory_t);
  mux_result_t (*flush_mapped_memory)(mux_device_t, mux_memory_t, uint64_t, uint64_t);
  mux_result_t (*invalidate_mapped_memory)(mux_device_t, mux_memory_t, uint64_t, uint64_t);

  /// Stores the device address of the memory's first byte. Called only where the device info has
  /// has_buffer_addresses.
  mux_result_t (*get_memory_address)(mux_memory_t, uint64_t *);

  /// Buffers: mux/buffer.h.
  mux_result_t (*create_buffer)(mux_device_t, uint64_t, mux_buffer_t *);
  void (*destroy_buffer)(mux_device_t, mux_buffer_t);
  mux_result_t (*bind_buffer_memory)(mux_device_t, mux_memory_t, mux_buffer_t, uint64_t);

  /// Images and samplers: mux/image.h, mux/sampler.h. Called only where the device info has
  /// has_images. Pitches are complete.
  mux_result_t (*create_image)(mux_device_t, const mux_image_description_t *, mux_image_t *);
  void (*destroy_image)(mux_device_t, mux_image_t);
  mux_result_t (*bind_image_memory)(mux_device_t, mux_memory_t, mux_image_t, uint64_t);
  mux_result_t (*create_sampler)(mux_device_t, const mux_sampler_description_t *, mux_sampler_t *);
  void (*destroy_sampler)(mux_device_t, mux_sampler_t);

  /// Executables: mux/executable.h. The bytes are unchecked.
  mux_result_t (*create_executable)(mux_device_t, const void *, uint64_t, mux_executable_t *);
  void (*destroy_executable)(mux_device_t, mux_executable_t);
  mux_result_t (*get_printf_string)(mux_executable_t, uint32_t, const char **, uint64_t *);

  /// Kernels: mux/kernel.h.
  mux_result_t (*create_kernel)(mux_device_t, mux_executable_t, const char *, mux_kernel_t *);
  void (*destroy_kernel)(mux_device_t, mux_kernel_t);
  mux_result_t (*query_max_work_group_size)(mux_kernel_t, uint64_t, uint64_t *);
  mux_result_t (*query_local_size)(mux_kernel_t, uint32_t, const uint64_t[3], uint64_t,
                                   uint64_t[3]);

  /// Command buffers: mux/command_buffer.h. The state is checked before and changed after the call.
  mux_result_t (*create_command_buffer)(mux_device_t, mux_command_buffer_t *);
  void (*destroy_command_buffer)(mux_device_t, mux_command_buffer_t);
  mux_result_t (*finalize_command_buffer)(mux_command_buffer_t);
  mux_result_t (*reset_command_buffer)(mux_command_buffer_t);
  mux_result_t (*command_read_buffer)(mux_command_buffer_t, mux_buffer_t, uint64_t, void *,
                                      uint64_t);
  mux_result_t (*command_write_buffer)(mux_command_buffer_t, mux_buffer_t, uint64_t, const void *,
                                       uint64_t);
  mux_result_t (*command_copy_buffer)(mux_command_buffer_t, mux_buffer_t, uint64_t, mux_buffer_t,
                                      uint64_t, uint64_t);
  mux_result_t (*command_fill_buffer)(mux_command_buffer_t, mux_buffer_t, uint64_t, uint64_t,
                                      const void *, uint64_t);
  mux_result_t (*command_read_buffer_region)(mux_command_buffer_t, mux_buffer_t, void *,
                                             const mux_buffer_region_t *);
  mux_result_t (*command_write_buffer_region)(mux_command_buffer_t, mux_buffer_t, const void *,
                                              const mux_buffer_region_t *);
  mux_result_t (*command_copy_buffer_region)(mux_command_buffer_t, mux_buffer_t, mux_buffer_t,
                                             const mux_buffer_region_t *);
  /// Launches and callbacks. Unused dimensions have size 1 and offset 0.
  mux_result_t (*command_ndrange)(mux_command_buffer_t, mux_kernel_t, const mux_ndrange_t *);
  mux_result_t (*command_user_callback)(mux_command_buffer_t, void (*)(void *), void *);
  mux_result_t (*command_begin_query)(mux_command_buffer_t, mux_query_pool_t, uint32_t);
  mux_result_t (*command_end_query)(mux_command_buffer_t, mux_query_pool_t, uint32_t);

  /// Fences and semaphores: mux/fence.h, mux/semaphore.h.
  mux_result_t (*create_fence)(mux_device_t, mux_fence_t *);
  void (*destroy_fence)(mux_device_t, mux_fence_t);
  mux_result_t (*reset_fence)(mux_fence_t);
  mux_result_t (*create_semaphore)(mux_device_t, mux_semaphore_t *);
  void (*destroy_semaphore)(mux_device_t, mux_semaphore_t);
  mux_result_t (*reset_semaphore)(mux_semaphore_t);

  /// Query pools: mux/query_pool.h.
  mux_result_t (*create_query_pool)(mux_device_t, mux_query_type_t, uint32_t, const uint32_t *,
                                    uint32_t, mux_query_pool_t *);
  void (*destroy_query_pool)(mux_device_t, mux_query_pool_t);
  mux_result_t (*reset_query_pool)(mux_query_pool_t);
  mux_result_t (*get_query_results)(mux_query_pool_t, uint32_t, uint32_t, void *, uint64_t);

  /// Queues: mux/queue.h. A queue gets `count` compute units from `first` on: all of them unless
  /// the info has has_unit_queues.
  mux_result_t (*create_queue)(mux_device_t, uint32_t first, uint32_t count, mux_queue_t *);
  void (*destroy_queue)(mux_device_t, mux_queue_t);
  mux_result_t (*dispatch)(mux_queue_t, const mux_dispatch_t *);
  mux_result_t (*try_wait)(mux_queue_t, uint64_t, mux_fence_t);
  mux_result_t (*wait_all)(mux_queue_t);
  mux_result_t (*help)(mux_queue_t, int (*)(void *), void *);
} mux_device_table_t;

/// The type of `kiln_<name>_get_device_infos`, the one symbol each target defines.
///
/// Writes at most `capacity` of its devices to `infos` and their total to `count`. A machine
/// without the device is no error: `count` is then 0. Must not start threads, because applications
/// list devices that they never open. Thread-safe.
typedef mux_result_t (*mux_get_device_infos_t)(uint32_t capacity, mux_device_info_t *infos,
                                               uint32_t *count);

#ifdef __cplusplus
}
#endif
