// Program containers through the API: which entry a device takes, and the errors of others.

#include "container_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "../compiler/core/unit/container_seal.h"
#include "module_seal.h"

namespace {

using test::addOne;
using Container = test::ContainerFixture;

TEST_F(Container, HasCodeAndIntermediateCode) {
  const auto bytes = binaryOf(build(addOne, "-cl-mad-enable"));
  const auto entries = read(bytes);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].kind, compiler::EntryKind::code);
  EXPECT_EQ(entries[1].kind, compiler::EntryKind::ir);
  for (const auto &entry : entries) {
    EXPECT_EQ(entry.programKind, compiler::ProgramKind::executable);
    EXPECT_EQ(entry.options, "-cl-mad-enable");
    EXPECT_FALSE(entry.driverBuild.empty());
    EXPECT_NE(entry.info.find("addOne"), nullptr);
  }
}

TEST_F(Container, IsBuiltFromItsIntermediateCode) {
  const auto bytes = binaryOf(build(addOne));
  auto entries = read(bytes);
  ASSERT_EQ(entries.size(), 2u);
  const auto program = load(compiler::writeContainer({{entries[1]}}), CL_SUCCESS);
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(program, "addOne", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS)
      << logOf(program);
  EXPECT_EQ(runAddOne(program, 41), 42);
  // It has code now.
  const auto again = binaryOf(program);
  const auto now = read(again);
  ASSERT_EQ(now.size(), 2u);
  EXPECT_EQ(now[0].target, entries[0].target);
  const auto second = load(again, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(second, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(runAddOne(second, 1), 2);
}

TEST_F(Container, IsBuiltForItselfWhereTheCodeIsForOthers) {
  const auto bytes = binaryOf(build(addOne));
  auto entries = read(bytes);
  ASSERT_EQ(entries.size(), 2u);
  entries[0].target = "elsewhere";
  const auto program = load(compiler::writeContainer(entries), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(runAddOne(program, 41), 42);
  const auto alone = compiler::writeContainer({{entries[0]}});
  load(alone, CL_INVALID_BINARY);
  EXPECT_THAT(message(), testing::HasSubstr("no code for the device"));
}

TEST_F(Container, TakesTheCodeForTheVeryDeviceFirst) {
  const auto other = binaryOf(build("kernel void addOne(global int *p) { *p += 100; }"));
  const auto bytes = binaryOf(build(addOne));
  auto entries = read(bytes);
  const auto others = read(other);
  ASSERT_EQ(entries.size(), 2u);
  ASSERT_EQ(others.size(), 2u);
  // The note inside of the other's code says the device's own properties, so it would be accepted.
  std::vector<compiler::ContainerEntry> both = {others[0], entries[0]};
  both[0].properties = "cpu=other;features=";
  const auto program = load(compiler::writeContainer(both), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(runAddOne(program, 1), 2);
  both.pop_back();
  const auto second = load(compiler::writeContainer(both), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(second, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(runAddOne(second, 1), 101);
}

TEST_F(Container, OfAnotherDriverBuildIsNamed) {
  const auto bytes = binaryOf(build(addOne));
  auto entries = read(bytes);
  ASSERT_EQ(entries.size(), 2u);
  // A seal without the build id it was made with: another one of the same length.
  compiler::Bytes payload(entries[1].payload.begin(), entries[1].payload.end());
  const auto id = std::as_bytes(std::span(entries[1].driverBuild));
  const auto at = std::search(payload.begin(), payload.end(), id.begin(), id.end());
  ASSERT_NE(at, payload.end());
  *at = *at == std::byte{'0'} ? std::byte{'1'} : std::byte{'0'};
  entries[1].payload = payload;
  load(compiler::writeContainer({{entries[1]}}), CL_INVALID_BINARY);
  EXPECT_THAT(message(), testing::HasSubstr("damaged"));
  test::resealModule(payload);
  load(compiler::writeContainer({{entries[1]}}), CL_INVALID_BINARY);
  EXPECT_THAT(message(), testing::HasSubstr("another build of the driver"));
}

TEST_F(Container, CodeOfAnotherDriverBuildRuns) {
  const auto bytes = binaryOf(build(addOne));
  auto entries = read(bytes);
  ASSERT_EQ(entries.size(), 2u);
  for (auto &entry : entries) {
    entry.driverBuild.assign(40, '0');
  }
  // The intermediate code is of no use then, and not looked at.
  compiler::Bytes payload(entries[1].payload.size());
  entries[1].payload = payload;
  const auto program = load(compiler::writeContainer(entries), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(runAddOne(program, 41), 42);
}

TEST_F(Container, SurvivesDamagedIntermediateCode) {
  const auto bytes = binaryOf(build(addOne));
  auto entries = read(bytes);
  ASSERT_EQ(entries.size(), 2u);
  std::mt19937 random(3);
  int loaded = 0;
  for (int round = 0; round < 60; ++round) {
    compiler::Bytes payload(entries[1].payload.begin(), entries[1].payload.end());
    for (int i = 0; i < 3; ++i) {
      payload[16 + random() % (payload.size() - 16)] = static_cast<std::byte>(random());
    }
    test::resealModule(payload);
    auto entry = entries[1];
    entry.payload = payload;
    const auto container = compiler::writeContainer({{entry}});
    const size_t size = container.size();
    const auto *pointer = reinterpret_cast<const unsigned char *>(container.data());
    cl_int error = 1;
    const test::OwnedProgram program =
        clCreateProgramWithBinary(context, 1, &device, &size, &pointer, nullptr, &error);
    ASSERT_TRUE(error == CL_SUCCESS || error == CL_INVALID_BINARY) << error;
    if (program.get()) {
      ++loaded;
      (void)clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    }
  }
  EXPECT_GT(loaded, 0);
  EXPECT_EQ(runAddOne(build(addOne), 1), 2);
}

/// A directory's statements about the kernels are used beside the code's own.
TEST_F(Container, SurvivesDamagedDescriptionsOfItsCode) {
  const std::string source =
      "kernel void two(global int *p, int n, local int *t) "
      "{ t[0] = n; p[0] = t[0]; }\n";
  const auto whole = binaryOf(build(source + addOne));
  auto entries = read(whole);
  entries.resize(1);
  const auto intact = compiler::writeContainer(entries);
  const auto directory = test::get<uint64_t>(intact, 32);
  const auto buffer = makeBuffer(std::vector<int>(64));
  std::mt19937 random(4);
  int loaded = 0, launched = 0;
  for (int round = 0; round < 1000; ++round) {
    auto bytes = intact;
    for (unsigned i = random() % 3 + 1; i != 0; --i) {
      const size_t at = 40 + random() % directory;
      bytes[at] = random() % 2 == 0 ? bytes[at] ^ std::byte{1} : static_cast<std::byte>(random());
    }
    test::sealContainer(bytes);
    const size_t size = bytes.size(), items = 1;
    const auto *pointer = reinterpret_cast<const unsigned char *>(bytes.data());
    cl_int error = 1;
    const test::OwnedProgram program =
        clCreateProgramWithBinary(context, 1, &device, &size, &pointer, nullptr, &error);
    ASSERT_TRUE(error == CL_SUCCESS || error == CL_INVALID_BINARY) << error;
    if (!program.get() || clBuildProgram(program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) {
      continue;
    }
    ++loaded;
    for (const char *name : {"addOne", "two"}) {
      const test::OwnedKernel kernel = clCreateKernel(program, name, &error);
      if (error != CL_SUCCESS) {
        continue;
      }
      const cl_int value = 3;
      for (cl_uint i = 0; i < 4; ++i) {
        (void)(clSetKernelArg(kernel, i, sizeof(cl_mem), buffer.address()) == CL_SUCCESS ||
               clSetKernelArg(kernel, i, sizeof value, &value) == CL_SUCCESS ||
               clSetKernelArg(kernel, i, 64, nullptr) == CL_SUCCESS);
      }
      launched += clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                         nullptr) == CL_SUCCESS;
    }
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  EXPECT_GT(loaded, 100);
  EXPECT_GT(launched, 100);
  EXPECT_EQ(runAddOne(build(addOne), 1), 2);
}

}  // namespace
