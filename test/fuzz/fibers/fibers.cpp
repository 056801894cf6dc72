// The fiber oracle: runs the work-items of an OpenCL kernel as the specification describes them,
// and nothing more.
//
// A kernel comes from Clang at -O0, as a function of this machine for one work-item; its callees
// are here and in the builtins beside this file. These share no line with the driver. Every
// work-item of a group has a fiber with a stack of its own. A barrier leaves the fiber; once all
// running work-items stand at a barrier, they go on. So there are no regions, no loops over
// work-items, no masks and no vectors: whatever a vectoriser or a barrier splitter can get wrong
// cannot go wrong here. A collective function of a group or sub-group consists of two waits: all
// leave their operands, all read the operands of the others.
//
// Since groups and work-items run in an order of the caller's choice, a kernel whose result depends
// on the order gives itself away: run it in two orders. Where the work-items of a group stand at
// different barriers, or some have ended, the kernel breaks the rules, and the launch says so.

#include "fibers.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <vector>

size_t get_local_linear_id();

namespace {

using fibers::Scope;
using Index = std::array<size_t, 3>;

constexpr size_t stackSize = 512 * 1024;

struct Fiber {
  ucontext_t context;
  void *stack = nullptr;
  Index local;
  const void *site = nullptr;  // the barrier it waits at, or null: it can run
  Scope scope = Scope::group;  // the work-items it waits for
  uint64_t operand = 0;        // its operand of a function of the group
  bool ended = false;
};

struct State {
  const fibers_launch *launch = nullptr;
  std::vector<std::unique_ptr<Fiber>> fibers;  // their stacks are kept from group to group
  Fiber *current = nullptr;
  ucontext_t scheduler;
  Index group;
  Index size;    // of the group, full or partial
  Index groups;  // how many there are
  std::vector<uint64_t> arguments;
  std::vector<std::vector<char>> localMemory;
};

State state;

size_t volume(const Index &index) {
  return index[0] * index[1] * index[2];
}

Index indexOf(size_t linear, const Index &extent) {
  return {linear % extent[0], linear / extent[0] % extent[1], linear / extent[0] / extent[1]};
}

void runItem() {
  state.launch->entry(state.arguments.data());
  state.current->ended = true;
  setcontext(&state.scheduler);
}

bool prepare(Fiber &fiber, const Index &local) {
  if (fiber.stack == nullptr) {
    fiber.stack = mmap(nullptr, stackSize, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (fiber.stack == MAP_FAILED) {
      fiber.stack = nullptr;
      return false;
    }
    mprotect(fiber.stack, 4096, PROT_NONE);
  }
  fiber.local = local;
  fiber.site = nullptr;
  fiber.ended = false;
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack;
  fiber.context.uc_stack.ss_size = stackSize;
  fiber.context.uc_link = nullptr;
  makecontext(&fiber.context, runItem, 0);
  return true;
}

size_t commonDivisor(size_t a, size_t b) {
  return b == 0 ? a : commonDivisor(b, a % b);
}

/// The `step`-th of `count` in the launch's order.
size_t ordered(size_t step, size_t count) {
  if (state.launch->order == fibers_backwards) {
    return count - 1 - step;
  }
  if (state.launch->order == fibers_scattered && count > 2) {
    size_t stride = count * 2 / 3;
    while (commonDivisor(stride, count) != 1) {
      --stride;
    }
    return (step * stride + count / 2) % count;
  }
  return step;
}

size_t subGroupSize(size_t count) {
  return state.launch->sub_group_size != 0 ? state.launch->sub_group_size : count;
}

/// Lets the fibers from `first` to `last` go on if all running ones wait at one barrier of this
/// scope. Returns true if they do; or an error.
bool release(Scope scope, size_t first, size_t last, const char *&error) {
  size_t ended = 0;
  const void *site = nullptr;
  for (size_t i = first; i < last; ++i) {
    const Fiber &fiber = *state.fibers[i];
    if (fiber.ended) {
      ++ended;
    } else if (fiber.scope != scope) {
      return false;
    } else if (site != nullptr && site != fiber.site) {
      error = "work-items of a group stand at different barriers";
      return false;
    } else {
      site = fiber.site;
    }
  }
  if (site != nullptr && ended != 0 && !state.launch->may_end_before_barriers) {
    error = "work-items have ended while others of their group stand at a barrier";
    return false;
  }
  for (size_t i = first; i < last; ++i) {
    state.fibers[i]->site = nullptr;
  }
  return site != nullptr;
}

/// Runs each fiber to its end or its next barrier, and finds out who can go on from there.
/// False once all have ended, or with an error.
bool advance(size_t count, const char *&error) {
  for (size_t step = 0; step < count; ++step) {
    Fiber &fiber = *state.fibers[ordered(step, count)];
    if (!fiber.ended && fiber.site == nullptr) {
      state.current = &fiber;
      swapcontext(&state.scheduler, &fiber.context);
    }
  }
  bool anyGoesOn = release(Scope::group, 0, count, error);
  const size_t size = subGroupSize(count);
  for (size_t first = 0; first < count && error == nullptr; first += size) {
    anyGoesOn |= release(Scope::subGroup, first, std::min(count, first + size), error);
  }
  const bool allEnded = std::all_of(state.fibers.begin(), state.fibers.begin() + count,
                                    [](const auto &fiber) { return fiber->ended; });
  if (error == nullptr && !anyGoesOn && !allEnded) {
    error = "work-items of a group stand at different barriers";
  }
  return error == nullptr && !allEnded;
}

const char *runGroup(const Index &group) {
  const fibers_launch &launch = *state.launch;
  state.group = group;
  for (int d = 0; d < 3; ++d) {
    const size_t start = group[d] * launch.local[d];
    state.size[d] = std::min(launch.local[d], launch.global[d] - start);
  }
  for (auto &memory : state.localMemory) {
    std::memset(memory.data(), launch.scribble, memory.size());
  }
  const size_t count = volume(state.size);
  while (state.fibers.size() < count) {
    state.fibers.push_back(std::make_unique<Fiber>());
  }
  for (size_t item = 0; item < count; ++item) {
    if (!prepare(*state.fibers[item], indexOf(item, state.size))) {
      return "no memory for stacks";
    }
  }
  const char *error = nullptr;
  while (advance(count, error)) {
  }
  return error;
}

}  // namespace

extern "C" const char *fibers_run(const fibers_launch *launch) {
  state.launch = launch;
  state.arguments.assign(launch->arguments, launch->arguments + launch->argument_count);
  state.localMemory.clear();
  for (size_t i = 0; i < launch->argument_count; ++i) {
    if (launch->local_bytes[i] != 0) {
      state.localMemory.emplace_back(launch->local_bytes[i] + 128);
      const auto address = reinterpret_cast<uint64_t>(state.localMemory.back().data());
      state.arguments[i] = (address + 127) / 128 * 128;
    }
  }
  for (int d = 0; d < 3; ++d) {
    state.groups[d] = (launch->global[d] + launch->local[d] - 1) / launch->local[d];
  }
  const size_t count = volume(state.groups);
  for (size_t step = 0; step < count; ++step) {
    if (const char *error = runGroup(indexOf(ordered(step, count), state.groups))) {
      return error;
    }
  }
  return nullptr;
}

namespace fibers {

void wait(const void *site, Scope scope) {
  Fiber &fiber = *state.current;
  fiber.site = site;
  fiber.scope = scope;
  swapcontext(&fiber.context, &state.scheduler);
}

Operands exchange(const void *site, Scope scope, uint64_t operand) {
  state.current->operand = operand;
  wait(site, scope);
  const size_t own = get_local_linear_id();
  const size_t count = volume(state.size);
  const size_t size = scope == Scope::group ? count : subGroupSize(count);
  const size_t first = own / size * size;
  Operands operands;
  for (size_t i = first; i < std::min(count, first + size); ++i) {
    if (!state.fibers[i]->ended) {
      operands.own = i == own ? operands.values.size() : operands.own;
      operands.values.push_back(state.fibers[i]->operand);
    }
  }
  wait(site, scope);
  return operands;
}

size_t linearId(size_t x, size_t y, size_t z) {
  return (z * state.size[1] + y) * state.size[0] + x;
}

}  // namespace fibers

// The work-item functions. These names in C++ are mangled as Clang mangles OpenCL C's.

size_t get_global_id(unsigned d) {
  return d > 2 ? 0
               : state.group[d] * state.launch->local[d] + state.current->local[d] +
                     state.launch->offset[d];
}
size_t get_local_id(unsigned d) {
  return d > 2 ? 0 : state.current->local[d];
}
size_t get_group_id(unsigned d) {
  return d > 2 ? 0 : state.group[d];
}
size_t get_global_size(unsigned d) {
  return d > 2 ? 1 : state.launch->global[d];
}
size_t get_local_size(unsigned d) {
  return d > 2 ? 1 : state.size[d];
}
size_t get_enqueued_local_size(unsigned d) {
  return d > 2 ? 1 : state.launch->local[d];
}
size_t get_num_groups(unsigned d) {
  return d > 2 ? 1 : state.groups[d];
}
size_t get_global_offset(unsigned d) {
  return d > 2 ? 0 : state.launch->offset[d];
}
unsigned get_work_dim() {
  return state.launch->dimensions;
}
size_t get_local_linear_id() {
  const Index &local = state.current->local;
  return (local[2] * state.size[1] + local[1]) * state.size[0] + local[0];
}
size_t get_global_linear_id() {
  const auto id = [](unsigned d) { return get_global_id(d) - state.launch->offset[d]; };
  return (id(2) * state.launch->global[1] + id(1)) * state.launch->global[0] + id(0);
}

unsigned get_max_sub_group_size() {
  return subGroupSize(volume(state.size));
}
unsigned get_sub_group_id() {
  return get_local_linear_id() / get_max_sub_group_size();
}
unsigned get_sub_group_local_id() {
  return get_local_linear_id() % get_max_sub_group_size();
}
unsigned get_num_sub_groups() {
  return (volume(state.size) + get_max_sub_group_size() - 1) / get_max_sub_group_size();
}
unsigned get_enqueued_num_sub_groups() {
  const size_t *local = state.launch->local;
  return (local[0] * local[1] * local[2] + get_max_sub_group_size() - 1) / get_max_sub_group_size();
}
unsigned get_sub_group_size() {
  const size_t first = get_sub_group_id() * size_t{get_max_sub_group_size()};
  return std::min<size_t>(get_max_sub_group_size(), volume(state.size) - first);
}

enum memory_scope : unsigned {};
enum memory_order : unsigned {};

[[gnu::noinline]] void barrier(unsigned) {
  fibers::wait(__builtin_return_address(0), Scope::group);
}
[[gnu::noinline]] void work_group_barrier(unsigned) {
  fibers::wait(__builtin_return_address(0), Scope::group);
}
[[gnu::noinline]] void work_group_barrier(unsigned, memory_scope) {
  fibers::wait(__builtin_return_address(0), Scope::group);
}
[[gnu::noinline]] void sub_group_barrier(unsigned) {
  fibers::wait(__builtin_return_address(0), Scope::subGroup);
}
[[gnu::noinline]] void sub_group_barrier(unsigned, memory_scope) {
  fibers::wait(__builtin_return_address(0), Scope::subGroup);
}
void mem_fence(unsigned) {}
void read_mem_fence(unsigned) {}
void write_mem_fence(unsigned) {}
void atomic_work_item_fence(unsigned, memory_order, memory_scope) {}
