// The agent: firmware for a device in a process, a C program without a library. Its threads take
// work from the control block (hal/agent_protocol.h).
//
//   first thread   starts the others, then serves the host's requests to map memory
//   watcher        waits for the owner's end and ends the process with it
//   workers        take ranges of work-groups of the current job until none is left
//
// The target's agent_arch.h and start.S supply the code for its architecture:
//
//   agentSystemCall    a system call
//   agentResetFp       sets the floating-point environment for a range of work-groups
//   agentFlushCode     makes freshly written and mapped code visible to all threads
//   agentVectorBits    width of the vector registers
//   agentHasSignalRestorer   whether the kernel's struct sigaction has that field
//   agentRelax         one turn of a spin loop
//   agentClone         a thread: clone(2), which calls function(argument) on a new stack
//   _start             calls agentMain on a 16-byte aligned stack
#pragma once

#include "hal/agent_protocol.h"
#include "system.h"

enum { spinNanoseconds = 20000 };

/// The control block; set before any other thread starts, constant afterwards.
extern hal_agent_control_t *control;

struct Worker {
  uint32_t number;
  uint64_t stack;      ///< lowest address
  uint64_t stackSize;  ///< bytes
  uint64_t signalStack;
};

void agentMain(void);

/// Starts a thread; 0 or a negative errno.
long agentClone(unsigned long flags, uint64_t stackTop, void (*function)(void *), void *argument);

/// A worker's life. `worker` is a struct Worker.
void runWorker(void *worker);

/// For the whole process: a fault in any thread is noted in the status and ends the process.
void installFaultHandlers(void);
/// For the calling thread: where its handlers run. At least faultStackSize bytes.
void useFaultStack(uint64_t stack);
enum { faultStackSize = 65536 };

/// Rings the host's bell.
void ringBell(void);

/// Waits until *word is not `value`: spins a little, then sleeps.
void waitForChange(uint32_t *word, uint32_t value);
