// Platforms and devices.

#include <CL/cl_ext.h>

#include "fixture.h"

namespace {

class Device : public test::Fixture {
 protected:
  std::string stringOf(cl_device_info name) {
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS);
    std::string text(size, '\0');
    EXPECT_EQ(clGetDeviceInfo(device, name, size, text.data(), nullptr), CL_SUCCESS);
    EXPECT_EQ(text.back(), '\0');
    text.pop_back();
    return text;
  }
  template <class T>
  T valueOf(cl_device_info name) {
    T value{};
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof value);
    return value;
  }
};

TEST_F(Device, NamesItsVersion) {
  EXPECT_EQ(stringOf(CL_DEVICE_VERSION).rfind("OpenCL 3.0 kiln", 0), 0u);
  EXPECT_EQ(stringOf(CL_DEVICE_PROFILE), "FULL_PROFILE");
  EXPECT_EQ(valueOf<cl_version>(CL_DEVICE_NUMERIC_VERSION), CL_MAKE_VERSION(3u, 0u, 0u));
}

TEST_F(Device, MeetsTheMinimumsOfTheSpecification) {
  EXPECT_GE(valueOf<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE), 1u);
  EXPECT_GE(valueOf<size_t>(CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(valueOf<cl_uint>(CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_GE(valueOf<cl_ulong>(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 64u * 1024);
  EXPECT_GE(valueOf<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE), 32u * 1024);
  EXPECT_GE(valueOf<size_t>(CL_DEVICE_PRINTF_BUFFER_SIZE), 1u << 20);
  EXPECT_GE(valueOf<cl_uint>(CL_DEVICE_MEM_BASE_ADDR_ALIGN), 1024u);
  EXPECT_GE(valueOf<cl_ulong>(CL_DEVICE_MAX_MEM_ALLOC_SIZE),
            std::min<cl_ulong>(1u << 30, valueOf<cl_ulong>(CL_DEVICE_GLOBAL_MEM_SIZE) / 4));
}

TEST_F(Device, SaysWhatItLacks) {
  EXPECT_EQ(valueOf<cl_uint>(CL_DEVICE_MAX_ON_DEVICE_QUEUES), 0u);
}

TEST_F(Device, HasImages) {
  EXPECT_EQ(valueOf<cl_bool>(CL_DEVICE_IMAGE_SUPPORT), CL_TRUE);
  EXPECT_GE(valueOf<cl_uint>(CL_DEVICE_MAX_READ_IMAGE_ARGS), 128u);
  EXPECT_GE(valueOf<cl_uint>(CL_DEVICE_MAX_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(valueOf<cl_uint>(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS), 64u);
  EXPECT_GE(valueOf<size_t>(CL_DEVICE_IMAGE2D_MAX_WIDTH), 16384u);
  EXPECT_GE(valueOf<size_t>(CL_DEVICE_IMAGE2D_MAX_HEIGHT), 16384u);
  EXPECT_GE(valueOf<size_t>(CL_DEVICE_IMAGE3D_MAX_DEPTH), 2048u);
  EXPECT_GE(valueOf<size_t>(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE), 65536u);
  EXPECT_GE(valueOf<size_t>(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE), 2048u);
  EXPECT_GE(valueOf<cl_uint>(CL_DEVICE_MAX_SAMPLERS), 16u);
}

TEST_F(Device, HasWorkGroupFunctions) {
  EXPECT_EQ(valueOf<cl_bool>(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT), CL_TRUE);
}

TEST_F(Device, HasSubGroups) {
  EXPECT_GE(valueOf<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS), 1u);
  EXPECT_LE(valueOf<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS),
            valueOf<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  EXPECT_EQ(valueOf<cl_bool>(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS), CL_TRUE);
}

TEST_F(Device, HasACompiler) {
  EXPECT_EQ(valueOf<cl_bool>(CL_DEVICE_COMPILER_AVAILABLE), CL_TRUE);
  EXPECT_EQ(valueOf<cl_bool>(CL_DEVICE_LINKER_AVAILABLE), CL_TRUE);
}

TEST_F(Device, ListsExtensionsTwiceAlike) {
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size),
            CL_SUCCESS);
  std::vector<cl_name_version> entries(size / sizeof(cl_name_version));
  ASSERT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, entries.data(), nullptr),
      CL_SUCCESS);
  std::string joined;
  for (const auto &entry : entries) {
    joined += (joined.empty() ? "" : " ") + std::string(entry.name);
  }
  EXPECT_EQ(joined, stringOf(CL_DEVICE_EXTENSIONS));
}

TEST_F(Device, AnswersEveryQueryUpToVersion3) {
  // Omitted numbers are not assigned.
  std::vector<cl_device_info> names = {CL_DEVICE_HALF_FP_CONFIG};
  for (cl_device_info name = CL_DEVICE_TYPE; name <= CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT;
       ++name) {
    if (name != CL_DEVICE_HALF_FP_CONFIG && name != 0x1034) {
      names.push_back(name);
    }
  }
  for (cl_device_info name = CL_DEVICE_IL_VERSION;
       name <= CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS; ++name) {
    names.push_back(name);
  }
  for (cl_device_info name = CL_DEVICE_NUMERIC_VERSION;
       name <= CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED; ++name) {
    if (name != 0x105F && (name < 0x106A || name > 0x106E)) {
      names.push_back(name);
    }
  }
  for (cl_device_info name : names) {
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS) << std::hex << name;
  }
}

TEST_F(Device, RejectsWrongQueries) {
  size_t size = 0;
  cl_uint value = 0;
  EXPECT_EQ(clGetDeviceInfo(device, 0x7777, 0, nullptr, &size), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof value, &value, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetPlatformInfo(platform, 0x7777, 0, nullptr, &size), CL_INVALID_VALUE);
}

TEST_F(Device, IsFoundByType) {
  cl_uint count = 0;
  cl_device_id found = nullptr;
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &found, &count), CL_SUCCESS);
  EXPECT_EQ(found, device);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_CUSTOM, 1, &found, &count),
            CL_DEVICE_NOT_FOUND);
  EXPECT_EQ(clGetDeviceIDs(platform, 1 << 20, 1, &found, &count), CL_INVALID_DEVICE_TYPE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, &found, &count), CL_INVALID_VALUE);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(Device, ItsTimersAdvance) {
  cl_ulong first = 0, second = 0, host = 0;
  ASSERT_EQ(clGetDeviceAndHostTimer(device, &first, &host), CL_SUCCESS);
  ASSERT_EQ(clGetDeviceAndHostTimer(device, &second, &host), CL_SUCCESS);
  EXPECT_GE(second, first);
  EXPECT_EQ(clGetDeviceAndHostTimer(device, nullptr, &host), CL_INVALID_VALUE);
  EXPECT_EQ(clGetHostTimer(device, &host), CL_SUCCESS);
}

}  // namespace
