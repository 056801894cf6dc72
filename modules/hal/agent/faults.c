// Faults of kernels: the signal and the address go to the status block, then the process ends. The
// host reports both and loses the device; a fault never stops at one launch.
#include "agent.h"

/// The kernel's stack_t on 64-bit systems.
struct SignalStack {
  uint64_t address;
  int32_t flags;
  uint64_t size;
};

void useFaultStack(uint64_t stack) {
  const struct SignalStack description = {stack, 0, faultStackSize};
  agentSystemCall(systemSigaltstack, (long)&description, 0, 0, 0, 0, 0);
}

// Notes the first fault of all threads and ends the process.
static void onFault(int signal, const char *information, void *context) {
  (void)context;
  const size_t addressOffset = 16;  // si_addr of a 64-bit siginfo_t
  hal_agent_status_t *status = &control->status;
  uint32_t none = 0;
  status->fault_address = *(const uint64_t *)(information + addressOffset);
  __atomic_compare_exchange_n(&status->fault_signal, &none, (uint32_t)signal, 0, __ATOMIC_ACQ_REL,
                              __ATOMIC_RELAXED);
  endProcess();
}

// The structure of the kernel: handler, flags, on some architectures a restorer, mask. The restorer
// is not needed, as the handler never returns.
void installFaultHandlers(void) {
  enum { sigill = 4, sigtrap = 5, sigbus = 7, sigfpe = 8, sigsegv = 11 };
  const uint64_t onStack = 0x08000000, withInformation = 4, allSignals = ~(uint64_t)0;
  uint64_t action[4] = {(uintptr_t)onFault, onStack | withInformation, allSignals, 0};
  if (agentHasSignalRestorer) {
    action[2] = 0;
    action[3] = allSignals;
  }
  const int signals[] = {sigill, sigtrap, sigbus, sigfpe, sigsegv};
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; ++i) {
    agentSystemCall(systemRtSigaction, signals[i], (long)action, 0, sizeof allSignals, 0, 0);
  }
}
