// The agent: firmware for a device in a process, a C program without a library.
//
// Its threads take work from the control block (hal/agent_protocol.h).
//
//   first thread   starts the others, then serves the host's requests to map memory;
//   watcher        waits for the owner's end and ends the process with it;
//   workers        take ranges of work-groups of the current job until none is left.
//
// The target's agent_arch.h and start.S supply the code for its architecture:
//
//   agentSystemCall    a system call;
//   agentResetFp       sets the floating-point environment for a range of work-groups;
//   agentFlushCode     makes freshly written and mapped code visible to all threads;
//   agentVectorBits    width of the vector registers;
//   agentHasSignalRestorer   1 if the kernel's struct sigaction has this field;
//   agentRelax         one turn of a spin loop;
//   agentClone         a thread: clone(2), calling function(argument) on a new stack;
//   _start             calls agentMain on a 16-byte aligned stack.
#pragma once

#include "hal/agent_protocol.h"
#include "system.h"

/// Time to spin before a sleep.
enum { spinNanoseconds = 20000 };

/// The control block; set before any other thread starts, constant afterwards. Its fields change at
/// any time: the host, other threads and stray kernels write them.
extern hal_agent_control_t *control;

/// One worker thread with its stacks.
struct Worker {
  /// The index in schedules, below config.workers.
  uint32_t number;
  /// Lowest address.
  uint64_t stack;
  uint64_t stackSize;  ///< bytes
  /// Lowest address of the stack for its fault handler.
  uint64_t signalStack;
};

/// The first thread's program. Never returns.
void agentMain(void);

/// Starts a thread. Returns a negative errno on failure.
long agentClone(unsigned long flags, uint64_t stackTop, void (*function)(void *), void *argument);

/// The program of a worker thread; `worker` is a struct Worker. Never returns.
void runWorker(void *worker);

/// Installs handlers for the whole process: a fault in any thread is noted in the status and ends
/// the process.
void installFaultHandlers(void);
/// Gives the calling thread's handlers a stack of at least faultStackSize bytes: a fault may come
/// from a full stack.
void useFaultStack(uint64_t stack);
enum { faultStackSize = 65536 };

/// Wakes the host's waiting threads and the agent's own.
void ringBell(void);

/// Waits until *word differs from `value`: spins a little, then sleeps.
void waitForChange(uint32_t *word, uint32_t value);
