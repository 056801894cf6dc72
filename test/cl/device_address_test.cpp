// cl_ext_buffer_device_address, on one device and on all devices of the platform together.

#include <algorithm>
#include <numeric>

#include "core/base/newer_enumerants.h"
#include "extension_fixture.h"

namespace {

using Address = cl_mem_device_address_ext;
using SetPointer = cl_int(CL_API_CALL *)(cl_kernel, cl_uint, Address);

constexpr char source[] = R"(
kernel void addressOf(global int *p, global ulong *out) { *out = (ulong)p; }
kernel void add(global int *p, int a) { p[get_global_id(0)] += a; }
kernel void indirect(global const ulong *where, int a) {
  global int *p = (global int *)(size_t)*where;
  p[get_global_id(0)] += a;
}
kernel void before(global const int *p, global int *out) { *out = p[-2]; }
)";

struct DeviceAddress : test::ExtensionFixture {
  void SetUp() override {
    ExtensionFixture::SetUp();
    setPointer = function<SetPointer>("clSetKernelArgDevicePointerEXT");
    ASSERT_NE(setPointer, nullptr);
  }
  test::OwnedMem make(cl_context in, size_t size, cl_mem_flags flags = 0, void *host = nullptr) {
    const cl_mem_properties list[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
    cl_int error = -1;
    test::OwnedMem made = clCreateBufferWithProperties(in, list, flags, size, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  static std::vector<Address> addressesOf(cl_mem buffer) {
    size_t size = 0;
    EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, 0, nullptr, &size), CL_SUCCESS);
    std::vector<Address> addresses(size / sizeof(Address));
    EXPECT_EQ(
        clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, size, addresses.data(), nullptr),
        CL_SUCCESS);
    return addresses;
  }
  SetPointer setPointer = nullptr;
};

TEST_F(DeviceAddress, IsRefusedWhereThereIsNone) {
  if (has("cl_ext_buffer_device_address")) {
    GTEST_SKIP() << "the device has it";
  }
  const cl_mem_properties list[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  cl_int error = 0;
  EXPECT_EQ(clCreateBufferWithProperties(context, list, 0, 16, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  auto program = build(source);
  EXPECT_EQ(setPointer(makeKernel(program, "add"), 0, 0), CL_INVALID_OPERATION);
}

TEST_F(DeviceAddress, IsWhatKernelsSee) {
  NEEDS_EXTENSION("cl_ext_buffer_device_address");
  EXPECT_EQ(versionOf("cl_ext_buffer_device_address"), CL_MAKE_VERSION(1u, 0u, 2u));
  auto program = build(source);
  auto kernel = makeKernel(program, "addressOf");
  auto buffer = make(context, 4096), out = makeBuffer(sizeof(cl_ulong));
  setArguments(kernel, buffer.get(), out.get());
  run(kernel, 1);
  const auto reported = addressesOf(buffer);
  ASSERT_EQ(reported.size(), 1u);
  EXPECT_EQ(read<cl_ulong>(out, 1)[0], reported[0]);
  EXPECT_EQ(addressesOf(buffer), reported);
  const cl_buffer_region region = {1024, 64};
  cl_int error = -1;
  const test::OwnedMem part =
      clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(addressesOf(part)[0], reported[0] + 1024);
  setArguments(kernel, part.get(), out.get());
  run(kernel, 1);
  EXPECT_EQ(read<cl_ulong>(out, 1)[0], reported[0] + 1024);
}

TEST_F(DeviceAddress, IsAProperty) {
  NEEDS_EXTENSION("cl_ext_buffer_device_address");
  const auto errorOf = [&](std::vector<cl_mem_properties> list) {
    cl_int error = 0;
    test::OwnedMem made =
        clCreateBufferWithProperties(context, list.data(), 0, 16, nullptr, &error);
    return error;
  };
  const cl_mem_properties name = CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT;
  EXPECT_EQ(errorOf({name, CL_FALSE, 0}), CL_SUCCESS);
  EXPECT_EQ(errorOf({name, 2, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({name, CL_TRUE, name, CL_TRUE, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({name, CL_TRUE, 0x4444, 1, 0}), CL_INVALID_PROPERTY);
  auto buffer = make(context, 64);
  cl_mem_properties reported[3] = {};
  size_t size = 0;
  ASSERT_EQ(clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, sizeof reported, reported, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof reported);
  EXPECT_EQ(reported[0], name);
  EXPECT_EQ(reported[1], cl_mem_properties{CL_TRUE});
  EXPECT_EQ(reported[2], 0u);
  Address address = 0;
  auto ordinary = makeBuffer(64);
  EXPECT_EQ(
      clGetMemObjectInfo(ordinary, CL_MEM_DEVICE_ADDRESS_EXT, sizeof address, &address, nullptr),
      CL_INVALID_OPERATION);
  EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_DEVICE_ADDRESS_EXT, 1, &address, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(DeviceAddress, PointersAreArguments) {
  NEEDS_EXTENSION("cl_ext_buffer_device_address");
  auto program = build(source);
  auto add = makeKernel(program, "add"), before = makeKernel(program, "before");
  std::vector<int> values(64);
  std::iota(values.begin(), values.end(), 0);
  auto buffer = make(context, 64 * sizeof(int), CL_MEM_COPY_HOST_PTR, values.data());
  auto out = makeBuffer(sizeof(int));
  const Address start = addressesOf(buffer)[0];
  ASSERT_EQ(setPointer(add, 0, start + 16 * sizeof(int)), CL_SUCCESS);
  const int a = 1000;
  ASSERT_EQ(clSetKernelArg(add, 1, sizeof a, &a), CL_SUCCESS);
  run(add, 8);
  ASSERT_EQ(setPointer(before, 0, start + 18 * sizeof(int)), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(before, 1, sizeof(cl_mem), out.address()), CL_SUCCESS);
  run(before, 1);
  EXPECT_EQ(read<int>(out, 1)[0], 1016);
  const auto got = read<int>(buffer, 64);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(got[static_cast<size_t>(i)], i + (i >= 16 && i < 24 ? a : 0));
  }
  cl_int error = -1;
  test::OwnedKernel clone = clCloneKernel(add, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  run(clone, 1);
  EXPECT_EQ(read<int>(buffer, 17)[16], 2016);
}

TEST_F(DeviceAddress, ArgumentsAreChecked) {
  NEEDS_EXTENSION("cl_ext_buffer_device_address");
  auto program = build(
      "kernel void k(global int *p, int x, local int *l, constant int *c) { if (p) *p = x + *c; }");
  auto kernel = makeKernel(program, "k");
  EXPECT_EQ(setPointer(nullptr, 0, 16), CL_INVALID_KERNEL);
  for (cl_uint index : {1, 2, 3, 4}) {
    EXPECT_EQ(setPointer(kernel, index, 16), CL_INVALID_ARG_INDEX) << index;
  }
  EXPECT_EQ(setPointer(kernel, 0, 12345), CL_SUCCESS) << "it is not read";
  EXPECT_EQ(setPointer(kernel, 0, 0), CL_SUCCESS);
  const int x = 1;
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof x, &x), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 2, 4, nullptr), CL_SUCCESS);
  auto constants = makeBuffer(sizeof x);
  ASSERT_EQ(clSetKernelArg(kernel, 3, sizeof(cl_mem), constants.address()), CL_SUCCESS);
  run(kernel, 1);
  const Address some[] = {16, 32};
  const auto set = [&](size_t size, const void *value) {
    return clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, size, value);
  };
  EXPECT_EQ(set(sizeof some, some), CL_SUCCESS);
  EXPECT_EQ(set(0, some), CL_INVALID_VALUE);
  EXPECT_EQ(set(7, some), CL_INVALID_VALUE);
  EXPECT_EQ(set(sizeof some, nullptr), CL_INVALID_VALUE);
  run(kernel, 1);
}

// Each device in turn changes the previous one's result, by its own address, as an argument and
// behind another buffer.
TEST_F(DeviceAddress, IsEachDevicesOwnInOneContext) {
  std::vector<cl_device_id> devices;
  for (cl_device_id each : allDevices()) {
    const auto names = namesOf(each);
    if (std::ranges::count(names, "cl_ext_buffer_device_address") != 0) {
      devices.push_back(each);
    }
  }
  if (devices.empty()) {
    GTEST_SKIP() << "no device tells addresses";
  }
  cl_int error = -1;
  const auto count = static_cast<cl_uint>(devices.size());
  const test::OwnedContext all =
      clCreateContext(nullptr, count, devices.data(), nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const char *text = source;
  const test::OwnedProgram program = clCreateProgramWithSource(all, 1, &text, nullptr, &error);
  ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  std::vector<int> values(256, 5);
  const size_t bytes = values.size() * sizeof(int), items = values.size();
  auto buffer = make(all, bytes, CL_MEM_COPY_HOST_PTR, values.data());
  const auto addresses = addressesOf(buffer);
  ASSERT_EQ(addresses.size(), devices.size());
  int expected = 5;
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < devices.size(); ++i) {
      const test::OwnedQueue own =
          clCreateCommandQueueWithProperties(all, devices[i], nullptr, &error);
      const test::OwnedKernel add = clCreateKernel(program, "add", &error),
                              indirect = clCreateKernel(program, "indirect", &error);
      const test::OwnedMem where = clCreateBuffer(all, CL_MEM_COPY_HOST_PTR, sizeof(Address),
                                                  const_cast<Address *>(&addresses[i]), &error);
      ASSERT_EQ(error, CL_SUCCESS);
      const int one = 1, ten = 10;
      ASSERT_EQ(setPointer(add, 0, addresses[i]), CL_SUCCESS);
      ASSERT_EQ(clSetKernelArg(add, 1, sizeof one, &one), CL_SUCCESS);
      ASSERT_EQ(clSetKernelArg(indirect, 0, sizeof(cl_mem), where.address()), CL_SUCCESS);
      ASSERT_EQ(clSetKernelArg(indirect, 1, sizeof ten, &ten), CL_SUCCESS);
      ASSERT_EQ(clSetKernelExecInfo(indirect, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, sizeof(Address),
                                    &addresses[i]),
                CL_SUCCESS);
      for (cl_kernel kernel : {add.get(), indirect.get()}) {
        ASSERT_EQ(
            clEnqueueNDRangeKernel(own, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
      }
      expected += 11;
      ASSERT_EQ(
          clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, bytes, values.data(), 0, nullptr, nullptr),
          CL_SUCCESS);
      EXPECT_EQ(values, std::vector<int>(items, expected)) << round << " " << i;
      EXPECT_EQ(addressesOf(buffer), addresses);
    }
  }
}

TEST_F(DeviceAddress, OfSharedMemoryIsTheHosts) {
  NEEDS_EXTENSION("cl_ext_buffer_device_address");
  void *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 256, 0);
  if (!shared) {
    GTEST_SKIP() << "the device shares no memory";
  }
  auto buffer = make(context, 256, CL_MEM_USE_HOST_PTR, shared);
  EXPECT_EQ(addressesOf(buffer)[0], reinterpret_cast<uintptr_t>(shared));
  buffer.reset();
  clSVMFree(context, shared);
}

}  // namespace
