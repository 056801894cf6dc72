#include "mux/target_support/program_metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>

#include "sample_metadata.h"

namespace {

std::string errorOf(std::span<const std::byte> bytes) {
  const auto read = mux::readProgramMetadata(bytes);
  EXPECT_FALSE(read);
  return read.error().message;
}

TEST(Note, RoundTrip) {
  const mux::ProgramMetadata metadata = sampleMetadata();
  const auto bytes = mux::writeProgramMetadata(metadata);
  EXPECT_EQ(bytes.size() % 8, 0u);
  const auto read = mux::readProgramMetadata(bytes);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->target, metadata.target);
  EXPECT_EQ(read->targetProperties, metadata.targetProperties);
  EXPECT_EQ(read->strings, metadata.strings);
  ASSERT_EQ(read->kernels.size(), metadata.kernels.size());
  for (size_t i = 0; i < metadata.kernels.size(); ++i) {
    const auto &kernel = read->kernels[i];
    EXPECT_EQ(kernel.name, metadata.kernels[i].name);
    EXPECT_STREQ(kernel.descriptor.name, kernel.name.c_str());
    EXPECT_EQ(kernel.descriptor.parameters, kernel.parameters.data());
    ASSERT_EQ(kernel.descriptor.parameter_count, metadata.kernels[i].parameters.size());
    EXPECT_EQ(std::memcmp(kernel.parameters.data(), metadata.kernels[i].parameters.data(),
                          kernel.parameters.size() * sizeof(mux_parameter_t)),
              0);
    EXPECT_EQ(kernel.descriptor.frame_item_size, 100u);
    EXPECT_EQ(kernel.descriptor.sub_group_size, 16u);
    EXPECT_EQ(kernel.descriptor.required_local_size[2], 2u);
  }
  EXPECT_EQ(mux::writeProgramMetadata(*read), bytes);
}

TEST(Note, RecordsStayValidWhenMoved) {
  auto read = mux::readProgramMetadata(mux::writeProgramMetadata(sampleMetadata()));
  ASSERT_TRUE(read);
  const mux::ProgramMetadata moved = std::move(*read);
  EXPECT_EQ(moved.kernels[1].descriptor.parameters, moved.kernels[1].parameters.data());
}

TEST(Note, AProgramWithoutKernelsIsValid) {
  EXPECT_TRUE(mux::readProgramMetadata(mux::writeProgramMetadata(
      {.target = "t", .targetProperties = {}, .kernels = {}, .strings = {}})));
}

TEST(Note, EveryShorterNoteIsRefused) {
  const auto bytes = mux::writeProgramMetadata(sampleMetadata());
  for (size_t size = 0; size < bytes.size(); ++size) {
    std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_FALSE(mux::readProgramMetadata(cut)) << size;
    // The same with a size that agrees.
    if (size >= 24) {
      const auto description = static_cast<uint32_t>(size - 24);
      std::memcpy(cut.data() + 4, &description, sizeof description);
      EXPECT_FALSE(mux::readProgramMetadata(cut)) << size;
    }
  }
}

TEST(Note, AnotherVersionIsRefused) {
  for (size_t offset : {24u, 28u}) {
    auto bytes = mux::writeProgramMetadata(sampleMetadata());
    bytes[offset] = std::byte{9};
    EXPECT_THAT(errorOf(bytes), testing::HasSubstr("version"));
  }
}

TEST(Note, AnotherOwnerIsRefused) {
  auto bytes = mux::writeProgramMetadata(sampleMetadata());
  bytes[12] = std::byte{'X'};
  EXPECT_THAT(errorOf(bytes), testing::HasSubstr("not a note"));
}

TEST(Note, HugeCountsAreRefused) {
  auto bytes = mux::writeProgramMetadata(sampleMetadata());
  const size_t count = 24 + 8 + 4 + 6 + 4 + sampleMetadata().targetProperties.size();
  const uint32_t huge = UINT32_MAX;
  std::memcpy(bytes.data() + count, &huge, sizeof huge);
  EXPECT_FALSE(mux::readProgramMetadata(bytes));
}

TEST(Note, FieldsOutOfRangeAreRefused) {
  using Kernel = mux::KernelRecord;
  const std::function<void(Kernel &)> damages[] = {
      [](Kernel &k) { k.name = ""; },
      [](Kernel &k) { k.name = std::string("a\0b", 3); },
      [](Kernel &k) { k.name = "second"; },
      [](Kernel &k) { k.parameters[0].kind = 0; },
      [](Kernel &k) { k.parameters[0].kind = 6; },
      [](Kernel &k) { k.parameters[0].size = 4; },
      [](Kernel &k) { k.parameters[0].offset = 4; },
      [](Kernel &k) { k.parameters[1].alignment = 3; },
      [](Kernel &k) { k.parameters[1].alignment = 0; },
      [](Kernel &k) { k.parameters[1].alignment = 256; },
      [](Kernel &k) { k.parameters[1].offset = 17; },
      [](Kernel &k) { k.parameters[1].offset = 0; },
      [](Kernel &k) { k.parameters[1].size = UINT64_MAX; },
      [](Kernel &k) { k.parameters[3].offset = 48; },
      [](Kernel &k) { k.descriptor.arguments_size = 43; },
      [](Kernel &k) { k.descriptor.arguments_size = UINT64_MAX; },
      [](Kernel &k) { k.descriptor.flags = 1u << 31; },
      [](Kernel &k) { k.descriptor.frame_fixed_size = uint64_t{1} << 50; },
      [](Kernel &k) { k.descriptor.frame_item_size = UINT64_MAX; },
      [](Kernel &k) { k.descriptor.frame_item_multiple = 0; },
      [](Kernel &k) { k.descriptor.frame_alignment = 24; },
      [](Kernel &k) { k.descriptor.frame_alignment = 0; },
      [](Kernel &k) { k.descriptor.local_size = UINT64_MAX; },
      [](Kernel &k) { k.descriptor.required_local_size[1] = 0; },
      [](Kernel &k) { k.descriptor.required_local_size[1] = UINT64_MAX; },
      [](Kernel &k) {
        for (uint64_t &size : k.descriptor.specialized_local_size) {
          size = 4;
        }
      },
      [](Kernel &k) { k.descriptor.preferred_multiple = 0; },
      [](Kernel &k) { k.descriptor.vector_width = 0; },
      [](Kernel &k) { k.descriptor.vector_width = 3; },
      [](Kernel &k) { k.descriptor.vector_width = 128; },
      [](Kernel &k) { k.descriptor.vector_width = UINT32_MAX; },
      [](Kernel &k) { k.descriptor.vector_width = 1u << 31; },
      [](Kernel &k) { k.descriptor.vector_dimension = 4; },
      [](Kernel &k) { k.descriptor.vector_dimension = UINT32_MAX; },
  };
  size_t index = 0;
  for (const auto &damage : damages) {
    mux::ProgramMetadata metadata = sampleMetadata();
    damage(metadata.kernels[0]);
    EXPECT_NE(errorOf(mux::writeProgramMetadata(metadata)), "") << "damage " << index;
    ++index;
  }
}

}  // namespace
