// The open device.
//
// This process maps device memory too, so a transfer is a memcpy. Addresses differ on the two
// sides:
//
//   device    memoryBase + offset   fixed by the configuration, built into programs and arguments
//   host      memory() + offset     anywhere
//
// A kernel handle is program << 32 | index. A launch looks both up, so a launch after the unloading
// of the program is an error.

#include "device.h"

#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace hal::process {
namespace {

// Bytes of arguments per slot; larger ones get an allocation of their own.
constexpr uint64_t argumentBlock = 8192;
constexpr uint64_t argumentAlignment = 128;
// Freed ranges of this size give their pages back to the system. Smaller ones stay: the call costs
// more than it saves.
constexpr uint64_t leastDiscard = 1 << 20;
// Bits of the index in a kernel handle.
constexpr uint32_t kernelBits = 32;

// Returns the agent's word for an access of a segment.
hal_agent_access_t accessOf(mux::elf::Access access) {
  switch (access) {
    case mux::elf::Access::read:
      return hal_agent_access_read;
    case mux::elf::Access::readExecute:
      return hal_agent_access_read_execute;
    case mux::elf::Access::readWrite:
      return hal_agent_access_read_write;
  }
  return hal_agent_access_none;
}

}  // namespace

Device::Device(const Configuration &configuration)
    : configuration_(configuration),
      allocator_(configuration.memoryBase,
                 configuration.memoryBase + configuration.info.memory_size) {}

// The blocks for arguments come first: without them no job could be launched later.
hal_result_t Device::start() {
  argumentArea_ = allocator_.allocate(HAL_MAX_JOBS * argumentBlock, argumentAlignment);
  if (argumentArea_ == 0) {
    return hal_error_out_of_memory;
  }
  if (hal_result_t result = process_.start(configuration_)) {
    return result;
  }
  jobs_ = std::make_unique<JobQueue>(process_, configuration_);
  return hal_success;
}

hal_result_t Device::state() const {
  return isForked() || jobs_->isLost() ? hal_error_device_lost : hal_success;
}

void Device::abandon() {
  jobs_->abandon();
  process_.abandon();
}

// Two comparisons without a sum, because a range near 2^64 must not wrap around.
std::byte *Device::host(hal_address_t address, uint64_t size) {
  const uint64_t offset = address - configuration_.memoryBase;
  const uint64_t total = configuration_.info.memory_size;
  return offset <= total && size <= total - offset ? process_.memory() + offset : nullptr;
}

hal_address_t Device::allocateLocked(uint64_t size, uint64_t alignment) {
  const std::lock_guard lock(memoryMutex_);
  return allocator_.allocate(size, alignment);
}

hal_result_t Device::allocate(uint64_t size, uint64_t alignment, hal_address_t *address) {
  if (size == 0 || (alignment & (alignment - 1)) != 0) {
    return hal_error_invalid_value;
  }
  if (size > configuration_.info.max_allocation_size) {
    return hal_error_out_of_memory;
  }
  *address =
      allocateLocked(size, std::max<uint64_t>(alignment, configuration_.info.memory_alignment));
  return *address ? hal_success : hal_error_out_of_memory;
}

void Device::release(hal_address_t address) {
  const std::lock_guard lock(memoryMutex_);
  discard(address, allocator_.release(address));
}

// Rounds inwards to whole pages: their other bytes may belong to a neighbour. With memoryMutex_
// held.
void Device::discard(hal_address_t address, uint64_t size) {
  if (size < leastDiscard || jobs_->isLost()) {
    return;
  }
  const uint64_t page = configuration_.info.page_size;
  const uint64_t offset = address - configuration_.memoryBase;
  const uint64_t begin = (offset + page - 1) & ~(page - 1);
  const uint64_t end = (offset + size) & ~(page - 1);
  process_.discard(begin, end - begin);
}

hal_result_t Device::write(hal_address_t to, const void *from, uint64_t size) {
  std::byte *out = host(to, size);
  if (!out) {
    return hal_error_invalid_value;
  }
  std::memcpy(out, from, size);
  return state();
}

hal_result_t Device::read(void *to, hal_address_t from, uint64_t size) {
  const std::byte *in = host(from, size);
  if (!in) {
    return hal_error_invalid_value;
  }
  std::memcpy(to, in, size);
  return state();
}

hal_result_t Device::copy(hal_address_t to, hal_address_t from, uint64_t size) {
  std::byte *out = host(to, size);
  const std::byte *in = host(from, size);
  if (!out || !in) {
    return hal_error_invalid_value;
  }
  std::memmove(out, in, size);
  return state();
}

hal_result_t Device::fill(hal_address_t to, uint64_t size, std::span<const std::byte> pattern) {
  constexpr size_t longestPattern = 128;
  std::byte *out = host(to, size);
  if (!out || pattern.empty() || pattern.size() > longestPattern || size % pattern.size() != 0) {
    return hal_error_invalid_value;
  }
  if (size == 0) {
    return state();
  }
  // Doubles the finished part: the pattern repeats, so a copy of it continues it.
  std::memcpy(out, pattern.data(), pattern.size());
  for (uint64_t done = pattern.size(); done < size;) {
    const uint64_t step = std::min(done, size - done);
    std::memcpy(out + done, out, step);
    done += step;
  }
  return state();
}

// A hang of the agent during the request counts like a hang of a job.
hal_result_t Device::mapRange(hal_address_t from, hal_address_t to, hal_agent_access_t access) {
  const std::lock_guard lock(serviceMutex_);
  if (from >= to) {
    return hal_success;
  }
  if (hal_result_t result = state()) {
    return result;
  }
  const auto timeout = std::chrono::nanoseconds(configuration_.hangTimeout).count();
  return process_.map(from - configuration_.memoryBase, to - from, access,
                      timeout ? static_cast<uint64_t>(timeout) : UINT64_MAX);
}

// Walks over the segments in the order of addresses:
//
//   | none | segment: read (RELRO) | its own access | none | next segment ...
//
// The first error ends the work; the caller frees the pages.
hal_result_t Device::protect(const mux::elf::Image &image, hal_address_t base) {
  const uint64_t page = configuration_.info.page_size;
  const auto roundUp = [&](uint64_t size) { return (size + page - 1) & ~(page - 1); };
  uint64_t end = 0;
  hal_result_t result = hal_success;
  const auto map = [&](uint64_t from, uint64_t to, hal_agent_access_t access) {
    result = result ? result : mapRange(base + from, base + to, access);
  };
  for (const mux::elf::Segment &segment : image.segments) {
    const uint64_t last = roundUp(segment.address + segment.memorySize);
    const uint64_t fixed = segment.readOnlyAfterRelocation & ~(page - 1);
    map(end, segment.address, hal_agent_access_none);
    map(segment.address, segment.address + fixed, hal_agent_access_read);
    map(segment.address + fixed, last, accessOf(segment.access));
    end = last;
  }
  map(end, roundUp(image.memorySize), hal_agent_access_none);
  return result;
}

// hal::loadProgram verifies and relocates; `place` and `put` are its two callbacks.
hal_result_t Device::loadProgram(std::span<const std::byte> binary, hal_program_t *program) {
  const uint64_t page = configuration_.info.page_size;
  LoadedProgram loaded;
  hal_address_t base = 0;
  uint64_t wholePages = 0;
  const auto place = [&](uint64_t size) {
    wholePages = (size + page - 1) & ~(page - 1);
    return base = allocateLocked(wholePages, page);
  };
  const auto put = [&](const mux::elf::Image &image, hal_address_t to,
                       std::span<const std::byte> bytes) {
    std::memcpy(host(to, bytes.size()), bytes.data(), bytes.size());
    return protect(image, to);
  };
  if (hal_result_t result = hal::loadProgram(configuration_.info, binary, place, put, &loaded)) {
    if (base) {
      freeProgram(base, wholePages);
    }
    return result;
  }
  const std::lock_guard lock(programMutex_);
  *program = ++lastProgram_;
  programs_.emplace(*program, std::move(loaded));
  return hal_success;
}

// Makes the pages writable data before they are allocated again. If the agent cannot do it, they
// stay out of use: a buffer in pages of code would fault.
void Device::freeProgram(hal_address_t base, uint64_t wholePages) {
  if (mapRange(base, base + wholePages, hal_agent_access_read_write) == hal_success) {
    release(base);
  }
}

// Takes the program out of the map first, so that two threads cannot free it twice.
void Device::unloadProgram(hal_program_t program) {
  LoadedProgram gone;
  {
    const std::lock_guard lock(programMutex_);
    const auto found = programs_.find(program);
    if (found == programs_.end()) {
      return;
    }
    gone = std::move(found->second);
    programs_.erase(found);
  }
  const uint64_t page = configuration_.info.page_size;
  freeProgram(gone.base, (gone.size + page - 1) & ~(page - 1));
}

hal_result_t Device::findKernel(hal_program_t program, uint32_t index, hal_kernel_t *kernel) {
  const std::lock_guard lock(programMutex_);
  const auto found = programs_.find(program);
  if (found == programs_.end()) {
    return hal_error_invalid_value;
  }
  if (index >= found->second.entries.size()) {
    return hal_error_missing_kernel;
  }
  *kernel = program << kernelBits | index;
  return hal_success;
}

// The slot belongs to the caller until it is cancelled or awaited, so no lock is needed for it.
hal_result_t Device::placeArguments(uint32_t slot, const hal_launch_t &launch,
                                    hal_address_t *address) {
  *address = argumentArea_ + slot * argumentBlock;
  if (launch.arguments_size > argumentBlock) {
    *address = largeArguments_[slot] = allocateLocked(launch.arguments_size, argumentAlignment);
    if (*address == 0) {
      return hal_error_out_of_memory;
    }
  }
  if (launch.arguments_size != 0) {
    std::memcpy(host(*address, launch.arguments_size), launch.arguments, launch.arguments_size);
  }
  return hal_success;
}

// Frees the large arguments of a slot, if it has any.
void Device::releaseArguments(uint32_t slot) {
  if (largeArguments_[slot]) {
    release(std::exchange(largeArguments_[slot], 0));
  }
}

// Checks the launch, reserves a slot, places the arguments, and submits. On a failure all of it is
// undone in reverse order.
hal_result_t Device::launch(const hal_launch_t &launch, hal_job_t *job) {
  if (launch.group_count == 0 || !launch.schedule) {
    return hal_error_invalid_value;
  }
  if (launch.arena_size > launch.arena_stride ||
      launch.arena_size > configuration_.info.max_arena_size) {
    return hal_error_out_of_resources;
  }
  JobDescription description{.kernel = {}, .launch = &launch};
  {
    const std::lock_guard lock(programMutex_);
    const auto program = programs_.find(launch.kernel >> kernelBits);
    const auto index = static_cast<uint32_t>(launch.kernel);
    if (program == programs_.end() || index >= program->second.entries.size()) {
      return hal_error_invalid_value;
    }
    description.entry = program->second.entries[index];
    if (configuration_.printsCounters) {
      description.kernel = program->second.image.metadata.kernels[index].name;
    }
  }
  uint32_t slot = 0;
  if (hal_result_t result = jobs_->reserve(&slot)) {
    return result;
  }
  hal_result_t result = placeArguments(slot, launch, &description.arguments);
  if (result == hal_success) {
    result = jobs_->submit(slot, std::move(description), job);
  }
  if (result != hal_success) {
    releaseArguments(slot);
    jobs_->cancel(slot);
  }
  return result;
}

hal_result_t Device::wait(hal_job_t job, uint64_t timeout_ns, hal_job_result_t *result) {
  return jobs_->wait(job, timeout_ns, result, [this](uint32_t slot) { releaseArguments(slot); });
}

}  // namespace hal::process
