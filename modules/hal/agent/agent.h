// The firmware of a device that is a process: a program without a library that takes work
// from the control block (hal/agent_protocol.h) and runs it on its threads, the workers.
//
//   first thread   starts the others, then serves the host's requests to map memory
//   watcher        waits for the owner's end and ends the process with it
//   workers        take ranges of work-groups of the current job until none is left
//
// What depends on the architecture is in the target's agent_arch.h and start.S:
//
//   agentSystemCall    a system call
//   agentResetFp       the floating-point environment in which a range starts
//   agentFlushCode     makes code that was written and mapped visible to all threads
//   agentVectorBits    width of the vector registers
//   agentHasSignalRestorer   whether the kernel's struct sigaction has that field
//   agentRelax         what a spinning thread does meanwhile
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
