#include "mux/target_support/launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "mux/image_data.h"
#include "mux/target.h"

namespace {

using testing::ElementsAre;

mux_argument_t value(const void *bytes, uint64_t size) {
  mux_argument_t argument{};
  argument.type = mux_argument_value;
  argument.value = {bytes, size};
  return argument;
}
mux_argument_t local(uint64_t size) {
  mux_argument_t argument{};
  argument.type = mux_argument_local;
  argument.local.size = size;
  return argument;
}
mux_argument_t buffer(mux_buffer_t handle, uint64_t offset) {
  mux_argument_t argument{};
  argument.type = mux_argument_buffer;
  argument.buffer = {handle, offset};
  return argument;
}

class Addresses : public mux::ArgumentResolver {
 public:
  uint64_t bufferAddress(mux_buffer_t) override { return 0x1000; }
  uint64_t memoryAddress(mux_memory_t) override { return 0x20000; }
};

/// A kernel (int, global*, local*, local*) with a frame.
class Launch : public testing::Test {
 protected:
  Launch() {
    descriptor_.parameters = parameters_;
    descriptor_.parameter_count = 4;
    descriptor_.arguments_size = 32;
    descriptor_.frame_fixed_size = 64;
    descriptor_.frame_item_size = 24;
    descriptor_.frame_item_multiple = 8;
    descriptor_.frame_alignment = 64;
    descriptor_.local_size = 10;
    descriptor_.preferred_multiple = 8;
  }
  mux_ndrange_t range(uint32_t dimensions, std::vector<uint64_t> global,
                      std::vector<uint64_t> groups) {
    mux_ndrange_t result{};
    result.dimensions = dimensions;
    for (size_t i = 0; i < 3; ++i) {
      result.global_size[i] = i < global.size() ? global[i] : 77;
      result.local_size[i] = i < groups.size() ? groups[i] : 77;
      result.global_offset[i] = i + 5;
    }
    result.arguments = arguments_;
    result.argument_count = 4;
    return result;
  }
  mux_parameter_t parameters_[4] = {{mux_parameter_value, 4, 0, 4},
                                    {mux_parameter_buffer, 4, 8, 8},
                                    {mux_parameter_local, 16, 16, 8},
                                    {mux_parameter_local, 4, 24, 8}};
  int number_ = -3;
  mux_argument_t arguments_[4] = {value(&number_, 4), buffer(nullptr, 0x20), local(100), local(7)};
  mux_kernel_descriptor_t descriptor_{};
  mux::LaunchLimits limits_{.arenaSize = 4096,
                            .localMemorySize = 1024,
                            .maxWorkGroupSize = 256,
                            .maxWorkItemSizes = {256, 256, 64}};
};

TEST_F(Launch, PacksArguments) {
  Addresses addresses;
  std::vector<std::byte> block(32, std::byte{0xee});
  ASSERT_EQ(mux::packArguments(descriptor_, arguments_, addresses, block), mux_success);
  const auto word = [&](size_t offset) {
    uint64_t result;
    std::memcpy(&result, block.data() + offset, sizeof result);
    return result;
  };
  EXPECT_EQ(word(0), 0xfffffffdu) << "padding is zero";
  EXPECT_EQ(word(8), 0x1020u);
  EXPECT_EQ(word(16), 16u) << "behind 10 static bytes, aligned to 16";
  EXPECT_EQ(word(24), 116u);
}

TEST_F(Launch, PacksNullsAndSamplers) {
  Addresses addresses;
  parameters_[0].kind = mux_parameter_sampler;
  mux_sampler_s sampler{};
  sampler.word = 0xabcd;
  arguments_[0].type = mux_argument_sampler;
  arguments_[0].sampler = &sampler;
  arguments_[1].type = mux_argument_null_buffer;
  std::vector<std::byte> block(32, std::byte{0xee});
  ASSERT_EQ(mux::packArguments(descriptor_, arguments_, addresses, block), mux_success);
  uint32_t word;
  std::memcpy(&word, block.data(), 4);
  EXPECT_EQ(word, 0xabcdu);
  uint64_t pointer;
  std::memcpy(&pointer, block.data() + 8, 8);
  EXPECT_EQ(pointer, 0u);
}

TEST_F(Launch, PacksImages) {
  Addresses addresses;
  mux_memory_s memory{};
  mux_image_s image{};
  image.description = {
      mux_image_type_2d, mux_order_bgra, mux_channel_unorm_int8, {5, 4, 1}, 0, 24, 96};
  image.memory = &memory;
  image.offset = 0x100;
  mux_parameter_t parameter = {mux_parameter_image, 8, 0, sizeof(mux_image_data_t)};
  mux_kernel_descriptor_t descriptor{};
  descriptor.parameters = &parameter;
  descriptor.parameter_count = 1;
  descriptor.arguments_size = sizeof(mux_image_data_t);
  mux_argument_t argument{};
  argument.type = mux_argument_image;
  argument.image = &image;
  std::vector<std::byte> block(sizeof(mux_image_data_t));
  ASSERT_EQ(mux::packArguments(descriptor, {&argument, 1}, addresses, block), mux_success);
  mux_image_data_t data;
  std::memcpy(&data, block.data(), sizeof data);
  EXPECT_EQ(data.address, 0x20100u);
  EXPECT_EQ(data.row_pitch, 24u);
  EXPECT_THAT(data.extent, ElementsAre(5, 4, 1));
  EXPECT_EQ(data.layers, 1u);
  EXPECT_EQ(data.pixel_size, 4u);
  EXPECT_EQ(data.encoding, uint32_t{mux_encoding_normalized});
  EXPECT_EQ(data.fields[0].up, 8) << "red is the third byte";
  EXPECT_EQ(data.fields[2].up, 24) << "blue is the first";
  EXPECT_THAT(data.largest, ElementsAre(255, 255, 255, 255));
  parameter.size = 8;
  EXPECT_EQ(mux::packArguments(descriptor, {&argument, 1}, addresses, block),
            mux_error_invalid_value);
}

TEST_F(Launch, RefusesWhatDoesNotFit) {
  Addresses addresses;
  std::vector<std::byte> block(32);
  const auto pack = [&] { return mux::packArguments(descriptor_, arguments_, addresses, block); };
  EXPECT_EQ(mux::packArguments(descriptor_, std::span(arguments_, 3), addresses, block),
            mux_error_invalid_value);
  EXPECT_EQ(mux::packArguments(descriptor_, arguments_, addresses, std::span(block).first(31)),
            mux_error_invalid_value);
  arguments_[0] = value(&number_, 3);
  EXPECT_EQ(pack(), mux_error_invalid_value);
  arguments_[0] = local(4);
  EXPECT_EQ(pack(), mux_error_invalid_value);
  arguments_[0] = {};
  EXPECT_EQ(pack(), mux_error_invalid_value);
  arguments_[0] = value(&number_, 4);
  parameters_[0].offset = UINT64_MAX;
  EXPECT_EQ(pack(), mux_error_invalid_value);
}

TEST_F(Launch, LaysOutTheArena) {
  mux::ArenaLayout layout;
  ASSERT_EQ(mux::layOutArena(descriptor_, range(2, {30, 30}, {3, 3}), limits_, &layout),
            mux_success);
  EXPECT_EQ(layout.localOffset, 0u);
  EXPECT_EQ(layout.localSize, 123u);
  EXPECT_EQ(layout.frameOffset, 128u);
  EXPECT_EQ(layout.frameSize, 64u + 24u * 16u) << "9 work-items count as 16";
  EXPECT_EQ(layout.size, 640u);
}

TEST_F(Launch, TooLargeArenasAreOutOfResources) {
  mux::ArenaLayout layout;
  const auto layOut = [&](std::vector<uint64_t> groups) {
    return mux::layOutArena(descriptor_, range(3, {1, 1, 1}, std::move(groups)), limits_, &layout);
  };
  EXPECT_EQ(layOut({152, 1, 1}), mux_success);
  EXPECT_EQ(layOut({168, 1, 1}), mux_error_out_of_resources);
  EXPECT_EQ(layOut({UINT64_MAX, 1, 1}), mux_error_out_of_resources);
  EXPECT_EQ(layOut({uint64_t{1} << 40, uint64_t{1} << 40, 1}), mux_error_out_of_resources);
  arguments_[3] = local(1024);
  EXPECT_EQ(layOut({1, 1, 1}), mux_error_out_of_resources);
  arguments_[3] = local(UINT64_MAX);
  EXPECT_EQ(layOut({1, 1, 1}), mux_error_out_of_resources);
}

TEST_F(Launch, LocalMemoryHasSlackOnBothSides) {
  limits_.localSlack = 128;
  mux::ArenaLayout layout;
  ASSERT_EQ(mux::layOutArena(descriptor_, range(1, {1}, {8}), limits_, &layout), mux_success);
  EXPECT_EQ(layout.localOffset, 128u);
  EXPECT_EQ(layout.localSize, 123u);
  EXPECT_EQ(layout.frameOffset, 384u) << "128 + 123 + 128, rounded up";
  uint64_t with = 0, without = 0;
  limits_.arenaSize = 2048;
  ASSERT_EQ(mux::queryMaxWorkGroupSize(descriptor_, limits_, 107, &with), mux_success);
  EXPECT_EQ(mux::layOutArena(descriptor_, range(1, {1}, {with}), limits_, &layout), mux_success);
  limits_.localSlack = 0;
  ASSERT_EQ(mux::queryMaxWorkGroupSize(descriptor_, limits_, 107, &without), mux_success);
  EXPECT_LT(with, without);

  // Without local memory there is nothing to surround.
  limits_.localSlack = 128;
  descriptor_.local_size = 0;
  descriptor_.parameter_count = 2;
  mux_ndrange_t ndrange = range(1, {1}, {8});
  ndrange.argument_count = 2;
  ASSERT_EQ(mux::layOutArena(descriptor_, ndrange, limits_, &layout), mux_success);
  EXPECT_EQ(layout.frameOffset, 0u);
}

TEST_F(Launch, ScratchpadsTakeNothingOfTheArena) {
  limits_.localInArena = false;
  limits_.arenaSize = 512;
  mux::ArenaLayout layout;
  ASSERT_EQ(mux::layOutArena(descriptor_, range(3, {1, 1, 1}, {3, 3, 1}), limits_, &layout),
            mux_success);
  EXPECT_EQ(layout.localOffset, 0u);
  EXPECT_EQ(layout.localSize, 123u);
  EXPECT_EQ(layout.frameOffset, 0u);
  EXPECT_EQ(layout.frameSize, 64u + 24u * 16u);
  EXPECT_EQ(layout.size, 512u);
  EXPECT_EQ(mux::layOutArena(descriptor_, range(1, {1}, {17}), limits_, &layout),
            mux_error_out_of_resources)
      << "the frame alone is too large";

  // All of both can be used; more than the scratchpad cannot, however large the arena is.
  uint64_t items = 0;
  ASSERT_EQ(mux::queryMaxWorkGroupSize(descriptor_, limits_, 1014, &items), mux_success);
  EXPECT_EQ(items, 16u);
  arguments_[2] = local(900);
  arguments_[3] = local(100);
  EXPECT_EQ(mux::layOutArena(descriptor_, range(1, {1}, {16}), limits_, &layout), mux_success);
  limits_.arenaSize = 1 << 20;
  arguments_[2] = local(1024);
  EXPECT_EQ(mux::layOutArena(descriptor_, range(1, {1}, {1}), limits_, &layout),
            mux_error_out_of_resources);
  ASSERT_EQ(mux::queryMaxWorkGroupSize(descriptor_, limits_, 1015, &items), mux_success);
  EXPECT_EQ(items, 0u);
}

TEST_F(Launch, FillsTheSchedule) {
  mux::ArenaLayout layout;
  const mux_ndrange_t ndrange = range(2, {10, 7}, {4, 7});
  ASSERT_EQ(mux::layOutArena(descriptor_, ndrange, limits_, &layout), mux_success);
  descriptor_.flags = mux_kernel_flush_denorms;
  mux_schedule_t schedule = mux::makeSchedule(descriptor_, ndrange, layout);
  EXPECT_EQ(schedule.abi_version, MUX_ABI_VERSION);
  EXPECT_EQ(schedule.dimensions, 2u);
  EXPECT_THAT(schedule.global_size, ElementsAre(10, 7, 1));
  EXPECT_THAT(schedule.global_offset, ElementsAre(5, 6, 0));
  EXPECT_THAT(schedule.local_size, ElementsAre(4, 7, 1));
  EXPECT_THAT(schedule.last_local_size, ElementsAre(2, 7, 1));
  EXPECT_THAT(schedule.num_groups, ElementsAre(3, 1, 1));
  EXPECT_EQ(schedule.fp_control, uint32_t{mux_fp_control_flush_denorms});
  EXPECT_EQ(mux::groupCount(schedule), 3u);
  mux::placeArena(schedule, layout, 0x10000, 4096);
  EXPECT_EQ(schedule.arena, 0x10000u);
  EXPECT_EQ(schedule.local_memory, 0x10000u);
  EXPECT_EQ(schedule.frame, 0x10000u + layout.frameOffset);
  EXPECT_EQ(schedule.frame_size, layout.frameSize);
  EXPECT_EQ(schedule.local_memory_size, layout.localSize);
}

TEST_F(Launch, EmptyDimensionsHaveNoGroups) {
  const mux_schedule_t schedule = mux::makeSchedule(descriptor_, range(2, {4, 0}, {2, 2}), {});
  EXPECT_EQ(mux::groupCount(schedule), 0u);
}

TEST_F(Launch, TheLargestGroupFits) {
  for (uint64_t dynamic : {0u, 1u, 100u, 900u}) {
    uint64_t items = 0;
    ASSERT_EQ(mux::queryMaxWorkGroupSize(descriptor_, limits_, dynamic, &items), mux_success);
    ASSERT_GT(items, 0u);
    arguments_[2] = local(dynamic / 2);
    arguments_[3] = local(dynamic - dynamic / 2);
    mux::ArenaLayout layout;
    EXPECT_EQ(mux::layOutArena(descriptor_, range(1, {1}, {items}), limits_, &layout), mux_success)
        << dynamic;
  }
}

TEST_F(Launch, TheLargestGroupKeepsAllLimits) {
  uint64_t items = 0;
  descriptor_.frame_item_size = 0;
  mux::queryMaxWorkGroupSize(descriptor_, limits_, 0, &items);
  EXPECT_EQ(items, 256u);
  descriptor_.max_work_group_size = 48;
  mux::queryMaxWorkGroupSize(descriptor_, limits_, 0, &items);
  EXPECT_EQ(items, 48u);
  mux::queryMaxWorkGroupSize(descriptor_, limits_, 1015, &items);
  EXPECT_EQ(items, 0u) << "10 static bytes and 1015 are more than 1024";
  mux::queryMaxWorkGroupSize(descriptor_, limits_, UINT64_MAX, &items);
  EXPECT_EQ(items, 0u);
  descriptor_.frame_fixed_size = 1 << 20;
  mux::queryMaxWorkGroupSize(descriptor_, limits_, 0, &items);
  EXPECT_EQ(items, 0u);
}

class LocalSize : public Launch {
 protected:
  std::vector<uint64_t> choose(std::vector<uint64_t> global, uint32_t units = 2) {
    const auto dimensions = static_cast<uint32_t>(global.size());
    global.resize(3, 1);
    uint64_t size[3] = {};
    EXPECT_EQ(mux::queryLocalSize(descriptor_, limits_, units, dimensions, global.data(), 0, size),
              mux_success);
    return {size[0], size[1], size[2]};
  }
};

TEST_F(LocalSize, TakesAsMuchAsFits) {
  descriptor_.frame_item_size = 0;
  EXPECT_THAT(choose({1 << 20}), ElementsAre(256, 1, 1));
  EXPECT_THAT(choose({1024, 1024}), ElementsAre(256, 1, 1));
  EXPECT_THAT(choose({16, 1024, 4}), ElementsAre(16, 16, 1));
}

TEST_F(LocalSize, FillsVectorsInTheirDimensionFirst) {
  descriptor_.frame_item_size = 0;
  descriptor_.vector_dimension = 1;
  EXPECT_THAT(choose({1024, 1024}), ElementsAre(32, 8, 1));
  EXPECT_THAT(choose({16, 1024, 4}), ElementsAre(16, 8, 2));
  EXPECT_THAT(choose({1024, 4}), ElementsAre(64, 4, 1));
  EXPECT_THAT(choose({1 << 20}), ElementsAre(256, 1, 1));
  descriptor_.vector_dimension = mux_vector_dimension_linear;
  EXPECT_THAT(choose({1024, 1024}), ElementsAre(256, 1, 1));
}

TEST_F(LocalSize, DividesWhereItCan) {
  for (uint64_t n = 2; n <= 2000; ++n) {
    const uint64_t size = choose({n})[0];
    ASSERT_GE(size, 1u);
    ASSERT_LE(size, 256u);
    if (n % 16 == 0) {
      ASSERT_EQ(n % size, 0u) << n;
    }
  }
}

TEST_F(LocalSize, CutsPrimesUnevenlyIfAllowed) {
  EXPECT_GE(choose({1000003})[0], 16u);
  descriptor_.flags = mux_kernel_uniform_groups_only;
  EXPECT_EQ(choose({1000003})[0], 1u);
}

TEST_F(LocalSize, IsTheRequiredOne) {
  descriptor_.required_local_size[0] = 2;
  descriptor_.required_local_size[1] = 3;
  descriptor_.required_local_size[2] = 4;
  EXPECT_THAT(choose({1000}), ElementsAre(2, 3, 4));
}

TEST_F(LocalSize, SmallRangesAreNotOneGroup) {
  descriptor_.frame_item_size = 0;
  EXPECT_THAT(choose({256}, 4), ElementsAre(64, 1, 1));
}

TEST_F(LocalSize, FailsIfNothingFits) {
  descriptor_.frame_fixed_size = 1 << 20;
  const uint64_t global[3] = {1, 1, 1};
  uint64_t size[3] = {};
  EXPECT_EQ(mux::queryLocalSize(descriptor_, limits_, 2, 1, global, 0, size),
            mux_error_out_of_resources);
}

}  // namespace
