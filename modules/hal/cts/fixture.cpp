// Steps shared by the tests: an open device, its memory, and a launch as modules/hal/runtime makes
// it.
#include "fixture.h"

#include <algorithm>

namespace hal::cts {
namespace {

/// Distinguishes buffers by their place in the list of addresses.
class AddressResolver : public mux::ArgumentResolver {
 public:
  explicit AddressResolver(const std::vector<hal_address_t> &addresses) : addresses_(addresses) {}
  uint64_t bufferAddress(mux_buffer_t) override { return addresses_[next_++]; }

 private:
  const std::vector<hal_address_t> &addresses_;
  size_t next_ = 0;
};

// Returns the limits of a launch from the HAL's properties.
mux::LaunchLimits limitsOf(const hal_info_t &info) {
  return {.arenaSize = info.max_arena_size,
          .localMemorySize = info.local_memory_size,
          .localInArena = info.scratchpad_size == 0,
          .maxWorkGroupSize = 4096,
          .maxWorkItemSizes = {4096, 4096, 4096}};
}

}  // namespace

Device::Device(const hal_t &hal) : hal_(hal) {
  EXPECT_EQ(hal.get_info(&info_), hal_success);
  EXPECT_EQ(hal.open(&device_), hal_success);
}

Device::~Device() {
  if (device_) {
    hal_.close(device_);
  }
}

Memory::Memory(const Device &device, uint64_t size, uint64_t alignment) : device_(device) {
  EXPECT_EQ(device(&hal_t::allocate, size, alignment, &address_), hal_success);
}

/// Compiles, verifies and loads the source; the kernel is null after a failure.
Kernel::Kernel(const Device &device, std::string_view source) : device_(device) {
  const hal_info_t &info = device.info();
  std::string log;
  const auto binary = registration().compile(info, source, &log);
  if (!binary) {
    ADD_FAILURE() << log;
    return;
  }
  auto image = mux::elf::verify(
      *binary, {static_cast<uint16_t>(info.elf_machine), static_cast<uint8_t>(info.address_bits),
                info.elf_relative_type, info.page_size});
  if (!image) {
    ADD_FAILURE() << image.error().message;
    return;
  }
  image_ = std::make_unique<mux::elf::Image>(std::move(*image));
  EXPECT_EQ(device(&hal_t::load_program, static_cast<const void *>(binary->data()),
                   uint64_t{binary->size()}, &program_),
            hal_success);
  EXPECT_EQ(device(&hal_t::find_kernel, program_, uint32_t{0}, &kernel_), hal_success);
}

Kernel::~Kernel() {
  if (program_ != 0) {
    device_.unload(program_);
  }
}

/// No job of the kernel may be running if they have to grow.
void Kernel::reserveArenas(uint64_t size) {
  if (size > stride_) {
    stride_ = size;
    arenas_ = std::make_unique<Memory>(device_, stride_ * device_.info().workers, 128);
  }
}

hal_result_t Kernel::launch(Grid grid, const Builder &builder, hal_job_t *job) {
  const mux_kernel_descriptor_t &descriptor = image_->metadata.kernels[0].descriptor;
  mux_ndrange_t range = {};
  range.dimensions = 1;
  range.global_size[0] = grid.global;
  range.local_size[0] = grid.local;
  range.argument_count = static_cast<uint32_t>(builder.arguments.size());
  range.arguments = builder.arguments.data();
  mux::ArenaLayout layout;
  if (mux::layOutArena(descriptor, range, limitsOf(device_.info()), &layout) != mux_success) {
    return hal_error_out_of_resources;
  }
  std::vector<std::byte> block(std::max<uint64_t>(descriptor.arguments_size, 8));
  AddressResolver resolver(builder.addresses);
  EXPECT_EQ(mux::packArguments(descriptor, builder.arguments, resolver, block), mux_success);
  mux_schedule_t schedule = mux::makeSchedule(descriptor, range, layout);
  reserveArenas(layout.size);
  hal_launch_t launch = {};
  launch.kernel = kernel_;
  launch.arguments = block.data();
  launch.arguments_size = descriptor.arguments_size;
  launch.schedule = &schedule;
  launch.group_count = mux::groupCount(schedule);
  launch.arenas = arenas_ ? hal_address_t{*arenas_} : 0;
  launch.arena_stride = stride_;
  launch.arena_size = layout.size;
  launch.frame_offset = layout.frameOffset;
  launch.local_offset = layout.localOffset;
  const hal_result_t result =
      device_(&hal_t::launch, static_cast<const hal_launch_t *>(&launch), job);
  // The call has copied all of it: what becomes of our copy is our affair.
  std::ranges::fill(block, std::byte{0xee});
  schedule = {};
  return result;
}

/// Skips registered tests, with their reason.
void HalTest::SetUp() {
  const auto *test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string suite = test->test_suite_name();
  const std::string name = test->name();
  if (auto reason =
          skipReason(suite.substr(suite.find('/') + 1) + "." + name.substr(0, name.find('/')))) {
    GTEST_SKIP() << *reason;
  }
  device_ = std::make_unique<Device>(hal());
  ASSERT_NE(device_->get(), nullptr);
}

/// A linear congruential generator: equal on all machines.
std::vector<uint8_t> pattern(size_t size, uint32_t seed) {
  std::vector<uint8_t> bytes(size);
  uint32_t state = 0x9e3779b9u * (seed + 1u);
  for (uint8_t &byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<uint8_t>(state >> 24);
  }
  return bytes;
}

std::string halName(const testing::TestParamInfo<size_t> &hal) {
  return registration().name + std::to_string(hal.param);
}

}  // namespace hal::cts
