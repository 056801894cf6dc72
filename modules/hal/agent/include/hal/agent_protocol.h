// The protocol between modules/hal/process on the host and the firmware in modules/hal/agent:
// inherited descriptors, and a control block mapped by both.
//
// Three parts of the control block are independent of each other:
//   * the service: one request at a time, answered by the agent's first thread. Mapping
//     memory goes this way. An emulator keeps translations of code, and discards them only
//     when the emulated process itself maps memory.
//   * the ring: host counts `submitted` up and leaves the number of a job's slot in the ring,
//     the agent counts `completed` up. Jobs run in this order, one after the other.
//   * the counters: one row for each thread of the device, written by whatever counts.
// Counting words are 32 bits, wrap around, and are futexes across the two processes.
//
// For the host, everything in here is data from outside: kernels can overwrite it.
#pragma once

#include "hal/hal.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HAL_AGENT_VERSION 1u
#define HAL_AGENT_MAX_COUNTERS 8u

/// Descriptors of the process.
typedef enum hal_agent_descriptor_e {
  hal_agent_control_descriptor = 3,  ///< the control block
  hal_agent_memory_descriptor = 4,   ///< device memory
  hal_agent_owner_descriptor = 5,    ///< a pidfd of the owner: readable means end
  hal_agent_program_descriptor = 6,  ///< the agent's own ELF file
} hal_agent_descriptor_t;

/// Written by the host before the start.
typedef struct hal_agent_config_s {
  uint32_t version;  ///< HAL_AGENT_VERSION
  uint32_t workers;
  uint64_t control_size;  ///< bytes of the control block with the counters
  uint64_t memory_base;   ///< the agent maps device memory at this address
  uint64_t memory_size;
  uint64_t stack_size;  ///< bytes of each worker's stack
  uint64_t scratchpad;  ///< address of the first worker's; 0: local memory lies in the arena
  uint64_t scratchpad_stride;
  uint32_t counter_count;
  uint32_t counter_rows;
  uint32_t has_vectors;  ///< whether the agent may ask for the width of the registers
  uint32_t reserved;
} hal_agent_config_t;

typedef enum hal_agent_state_e {
  hal_agent_starting = 0,
  hal_agent_ready = 1,
  hal_agent_failed = 2,  ///< `error` says why
} hal_agent_state_t;

/// Written by the agent.
typedef struct hal_agent_status_s {
  uint32_t state;              ///< hal_agent_state_t
  int32_t error;               ///< errno
  uint32_t vector_width_bits;  ///< of the registers; 0 if there are none
  uint32_t fault_signal;       ///< of a worker; 0 if there was none
  uint64_t fault_address;
} hal_agent_status_t;

typedef enum hal_agent_access_e {
  hal_agent_access_none = 0,
  hal_agent_access_read = 1,
  hal_agent_access_read_execute = 2,
  hal_agent_access_read_write = 3,
  hal_agent_end = 4,  ///< not an access: the process shall end
} hal_agent_access_t;

/// The request: map a range of device memory anew. Whole pages.
typedef struct hal_agent_service_s {
  uint32_t request;  ///< futex; counted up by the host when the fields below are set
  uint32_t answer;   ///< futex; becomes `request` when it is done
  uint64_t offset;   ///< into device memory
  uint64_t size;     ///< bytes
  uint32_t access;   ///< hal_agent_access_t
  int32_t error;     ///< the answer: 0 or an errno
} hal_agent_service_t;

typedef struct hal_agent_job_s {
  mux_schedule_t schedule;
  uint64_t entry;      ///< device address of the kernel
  uint64_t arguments;  ///< device address of the argument block
  uint64_t group_count;
  uint64_t arenas, arena_stride, arena_size, frame_offset, local_offset;  ///< as in hal_launch_t
  // The agent's.
  uint64_t next;           ///< the first work-group without a worker
  uint32_t started, done;  ///< counts of workers: begun, finished
  uint64_t start, end;     ///< CLOCK_MONOTONIC, nanoseconds
  uint64_t counters[HAL_AGENT_MAX_COUNTERS];
} hal_agent_job_t;

/// One thread's counters; a cache line of its own.
typedef struct hal_agent_counters_s {
  uint64_t values[HAL_AGENT_MAX_COUNTERS];
} hal_agent_counters_t;

typedef struct hal_agent_control_s {
  hal_agent_config_t config;
  hal_agent_status_t status;
  hal_agent_service_t service;
  uint32_t submitted;           ///< futex; the host's
  uint32_t completed;           ///< the agent's
  uint32_t bell;                ///< futex; rung when status.state or completed has changed
  uint32_t progress;            ///< finished ranges of work-groups
  uint32_t ring[HAL_MAX_JOBS];  ///< slot of job n at n % HAL_MAX_JOBS
  uint32_t reserved[4];
  hal_agent_job_t jobs[HAL_MAX_JOBS];
} hal_agent_control_t;

/// Where the rows of counters start in the control block, bytes. A multiple of 64.
#define HAL_AGENT_COUNTERS_OFFSET ((sizeof(hal_agent_control_t) + 63u) / 64u * 64u)

#ifdef __cplusplus
}
#endif
