// Validation in front of the table, with the null target behind it: what is refused here
// never reached a target, which would have said "unsupported". The conformance suite checks
// the rest on real devices.
#include <gtest/gtest.h>

#include "mux/image_data.h"
#include "mux/mux.h"
#include "mux/null_target.h"
#include "mux/target.h"

namespace {

class Validate : public testing::Test {
 protected:
  void SetUp() override {
    uint32_t count = 0;
    ASSERT_EQ(kiln_null_get_device_infos(1, &info_, &count), mux_success);
    ASSERT_EQ(muxCreateDevice(info_, nullptr, &device_), mux_success);
    muxInitObject(&memory_.object, mux_kind_memory, device_);
    memory_.size = 4096;
    muxInitObject(&buffer_.object, mux_kind_buffer, device_);
    buffer_.size = 1000;
    buffer_.memory = &memory_;
    muxInitObject(&commands_.object, mux_kind_command_buffer, device_);
    commands_.state = mux_command_buffer_recording;
    muxInitObject(&kernel_.object, mux_kind_kernel, device_);
    kernel_.descriptor = &descriptor_;
    descriptor_.frame_item_multiple = 1;
    muxInitObject(&queue_.object, mux_kind_queue, device_);
  }
  void TearDown() override { muxDestroyDevice(device_); }

  mux_ndrange_t range() {
    mux_ndrange_t r{};
    r.dimensions = 3;
    for (int i = 0; i < 3; ++i) {
      r.global_size[i] = 8;
      r.local_size[i] = 4;
    }
    return r;
  }
  mux_result_t launch(const mux_ndrange_t &r) {
    return muxCommandNDRange(&commands_, &kernel_, &r);
  }

  mux_device_info_t info_ = nullptr;
  mux_device_t device_ = nullptr;
  mux_memory_s memory_{};
  mux_buffer_s buffer_{};
  mux_command_buffer_s commands_{};
  mux_kernel_descriptor_t descriptor_{};
  mux_kernel_s kernel_{};
  mux_queue_s queue_{};
};

TEST_F(Validate, ATableWithHolesIsRefused) {
  mux_device_table_t table = *info_->table;
  table.help = nullptr;
  mux_device_info_s info = *info_;
  info.table = &table;
  mux_device_t device = nullptr;
  EXPECT_EQ(muxCreateDevice(&info, nullptr, &device), mux_error_unsupported);
  info.table = nullptr;
  EXPECT_EQ(muxCreateDevice(&info, nullptr, &device), mux_error_unsupported);
  EXPECT_EQ(device, nullptr);
}

TEST_F(Validate, KindsAreChecked) {
  char byte = 0;
  auto *memoryAsBuffer = reinterpret_cast<mux_buffer_t>(&memory_);
  EXPECT_EQ(muxCommandReadBuffer(&commands_, memoryAsBuffer, 0, &byte, 1),
            mux_error_invalid_handle);
  auto *bufferAsCommands = reinterpret_cast<mux_command_buffer_t>(&buffer_);
  EXPECT_EQ(muxCommandReadBuffer(bufferAsCommands, &buffer_, 0, &byte, 1),
            mux_error_invalid_handle);
  EXPECT_EQ(muxFinalizeCommandBuffer(bufferAsCommands), mux_error_invalid_handle);
}

TEST_F(Validate, GoodCallsReachTheTarget) {
  char byte = 0;
  EXPECT_EQ(muxCommandReadBuffer(&commands_, &buffer_, 999, &byte, 1), mux_error_unsupported);
  EXPECT_EQ(launch(range()), mux_error_unsupported);
  EXPECT_EQ(muxWaitAll(&queue_), mux_error_unsupported);
  EXPECT_EQ(muxFinalizeCommandBuffer(&commands_), mux_error_unsupported);
  EXPECT_EQ(commands_.state, mux_command_buffer_recording) << "a failed finalize changes nothing";
}

TEST_F(Validate, CopiesThroughAliasesMayNotOverlap) {
  mux_buffer_s alias = buffer_;
  alias.offset = 512;
  EXPECT_EQ(muxCommandCopyBuffer(&commands_, &buffer_, 512, &alias, 0, 100),
            mux_error_invalid_value);
  EXPECT_EQ(muxCommandCopyBuffer(&commands_, &buffer_, 412, &alias, 0, 100), mux_error_unsupported);
  EXPECT_EQ(muxCommandCopyBuffer(&commands_, &buffer_, 413, &alias, 0, 100),
            mux_error_invalid_value);
}

TEST_F(Validate, KernelLimitsCount) {
  descriptor_.max_work_group_size = 63;
  EXPECT_EQ(launch(range()), mux_error_invalid_value);
  descriptor_.max_work_group_size = 64;
  EXPECT_EQ(launch(range()), mux_error_unsupported);
  descriptor_.specialized_local_size[0] = 4;
  descriptor_.specialized_local_size[1] = 4;
  descriptor_.specialized_local_size[2] = 2;
  EXPECT_EQ(launch(range()), mux_error_invalid_value);
  descriptor_.specialized_local_size[2] = 4;
  EXPECT_EQ(launch(range()), mux_error_unsupported);
}

TEST_F(Validate, UniformGroupsOnly) {
  descriptor_.flags = mux_kernel_uniform_groups_only;
  mux_ndrange_t r = range();
  EXPECT_EQ(launch(r), mux_error_unsupported);
  r.global_size[1] = 9;
  EXPECT_EQ(launch(r), mux_error_invalid_value);
}

TEST_F(Validate, ImagesAndSamplersMatchTheirParameters) {
  mux_parameter_t parameters[] = {{mux_parameter_image, 8, 0, sizeof(mux_image_data_t)},
                                  {mux_parameter_sampler, 4, sizeof(mux_image_data_t), 4}};
  descriptor_.parameters = parameters;
  descriptor_.parameter_count = 2;
  mux_image_s image{};
  muxInitObject(&image.object, mux_kind_image, device_);
  mux_sampler_s sampler{};
  muxInitObject(&sampler.object, mux_kind_sampler, device_);
  mux_argument_t arguments[2] = {};
  arguments[0].type = mux_argument_image;
  arguments[0].image = &image;
  arguments[1].type = mux_argument_sampler;
  arguments[1].sampler = &sampler;
  mux_ndrange_t r = range();
  r.arguments = arguments;
  r.argument_count = 2;
  EXPECT_EQ(launch(r), mux_error_invalid_state) << "an image without memory";
  mux_memory_s memory{};
  image.memory = &memory;
  EXPECT_EQ(launch(r), mux_error_unsupported);
  arguments[1].sampler = nullptr;
  EXPECT_EQ(launch(r), mux_error_invalid_handle);
  arguments[1].sampler = &sampler;
  arguments[0].image = reinterpret_cast<mux_image_t>(&sampler);
  EXPECT_EQ(launch(r), mux_error_invalid_handle);
  r.arguments = nullptr;
  EXPECT_EQ(launch(r), mux_error_invalid_value);
}

TEST_F(Validate, GroupNumbersFitSixtyFourBits) {
  mux_ndrange_t r = range();
  for (int i = 0; i < 3; ++i) {
    r.global_size[i] = uint64_t{1} << 30;
    r.local_size[i] = 1;
  }
  EXPECT_EQ(launch(r), mux_error_invalid_value);
  r.global_size[2] = 8;
  EXPECT_EQ(launch(r), mux_error_unsupported);
}

TEST_F(Validate, SmallAddressSpacesBoundTheRange) {
  mux_device_info_s narrow = *info_;
  narrow.address_bits = 32;
  device_->info = &narrow;
  mux_ndrange_t r = range();
  r.global_offset[0] = UINT32_MAX - 7;
  EXPECT_EQ(launch(r), mux_error_invalid_value);
  r.global_offset[0] = UINT32_MAX - 8;
  EXPECT_EQ(launch(r), mux_error_unsupported);
  device_->info = info_;
}

}  // namespace
