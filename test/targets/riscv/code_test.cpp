#include <random>
#include <thread>

#include "fixture.h"

namespace riscv::test {
namespace {

/// The emulator keeps translations of code: each program has to be itself nevertheless.
TEST(RiscvCode, DifferentProgramsAtTheSameAddressManyTimes) {
  OpenDevice device;
  const hal_address_t out = device.allocate<uint64_t>(2);
  uint64_t address = 0;
  for (int i = 0; i < 300; ++i) {
    const int number = i % 3 + 1;
    const hal_program_t program = device.load(answerBinary(number));
    hal_job_t job = 0;
    ASSERT_EQ(device.launch(device.find(program, 0), {out}, 1, &job), hal_success);
    ASSERT_EQ(device.wait(job), hal_success);
    const auto seen = device.read<uint64_t>(out, 2);
    ASSERT_EQ(seen[0], answerOf(number)) << i;
    address = i == 0 ? seen[1] : address;
    ASSERT_EQ(seen[1], address) << "another address tests nothing";
    device.hal().unload_program(device.device(), program);
    hal_kernel_t kernel = 0;
    EXPECT_EQ(device.hal().find_kernel(device.device(), program, 0, &kernel),
              hal_error_invalid_value);
  }
}

TEST(RiscvCode, ProgramsLoadWhileOthersRun) {
  OpenDevice device;
  const hal_address_t words = device.allocate<uint32_t>(2);
  const hal_address_t out = device.allocate<uint64_t>(2);
  hal_job_t waiting = 0, answering = 0;
  ASSERT_EQ(device.launch(device.kernel(waitForFlag), {words, words + 4}, 1, &waiting),
            hal_success);
  const hal_program_t program = device.load(answerBinary(2));
  ASSERT_EQ(device.launch(device.find(program, 0), {out}, 1, &answering), hal_success);
  EXPECT_EQ(device.wait(answering, 0), hal_not_ready);
  const uint32_t one = 1;
  ASSERT_EQ(device.hal().write(device.device(), words + 4, &one, sizeof one), hal_success);
  EXPECT_EQ(device.wait(waiting), hal_success);
  EXPECT_EQ(device.wait(answering), hal_success);
  EXPECT_EQ(device.read<uint64_t>(out, 1)[0], answerOf(2));
}

/// A page of read-only code is plain memory afterwards.
TEST(RiscvCode, MemoryOfUnloadedProgramsIsMemoryAgain) {
  OpenDevice device;
  const hal_address_t workers = device.allocate<uint32_t>(64);
  ASSERT_NE(device.kernel(countGroups), 0u);
  hal_program_t programs[8];
  for (hal_program_t &program : programs) {
    program = device.load(kernelBinary());
  }
  for (hal_program_t program : programs) {
    device.hal().unload_program(device.device(), program);
  }
  constexpr uint64_t groups = 64 << 10;
  const hal_address_t counts = device.allocate<uint32_t>(groups);
  ASSERT_EQ(device.run(countGroups, {counts, workers}, groups), hal_success);
  EXPECT_THAT(device.read<uint32_t>(counts, groups), testing::Each(1u));
}

TEST(RiscvCode, DamagedProgramsAreErrors) {
  OpenDevice device;
  std::mt19937 random(1);
  const auto good = kernelBinary();
  for (int i = 0; i < 200; ++i) {
    std::vector<unsigned char> bytes(good.begin(), good.end());
    if (i % 4 == 0) {
      bytes.resize(random() % bytes.size());
    } else {
      bytes[random() % 64] = static_cast<unsigned char>(random());
    }
    hal_program_t program = 0;
    if (device.hal().load_program(device.device(), bytes.data(), bytes.size(), &program) ==
        hal_success) {
      device.hal().unload_program(device.device(), program);
    }
  }
  hal_program_t program = 0;
  EXPECT_EQ(device.hal().load_program(device.device(), good.data(), 100, &program),
            hal_error_invalid_binary);
  EXPECT_EQ(device.run(empty, {}), hal_success);
}

}  // namespace
}  // namespace riscv::test
