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

/// One device. Its functions have the contracts of hal_t's entries (hal/hal.h).
///
/// Thread-safe; a thread holds at most one of the locks at a time. The destructor ends the process.
class Device {
 public:
  /// `configuration` outlives the device. Starts nothing; only start() and the destructor are
  /// allowed at first.
  explicit Device(const Configuration &configuration);

  /// Starts the process and the queue of jobs. Errors as AgentProcess::start.
  hal_result_t start();
  /// Returns hal_error_device_lost if the process is gone, or if this process is a forked child.
  hal_result_t state() const;
  /// Returns true in a forked child: the device belongs to the parent.
  bool isForked() const { return generation_ != forkGeneration(); }
  /// Prepares the destructor in a forked child: only memory of this process is freed.
  void abandon();

  /// Memory. `release` ignores addresses without an allocation. hal_error_invalid_value: a size of
  /// 0, or an alignment that is no power of two. hal_error_out_of_memory: above the largest
  /// allocation, or no room.
  hal_result_t allocate(uint64_t size, uint64_t alignment, hal_address_t *address);
  /// Frees an allocation; a large one gives its pages back to the system.
  void release(hal_address_t address);

  /// Transfers by memcpy: this process maps device memory too. hal_error_invalid_value: a range
  /// leaves device memory.
  hal_result_t write(hal_address_t to, const void *from, uint64_t size);
  hal_result_t read(void *to, hal_address_t from, uint64_t size);
  /// Overlapping ranges are copied as if through a third place.
  hal_result_t copy(hal_address_t to, hal_address_t from, uint64_t size);
  /// Repeats `pattern`, at most 128 bytes, over `size` bytes, a multiple of the pattern's size.
  hal_result_t fill(hal_address_t to, uint64_t size, std::span<const std::byte> pattern);

  /// Loads a program.
  ///
  /// A kernel handle holds the program's number and an index, so a launch after the unloading is an
  /// error and not a jump into freed memory. The binary is verified first and need not outlive the
  /// call. Errors as hal::loadProgram, and hal_error_device_lost.
  hal_result_t loadProgram(std::span<const std::byte> binary, hal_program_t *program);
  /// Frees a program. None of its kernels is running.
  void unloadProgram(hal_program_t program);
  /// Makes a handle of program and index. hal_error_invalid_value: no such program.
  /// hal_error_missing_kernel: no such index.
  hal_result_t findKernel(hal_program_t program, uint32_t index, hal_kernel_t *kernel);

  /// Launches a job.
  ///
  /// A job's arguments stay in device memory until the end of its wait. hal_error_out_of_resources:
  /// arenas above the limit. hal_not_ready: HAL_MAX_JOBS jobs still need a wait. A failure leaves
  /// no slot and no memory behind.
  hal_result_t launch(const hal_launch_t &launch, hal_job_t *job);
  /// Waits for a job, and frees its arguments.
  hal_result_t wait(hal_job_t job, uint64_t timeout_ns, hal_job_result_t *result);

 private:
  // Returns the host address of a range, or null if it leaves device memory.
  std::byte *host(hal_address_t address, uint64_t size);
  // Allocates under memoryMutex_; 0 if there is no room.
  hal_address_t allocateLocked(uint64_t size, uint64_t alignment);
  // Gives the pages of a large freed range back to the system.
  void discard(hal_address_t address, uint64_t size);
  // Gives each segment of a program its access, through the agent.
  hal_result_t protect(const mux::elf::Image &image, hal_address_t base);
  // Changes the access of whole pages [from, to); empty ranges are valid.
  hal_result_t mapRange(hal_address_t from, hal_address_t to, hal_agent_access_t access);
  // Turns a program's pages into data again and frees them.
  void freeProgram(hal_address_t base, uint64_t wholePages);
  // Copies a launch's arguments into the block of a slot, or into an allocation if they are larger.
  hal_result_t placeArguments(uint32_t slot, const hal_launch_t &launch, hal_address_t *address);
  // Frees the larger arguments of a slot.
  void releaseArguments(uint32_t slot);

  // The target's; constant.
  const Configuration &configuration_;
  // The process that the device belongs to (forkGeneration).
  const uint32_t generation_ = forkGeneration();
  // The process and the memory shared with it.
  AgentProcess process_;
  // Its destructor ends the process first, so nothing runs when memory goes.
  std::unique_ptr<JobQueue> jobs_;

  // Guards allocator_.
  std::mutex memoryMutex_;
  // The addresses of device memory.
  RangeAllocator allocator_;
  // A block of arguments for each slot, and the addresses of larger ones (0: none).
  hal_address_t argumentArea_ = 0;
  std::array<hal_address_t, HAL_MAX_JOBS> largeArguments_ = {};

  // Held during AgentProcess::map.
  std::mutex serviceMutex_;
  // Guards the loaded programs.
  std::mutex programMutex_;
  // Loaded programs by their handles. A handle is never used twice.
  std::map<hal_program_t, LoadedProgram> programs_;
  hal_program_t lastProgram_ = 0;
};

}  // namespace hal::process
