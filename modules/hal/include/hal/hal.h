// The hardware abstraction layer: the dozen functions that stand between mux and a device
// with memory of its own. A vendor implements this table; modules/hal/runtime makes a whole
// mux device of it. doc/hal.md specifies every function.
//
// Device memory is the device's: an hal_address_t is never dereferenced above the HAL. All
// functions but open and close may be called from several threads at once. Nothing throws
// through this interface, and no function keeps a pointer that it was given.
#pragma once

#include <stdint.h>

#include "mux/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/// major << 16 | minor. An implementation states the version it was built against; the
/// major number has to agree.
#define HAL_VERSION 0x00010100u

typedef struct hal_device_s *hal_device_t;  ///< opened; the implementation's own structure
typedef uint64_t hal_address_t;             ///< of device memory; 0 is none
typedef uint64_t hal_program_t;             ///< a loaded program
typedef uint64_t hal_kernel_t;              ///< a kernel of a loaded program
typedef uint64_t hal_job_t;                 ///< a launch that has not been waited for

typedef enum hal_result_e {
  hal_success = 0,
  hal_not_ready = 1,                ///< of wait: the time is over, the job is not
  hal_error_invalid_value = -1,     ///< what no caller should pass
  hal_error_invalid_binary = -2,    ///< the program is not one for this device
  hal_error_missing_kernel = -3,
  hal_error_out_of_memory = -4,     ///< device memory
  hal_error_out_of_host_memory = -5,
  hal_error_out_of_resources = -6,  ///< the launch needs more than a worker has
  hal_error_unsupported = -7,
  hal_error_device_lost = -8,  ///< it crashed, hangs or is gone; so say all calls from now on
  hal_error_failure = -9,
} hal_result_t;

/// Something that the device counts while a kernel runs.
typedef struct hal_counter_s {
  const char *name;         ///< one word, e.g. "instructions"
  const char *description;  ///< one line for people
} hal_counter_t;

/// Static facts; constant, alive as long as the library.
typedef struct hal_info_s {
  const char *name;            ///< of the device, for people
  const char *vendor;
  const char *compiler_facts;  ///< as mux_device_info_s::compiler_facts

  // What programs look like (mux/util/elf.h).
  uint32_t address_bits;       ///< 32 or 64
  uint32_t elf_machine;        ///< e_machine
  uint32_t elf_relative_type;  ///< r_type of the RELATIVE relocation
  uint64_t page_size;          ///< bytes, a power of two

  uint32_t workers;              ///< harts or cores that run work-groups at the same time
  uint64_t memory_size;          ///< bytes of device memory
  uint64_t max_allocation_size;  ///< bytes
  uint32_t memory_alignment;     ///< bytes; the least that allocate gives
  uint64_t local_memory_size;    ///< bytes of a work-group, at most
  /// Bytes of each worker's scratchpad, in which local memory lies then; 0: it lies in the
  /// worker's arena. Where the scratchpads are is the device's own affair.
  uint64_t scratchpad_size;
  uint64_t max_arena_size;       ///< bytes of one worker's arena: frame, and local memory if it lies there

  uint32_t vector_width_bits;    ///< of the registers; 0 if there are none
  uint32_t fp16_capabilities, fp32_capabilities, fp64_capabilities;  ///< mux_fp_capability_t
  uint32_t clock_mhz;            ///< 0 if unknown

  uint32_t counter_count;
  const hal_counter_t *counters;  ///< counter_count elements

  uint8_t is_emulated;  ///< as mux_device_info_s::is_emulated
} hal_info_t;

/// A launch: work-groups [0, group_count) of a kernel, on all workers. What pointers point
/// to is copied by the call.
typedef struct hal_launch_s {
  hal_kernel_t kernel;
  const void *arguments;     ///< the block that the kernel's descriptor lays out
  uint64_t arguments_size;   ///< bytes
  /// All but what belongs to a worker: the device fills in arena, frame, local_memory,
  /// private_memory and worker (halPlaceWorker in hal/worker.h does).
  const mux_schedule_t *schedule;
  uint64_t group_count;      ///< at least 1
  hal_address_t arenas;      ///< worker w's arena is at arenas + w * arena_stride; 128-byte aligned
  uint64_t arena_stride;     ///< bytes, at least arena_size
  uint64_t arena_size;       ///< bytes that this launch needs of each; may be 0
  uint64_t frame_offset;     ///< into the arena
  uint64_t local_offset;     ///< into the arena; without meaning where there is a scratchpad
} hal_launch_t;

/// What became of a job.
typedef struct hal_job_result_s {
  hal_result_t result;    ///< hal_success, or why it did not run to its end
  uint64_t start, end;    ///< nanoseconds of the clock that get_time reads
  uint64_t *counters;     ///< given by the caller: hal_info_t::counter_count values; may be null
} hal_job_result_t;

/// Launches that may be waiting to be waited for at the same time.
#define HAL_MAX_JOBS 64u

/// One per kind of device. Every entry is there; what a device cannot do returns
/// hal_error_unsupported.
typedef struct hal_s {
  uint32_t version;  ///< HAL_VERSION it was built against

  /// The facts, without starting the device; hal_error_unsupported if this machine has none.
  hal_result_t (*get_info)(const hal_info_t **info);

  /// Starts a device of its own: two opened devices share nothing.
  hal_result_t (*open)(hal_device_t *device);
  /// Ends it, with all that it holds. No other call may be running. In a forked child it
  /// only frees memory.
  void (*close)(hal_device_t device);

  /// `alignment` is a power of two, or 0 for memory_alignment.
  hal_result_t (*allocate)(hal_device_t device, uint64_t size, uint64_t alignment,
                           hal_address_t *address);
  void (*release)(hal_device_t device, hal_address_t address);

  /// Host to device, device to host, device to device, a repeated pattern. Return when it is
  /// done. Ranges lie inside of allocations. They may run beside a launch.
  hal_result_t (*write)(hal_device_t device, hal_address_t to, const void *from, uint64_t size);
  hal_result_t (*read)(hal_device_t device, void *to, hal_address_t from, uint64_t size);
  hal_result_t (*copy)(hal_device_t device, hal_address_t to, hal_address_t from, uint64_t size);
  /// `size` is a multiple of pattern_size, which is at most 128.
  hal_result_t (*fill)(hal_device_t device, hal_address_t to, uint64_t size, const void *pattern,
                       uint64_t pattern_size);

  /// Brings a program to the device. `binary` is restricted ELF that the caller has verified
  /// for this device (mux::elf::verify). hal/program.h does the work for devices whose code
  /// lies in device memory.
  hal_result_t (*load_program)(hal_device_t device, const void *binary, uint64_t size,
                               hal_program_t *program);
  /// None of its kernels is running.
  void (*unload_program)(hal_device_t device, hal_program_t program);
  /// The kernel with this number in the binary's kernel table.
  hal_result_t (*find_kernel)(hal_device_t device, hal_program_t program, uint32_t index,
                              hal_kernel_t *kernel);

  /// Starts a launch and returns. The device runs jobs in the order of the calls, one after
  /// the other. hal_not_ready if HAL_MAX_JOBS are waiting to be waited for.
  hal_result_t (*launch)(hal_device_t device, const hal_launch_t *launch, hal_job_t *job);
  /// Waits at most timeout_ns nanoseconds (UINT64_MAX: for ever), asleep. After anything but
  /// hal_not_ready the job is forgotten, and `result` (with what it returned) filled in.
  hal_result_t (*wait)(hal_device_t device, hal_job_t job, uint64_t timeout_ns,
                       hal_job_result_t *result);

  /// The clock of hal_job_result_t: CLOCK_MONOTONIC, or one that was made to agree with it, in
  /// nanoseconds. hal_error_device_lost as soon as the loss is known: it is also the way to ask
  /// whether the device is still there, and costs little.
  hal_result_t (*get_time)(hal_device_t device, uint64_t *nanoseconds);
} hal_t;

#ifdef __cplusplus
}
#endif
