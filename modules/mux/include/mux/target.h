// The target's side of mux: the function table of a device, and the first fields of its objects.
//
// modules/mux/lib validates the arguments of each call, traces it if asked to (KILN_MUX_TRACE),
// and calls through the table. An implementation may therefore rely on valid handles of its own
// device, non-null out-pointers and ranges inside of their buffers. doc/mux-spec.md §1 lists the
// checks.
//
// The target allocates its objects with the device's allocator. Each begins with one of the
// structures below. The target sets kind and device with muxInitObject and fills in the other
// fields, except those marked as owned by modules/mux/lib. No table entry is null; an
// unimplemented one returns mux_error_unsupported. modules/mux/null is a template, and
// mux/target_support/device_table.h has implementations for most entries.
#pragma once

#include "mux/mux.h"

#ifdef __cplusplus
extern "C" {
#endif

struct mux_device_s {
  mux_object_t object;  ///< object.device points to itself
  mux_device_info_t info;
  mux_allocator_t allocator;
};
struct mux_memory_s {
  mux_object_t object;
  uint64_t size;
  uint32_t heap;
};
struct mux_buffer_s {
  mux_object_t object;
  uint64_t size;
  mux_memory_t memory;  ///< null until bound
  uint64_t offset;      ///< into memory
};
struct mux_image_s {
  mux_object_t object;
  mux_image_description_t description;  ///< with pitches
  mux_memory_t memory;                  ///< null until bound
  uint64_t offset;                      ///< into memory
};
struct mux_sampler_s {
  mux_object_t object;
  uint32_t word;  ///< mux_sampler_bits_e
};
struct mux_executable_s {
  mux_object_t object;
};
struct mux_kernel_s {
  mux_object_t object;
  const mux_kernel_descriptor_t *descriptor;
};
typedef enum mux_command_buffer_state_e {
  mux_command_buffer_recording = 0,
  mux_command_buffer_finalized,
} mux_command_buffer_state_t;
struct mux_command_buffer_s {
  mux_object_t object;
  mux_command_buffer_state_t state;  ///< owned by modules/mux/lib
};
struct mux_fence_s {
  mux_object_t object;
};
struct mux_semaphore_s {
  mux_object_t object;
};
struct mux_query_pool_s {
  mux_object_t object;
  mux_query_type_t type;  ///< this field and the next two: owned by modules/mux/lib
  uint32_t slots;
  uint32_t counter_count;  ///< 0 for mux_query_duration
};
struct mux_queue_s {
  mux_object_t object;
};

/// Sets the kind and the device of a new object. A device passes itself.
void muxInitObject(mux_object_t *object, mux_kind_t kind, mux_device_t device);

/// One entry per mux function, with the contract of the public function of this name. Entries of
/// one device may be called by several threads at once, as mux/mux.h allows.
typedef struct mux_device_table_s {
  mux_result_t (*get_domains)(mux_device_info_t, const mux_domain_info_t **, uint32_t *);
  mux_result_t (*create_device)(mux_device_info_t, const mux_allocator_t *, mux_device_t *);
  void (*destroy_device)(mux_device_t);
  mux_result_t (*get_device_time)(mux_device_t, uint64_t *);

  mux_result_t (*allocate_memory)(mux_device_t, uint64_t, uint32_t, uint32_t, mux_memory_t *);
  mux_result_t (*create_memory_from_host)(mux_device_t, uint32_t, uint64_t, void *, mux_memory_t *);
  void (*free_memory)(mux_device_t, mux_memory_t);
  mux_result_t (*map_memory)(mux_device_t, mux_memory_t, uint64_t, uint64_t, void **);
  mux_result_t (*unmap_memory)(mux_device_t, mux_memory_t);
  mux_result_t (*flush_mapped_memory)(mux_device_t, mux_memory_t, uint64_t, uint64_t);
  mux_result_t (*invalidate_mapped_memory)(mux_device_t, mux_memory_t, uint64_t, uint64_t);

  /// Called only where the device info has has_buffer_addresses.
  mux_result_t (*get_memory_address)(mux_memory_t, uint64_t *);

  mux_result_t (*create_buffer)(mux_device_t, uint64_t, mux_buffer_t *);
  void (*destroy_buffer)(mux_device_t, mux_buffer_t);
  mux_result_t (*bind_buffer_memory)(mux_device_t, mux_memory_t, mux_buffer_t, uint64_t);

  mux_result_t (*create_image)(mux_device_t, const mux_image_description_t *, mux_image_t *);
  void (*destroy_image)(mux_device_t, mux_image_t);
  mux_result_t (*bind_image_memory)(mux_device_t, mux_memory_t, mux_image_t, uint64_t);
  mux_result_t (*create_sampler)(mux_device_t, const mux_sampler_description_t *, mux_sampler_t *);
  void (*destroy_sampler)(mux_device_t, mux_sampler_t);

  mux_result_t (*create_executable)(mux_device_t, const void *, uint64_t, mux_executable_t *);
  void (*destroy_executable)(mux_device_t, mux_executable_t);
  mux_result_t (*get_printf_string)(mux_executable_t, uint32_t, const char **, uint64_t *);

  mux_result_t (*create_kernel)(mux_device_t, mux_executable_t, const char *, mux_kernel_t *);
  void (*destroy_kernel)(mux_device_t, mux_kernel_t);
  mux_result_t (*query_max_work_group_size)(mux_kernel_t, uint64_t, uint64_t *);
  mux_result_t (*query_local_size)(mux_kernel_t, uint32_t, const uint64_t[3], uint64_t,
                                   uint64_t[3]);

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
  mux_result_t (*command_ndrange)(mux_command_buffer_t, mux_kernel_t, const mux_ndrange_t *);
  mux_result_t (*command_user_callback)(mux_command_buffer_t, void (*)(void *), void *);
  mux_result_t (*command_begin_query)(mux_command_buffer_t, mux_query_pool_t, uint32_t);
  mux_result_t (*command_end_query)(mux_command_buffer_t, mux_query_pool_t, uint32_t);

  mux_result_t (*create_fence)(mux_device_t, mux_fence_t *);
  void (*destroy_fence)(mux_device_t, mux_fence_t);
  mux_result_t (*reset_fence)(mux_fence_t);
  mux_result_t (*create_semaphore)(mux_device_t, mux_semaphore_t *);
  void (*destroy_semaphore)(mux_device_t, mux_semaphore_t);
  mux_result_t (*reset_semaphore)(mux_semaphore_t);

  mux_result_t (*create_query_pool)(mux_device_t, mux_query_type_t, uint32_t, const uint32_t *,
                                    uint32_t, mux_query_pool_t *);
  void (*destroy_query_pool)(mux_device_t, mux_query_pool_t);
  mux_result_t (*reset_query_pool)(mux_query_pool_t);
  mux_result_t (*get_query_results)(mux_query_pool_t, uint32_t, uint32_t, void *, uint64_t);

  /// On `count` compute units from `first` on: all of them unless the info has has_unit_queues.
  mux_result_t (*create_queue)(mux_device_t, uint32_t first, uint32_t count, mux_queue_t *);
  void (*destroy_queue)(mux_device_t, mux_queue_t);
  mux_result_t (*dispatch)(mux_queue_t, const mux_dispatch_t *);
  mux_result_t (*try_wait)(mux_queue_t, uint64_t, mux_fence_t);
  mux_result_t (*wait_all)(mux_queue_t);
  mux_result_t (*help)(mux_queue_t, int (*)(void *), void *);
} mux_device_table_t;

/// The type of `kiln_<name>_get_device_infos`, the one symbol each target defines. Writes at most
/// `capacity` of its devices to `infos` and their total to `count`. A machine without the device
/// is no error: `count` is then 0. Must not start threads. Thread-safe.
typedef mux_result_t (*mux_get_device_infos_t)(uint32_t capacity, mux_device_info_t *infos,
                                               uint32_t *count);

#ifdef __cplusplus
}
#endif
