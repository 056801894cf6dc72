// The agent's first thread: maps the shared memory, starts the threads, and then maps memory for
// the host.
//
// A failure before the agent is ready goes to the status block as an errno, and ends the process.
// The watcher starts first: an agent must not outlive the application in any state.
#include "agent.h"

hal_agent_control_t *control;

enum {
  cloneThread = 0x00050f00,  // VM, FS, FILES, SIGHAND, THREAD, SYSVSEM: a thread as any other
  guardSize = 65536,
  smallStackSize = 65536,
  maxWorkers = 1024,
};

// All workers; the control block says how many of them run.
static struct Worker workers[maxWorkers];

void ringBell(void) {
  __atomic_add_fetch(&control->bell, 1, __ATOMIC_RELEASE);
  futexWakeAll(&control->bell);
}

void waitForChange(uint32_t *word, uint32_t value) {
  const uint64_t end = clockNanoseconds() + spinNanoseconds;
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value) {
    if (clockNanoseconds() >= end) {
      futexWait(word, value);
    } else {
      agentRelax();
    }
  }
}

// Reports an errno to the host and ends the process.
static void fail(long error) {
  control->status.error = (int32_t)-error;
  __atomic_store_n(&control->status.state, hal_agent_failed, __ATOMIC_RELEASE);
  ringBell();
  endProcess();
}

// Returns the lowest usable address of a stack, above a guard that nothing may touch.
static uint64_t makeStack(uint64_t size) {
  const int flags = mapPrivate | mapAnonymous | mapNoReserve;
  const long guard = systemMap(0, size + guardSize, protNone, flags, -1, 0);
  if (isMapError(guard)) {
    fail(guard);
  }
  const uint64_t stack = (uint64_t)guard + guardSize;
  const long usable = systemMap(stack, size, protRead | protWrite, flags | mapFixed, -1, 0);
  if (isMapError(usable)) {
    fail(usable);
  }
  return stack;
}

// Starts a thread on a stack, or ends the process.
static void startThread(void (*function)(void *), void *argument, uint64_t stack, uint64_t size) {
  const long error = agentClone(cloneThread, stack + size, function, argument);
  if (error < 0) {
    fail(error);
  }
}

// Sleeps until the owner's pidfd becomes readable, at the owner's end, and ends this process.
static void watchOwner(void *unused) {
  (void)unused;
  struct {
    int32_t file;
    int16_t events, happened;
  } owner = {hal_agent_owner_descriptor, 1, 0};
  const long interrupted = -4;
  long ready;
  do {
    ready = agentSystemCall(systemPpoll, (long)&owner, 1, 0, 0, 0, 0);
  } while (ready == interrupted || ready == 0);
  endProcess();
}

// Maps the first page to learn the size, then all of the control block.
static void mapControl(void) {
  const int access = protRead | protWrite;
  const int file = hal_agent_control_descriptor;
  const uint64_t first = 4096;
  long address = systemMap(0, first, access, mapShared, file, 0);
  if (isMapError(address)) {
    endProcess();
  }
  const uint64_t size = ((hal_agent_control_t *)address)->config.control_size;
  address = systemMap(0, size, access, mapShared, file, 0);
  if (isMapError(address)) {
    endProcess();
  }
  control = (hal_agent_control_t *)address;
}

// Maps at a fixed address without replacing a mapping there: in an emulator it could be the
// emulator's own memory.
static void mapAt(uint64_t wanted, uint64_t size, int flags, int file) {
  const long address = systemMap(wanted, size, protRead | protWrite, flags, file, 0);
  if (isMapError(address)) {
    fail(address);
  }
  const long addressInUse = -98;
  if ((uint64_t)address != wanted) {
    fail(addressInUse);
  }
}

// Maps device memory, and the scratchpads if the device has any.
static void mapMemory(void) {
  const hal_agent_config_t *config = &control->config;
  mapAt(config->memory_base, config->memory_size, mapShared, hal_agent_memory_descriptor);
  if (config->scratchpad != 0) {
    mapAt(config->scratchpad, config->workers * config->scratchpad_stride,
          mapPrivate | mapAnonymous, -1);
  }
}

// Starts all workers, after a check that host and agent speak the same version.
static void startWorkers(void) {
  const hal_agent_config_t *config = &control->config;
  const long invalid = -22;
  if (config->version != HAL_AGENT_VERSION || config->workers > maxWorkers) {
    fail(invalid);
  }
  for (uint32_t i = 0; i < config->workers; ++i) {
    struct Worker *worker = &workers[i];
    worker->number = i;
    worker->stackSize = config->stack_size;
    worker->stack = makeStack(worker->stackSize);
    worker->signalStack = makeStack(faultStackSize);
    startThread(runWorker, worker, worker->stack, worker->stackSize);
  }
}

// Changes the access of a range by mapping it anew. Returns 0 or an errno.
static int32_t mapAnew(const hal_agent_service_t *service) {
  static const int protections[] = {protNone, protRead, protRead | protExec, protRead | protWrite};
  const hal_agent_config_t *config = &control->config;
  const uint64_t address = config->memory_base + service->offset;
  const long result = systemMap(address, service->size, protections[service->access & 3],
                                mapShared | mapFixed, hal_agent_memory_descriptor, service->offset);
  if (isMapError(result)) {
    return (int32_t)-result;
  }
  if (service->access == hal_agent_access_read_execute) {
    agentFlushCode(address, address + service->size);
  }
  return 0;
}

// Answers one request after another; `answer` follows `request`.
static void serve(void) {
  hal_agent_service_t *service = &control->service;
  uint32_t served = 0;
  for (;;) {
    waitForChange(&service->request, served);
    served = __atomic_load_n(&service->request, __ATOMIC_ACQUIRE);
    if (__atomic_load_n(&service->access, __ATOMIC_ACQUIRE) == hal_agent_end) {
      endProcess();
    }
    service->error = mapAnew(service);
    __atomic_store_n(&service->answer, served, __ATOMIC_RELEASE);
    futexWakeAll(&service->answer);
  }
}

void agentMain(void) {
  mapControl();
  startThread(watchOwner, 0, makeStack(smallStackSize), smallStackSize);
  useFaultStack(makeStack(faultStackSize));
  installFaultHandlers();
  mapMemory();
  if (control->config.has_vectors) {
    control->status.vector_width_bits = agentVectorBits();
  }
  startWorkers();
  __atomic_store_n(&control->status.state, hal_agent_ready, __ATOMIC_RELEASE);
  ringBell();
  serve();
}
