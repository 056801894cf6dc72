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

/// Handles. A device is the implementation's own structure; the others are numbers that it chooses.
typedef struct hal_device_s *hal_device_t;  ///< an open device; the implementation's own structure
typedef uint64_t hal_address_t;             ///< of device memory; 0 is none
typedef uint64_t hal_program_t;             ///< a loaded program
typedef uint64_t hal_kernel_t;              ///< a kernel of a loaded program
typedef uint64_t hal_job_t;                 ///< a launch before the end of its wait

/// Results. hal::Target maps each error to the mux_result_t of a similar name.
///
/// Errors are negative. An out-parameter is written on success only.
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

/// A hardware counter, read once per job (hal_job_result_t::counters). Applications read it through
/// query pools (mux/query_pool.h), by its index.
typedef struct hal_counter_s {
  const char *name;         ///< one word, e.g. "instructions"
  const char *description;  ///< one line for people
} hal_counter_t;

/// The static properties of a device: constant, and alive as long as the library.
///
/// A driver reads them to list its devices, so they have to be known without starting one. A null
/// text, a zero size or another address size than 32 or 64 makes no device; hal::Target says so on
/// standard error.
typedef struct hal_info_s {
  const char *name;  ///< of the device, for people
  const char *vendor;
  const char *target_properties;  ///< as mux_device_info_s::target_properties

  // The format of programs (mux/target_support/elf.h).
  uint32_t address_bits;       ///< 32 or 64
  uint32_t elf_machine;        ///< e_machine
  uint32_t elf_relative_type;  ///< r_type of the RELATIVE relocation
  uint64_t page_size;          ///< bytes, a power of two

  /// Harts or cores for work-groups, all at the same time: the compute units of the mux device. The
  /// runtime allocates an arena for each.
  uint32_t workers;
  uint64_t memory_size;          ///< bytes of device memory
  uint64_t max_allocation_size;  ///< bytes
  /// Bytes; the least alignment of `allocate`. Buffers are aligned to 128 bytes at least, for
  /// vectors of OpenCL's largest type.
  uint32_t memory_alignment;
  /// The largest local memory of one work-group, in bytes.
  uint64_t local_memory_size;
  /// The largest arena of one worker, in bytes: frame, and local memory if it lies there. It bounds
  /// the size of work-groups, so `workers * max_arena_size` should leave room for buffers.
  uint64_t scratchpad_size;
  uint64_t max_arena_size;

  uint32_t vector_width_bits;  ///< of the registers; 0 if there are none
  uint32_t fp16_capabilities, fp32_capabilities, fp64_capabilities;  ///< mux_fp_capability_t
  uint32_t clock_mhz;                                                ///< 0 if unknown

  uint32_t counter_count;
  const hal_counter_t *counters;  ///< counter_count elements

  uint8_t is_emulated;  ///< as mux_device_info_s::is_emulated
} hal_info_t;

/// A launch: work-groups [0, group_count) of a kernel, on all workers.
///
/// The call copies the arguments and the schedule. The device divides the groups among its workers
/// as it likes; each group runs exactly once, and no worker shares its arena with another.
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

/// The outcome of a job, filled in by `wait`. The spans of two jobs do not overlap.
typedef struct hal_job_result_s {
  hal_result_t result;  ///< hal_success, or the reason of its early end
  uint64_t start, end;  ///< nanoseconds of the clock of get_time
  uint64_t *counters;   ///< the caller's array of hal_info_t::counter_count values; may be null
} hal_job_result_t;

/// The largest number of jobs between their launch and the end of their wait.
#define HAL_MAX_JOBS 64u

/// The function table, one per kind of device.
///
/// No entry is null; an operation beyond the device's abilities returns hal_error_unsupported. So
/// the runtime never tests an entry, and an incomplete port still runs the programs that do not
/// need it.
typedef struct hal_s {
  uint32_t version;  ///< HAL_VERSION it was built against

  /// Returns the properties without starting the device, the same pointer each time.
  ///
  /// hal_error_unsupported: this machine has no device of this kind, and the target then lists
  /// none.
  hal_result_t (*get_info)(const hal_info_t **info);

  /// Starts a device. Two open devices share nothing: neither memory nor programs. hal::Target
  /// opens one at the first call in need of it.
  hal_result_t (*open)(hal_device_t *device);
  /// Stops the device and releases its memory and programs; nothing needs to be released before.
  ///
  /// No other call may be running. In a forked child it only frees host memory: the device belongs
  /// to the parent.
  void (*close)(hal_device_t device);

  /// Allocates `size` > 0 bytes of device memory with undefined contents.
  ///
  /// `alignment` is a power of two, or 0 for memory_alignment. Neighbouring free blocks have to
  /// merge, so that an application that frees everything can allocate everything again.
  ///
  /// hal_error_out_of_memory: no room. hal_error_invalid_value: a size of 0, or a bad alignment.
  hal_result_t (*allocate)(hal_device_t device, uint64_t size, uint64_t alignment,
                           hal_address_t *address);
  /// Frees an allocation. No job or transfer may use it.
  void (*release)(hal_device_t device, hal_address_t address);

  /// Transfers: host to device, device to host, device to device, a repeated pattern.
  ///
  /// Each returns after its end. Ranges lie inside of allocations; any other range is
  /// hal_error_invalid_value and touches nothing. Host memory has no alignment. The ranges of a
  /// copy do not overlap. A transfer may run during a job.
  hal_result_t (*write)(hal_device_t device, hal_address_t to, const void *from, uint64_t size);
  hal_result_t (*read)(hal_device_t device, void *to, hal_address_t from, uint64_t size);
  hal_result_t (*copy)(hal_device_t device, hal_address_t to, hal_address_t from, uint64_t size);
  /// `size` is a multiple of `pattern_size`, and `pattern_size` at most 128.
  hal_result_t (*fill)(hal_device_t device, hal_address_t to, uint64_t size, const void *pattern,
                       uint64_t pattern_size);

  /// Loads a program, once for all its launches. The bytes need not outlive the call.
  ///
  /// The caller has verified `binary` as restricted ELF for this device (mux::elf::verify).
  /// hal/program.h implements the call for code in device memory.
  ///
  /// hal_error_invalid_binary, hal_error_out_of_memory: nothing is loaded.
  hal_result_t (*load_program)(hal_device_t device, const void *binary, uint64_t size,
                               hal_program_t *program);
  /// Unloads a program. None of its kernels may be running or waiting to run.
  void (*unload_program)(hal_device_t device, hal_program_t program);
  /// Finds kernel number `index` of the binary's kernel table. The handle is never 0 and lives as
  /// long as the program.
  ///
  /// hal_error_missing_kernel: the table is shorter.
  hal_result_t (*find_kernel)(hal_device_t device, hal_program_t program, uint32_t index,
                              hal_kernel_t *kernel);

  /// Submits a launch and returns at once.
  ///
  /// The device runs jobs one after the other, in the order of the calls; each sees all writes of
  /// its predecessors. So the runtime needs no barrier between two launches.
  ///
  /// hal_not_ready: HAL_MAX_JOBS jobs still need a wait. hal_error_invalid_value: no kernel or no
  /// work-groups. hal_error_out_of_resources: the launch needs more than a worker has.
  hal_result_t (*launch)(hal_device_t device, const hal_launch_t *launch, hal_job_t *job);
  /// Waits for a job, asleep, for at most `timeout_ns` nanoseconds (UINT64_MAX: for ever).
  ///
  /// Returns hal_not_ready after a timeout, and the job can be waited for again. Otherwise returns
  /// the job's result, fills in `result`, and forgets the job: another wait is
  /// hal_error_invalid_value, also for a thread that waits at the same time. Any thread may wait
  /// for any job.
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
