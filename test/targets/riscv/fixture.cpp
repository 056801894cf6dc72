#include "fixture.h"

extern "C" {
extern const unsigned char riscvTestKernels[], riscvTestKernels_end[];
extern const unsigned char riscvTestAnswer1[], riscvTestAnswer1_end[];
extern const unsigned char riscvTestAnswer2[], riscvTestAnswer2_end[];
extern const unsigned char riscvTestAnswer3[], riscvTestAnswer3_end[];
}

namespace riscv::test {
namespace {

constexpr uint64_t arenaSize = 4096;

}  // namespace

std::span<const unsigned char> kernelBinary() {
  return std::span(riscvTestKernels, riscvTestKernels_end);
}

std::span<const unsigned char> answerBinary(int number) {
  switch (number) {
    case 1:
      return std::span(riscvTestAnswer1, riscvTestAnswer1_end);
    case 2:
      return std::span(riscvTestAnswer2, riscvTestAnswer2_end);
    default:
      return std::span(riscvTestAnswer3, riscvTestAnswer3_end);
  }
}

uint64_t answerOf(int number) {
  return static_cast<uint64_t>(number) * 1000001;
}

Options baseOptions() {
  Options options = readOptions();
  options.memory = 256;
  options.counters = "1";
  return options;
}

OpenDevice::OpenDevice(const Options &options, std::chrono::milliseconds hangTimeout)
    : table_(hal::process::commonFunctions()) {
  auto described = describeDevice(options);
  if (!described || !*described) {
    ADD_FAILURE() << "no device: " << described.error().message;
    std::abort();
  }
  description_ = std::move(*described);
  if (hangTimeout.count() != 0) {
    description_->configuration.hangTimeout = hangTimeout;
  }
  EXPECT_EQ(hal::process::openDevice(description_->configuration, &device_), hal_success);
  if (device_) {
    counters.resize(info().counter_count);
    arenas_ = allocate<uint8_t>(info().workers * arenaSize);
  }
}

OpenDevice::~OpenDevice() {
  if (device_) {
    table_.close(device_);
  }
}

hal_program_t OpenDevice::load(std::span<const unsigned char> binary) {
  hal_program_t program = 0;
  EXPECT_EQ(table_.load_program(device_, binary.data(), binary.size(), &program), hal_success);
  return program;
}

hal_kernel_t OpenDevice::find(hal_program_t program, uint32_t index) {
  hal_kernel_t kernel = 0;
  EXPECT_EQ(table_.find_kernel(device_, program, index, &kernel), hal_success);
  return kernel;
}

hal_kernel_t OpenDevice::kernel(Kernel kernel) {
  if (program_ == 0) {
    program_ = load(kernelBinary());
  }
  return find(program_, kernel);
}

hal_result_t OpenDevice::launch(hal_kernel_t kernel, const std::vector<uint64_t> &arguments,
                                uint64_t groups, hal_job_t *job) {
  mux_schedule_t schedule = {};
  schedule.abi_version = MUX_ABI_VERSION;
  schedule.dimensions = 1;
  for (int i = 0; i < 3; ++i) {
    schedule.global_size[i] = schedule.num_groups[i] = i == 0 ? groups : 1;
    schedule.local_size[i] = schedule.last_local_size[i] = 1;
  }
  const hal_launch_t launch = {.kernel = kernel,
                               .arguments = arguments.data(),
                               .arguments_size = arguments.size() * 8,
                               .schedule = &schedule,
                               .group_count = groups,
                               .arenas = arenas_,
                               .arena_stride = arenaSize,
                               .arena_size = arenaSize,
                               .frame_offset = 128,
                               .local_offset = 2048};
  return table_.launch(device_, &launch, job);
}

hal_result_t OpenDevice::wait(hal_job_t job, uint64_t timeout_ns) {
  result = {.result = hal_not_ready, .start = 0, .end = 0, .counters = counters.data()};
  return table_.wait(device_, job, timeout_ns, &result);
}

hal_result_t OpenDevice::run(Kernel index, const std::vector<uint64_t> &arguments,
                             uint64_t groups) {
  hal_job_t job = 0;
  if (hal_result_t failed = launch(kernel(index), arguments, groups, &job)) {
    return failed;
  }
  return wait(job);
}

}  // namespace riscv::test
