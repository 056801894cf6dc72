// The protocol between modules/hal/process on the host and the firmware in modules/hal/agent:
// inherited descriptors, and a control block mapped by both.
//
// Three parts of the control block are independent of each other:
//
// * the service: one request at a time, answered by the agent's first thread. Mapping
//   memory goes this way. An emulator keeps translations of code, and discards them only
//   when the emulated process itself maps memory.
// * the ring: the host counts `submitted` up and leaves the number of a job's slot in the ring,
//   the agent counts `completed` up. Jobs run in this order, one after the other.
// * the counters: one row for each thread of the device, written by the counting plugin.
//
// A job's way, with the writer of each step:
//
//   host    fills in jobs[slot], then ring[n % HAL_MAX_JOBS] = slot, then submitted = n + 1
//   agent   workers share the job; the last one sets end and counters, then completed = n + 1
//   agent   rings the bell, and the host's waiting threads look at completed
//
// Counting words are 32 bits, wrap around, and are futexes across the two processes.
//
// For the host, everything in here is data from outside: kernels can overwrite it.
#pragma once

#include "hal/hal.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the protocol. The agent ends with an error if the host has another one.
#define HAL_AGENT_VERSION 1u
/// Values in a row of counters.
#define HAL_AGENT_MAX_COUNTERS 8u

/// Descriptors of the process, open from its start on.
typedef enum hal_agent_descriptor_e {
  /// The control block.
  hal_agent_control_descriptor = 3,
  /// Device memory.
  hal_agent_memory_descriptor = 4,
  /// A pidfd of the owner: readable means end.
  hal_agent_owner_descriptor = 5,
  /// The agent's own ELF file.
  hal_agent_program_descriptor = 6,
} hal_agent_descriptor_t;

/// The properties of the device, written by the host before the start and constant afterwards.
typedef struct hal_agent_config_s {
  uint32_t version;  ///< HAL_AGENT_VERSION
  /// Threads for work-groups, at least 1.
  uint32_t workers;
  /// Bytes of the control block with the counters.
  uint64_t control_size;
  uint64_t memory_base;  ///< the agent maps device memory at this address
  /// Bytes of device memory.
  uint64_t memory_size;
  /// Bytes of each worker's stack.
  uint64_t stack_size;
  uint64_t scratchpad;  ///< address of the first worker's; 0: local memory lies in the arena
  /// Bytes from one worker's scratchpad to the next.
  uint64_t scratchpad_stride;
  /// Used values in each row, and number of rows.
  uint32_t counter_count;
  uint32_t counter_rows;
  /// 1: the agent may ask for the width of the vector registers, a fault without them.
  uint32_t has_vectors;
  uint32_t reserved;
} hal_agent_config_t;

/// The state of the agent, set once to ready or failed.
typedef enum hal_agent_state_e {
  hal_agent_starting = 0,
  hal_agent_ready = 1,
  /// `error` says why.
  hal_agent_failed = 2,
} hal_agent_state_t;

/// The agent's report on itself, written by the agent.
typedef struct hal_agent_status_s {
  /// hal_agent_state_t.
  uint32_t state;
  /// Errno.
  int32_t error;
  uint32_t vector_width_bits;  ///< of the registers; 0 if there are none
  uint32_t fault_signal;       ///< of a worker; 0 if there was none
  /// The address of the fault, if the signal has one.
  uint64_t fault_address;
} hal_agent_status_t;

/// The access of a range of device memory.
typedef enum hal_agent_access_e {
  hal_agent_access_none = 0,
  hal_agent_access_read = 1,
  hal_agent_access_read_execute = 2,
  hal_agent_access_read_write = 3,
  hal_agent_end = 4,  ///< not an access: the process shall end
} hal_agent_access_t;

/// The request: map a range of device memory anew. Whole pages.
typedef struct hal_agent_service_s {
  /// Futex; counted up by the host when the fields below are set.
  uint32_t request;
  /// Futex; becomes `request` when it is done.
  uint32_t answer;
  /// Into device memory.
  uint64_t offset;
  /// Bytes.
  uint64_t size;
  /// hal_agent_access_t.
  uint32_t access;
  /// The answer: 0 or an errno.
  int32_t error;
} hal_agent_service_t;

/// One launch. The host writes the upper part before the submission, the agent the lower part.
typedef struct hal_agent_job_s {
  mux_schedule_t schedule;
  /// Device address of the kernel's entry point.
  uint64_t entry;
  /// Device address of the argument block, 128-byte aligned.
  uint64_t arguments;
  /// Work-groups, at least 1.
  uint64_t group_count;
  uint64_t arenas, arena_stride, arena_size, frame_offset, local_offset;  ///< as in hal_launch_t
  /// The first work-group without a worker.
  uint64_t next;
  /// `started`: 0 before the first worker, 1 while it opens the job, 2 from then on. `done` counts
  /// the workers that have left.
  uint32_t started, done;
  uint64_t start, end;  ///< CLOCK_MONOTONIC, nanoseconds
  /// Counts of this job alone, config.counter_count of them.
  uint64_t counters[HAL_AGENT_MAX_COUNTERS];
} hal_agent_job_t;

/// One thread's counters; a cache line of its own, so that threads do not disturb each other.
typedef struct hal_agent_counters_s {
  uint64_t values[HAL_AGENT_MAX_COUNTERS];
} hal_agent_counters_t;

/// The control block. The rows of counters follow at HAL_AGENT_COUNTERS_OFFSET.
typedef struct hal_agent_control_s {
  /// Written before the start.
  hal_agent_config_t config;
  /// Written by the agent, once for each field.
  hal_agent_status_t status;
  /// Requests to map memory.
  hal_agent_service_t service;
  /// Jobs in the ring so far; a futex, written by the host. Workers sleep on it.
  uint32_t submitted;
  /// Jobs done so far; written by the agent.
  uint32_t completed;
  /// A futex, rung when status.state or completed has changed. The host's waiting threads sleep on
  /// it.
  uint32_t bell;
  /// Finished ranges of work-groups. A job whose device does not count it up for long counts as
  /// hung.
  uint32_t progress;
  /// The slot of job n is at n % HAL_MAX_JOBS.
  uint32_t ring[HAL_MAX_JOBS];
  uint32_t reserved[4];
  /// The slots. The host owns a slot before its submission and after its completion.
  hal_agent_job_t jobs[HAL_MAX_JOBS];
} hal_agent_control_t;

/// Where the rows of counters start in the control block, bytes. A multiple of 64.
#define HAL_AGENT_COUNTERS_OFFSET ((sizeof(hal_agent_control_t) + 63u) / 64u * 64u)

#ifdef __cplusplus
}
#endif
