// Handles, result codes, the host allocator, and the common first member of all mux objects.
//
// Every other header of mux includes this one. mux/mux.h has the rules for all functions.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the interface: major << 16 | minor.
///
/// A device info states the version its target was built against. muxCreateDevice refuses another
/// major number, because its function table would have another layout.
#define MUX_VERSION 0x00020200u

/// Handles. A device info belongs to its target, every other object to the device that created it.
/// A handle is valid from its creation to its destruction; null is valid for destroy functions
/// only.
typedef struct mux_device_info_s *mux_device_info_t;
typedef struct mux_device_s *mux_device_t;
typedef struct mux_memory_s *mux_memory_t;
typedef struct mux_buffer_s *mux_buffer_t;
typedef struct mux_image_s *mux_image_t;
typedef struct mux_sampler_s *mux_sampler_t;
typedef struct mux_executable_s *mux_executable_t;
typedef struct mux_kernel_s *mux_kernel_t;
typedef struct mux_command_buffer_s *mux_command_buffer_t;
typedef struct mux_fence_s *mux_fence_t;
typedef struct mux_semaphore_s *mux_semaphore_t;
typedef struct mux_query_pool_s *mux_query_pool_t;
typedef struct mux_queue_s *mux_queue_t;

/// The result of a mux call. On an error, out-parameters stay untouched.
///
/// Errors are negative, so `result < 0` is the test. mux_success and mux_not_ready are no errors.
typedef enum mux_result_e {
  mux_success = 0,
  mux_not_ready = 1,             ///< a wait timed out, a result is not there yet
  mux_error_failure = -1,        ///< the device failed; results of its current work are undefined
  mux_error_invalid_value = -2,  ///< an argument is outside of its range
  mux_error_null_out_parameter = -3,    ///< a required out-pointer is null
  mux_error_invalid_handle = -4,        ///< null, of another kind, or of another device
  mux_error_invalid_state = -5,         ///< e.g. recording into a finalized command buffer
  mux_error_invalid_binary = -6,        ///< the executable's bytes failed verification
  mux_error_missing_kernel = -7,        ///< the executable has no kernel of this name
  mux_error_out_of_memory = -8,         ///< host memory
  mux_error_device_out_of_memory = -9,  ///< the heap has no room
  mux_error_out_of_resources = -10,     ///< the launch needs more than the device has
  mux_error_unsupported = -11,          ///< an optional feature absent from this device
  mux_error_device_lost = -12,          ///< the device is gone; only destroying still works
} mux_result_t;

/// An extent or a position in three dimensions; the unit depends on the use.
typedef struct mux_extent_3d_s {
  size_t x, y, z;
} mux_extent_3d_t;

/// The source of host memory for mux objects.
///
/// A caller supplies its own to count allocations or to let them fail. Both functions must be
/// thread-safe. `alignment` is a power of two, and `allocate` returns null on failure: the mux call
/// is then mux_error_out_of_memory.
typedef struct mux_allocator_s {
  void *(*allocate)(void *user, size_t size, size_t alignment);
  void (*release)(void *user, void *pointer);
  void *user;
} mux_allocator_t;

/// The kind of an object. The first value spells "muX" with a number, so that most stray pointers
/// do not look like an object.
typedef enum mux_kind_e {
  mux_kind_device = 0x6d755801,
  mux_kind_memory,
  mux_kind_buffer,
  mux_kind_image,
  mux_kind_sampler,
  mux_kind_executable,
  mux_kind_kernel,
  mux_kind_command_buffer,
  mux_kind_fence,
  mux_kind_semaphore,
  mux_kind_query_pool,
  mux_kind_queue,
} mux_kind_t;

/// The first member of every mux object. modules/mux/lib checks kind and device before a target
/// sees a handle. muxInitObject (mux/target.h) sets both.
typedef struct mux_object_s {
  mux_kind_t kind;
  mux_device_t device;
} mux_object_t;

#ifdef __cplusplus
}
#endif
