// Programs and buffers of a context with several devices.

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

#include "compiler/container.h"
#include "fixture.h"

namespace {

constexpr char source[] =
    "kernel void step(global int *p) { size_t i = get_global_id(0); p[i] = p[i] * 3 + 1; }\n";

/// All devices of the platform in one context, a queue for each.
class Devices : public testing::Test {
 protected:
  void SetUp() override {
    cl_platform_id platform = nullptr;
    cl_uint count = 0;
    ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_SUCCESS);
    devices.resize(count);
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr),
              CL_SUCCESS);
    if (count < 2) {
      GTEST_SKIP() << "the platform has one device";
    }
    cl_int error = -1;
    context = clCreateContext(nullptr, count, devices.data(), nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    for (cl_device_id device : devices) {
      queues.emplace_back(clCreateCommandQueueWithProperties(context, device, nullptr, &error));
      ASSERT_EQ(error, CL_SUCCESS);
    }
  }

  test::OwnedProgram build() {
    const char *text = source;
    cl_int error = -1;
    test::OwnedProgram program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    return program;
  }
  std::vector<compiler::Bytes> binariesOf(cl_program program) {
    std::vector<size_t> sizes(devices.size());
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizes.size() * sizeof(size_t),
                               sizes.data(), nullptr),
              CL_SUCCESS);
    std::vector<compiler::Bytes> binaries;
    std::vector<std::byte *> pointers;
    for (size_t size : sizes) {
      binaries.emplace_back(size);
    }
    for (auto &binary : binaries) {
      pointers.push_back(binary.data());
    }
    EXPECT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, pointers.size() * sizeof pointers[0],
                               pointers.data(), nullptr),
              CL_SUCCESS);
    return binaries;
  }
  /// A program from one binary for each device.
  test::OwnedProgram load(const std::vector<const compiler::Bytes *> &binaries) {
    std::vector<size_t> sizes;
    std::vector<const unsigned char *> pointers;
    for (const auto *binary : binaries) {
      sizes.push_back(binary->size());
      pointers.push_back(reinterpret_cast<const unsigned char *>(binary->data()));
    }
    std::vector<cl_int> statuses(binaries.size(), 1);
    cl_int error = 1;
    test::OwnedProgram program =
        clCreateProgramWithBinary(context, static_cast<cl_uint>(devices.size()), devices.data(),
                                  sizes.data(), pointers.data(), statuses.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(statuses, std::vector<cl_int>(binaries.size(), CL_SUCCESS));
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    return program;
  }
  /// Returns true if one device takes a binary.
  cl_int statusOf(size_t device, const compiler::Bytes &binary) {
    const size_t size = binary.size();
    const auto *bytes = reinterpret_cast<const unsigned char *>(binary.data());
    cl_int status = 1, error = 1;
    const test::OwnedProgram program =
        clCreateProgramWithBinary(context, 1, &devices[device], &size, &bytes, &status, &error);
    EXPECT_EQ(error, status);
    return status;
  }
  std::set<std::string> extensionsOf(size_t device) const {
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(devices[device], CL_DEVICE_EXTENSIONS, 0, nullptr, &size),
              CL_SUCCESS);
    std::string text(size, ' ');
    clGetDeviceInfo(devices[device], CL_DEVICE_EXTENSIONS, size, text.data(), nullptr);
    text.back() = ' ';
    std::istringstream words(text);
    std::set<std::string> names;
    for (std::string name; words >> name;) {
      // Programs do not depend on a device's counters or the place of memory.
      if (name != "cl_kiln_performance_counters" && name != "cl_intel_unified_shared_memory" &&
          name != "cl_khr_unified_svm") {
        names.insert(name);
      }
    }
    return names;
  }
  /// Each device in turn takes a step on the same buffer, twice round.
  void runOnAll(cl_program program) {
    cl_int error = -1;
    const test::OwnedKernel kernel = clCreateKernel(program, "step", &error);
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<int> data(1000);
    std::iota(data.begin(), data.end(), 0);
    const size_t bytes = data.size() * sizeof(int);
    const test::OwnedMem buffer =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes, data.data(), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    test::OwnedEvent last;
    for (size_t i = 0; i < 2 * queues.size(); ++i) {
      const size_t count = data.size();
      test::OwnedEvent event;
      EXPECT_EQ(clEnqueueNDRangeKernel(queues[i % queues.size()], kernel, 1, nullptr, &count,
                                       nullptr, last.get() ? 1 : 0,
                                       last.get() ? last.address() : nullptr, event.out()),
                CL_SUCCESS);
      EXPECT_EQ(clFlush(queues[i % queues.size()]), CL_SUCCESS);
      last = std::move(event);
      for (int &value : data) {
        value = value * 3 + 1;
      }
    }
    std::vector<int> result(data.size());
    EXPECT_EQ(clEnqueueReadBuffer(queues[0], buffer, CL_TRUE, 0, bytes, result.data(), 1,
                                  last.address(), nullptr),
              CL_SUCCESS);
    EXPECT_EQ(result, data);
  }

  std::vector<cl_device_id> devices;
  test::OwnedContext context;
  std::vector<test::OwnedQueue> queues;
};

TEST_F(Devices, ShareBuffers) {
  const auto program = build();
  for (int i = 0; i < 50; ++i) {
    runOnAll(program);
  }
}

TEST_F(Devices, HaveBinariesOfTheirOwn) {
  const auto program = build();
  const auto binaries = binariesOf(program);
  std::vector<const compiler::Bytes *> all;
  for (const auto &binary : binaries) {
    const auto entries = compiler::readContainer(binary);
    ASSERT_TRUE(entries) << entries.error().message;
    EXPECT_EQ(entries->size(), 2u);
    all.push_back(&binary);
  }
  EXPECT_NE(binaries[0], binaries[1]);
  runOnAll(load(all));
}

TEST_F(Devices, TakeEachOthersIntermediateCode) {
  const auto binaries = binariesOf(build());
  for (size_t from = 0; from < binaries.size(); ++from) {
    // Code is refused by a device without a feature offered by the first one's front end.
    std::vector<cl_int> expected;
    std::vector<const compiler::Bytes *> given;
    for (size_t to = 0; to < devices.size(); ++to) {
      const bool suits = std::ranges::includes(extensionsOf(to), extensionsOf(from));
      expected.push_back(suits ? CL_SUCCESS : CL_INVALID_BINARY);
      given.push_back(&binaries[suits ? from : to]);
      EXPECT_EQ(statusOf(to, binaries[from]), expected.back()) << from << " on " << to;
    }
    runOnAll(load(given));
  }
}

}  // namespace
