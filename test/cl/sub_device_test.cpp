// Sub-devices.

#include <algorithm>
#include <functional>
#include <numeric>
#include <thread>

#include "fixture.h"
#include "semaphore_fixture.h"

namespace {

using Property = cl_device_partition_property;
using OwnedDevice = test::Owned<cl_device_id, clReleaseDevice>;

template <class T>
T valueOf(cl_device_id device, cl_device_info name) {
  T value{};
  size_t size = 0;
  EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof value);
  return value;
}

std::vector<Property> listOf(cl_device_id device, cl_device_info name) {
  size_t size = 0;
  EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS);
  std::vector<Property> list(size / sizeof(Property));
  EXPECT_EQ(clGetDeviceInfo(device, name, size, list.data(), nullptr), CL_SUCCESS);
  return list;
}

cl_uint unitsOf(cl_device_id device) {
  return valueOf<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS);
}

std::vector<OwnedDevice> split(cl_device_id device, const std::vector<Property> &properties) {
  cl_uint count = 0;
  EXPECT_EQ(clCreateSubDevices(device, properties.data(), 0, nullptr, &count), CL_SUCCESS);
  std::vector<cl_device_id> ids(count);
  EXPECT_EQ(clCreateSubDevices(device, properties.data(), count, ids.data(), nullptr), CL_SUCCESS);
  return {ids.begin(), ids.end()};
}

class SubDevices : public test::Fixture {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    units = unitsOf(device);
    canSplit = listOf(device, CL_DEVICE_PARTITION_PROPERTIES)[0] != 0;
  }

  /// A context of these devices, and a queue of each.
  struct Group {
    test::OwnedContext context;
    std::vector<test::OwnedQueue> queues;
  };
  static Group makeGroup(const std::vector<cl_device_id> &devices) {
    Group group;
    cl_int error = -1;
    group.context = clCreateContext(nullptr, static_cast<cl_uint>(devices.size()), devices.data(),
                                    nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    for (cl_device_id each : devices) {
      group.queues.emplace_back(
          clCreateCommandQueueWithProperties(group.context, each, nullptr, &error));
      EXPECT_EQ(error, CL_SUCCESS);
    }
    return group;
  }
  static test::OwnedProgram buildIn(cl_context context, const char *source,
                                    const char *options = "") {
    cl_int error = -1;
    test::OwnedProgram program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS);
    return program;
  }

  cl_uint units = 0;
  bool canSplit = false;
};

#define NEEDS_PARTS                                     \
  if (!canSplit) {                                      \
    GTEST_SKIP() << "the device cannot be partitioned"; \
  }

constexpr char source[] = "kernel void k(global int *p) { p[get_global_id(0)] += 1; }";

TEST_F(SubDevices, RootDevicesSaySo) {
  EXPECT_EQ(valueOf<cl_device_id>(device, CL_DEVICE_PARENT_DEVICE), nullptr);
  EXPECT_EQ(valueOf<cl_uint>(device, CL_DEVICE_REFERENCE_COUNT), 1u);
  EXPECT_TRUE(listOf(device, CL_DEVICE_PARTITION_TYPE).empty());
  EXPECT_EQ(clRetainDevice(device), CL_SUCCESS);
  EXPECT_EQ(valueOf<cl_uint>(device, CL_DEVICE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clReleaseDevice(device), CL_SUCCESS);
  EXPECT_EQ(clReleaseDevice(device), CL_SUCCESS);
  EXPECT_EQ(valueOf<cl_uint>(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES), canSplit ? units : 0u);
  EXPECT_EQ(valueOf<cl_device_affinity_domain>(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN) != 0,
            std::ranges::count(listOf(device, CL_DEVICE_PARTITION_PROPERTIES),
                               CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN) != 0);
}

TEST_F(SubDevices, AreRefusedWhereThereAreNone) {
  if (canSplit) {
    GTEST_SKIP() << "the device can be partitioned";
  }
  const Property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  const cl_int error = clCreateSubDevices(device, equally, 0, nullptr, &count);
  EXPECT_TRUE(error == CL_INVALID_VALUE || error == CL_DEVICE_PARTITION_FAILED) << error;
}

TEST_F(SubDevices, EqualPartsHaveAsManyUnitsEach) {
  NEEDS_PARTS
  for (cl_uint each = 1; each < units; ++each) {
    const std::vector<Property> properties = {CL_DEVICE_PARTITION_EQUALLY,
                                              static_cast<Property>(each), 0};
    auto parts = split(device, properties);
    ASSERT_EQ(parts.size(), units / each);
    for (cl_device_id part : parts) {
      EXPECT_EQ(unitsOf(part), each);
      EXPECT_EQ(valueOf<cl_device_id>(part, CL_DEVICE_PARENT_DEVICE), device);
      EXPECT_EQ(valueOf<cl_uint>(part, CL_DEVICE_REFERENCE_COUNT), 1u);
      EXPECT_EQ(listOf(part, CL_DEVICE_PARTITION_TYPE), properties);
      EXPECT_EQ(valueOf<cl_platform_id>(part, CL_DEVICE_PLATFORM), platform);
      EXPECT_EQ(valueOf<cl_device_type>(part, CL_DEVICE_TYPE),
                valueOf<cl_device_type>(device, CL_DEVICE_TYPE));
    }
  }
}

TEST_F(SubDevices, CountsNeedNotUseAllUnits) {
  NEEDS_PARTS
  const std::vector<Property> properties = {CL_DEVICE_PARTITION_BY_COUNTS,
                                            static_cast<Property>(units - 1), 1, 0, 0};
  auto parts = split(device, properties);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(unitsOf(parts[0]), units - 1);
  EXPECT_EQ(unitsOf(parts[1]), 1u);
  auto one = split(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0});
  ASSERT_EQ(one.size(), 1u);
  const auto type = listOf(one[0], CL_DEVICE_PARTITION_TYPE);
  EXPECT_EQ(type, (std::vector<Property>{CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}));
}

TEST_F(SubDevices, DomainsDivideAllUnits) {
  NEEDS_PARTS
  const auto domains =
      valueOf<cl_device_affinity_domain>(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  for (Property domain = 1; domain <= CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE; domain *= 2) {
    const Property properties[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, domain, 0};
    if ((domains & static_cast<cl_device_affinity_domain>(domain)) == 0) {
      cl_uint count = 0;
      const cl_int error = clCreateSubDevices(device, properties, 0, nullptr, &count);
      EXPECT_TRUE(error == CL_INVALID_VALUE || error == CL_DEVICE_PARTITION_FAILED) << error;
      continue;
    }
    auto parts = split(device, {properties, properties + 3});
    EXPECT_GE(parts.size(), 2u);
    EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), cl_uint{0},
                              [](cl_uint sum, const auto &part) { return sum + unitsOf(part); }),
              units);
    const auto type = listOf(parts[0], CL_DEVICE_PARTITION_TYPE);
    EXPECT_EQ(type[0], CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
    EXPECT_NE(type[1], CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) << "the one that was found";
  }
}

TEST_F(SubDevices, RejectsWrongPartitions) {
  NEEDS_PARTS
  cl_uint count = 0;
  const auto error = [&](const std::vector<Property> &properties) {
    return clCreateSubDevices(device, properties.data(), 0, nullptr, &count);
  };
  const auto more = static_cast<Property>(units + 1);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_EQUALLY, 0, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_EQUALLY, more, 0}), CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_EQUALLY, more - 1, 0}), CL_DEVICE_PARTITION_FAILED);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_EQUALLY, 1, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_BY_COUNTS, more, 0, 0}), CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_BY_COUNTS, 1, more - 1, 0, 0}),
            CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_BY_COUNTS, -1, 0, 0}), CL_INVALID_DEVICE_PARTITION_COUNT);
  EXPECT_EQ(error({CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 3, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(error({0x7777, 1, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(error({0}), CL_INVALID_VALUE);
  const Property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id few[1];
  EXPECT_EQ(clCreateSubDevices(nullptr, equally, 0, nullptr, &count), CL_INVALID_DEVICE);
  EXPECT_EQ(clCreateSubDevices(device, nullptr, 0, nullptr, &count), CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubDevices(device, equally, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubDevices(device, equally, 0, few, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clCreateSubDevices(device, equally, units - 1, few, nullptr), CL_INVALID_VALUE);
}

TEST_F(SubDevices, OfOneUnitCannotBeDivided) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  EXPECT_EQ(listOf(parts[0], CL_DEVICE_PARTITION_PROPERTIES), (std::vector<Property>{0}));
  EXPECT_EQ(valueOf<cl_uint>(parts[0], CL_DEVICE_PARTITION_MAX_SUB_DEVICES), 0u);
  const Property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  EXPECT_EQ(clCreateSubDevices(parts[0], equally, 0, nullptr, &count), CL_DEVICE_PARTITION_FAILED);
}

TEST_F(SubDevices, MayBeDividedFurther) {
  if (!canSplit || units < 4) {
    GTEST_SKIP() << "the device has less than four compute units";
  }
  auto parts = split(device, {CL_DEVICE_PARTITION_EQUALLY, 2, 0});
  auto halves = split(parts[1], {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  ASSERT_EQ(halves.size(), 2u);
  EXPECT_EQ(valueOf<cl_device_id>(halves[0], CL_DEVICE_PARENT_DEVICE), parts[1].get());
  parts.clear();  // the parts of a part keep it
  EXPECT_EQ(unitsOf(halves[1]), 1u);
  auto group = makeGroup({halves[0], halves[1]});
  EXPECT_EQ(clFinish(group.queues[0]), CL_SUCCESS);
}

TEST_F(SubDevices, CountTheirReferences) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  EXPECT_EQ(clRetainDevice(parts[0]), CL_SUCCESS);
  EXPECT_EQ(valueOf<cl_uint>(parts[0], CL_DEVICE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseDevice(parts[0]), CL_SUCCESS);
  EXPECT_EQ(valueOf<cl_uint>(parts[0], CL_DEVICE_REFERENCE_COUNT), 1u);
}

TEST_F(SubDevices, ContextsKeepThem) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  cl_device_id first = parts[0];
  auto group = makeGroup({first});
  parts.clear();
  cl_device_id named = nullptr;
  EXPECT_EQ(clGetContextInfo(group.context, CL_CONTEXT_DEVICES, sizeof named, &named, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(named, first);
  EXPECT_EQ(unitsOf(first), 1u);
  cl_device_id ofQueue = nullptr;
  EXPECT_EQ(
      clGetCommandQueueInfo(group.queues[0], CL_QUEUE_DEVICE, sizeof ofQueue, &ofQueue, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(ofQueue, first);
}

TEST_F(SubDevices, AreNotTheirParents) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  auto group = makeGroup({parts[0]});
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateCommandQueueWithProperties(group.context, device, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  EXPECT_EQ(clCreateCommandQueueWithProperties(context, parts[0], nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  auto program = buildIn(group.context, source);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_INVALID_DEVICE);
  cl_build_status status = 0;
  EXPECT_EQ(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                  nullptr),
            CL_INVALID_DEVICE);
  size_t found = 0;
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr), CL_INVALID_VALUE);
  cl_uint count = 0;
  ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_SUCCESS);
  std::vector<cl_device_id> all(count);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, all.data(), nullptr);
  found = static_cast<size_t>(std::ranges::count(all, parts[0].get()));
  EXPECT_EQ(found, 0u);
}

TEST_F(SubDevices, ShareTheMemoryOfTheirRoot) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
  std::vector<cl_device_id> devices = {device};
  devices.insert(devices.end(), parts.begin(), parts.end());
  auto group = makeGroup(devices);
  std::vector<int> host(1000);
  cl_int error = -1;
  test::OwnedMem buffer = clCreateBuffer(group.context, CL_MEM_USE_HOST_PTR,
                                         host.size() * sizeof(int), host.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  auto program = buildIn(group.context, source);
  test::OwnedKernel kernel = clCreateKernel(program, "k", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  const size_t items = host.size();
  for (cl_command_queue each : group.queues) {
    ASSERT_EQ(
        clEnqueueNDRangeKernel(each, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(each), CL_SUCCESS);
  }
  void *mapped = clEnqueueMapBuffer(group.queues[1], buffer, CL_TRUE, CL_MAP_READ, 0,
                                    items * sizeof(int), 0, nullptr, nullptr, &error);
  EXPECT_EQ(mapped, static_cast<void *>(host.data()));
  EXPECT_EQ(host, std::vector<int>(items, static_cast<int>(devices.size())));
  EXPECT_EQ(clEnqueueUnmapMemObject(group.queues[1], buffer, mapped, 0, nullptr, nullptr),
            CL_SUCCESS);
  for (cl_command_queue each : group.queues) {
    ASSERT_EQ(clFinish(each), CL_SUCCESS);
  }
}

TEST_F(SubDevices, MayHaveBuildsOfTheirOwn) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0});
  auto group = makeGroup({parts[0], parts[1]});
  const char *text = "kernel void k(global int *p) { *p = WHO; }";
  cl_int error = -1;
  test::OwnedProgram program = clCreateProgramWithSource(group.context, 1, &text, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 1, parts[0].address(), "-DWHO=10", nullptr, nullptr),
            CL_SUCCESS);
  test::OwnedMem buffer =
      clCreateBuffer(group.context, CL_MEM_READ_WRITE, sizeof(int), nullptr, &error);
  const size_t one = 1;
  {
    test::OwnedKernel kernel = clCreateKernel(program, "k", &error);
    ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(group.queues[1], kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                     nullptr),
              CL_INVALID_PROGRAM_EXECUTABLE);
  }
  ASSERT_EQ(clBuildProgram(program, 1, parts[1].address(), "-DWHO=11", nullptr, nullptr),
            CL_SUCCESS);
  test::OwnedKernel kernel = clCreateKernel(program, "k", &error);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(clEnqueueNDRangeKernel(group.queues[i], kernel, 1, nullptr, &one, nullptr, 0, nullptr,
                                     nullptr),
              CL_SUCCESS);
    int value = 0;
    ASSERT_EQ(clEnqueueReadBuffer(group.queues[i], buffer, CL_TRUE, 0, sizeof value, &value, 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(value, 10 + i);
  }
}

/// In contexts of a device and of its sub-devices, in any order and generation.
TEST_F(SubDevices, AreBuiltForWithTheirParents) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0});
  for (const std::vector<cl_device_id> &ids :
       {std::vector<cl_device_id>{parts[0], device, parts[1]}, {device, parts[1]}}) {
    auto group = makeGroup(ids);
    cl_int error = -1;
    const char *text = source;
    test::OwnedProgram program =
        clCreateProgramWithSource(group.context, 1, &text, nullptr, &error);
    const auto statusFor = [&](cl_device_id id) {
      cl_build_status status = 1;
      EXPECT_EQ(clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                      nullptr),
                CL_SUCCESS);
      return status;
    };
    ASSERT_EQ(clBuildProgram(program, 1, parts[1].address(), "", nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(statusFor(device), CL_BUILD_NONE) << "its parent has no build yet";
    ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS);
    for (cl_device_id id : ids) {
      EXPECT_EQ(statusFor(id), CL_BUILD_SUCCESS);
    }
    ASSERT_EQ(clBuildProgram(program, 1, &device, "-no-such-option", nullptr, nullptr),
              CL_INVALID_BUILD_OPTIONS);
    ASSERT_NE(clBuildProgram(program, 1, &device, "-Dkernel=wrong", nullptr, nullptr), CL_SUCCESS);
    for (cl_device_id id : ids) {
      EXPECT_EQ(statusFor(id), CL_BUILD_ERROR);
    }
  }
}

TEST_F(SubDevices, GetTheSameBinariesAndTakeThem) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0});
  const std::vector<cl_device_id> ids = {parts[0], parts[1]};
  auto group = makeGroup(ids);
  auto program = buildIn(group.context, source);
  size_t sizes[2] = {};
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> first(sizes[0]), second(sizes[1]);
  unsigned char *pointers[] = {first.data(), second.data()};
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointers, pointers, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(first, second);
  const unsigned char *given[] = {first.data(), second.data()};
  cl_int error = -1, statuses[2] = {-1, -1};
  test::OwnedProgram loaded =
      clCreateProgramWithBinary(group.context, 2, ids.data(), sizes, given, statuses, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(statuses[0] | statuses[1], CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(loaded, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  test::OwnedKernel kernel = clCreateKernel(loaded, "k", &error);
  EXPECT_EQ(error, CL_SUCCESS);
}

TEST_F(SubDevices, LinkForAllOrForOne) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0});
  auto group = makeGroup({parts[0], parts[1]});
  cl_int error = -1;
  const char *text = source;
  test::OwnedProgram object = clCreateProgramWithSource(group.context, 1, &text, nullptr, &error);
  ASSERT_EQ(clCompileProgram(object, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
  for (cl_uint count : {0u, 1u}) {
    test::OwnedProgram linked =
        clLinkProgram(group.context, count, count ? parts[1].address() : nullptr, "", 1,
                      object.address(), nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    cl_uint devices = 0;
    EXPECT_EQ(clGetProgramInfo(linked, CL_PROGRAM_NUM_DEVICES, sizeof devices, &devices, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(devices, count ? 1u : 2u);
    test::OwnedKernel kernel = clCreateKernel(linked, "k", &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
}

TEST_F(SubDevices, HaveProgramVariablesOfTheirOwn) {
  NEEDS_PARTS
  size_t most = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof most, &most, nullptr);
  if (most == 0) {
    GTEST_SKIP() << "the device has none";
  }
  auto parts = split(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0});
  auto group = makeGroup({parts[0], parts[1]});
  auto program =
      buildIn(group.context, "global int x = 1; kernel void k(global int *p) { *p = x++; }",
              "-cl-std=CL3.0");
  cl_int error = -1;
  test::OwnedKernel kernel = clCreateKernel(program, "k", &error);
  test::OwnedMem buffer =
      clCreateBuffer(group.context, CL_MEM_READ_WRITE, sizeof(int), nullptr, &error);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  const size_t one = 1;
  for (int i : {1, 2, 3}) {
    for (cl_command_queue each : group.queues) {
      ASSERT_EQ(
          clEnqueueNDRangeKernel(each, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
          CL_SUCCESS);
      int value = 0;
      ASSERT_EQ(
          clEnqueueReadBuffer(each, buffer, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr),
          CL_SUCCESS);
      EXPECT_EQ(value, i);
    }
  }
}

TEST_F(SubDevices, UseTheirUnitsOnly) {
  NEEDS_PARTS
  // As many work-groups run at one time as the sub-device has units.
  auto parts = split(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0});
  auto group = makeGroup({parts[0]});
  auto program = buildIn(group.context, R"(
kernel void k(volatile global int *now, volatile global int *most) {
  bool isFirst = get_local_id(0) == 0;
  if (isFirst) atomic_max(most, atomic_inc(now) + 1);
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int i = 0; isFirst && i < 20000; ++i) atomic_max(most, 0);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (isFirst) atomic_dec(now);
}
)");
  cl_int error = -1;
  std::vector<int> zero(2);
  test::OwnedMem counters[2];
  test::OwnedKernel kernel = clCreateKernel(program, "k", &error);
  for (cl_uint i = 0; i < 2; ++i) {
    counters[i] =
        clCreateBuffer(group.context, CL_MEM_COPY_HOST_PTR, sizeof(int), &zero[i], &error);
    ASSERT_EQ(clSetKernelArg(kernel, i, sizeof(cl_mem), counters[i].address()), CL_SUCCESS);
  }
  const size_t items = 64, local = 2;
  ASSERT_EQ(clEnqueueNDRangeKernel(group.queues[0], kernel, 1, nullptr, &items, &local, 0, nullptr,
                                   nullptr),
            CL_SUCCESS);
  int most = 0;
  ASSERT_EQ(clEnqueueReadBuffer(group.queues[0], counters[1], CL_TRUE, 0, sizeof most, &most, 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(most, 1);
}

TEST_F(SubDevices, ComeAndGoInManyThreads) {
  NEEDS_PARTS
  const auto live = [this] {
    for (int i = 0; i < 20; ++i) {
      auto parts = split(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0});
      auto group = makeGroup({parts[0], device, parts[1]});
      parts.clear();
      cl_int error = -1;
      test::OwnedMem buffer =
          clCreateBuffer(group.context, CL_MEM_READ_WRITE, sizeof(int), nullptr, &error);
      test::OwnedEvent last;
      for (int step = 0; step < 12; ++step) {
        test::OwnedEvent next;
        EXPECT_EQ(clEnqueueFillBuffer(group.queues[static_cast<size_t>(step % 3)], buffer, &step,
                                      sizeof step, 0, sizeof step, last ? 1 : 0,
                                      last ? last.address() : nullptr, next.out()),
                  CL_SUCCESS);
        last = std::move(next);
      }
      int value = 0;
      EXPECT_EQ(clEnqueueReadBuffer(group.queues[0], buffer, CL_TRUE, 0, sizeof value, &value, 1,
                                    last.address(), nullptr),
                CL_SUCCESS);
      EXPECT_EQ(value, 11);
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back(live);
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
}

TEST_F(SubDevices, OrderTheirCommandsByEvents) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0});
  auto group = makeGroup({parts[0], parts[1], device});
  cl_int error = -1;
  auto program = buildIn(group.context, "kernel void k(global int *p, int a) { *p = *p * 3 + a; }");
  test::OwnedKernel kernel = clCreateKernel(program, "k", &error);
  int expected = 1;
  test::OwnedMem buffer =
      clCreateBuffer(group.context, CL_MEM_COPY_HOST_PTR, sizeof expected, &expected, &error);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  test::OwnedEvent last;
  const size_t one = 1;
  for (int i = 0; i < 300; ++i) {
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof i, &i), CL_SUCCESS);
    test::OwnedEvent next;
    ASSERT_EQ(clEnqueueNDRangeKernel(group.queues[i % 3], kernel, 1, nullptr, &one, nullptr,
                                     last ? 1 : 0, last ? last.address() : nullptr, next.out()),
              CL_SUCCESS);
    last = std::move(next);
    expected = static_cast<int>(static_cast<unsigned>(expected) * 3 + static_cast<unsigned>(i));
  }
  int value = 0;
  ASSERT_EQ(clEnqueueReadBuffer(group.queues[0], buffer, CL_TRUE, 0, sizeof value, &value, 1,
                                last.address(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(value, expected);
}

TEST_F(SubDevices, HaveSemaphoresThatNameOne) {
  NEEDS_PARTS
  auto parts = split(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1, 0, 0});
  auto group = makeGroup({parts[0], parts[1]});
  test::Semaphores semaphores;
  semaphores.begin(platform, group.context);
  EXPECT_EQ(semaphores.errorOf({CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, 0}),
            CL_INVALID_PROPERTY);
  const auto id = reinterpret_cast<cl_semaphore_properties_khr>(parts[1].get());
  const auto made = semaphores.make({CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, id, 0});
  EXPECT_EQ(semaphores.wait(group.queues[0], 1, made.address(), nullptr, 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE);
  semaphores.enqueueSignal(group.queues[1], made);
  semaphores.enqueueWait(group.queues[1], made);
  EXPECT_EQ(clFinish(group.queues[1]), CL_SUCCESS);
}

}  // namespace
