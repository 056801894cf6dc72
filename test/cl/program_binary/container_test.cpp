// The container of program binaries: any bytes may be read.

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "core/program_binary.h"

namespace {

cl::ProgramBinary sample() {
  cl::ProgramBinary binary;
  binary.kind = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  binary.target = "target";
  binary.compilerFacts = "facts";
  binary.options = "-cl-fast-relaxed-math";
  compiler::KernelInfo kernel;
  kernel.name = "kernel";
  kernel.arguments.resize(3);
  binary.info.kernels.push_back(kernel);
  binary.payload.resize(1000, std::byte{42});
  return binary;
}

/// The same bytes with a checksum that fits them.
void seal(std::vector<std::byte> &bytes) {
  constexpr size_t header = 20;
  if (bytes.size() >= header) {
    const uint64_t sum = XXH3_64bits(bytes.data() + header, bytes.size() - header);
    std::memcpy(bytes.data() + 12, &sum, sizeof sum);
  }
}

TEST(ProgramBinary, IsReadAsWritten) {
  const auto read = cl::readProgramBinary(cl::writeProgramBinary(sample()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->kind, static_cast<cl_program_binary_type>(CL_PROGRAM_BINARY_TYPE_EXECUTABLE));
  EXPECT_EQ(read->target, "target");
  EXPECT_EQ(read->compilerFacts, "facts");
  EXPECT_EQ(read->options, "-cl-fast-relaxed-math");
  EXPECT_EQ(read->payload, sample().payload);
  ASSERT_EQ(read->info.kernels.size(), 1u);
  EXPECT_EQ(read->info.kernels[0].arguments.size(), 3u);
}

TEST(ProgramBinary, RejectsEveryChangedByte) {
  const auto bytes = cl::writeProgramBinary(sample());
  for (size_t i = 0; i < bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] ^= std::byte{1};
    EXPECT_FALSE(cl::readProgramBinary(damaged)) << i;
  }
}

TEST(ProgramBinary, RejectsEveryTruncation) {
  const auto bytes = cl::writeProgramBinary(sample());
  for (size_t size = 0; size < bytes.size(); ++size) {
    std::vector<std::byte> part(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_FALSE(cl::readProgramBinary(part));
    seal(part);
    EXPECT_FALSE(cl::readProgramBinary(part)) << size;
  }
}

TEST(ProgramBinary, SurvivesDamageWithAFittingChecksum) {
  const auto bytes = cl::writeProgramBinary(sample());
  std::mt19937 random(9);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    auto damaged = bytes;
    for (int i = 0; i < 3; ++i) {
      damaged[20 + random() % (random() % 2 ? 120 : damaged.size() - 20)] =
          static_cast<std::byte>(random());
    }
    seal(damaged);
    accepted += cl::readProgramBinary(damaged).has_value();
  }
  EXPECT_GT(accepted, 0);  // damage in the payload is not the container's to find
}

}  // namespace
