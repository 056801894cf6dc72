// The protocol of all queries: sizes, too small buffers, unknown names.

#include <gmock/gmock.h>

#include <CL/cl_ext.h>
#include <algorithm>
#include <functional>
#include <sstream>

#include "fixture.h"
#include "mux/target_support/extensions.h"

namespace {

using Query = std::function<cl_int(cl_uint name, size_t size, void *value, size_t *sizeReturned)>;

/// Asks for one name with every kind of buffer.
void checkName(const Query &query, cl_uint name) {
  SCOPED_TRACE(testing::Message() << std::hex << name);
  size_t size = 0, again = 0;
  ASSERT_EQ(query(name, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(query(name, 0, nullptr, nullptr), CL_SUCCESS);
  std::vector<char> value(size + 8, 0x5a);
  if (size != 0) {
    EXPECT_EQ(query(name, size - 1, value.data(), nullptr), CL_INVALID_VALUE);
  }
  EXPECT_EQ(query(name, size, value.data(), nullptr), CL_SUCCESS);
  EXPECT_EQ(query(name, size + 8, value.data(), &again), CL_SUCCESS);
  EXPECT_EQ(again, size);
  EXPECT_EQ(std::string(value.data() + size, 8), std::string(8, 0x5a));
}

class ConformanceQuery : public test::Fixture {
 protected:
  static void check(const char *what, cl_uint first, cl_uint last, const Query &query) {
    SCOPED_TRACE(what);
    for (cl_uint name = first; name <= last; ++name) {
      checkName(query, name);
    }
    EXPECT_EQ(query(0xdead, 0, nullptr, nullptr), CL_INVALID_VALUE);
  }
  std::string text(const Query &query, cl_uint name) {
    size_t size = 0;
    EXPECT_EQ(query(name, 0, nullptr, &size), CL_SUCCESS);
    std::string value(size, '\0');
    EXPECT_EQ(query(name, size, value.data(), nullptr), CL_SUCCESS);
    value.resize(size - 1);
    return value;
  }
  Query deviceQuery() {
    return [this](cl_uint name, size_t size, void *value, size_t *returned) {
      return clGetDeviceInfo(device, name, size, value, returned);
    };
  }
};

TEST_F(ConformanceQuery, PlatformContextQueueAndMemory) {
  const auto buffer = makeBuffer(64);
  check("platform", CL_PLATFORM_PROFILE, CL_PLATFORM_NUMERIC_VERSION,
        [&](auto... rest) { return clGetPlatformInfo(platform, rest...); });
  check("context", CL_CONTEXT_REFERENCE_COUNT, CL_CONTEXT_NUM_DEVICES,
        [&](auto... rest) { return clGetContextInfo(context, rest...); });
  check("queue", CL_QUEUE_CONTEXT, CL_QUEUE_PROPERTIES,
        [&](auto... rest) { return clGetCommandQueueInfo(queue, rest...); });
  check("memory", CL_MEM_TYPE, CL_MEM_PROPERTIES,
        [&](auto... rest) { return clGetMemObjectInfo(buffer, rest...); });
}

TEST_F(ConformanceQuery, ProgramsAndKernels) {
  const auto program = build("kernel void first(int x) {} kernel void second() {}");
  const auto kernel = makeKernel(program, "first");
  check("program", CL_PROGRAM_REFERENCE_COUNT, CL_PROGRAM_BINARY_SIZES,
        [&](auto... rest) { return clGetProgramInfo(program, rest...); });
  check("program", CL_PROGRAM_NUM_KERNELS, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT,
        [&](auto... rest) { return clGetProgramInfo(program, rest...); });
  check("build", CL_PROGRAM_BUILD_STATUS, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
        [&](auto... rest) { return clGetProgramBuildInfo(program, device, rest...); });
  check("kernel", CL_KERNEL_FUNCTION_NAME, CL_KERNEL_ATTRIBUTES,
        [&](auto... rest) { return clGetKernelInfo(kernel, rest...); });
  check("argument", CL_KERNEL_ARG_ADDRESS_QUALIFIER, CL_KERNEL_ARG_NAME,
        [&](auto... rest) { return clGetKernelArgInfo(kernel, 0, rest...); });
  check("work-group", CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_PRIVATE_MEM_SIZE,
        [&](auto... rest) { return clGetKernelWorkGroupInfo(kernel, device, rest...); });
}

TEST_F(ConformanceQuery, Events) {
  const auto profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  test::OwnedEvent event;
  ASSERT_EQ(clEnqueueMarkerWithWaitList(profiled, 0, nullptr, event.out()), CL_SUCCESS);
  ASSERT_EQ(clFinish(profiled), CL_SUCCESS);
  check("event", CL_EVENT_COMMAND_QUEUE, CL_EVENT_CONTEXT,
        [&](auto... rest) { return clGetEventInfo(event, rest...); });
  check("profiling", CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_COMPLETE,
        [&](auto... rest) { return clGetEventProfilingInfo(event, rest...); });
}

TEST_F(ConformanceQuery, TheOpenClCVersionIsOneThatIsFullyCompatible) {
  // 3.0 leaves out features of 2.0, so it is not named here, but among all versions.
  EXPECT_EQ(text(deviceQuery(), CL_DEVICE_OPENCL_C_VERSION).rfind("OpenCL C 1.2 ", 0), 0u);
  std::vector<cl_name_version> versions(16);
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS,
                            versions.size() * sizeof(cl_name_version), versions.data(), &size),
            CL_SUCCESS);
  std::vector<cl_version> numbers;
  for (size_t i = 0; i < size / sizeof(cl_name_version); ++i) {
    EXPECT_STREQ(versions[i].name, "OpenCL C");
    numbers.push_back(versions[i].version);
  }
  for (cl_version expected : {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0),
                              CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(3, 0, 0)}) {
    EXPECT_THAT(numbers, testing::Contains(expected));
  }
}

TEST_F(ConformanceQuery, EveryDeviceExtensionIsAMacroAndThePlatforms) {
  const std::string extensions = text(deviceQuery(), CL_DEVICE_EXTENSIONS);
  for (const char *mandatory :
       {"cl_khr_byte_addressable_store", "cl_khr_global_int32_base_atomics",
        "cl_khr_global_int32_extended_atomics", "cl_khr_local_int32_base_atomics",
        "cl_khr_local_int32_extended_atomics"}) {
    EXPECT_THAT(extensions, testing::HasSubstr(mandatory));
  }
  const std::string platforms = text(
      [&](auto... rest) { return clGetPlatformInfo(platform, rest...); }, CL_PLATFORM_EXTENSIONS);
  EXPECT_THAT(platforms, testing::HasSubstr("cl_khr_icd"));
  // The platform has the extensions common to all its devices.
  std::istringstream common(platforms);
  for (std::string name; common >> name;) {
    const mux::Extension *row = mux::findExtension(name);
    EXPECT_TRUE((row && row->place == mux::ExtensionPlace::platform) ||
                (" " + extensions + " ").find(" " + name + " ") != std::string::npos)
        << name;
  }
  std::istringstream words(extensions);
  std::string source = "kernel void f() {}\n";
  std::string since2;  // extensions of OpenCL C 2.0
  for (std::string name; words >> name;) {
    const mux::Extension *row = mux::findExtension(name);
    ASSERT_NE(row, nullptr) << name;
    if (row->since != 0) {
      (row->since >= 200 ? since2 : source) +=
          "#ifndef " + name + "\n#error " + name + "\n#endif\n";
    }
  }
  build(source);
  build(source + since2, "-cl-std=CL3.0");
}

// cl_khr_integer_dot_product, cl_khr_kernel_clock, cl_ext_float_atomics: the features' answers.
TEST_F(ConformanceQuery, ExtensionsTellWhatTheyHave) {
  const std::string extensions = text(deviceQuery(), CL_DEVICE_EXTENSIONS);
  const std::pair<cl_device_info, const char *> queries[] = {
      {CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, "cl_khr_integer_dot_product"},
      {0x1076, "cl_khr_kernel_clock"},
      {0x4231, "cl_ext_float_atomics"}};
  for (const auto &[query, extension] : queries) {
    cl_bitfield bits = 0;
    const cl_int result = clGetDeviceInfo(device, query, sizeof bits, &bits, nullptr);
    const bool has = extensions.find(extension) != std::string::npos;
    EXPECT_EQ(result, has ? CL_SUCCESS : CL_INVALID_VALUE) << extension;
    EXPECT_EQ(bits != 0, has) << extension;
  }
  cl_device_integer_dot_product_acceleration_properties_khr properties;
  size_t size = 0;
  if (clGetDeviceInfo(device, CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
                      sizeof properties, &properties, &size) == CL_SUCCESS) {
    EXPECT_EQ(size, sizeof properties);
  }
}

TEST_F(ConformanceQuery, FeaturesAreTheMacrosOfVersion3) {
  std::vector<cl_name_version> features(64);
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_FEATURES,
                            features.size() * sizeof(cl_name_version), features.data(), &size),
            CL_SUCCESS);
  std::string source = "kernel void f() {}\n";
  std::vector<std::string> names = {"__opencl_c_device_enqueue"};
  std::ranges::transform(mux::features, std::back_inserter(names),
                         [](const mux::Feature &row) { return std::string(row.name); });
  for (const std::string &name : names) {
    bool reported = false;
    for (size_t i = 0; i < size / sizeof(cl_name_version); ++i) {
      reported |= std::string(features[i].name) == name;
    }
    source += (reported ? "#ifndef " : "#ifdef ") + name + "\n#error " + name + "\n#endif\n";
  }
  build(source, "-cl-std=CL3.0");
}

TEST_F(ConformanceQuery, TheConformanceVersionHasTheFormatOfOne) {
  EXPECT_THAT(text(deviceQuery(), CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED),
              testing::MatchesRegex("v[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{2}"));
}

TEST_F(ConformanceQuery, AbsentFeaturesAreInvalidOperations) {
  const auto program = build("kernel void f(global int *a) {}");
  EXPECT_EQ(clSetProgramReleaseCallback(
                program, [](cl_program, void *) {}, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context, device, queue), CL_INVALID_OPERATION);
}

}  // namespace
