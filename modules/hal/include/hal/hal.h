// The hardware abstraction layer (HAL): a table of some fifteen C functions for a device with its
// own memory.
//
// A vendor implements the table, and hal::Target (hal/target.h) makes a complete mux device out
// of it: queues, command buffers, semaphores, argument blocks and printf come with it.
// doc/hal.md specifies every function, and modules/hal/inprocess is the reference.
//
// Contract of all functions:
//   * Threads: any, several at once. Only open and close need exclusive access to the device.
//   * Memory: no function keeps a pointer beyond its call. An hal_address_t is an address for
//     the device; nothing above the HAL dereferences it.
//   * Errors: a result code; nothing throws. After hal_error_device_lost, every later call on
//     the device returns it too, and only close works.
//   * Blocking: open, close, load_program and the transfers block until their end, and `wait`
//     up to its timeout. `launch` and the queries return at once.
#pragma once

#include <stdint.h>

#include "mux/abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the interface: major << 16 | minor. An implementation states the version it was
/// built against; hal::Target refuses another major number.
#define HAL_VERSION 0x00010100u

typedef struct hal_device_s *hal_device_t;  ///< an open device; the implementation's own structure
typedef uint64_t hal_address_t;             ///< of device memory; 0 is none
typedef uint64_t hal_program_t;             ///< a loaded program
typedef uint64_t hal_kernel_t;              ///< a kernel of a loaded program
typedef uint64_t hal_job_t;                 ///< a launch before the end of its wait

/// Results. hal::Target maps each error to the mux_result_t of a similar name.
typedef enum hal_result_e {
  hal_success = 0,
  hal_not_ready = 1,              ///< wait timed out; launch found HAL_MAX_JOBS jobs
  hal_error_invalid_value = -1,   ///< an argument outside of its contract
  hal_error_invalid_binary = -2,  ///< no program for this device
  hal_error_missing_kernel = -3,
  hal_error_out_of_memory = -4,  ///< device memory
  hal_error_out_of_host_memory = -5,
  hal_error_out_of_resources = -6,  ///< the launch needs more than a worker has
  hal_error_unsupported = -7,
  hal_error_device_lost = -8,  ///< it crashed, hangs or is gone, for good
  hal_error_failure = -9,
} hal_result_t;

/// A hardware counter, read once per job (hal_job_result_t::counters).
typedef struct hal_counter_s {
  const char *name;         ///< one word, e.g. "instructions"
  const char *description;  ///< one line for people
} hal_counter_t;

/// The static properties of a device: constant, and alive as long as the library.
typedef struct hal_info_s {
  const char *name;  ///< of the device, for people
  const char *vendor;
  const char *compiler_facts;  ///< as mux_device_info_s::compiler_facts

  // The format of programs (mux/target_support/elf.h).
  uint32_t address_bits;       ///< 32 or 64
  uint32_t elf_machine;        ///< e_machine
  uint32_t elf_relative_type;  ///< r_type of the RELATIVE relocation
  uint64_t page_size;          ///< bytes, a power of two

  uint32_t workers;              ///< harts or cores for work-groups, all at the same time
  uint64_t memory_size;          ///< bytes of device memory
  uint64_t max_allocation_size;  ///< bytes
  uint32_t memory_alignment;     ///< bytes; the least that allocate gives
  uint64_t local_memory_size;    ///< bytes of a work-group, at most
  /// Bytes of each worker's scratchpad for local memory. 0: the device has none, and local memory
  /// lies in the worker's arena. The device alone knows the addresses of its scratchpads.
  uint64_t scratchpad_size;
  uint64_t
      max_arena_size;  ///< bytes of one worker's arena: frame, and local memory if it lies there

  uint32_t vector_width_bits;  ///< of the registers; 0 if there are none
  uint32_t fp16_capabilities, fp32_capabilities, fp64_capabilities;  ///< mux_fp_capability_t
  uint32_t clock_mhz;                                                ///< 0 if unknown

  uint32_t counter_count;
  const hal_counter_t *counters;  ///< counter_count elements

  uint8_t is_emulated;  ///< as mux_device_info_s::is_emulated
} hal_info_t;

/// A launch: work-groups [0, group_count) of a kernel, on all workers. The call copies the
/// arguments and the schedule.
typedef struct hal_launch_s {
  hal_kernel_t kernel;
  const void *arguments;    ///< the argument block of the kernel's descriptor
  uint64_t arguments_size;  ///< bytes
  /// The schedule without its per-worker fields. The device sets arena, frame, local_memory,
  /// private_memory and worker; halPlaceWorker (hal/worker.h) does it.
  const mux_schedule_t *schedule;
  uint64_t group_count;   ///< at least 1
  hal_address_t arenas;   ///< worker w's arena is at arenas + w * arena_stride; 128-byte aligned
  uint64_t arena_stride;  ///< bytes, at least arena_size
  uint64_t arena_size;    ///< bytes needed of each arena; may be 0
  uint64_t frame_offset;  ///< into the arena
  uint64_t local_offset;  ///< into the arena; unused with a scratchpad
} hal_launch_t;

/// The outcome of a job, filled in by `wait`.
typedef struct hal_job_result_s {
  hal_result_t result;  ///< hal_success, or the reason of its early end
  uint64_t start, end;  ///< nanoseconds of the clock of get_time
  uint64_t *counters;   ///< the caller's array of hal_info_t::counter_count values; may be null
} hal_job_result_t;

/// The largest number of jobs between their launch and the end of their wait.
#define HAL_MAX_JOBS 64u

/// The function table, one per kind of device. No entry is null; an operation beyond the device's
/// abilities returns hal_error_unsupported.
typedef struct hal_s {
  uint32_t version;  ///< HAL_VERSION it was built against

  /// Returns the properties without starting the device. hal_error_unsupported: this machine has
  /// no such device, and the target then lists none.
  hal_result_t (*get_info)(const hal_info_t **info);

  /// Starts a device. Two open devices share nothing.
  hal_result_t (*open)(hal_device_t *device);
  /// Stops the device and releases its memory and programs. No other call may be running. In a
  /// forked child it only frees host memory.
  void (*close)(hal_device_t device);

  /// Allocates `size` bytes of device memory with undefined contents. `alignment` is a power of
  /// two, or 0 for memory_alignment. hal_error_out_of_memory: no room.
  hal_result_t (*allocate)(hal_device_t device, uint64_t size, uint64_t alignment,
                           hal_address_t *address);
  /// Frees an allocation. No job or transfer may use it.
  void (*release)(hal_device_t device, hal_address_t address);

  /// Transfers: host to device, device to host, device to device, a repeated pattern. Each
  /// returns after its end. Ranges lie inside of allocations. A transfer may run during a job.
  hal_result_t (*write)(hal_device_t device, hal_address_t to, const void *from, uint64_t size);
  hal_result_t (*read)(hal_device_t device, void *to, hal_address_t from, uint64_t size);
  hal_result_t (*copy)(hal_device_t device, hal_address_t to, hal_address_t from, uint64_t size);
  /// `size` is a multiple of `pattern_size`, and `pattern_size` at most 128.
  hal_result_t (*fill)(hal_device_t device, hal_address_t to, uint64_t size, const void *pattern,
                       uint64_t pattern_size);

  /// Loads a program. The caller has verified `binary` as restricted ELF for this device
  /// (mux::elf::verify). hal/program.h implements the call for code in device memory.
  /// hal_error_invalid_binary, hal_error_out_of_memory: nothing is loaded.
  hal_result_t (*load_program)(hal_device_t device, const void *binary, uint64_t size,
                               hal_program_t *program);
  /// Unloads a program. None of its kernels may be running or waiting to run.
  void (*unload_program)(hal_device_t device, hal_program_t program);
  /// Finds kernel number `index` of the binary's kernel table. hal_error_missing_kernel: the
  /// table is shorter.
  hal_result_t (*find_kernel)(hal_device_t device, hal_program_t program, uint32_t index,
                              hal_kernel_t *kernel);

  /// Submits a launch and returns at once. The device runs jobs one after the other, in the
  /// order of the calls. hal_not_ready: HAL_MAX_JOBS jobs still need a wait.
  hal_result_t (*launch)(hal_device_t device, const hal_launch_t *launch, hal_job_t *job);
  /// Waits for a job, asleep, for at most `timeout_ns` nanoseconds (UINT64_MAX: for ever).
  /// Returns hal_not_ready after a timeout, and the job can be waited for again. Otherwise
  /// returns the job's result, fills in `result`, and forgets the job.
  hal_result_t (*wait)(hal_device_t device, hal_job_t job, uint64_t timeout_ns,
                       hal_job_result_t *result);

  /// Reads the clock of hal_job_result_t in nanoseconds: CLOCK_MONOTONIC, or a clock adjusted to
  /// it. Also the cheap test for a lost device: it returns hal_error_device_lost as soon as the
  /// loss is known.
  hal_result_t (*get_time)(hal_device_t device, uint64_t *nanoseconds);
} hal_t;

#ifdef __cplusplus
}
#endif
