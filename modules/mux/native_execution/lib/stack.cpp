// Stacks and the change to them.
//
// kilnCallOnStack is assembly, because C++ cannot change its stack pointer. It stores the old
// pointer in the frame pointer's register, which the called function preserves. Unwinders follow
// the frame pointer across the change (the .cfi directives describe it).
#include "mux/native_execution/stack.h"

#include <sys/mman.h>

#include <new>
#include <utility>

namespace mux::native {

// One mapping holds guard and stack, so one call frees both.
Stack::~Stack() {
  if (memory_) {
    munmap(memory_, guardSize + usableSize);
  }
}

// Swaps: the moved-from object unmaps the old stack.
Stack &Stack::operator=(Stack &&other) noexcept {
  std::swap(memory_, other.memory_);
  return *this;
}

// Reserves without access first, then opens the part above the guard.
Stack Stack::allocate() {
  Stack stack;
  void *memory = mmap(nullptr, guardSize + usableSize, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    return stack;
  }
  stack.memory_ = static_cast<std::byte *>(memory);
  if (mprotect(stack.low(), usableSize, PROT_READ | PROT_WRITE) != 0) {
    return {};
  }
  return stack;
}

// The frame pointer keeps the caller's stack across the call, and unwinders follow it.
#if defined(__x86_64__)
asm(R"(
  .text
  .p2align 4
  .type kilnCallOnStack, @function
  .hidden kilnCallOnStack
  .globl kilnCallOnStack
kilnCallOnStack:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdi, %rax
  movq %rsi, %rdi
  movq %rdx, %rsp
  callq *%rax
  movq %rbp, %rsp
  popq %rbp
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
  .size kilnCallOnStack, . - kilnCallOnStack
)");
#elif defined(__aarch64__)
asm(R"(
  .text
  .p2align 4
  .type kilnCallOnStack, %function
  .hidden kilnCallOnStack
  .globl kilnCallOnStack
kilnCallOnStack:
  .cfi_startproc
  stp x29, x30, [sp, #-16]!
  .cfi_def_cfa_offset 16
  .cfi_offset x29, -16
  .cfi_offset x30, -8
  mov x29, sp
  .cfi_def_cfa_register x29
  mov x9, x0
  mov x0, x1
  mov sp, x2
  blr x9
  mov sp, x29
  ldp x29, x30, [sp], #16
  .cfi_def_cfa sp, 0
  ret
  .cfi_endproc
  .size kilnCallOnStack, . - kilnCallOnStack
)");
#endif

extern "C" void kilnCallOnStack(void (*function)(void *), void *argument, std::byte *top);

// A C++ name in front of the assembly's symbol, which has to be a plain C name.
void callOnStack(void (*function)(void *), void *argument, std::byte *top) {
  kilnCallOnStack(function, argument, top);
}

// The system call of a new stack happens outside of the lock.
Stack StackPool::acquire() {
  {
    std::lock_guard lock(mutex_);
    if (!stacks_.empty()) {
      Stack stack = std::move(stacks_.back());
      stacks_.pop_back();
      return stack;
    }
  }
  return Stack::allocate();
}

// Reserves the list at the first use, so that later releases cannot fail.
void StackPool::release(Stack stack) {
  std::lock_guard lock(mutex_);
  if (stacks_.size() >= keptStacks) {
    return;
  }
  if (stacks_.capacity() == 0) {
    try {
      stacks_.reserve(keptStacks);
    } catch (const std::bad_alloc &) {
      return;
    }
  }
  stacks_.push_back(std::move(stack));
}

}  // namespace mux::native
