// Queries with the options that report something else than Kiln's own: KILN_PLATFORM_NAME=Other and
// KILN_DEVICE_TYPE=gpu in the environment of the whole program.
#include <CL/cl.h>
#include <gtest/gtest.h>

namespace {

cl_platform_id platform() {
  cl_platform_id found = nullptr;
  EXPECT_EQ(clGetPlatformIDs(1, &found, nullptr), CL_SUCCESS);
  return found;
}

TEST(Reported, PlatformHasTheName) {
  char name[64] = {};
  ASSERT_EQ(clGetPlatformInfo(platform(), CL_PLATFORM_NAME, sizeof(name), name, nullptr),
            CL_SUCCESS);
  EXPECT_STREQ(name, "Other");
}

TEST(Reported, DevicesAreListedByTheirType) {
  cl_uint all = 0, gpus = 0;
  ASSERT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, &all), CL_SUCCESS);
  ASSERT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_GPU, 0, nullptr, &gpus), CL_SUCCESS);
  EXPECT_EQ(gpus, all);
  EXPECT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_CPU, 0, nullptr, &all), CL_DEVICE_NOT_FOUND);
}

TEST(Reported, DevicesAndTheirPartsHaveTheType) {
  cl_device_id device = nullptr;
  ASSERT_EQ(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_DEFAULT, 1, &device, nullptr), CL_SUCCESS);
  const auto typeOf = [](cl_device_id id) {
    cl_device_type type = 0;
    EXPECT_EQ(clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof(type), &type, nullptr), CL_SUCCESS);
    return type;
  };
  EXPECT_EQ(typeOf(device), CL_DEVICE_TYPE_GPU);
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0};
  cl_device_id part = nullptr;
  if (clCreateSubDevices(device, one, 1, &part, nullptr) == CL_SUCCESS) {
    EXPECT_EQ(typeOf(part), CL_DEVICE_TYPE_GPU);
    clReleaseDevice(part);
  }
}

}  // namespace
