// An opened device: the allocator of its memory, its programs, its jobs.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent_process.h"
#include "hal/process.h"
#include "hal/program.h"
#include "job_queue.h"
#include "range_allocator.h"

namespace hal::process {

/// Thread-safe. The functions do what those of hal_t do.
class Device {
 public:
  explicit Device(const Configuration &configuration);

  hal_result_t start();
  /// hal_error_device_lost if it is gone, or this process is a child of the one it belongs to.
  hal_result_t state() const;
  bool isForked() const { return generation_ != forkGeneration(); }
  void abandon();

  hal_result_t allocate(uint64_t size, uint64_t alignment, hal_address_t *address);
  void release(hal_address_t address);

  hal_result_t write(hal_address_t to, const void *from, uint64_t size);
  hal_result_t read(void *to, hal_address_t from, uint64_t size);
  hal_result_t copy(hal_address_t to, hal_address_t from, uint64_t size);
  hal_result_t fill(hal_address_t to, uint64_t size, std::span<const std::byte> pattern);

  hal_result_t loadProgram(std::span<const std::byte> binary, hal_program_t *program);
  void unloadProgram(hal_program_t program);
  hal_result_t findKernel(hal_program_t program, uint32_t index, hal_kernel_t *kernel);

  hal_result_t launch(const hal_launch_t &launch, hal_job_t *job);
  hal_result_t wait(hal_job_t job, uint64_t timeout_ns, hal_job_result_t *result);

 private:
  std::byte *host(hal_address_t address, uint64_t size);
  hal_address_t allocateLocked(uint64_t size, uint64_t alignment);
  void discard(hal_address_t address, uint64_t size);
  hal_result_t protect(const mux::elf::Image &image, hal_address_t base);
  hal_result_t mapRange(hal_address_t from, hal_address_t to, hal_agent_access_t access);
  void freeProgram(hal_address_t base, uint64_t wholePages);
  hal_result_t placeArguments(uint32_t slot, const hal_launch_t &launch, hal_address_t *address);
  void releaseArguments(uint32_t slot);

  const Configuration &configuration_;
  const uint32_t generation_ = forkGeneration();
  AgentProcess process_;
  std::unique_ptr<JobQueue> jobs_;  ///< ends the process first

  std::mutex memoryMutex_;
  RangeAllocator allocator_;
  hal_address_t argumentArea_ = 0;  ///< a block for each job
  std::array<hal_address_t, HAL_MAX_JOBS> largeArguments_ = {};

  std::mutex serviceMutex_;  ///< of AgentProcess::map
  std::mutex programMutex_;
  std::map<hal_program_t, LoadedProgram> programs_;
  hal_program_t lastProgram_ = 0;
};

}  // namespace hal::process
