// Extensions of the API and small ones of OpenCL C (doc/extensions.md).

#include <CL/cl_ext.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "extension_fixture.h"

namespace {

struct Extensions : test::ExtensionFixture {};

TEST_F(Extensions, NamesAreUniqueAndThePlatformsAreItsDevices) {
  auto names = namesOf(device);
  const auto count = names.size();
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  EXPECT_EQ(names.size(), count);
  for (const char *name :
       {"cl_khr_extended_versioning", "cl_khr_create_command_queue", "cl_khr_device_uuid",
        "cl_khr_priority_hints", "cl_khr_suggested_local_work_size", "cl_khr_throttle_hints"}) {
    EXPECT_EQ(std::ranges::count(names, name), 1) << name;
  }
}

TEST_F(Extensions, VersionsAreThoseOfTheRegistry) {
  EXPECT_EQ(versionOf("cl_khr_integer_dot_product"), CL_MAKE_VERSION(2u, 0u, 0u));
  EXPECT_EQ(versionOf("cl_khr_suggested_local_work_size"), CL_MAKE_VERSION(1u, 0u, 0u));
  EXPECT_EQ(versionOf("cl_intel_required_subgroup_size"), 0u);
}

TEST_F(Extensions, ExtendedVersioningHasItsQueries) {
  cl_version_khr version = 0;
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, sizeof version,
                            &version, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof version);
  char text[64] = "";
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_VERSION, sizeof text, text, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(std::string(text).find("OpenCL C " + std::to_string(CL_VERSION_MAJOR(version)) + "." +
                                   std::to_string(CL_VERSION_MINOR(version))),
            0u)
      << text;
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, 1, &version, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(Extensions, DevicesHaveUuids) {
  using Uuid = std::array<cl_uchar, CL_UUID_SIZE_KHR>;
  const auto query = [](cl_device_id id, cl_device_info name) {
    Uuid uuid = {};
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(id, name, sizeof uuid, uuid.data(), &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof uuid);
    return uuid;
  };
  const Uuid own = query(device, CL_DEVICE_UUID_KHR), driver = query(device, CL_DRIVER_UUID_KHR);
  EXPECT_EQ(own, query(device, CL_DEVICE_UUID_KHR));
  EXPECT_NE(own, driver);
  EXPECT_EQ(own[6] >> 4, 8) << "the version";
  EXPECT_EQ(own[8] >> 6, 2) << "the variant";
  std::vector<Uuid> all;
  for (cl_device_id each : allDevices()) {
    all.push_back(query(each, CL_DEVICE_UUID_KHR));
    EXPECT_EQ(query(each, CL_DRIVER_UUID_KHR), driver);
  }
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
  cl_bool hasLuid = 7;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_LUID_VALID_KHR, sizeof hasLuid, &hasLuid, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(hasLuid, static_cast<cl_bool>(CL_FALSE));
  cl_uchar luid[CL_LUID_SIZE_KHR];
  cl_uint mask;
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_LUID_KHR, sizeof luid, luid, nullptr), CL_SUCCESS);
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_NODE_MASK_KHR, sizeof mask, &mask, nullptr),
            CL_SUCCESS);
}

TEST_F(Extensions, QueuesAreMadeByTheExtensionsFunction) {
  const auto create =
      function<clCreateCommandQueueWithPropertiesKHR_fn>("clCreateCommandQueueWithPropertiesKHR");
  ASSERT_NE(create, nullptr);
  const cl_queue_properties_khr good[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  const cl_queue_properties_khr bad[] = {0x7777, 1, 0};
  cl_int error = -1;
  test::OwnedQueue made = create(context, device, good, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  cl_command_queue_properties properties = 0;
  clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES, sizeof properties, &properties, nullptr);
  EXPECT_EQ(properties, static_cast<cl_command_queue_properties>(CL_QUEUE_PROFILING_ENABLE));
  EXPECT_EQ(create(context, device, bad, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

TEST_F(Extensions, BuffersAreMadeByTheExtensionsFunction) {
  NEEDS_EXTENSION("cl_intel_create_buffer_with_properties");
  const auto create =
      function<clCreateBufferWithPropertiesINTEL_fn>("clCreateBufferWithPropertiesINTEL");
  ASSERT_NE(create, nullptr);
  const std::vector<int> data = {1, 2, 3, 4};
  const cl_mem_properties none[] = {0}, unknown[] = {0x1234, 0, 0};
  cl_int error = -1;
  for (const cl_mem_properties *list : {static_cast<const cl_mem_properties *>(nullptr), none}) {
    const test::OwnedMem buffer =
        create(context, list, CL_MEM_COPY_HOST_PTR, 16, const_cast<int *>(data.data()), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(read<int>(buffer, 4), data);
  }
  EXPECT_EQ(create(context, unknown, 0, 16, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateBufferWithProperties(context, unknown, 0, 16, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROPERTY);
  EXPECT_EQ(create(context, nullptr, 0, 0, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(create(nullptr, nullptr, 0, 16, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
}

TEST_F(Extensions, HintsAreKept) {
  const auto hintOf = [](cl_command_queue queue, cl_command_queue_info name) {
    cl_uint hint = 0;
    EXPECT_EQ(clGetCommandQueueInfo(queue, name, sizeof hint, &hint, nullptr), CL_SUCCESS);
    return hint;
  };
  EXPECT_EQ(hintOf(queue, CL_QUEUE_PRIORITY_KHR), cl_uint{CL_QUEUE_PRIORITY_MED_KHR});
  EXPECT_EQ(hintOf(queue, CL_QUEUE_THROTTLE_KHR), cl_uint{CL_QUEUE_THROTTLE_MED_KHR});
  const cl_queue_properties list[] = {CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR,
                                      CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, 0};
  cl_int error = -1;
  const test::OwnedQueue made = clCreateCommandQueueWithProperties(context, device, list, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(hintOf(made, CL_QUEUE_PRIORITY_KHR), cl_uint{CL_QUEUE_PRIORITY_HIGH_KHR});
  EXPECT_EQ(hintOf(made, CL_QUEUE_THROTTLE_KHR), cl_uint{CL_QUEUE_THROTTLE_LOW_KHR});
  cl_queue_properties array[5] = {};
  size_t size = 0;
  ASSERT_EQ(clGetCommandQueueInfo(made, CL_QUEUE_PROPERTIES_ARRAY, sizeof array, array, &size),
            CL_SUCCESS);
  EXPECT_EQ(size, sizeof array);
  EXPECT_TRUE(std::ranges::equal(array, list));
}

TEST_F(Extensions, HintsAreChecked) {
  for (cl_queue_properties hint : {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_THROTTLE_KHR}) {
    for (cl_queue_properties value : {0u, 3u, 8u, ~0u}) {
      const cl_queue_properties list[] = {hint, value, 0};
      cl_int error = 0;
      EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, list, &error), nullptr);
      EXPECT_EQ(error, CL_INVALID_VALUE) << hint << " " << value;
    }
    const cl_queue_properties onDevice[] = {
        hint, 1, CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        0};
    cl_int error = 0;
    EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, onDevice, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_QUEUE_PROPERTIES);
  }
}

struct SuggestedLocalSize : test::ExtensionFixture {
  void SetUp() override {
    ExtensionFixture::SetUp();
    suggest =
        function<clGetKernelSuggestedLocalWorkSizeKHR_fn>("clGetKernelSuggestedLocalWorkSizeKHR");
    ASSERT_NE(suggest, nullptr);
  }
  clGetKernelSuggestedLocalWorkSizeKHR_fn suggest = nullptr;
};

TEST_F(SuggestedLocalSize, IsWhatALaunchTakes) {
  auto program = build(R"(
    kernel void sizes(global uint *out) {
      for (uint i = 0; i < 3; ++i) out[i] = (uint)get_local_size(i);
    }
    kernel __attribute__((reqd_work_group_size(4, 2, 1))) void required(global uint *out) {}
  )");
  auto kernel = makeKernel(program, "sizes"), required = makeKernel(program, "required");
  auto out = makeBuffer(3 * sizeof(cl_uint));
  setArguments(kernel, out.get());
  setArguments(required, out.get());
  const size_t offset[] = {5, 0, 7};
  const size_t globals[][3] = {{1, 1, 1}, {64, 1, 1}, {97, 3, 2}, {1000, 24, 6}, {4096, 4096, 1}};
  for (const auto &global : globals) {
    for (cl_uint dimensions = 1; dimensions <= 3; ++dimensions) {
      size_t local[] = {777, 777, 777};
      ASSERT_EQ(suggest(queue, kernel, dimensions, offset, global, local), CL_SUCCESS);
      ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, nullptr, 0,
                                       nullptr, nullptr),
                CL_SUCCESS);
      const auto taken = read<cl_uint>(out, 3);
      for (cl_uint i = 0; i < 3; ++i) {
        EXPECT_EQ(local[i], i < dimensions ? taken[i] : 777u);
      }
    }
  }
  size_t local[2] = {};
  const size_t global[] = {8, 8};
  ASSERT_EQ(suggest(queue, required, 2, nullptr, global, local), CL_SUCCESS);
  EXPECT_EQ(local[0], 4u);
  EXPECT_EQ(local[1], 2u);
}

TEST_F(SuggestedLocalSize, HasTheErrorsOfALaunch) {
  auto program = build("kernel void k(global uint *out) {}");
  auto kernel = makeKernel(program, "k");
  const size_t one = 1, zero = 0, most = ~size_t{0};
  size_t local = 0;
  EXPECT_EQ(suggest(queue, kernel, 1, nullptr, &one, &local), CL_INVALID_KERNEL_ARGS);
  auto out = makeBuffer(4);
  setArguments(kernel, out.get());
  EXPECT_EQ(suggest(nullptr, kernel, 1, nullptr, &one, &local), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(suggest(queue, nullptr, 1, nullptr, &one, &local), CL_INVALID_KERNEL);
  EXPECT_EQ(suggest(queue, kernel, 0, nullptr, &one, &local), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(suggest(queue, kernel, 4, nullptr, &one, &local), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(suggest(queue, kernel, 1, nullptr, nullptr, &local), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest(queue, kernel, 1, nullptr, &zero, &local), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(suggest(queue, kernel, 1, &most, &one, &local), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(suggest(queue, kernel, 1, nullptr, &one, nullptr), CL_INVALID_VALUE);
  cl_int error = -1;
  const test::OwnedContext other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  const test::OwnedQueue foreign =
      clCreateCommandQueueWithProperties(other, device, nullptr, &error);
  EXPECT_EQ(suggest(foreign, kernel, 1, nullptr, &one, &local), CL_INVALID_CONTEXT);
  out.reset();
  EXPECT_EQ(suggest(queue, kernel, 1, nullptr, &one, &local), CL_INVALID_KERNEL_ARGS)
      << "the buffer is gone";
}

// cl_khr_async_work_group_copy_fence: the second copy reads the first one's result.
TEST_F(Extensions, FencesOrderCopies) {
  NEEDS_EXTENSION("cl_khr_async_work_group_copy_fence");
  auto program = build(R"(
    kernel void k(global const int *in, global int *middle, global int *out, local int *a,
                  local int *b) {
      size_t n = get_local_size(0), base = get_group_id(0) * n;
      event_t e = async_work_group_copy(a, in + base, n, 0);
      async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
      e = async_work_group_copy(middle + base, a, n, e);
      async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
      e = async_work_group_copy(b, middle + base, n, e);
      async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
      e = async_work_group_copy(out + base, b, n, e);
      wait_group_events(1, &e);
    })");
  auto kernel = makeKernel(program, "k");
  constexpr size_t count = 1024, local = 64;
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), 5);
  auto in = makeBuffer(values), middle = makeBuffer(std::vector<int>(count)),
       out = makeBuffer(std::vector<int>(count));
  setArguments(kernel, in.get(), middle.get(), out.get());
  ASSERT_EQ(clSetKernelArg(kernel, 3, local * sizeof(int), nullptr), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 4, local * sizeof(int), nullptr), CL_SUCCESS);
  run(kernel, count, &local);
  EXPECT_EQ(read<int>(middle, count), values);
  EXPECT_EQ(read<int>(out, count), values);
}

// cl_khr_work_group_uniform_arithmetic: every function against the host's, for groups of several
// vectors and a part of one.
TEST_F(Extensions, UniformArithmeticIsThatOfAllWorkItems) {
  NEEDS_EXTENSION("cl_khr_work_group_uniform_arithmetic");
  struct Operation {
    const char *name;
    long long identity;
    long long (*apply)(long long, long long);
  };
  const Operation operations[] = {
      {"mul", 1,
       [](long long a, long long b) {
         return static_cast<long long>(static_cast<unsigned long long>(a) * b);
       }},
      {"and", -1, [](long long a, long long b) { return a & b; }},
      {"or", 0, [](long long a, long long b) { return a | b; }},
      {"xor", 0, [](long long a, long long b) { return a ^ b; }},
      {"logical_and", 1, [](long long a, long long b) { return (long long)(a && b); }},
      {"logical_or", 0, [](long long a, long long b) { return (long long)(a || b); }},
      {"logical_xor", 0, [](long long a, long long b) { return (long long)(!a != !b); }},
  };
  std::string source;
  for (const Operation &each : operations) {
    const std::string name = each.name;
    for (const char *type : {"int", "long"}) {
      if (name.starts_with("logical") && type[0] == 'l') {
        continue;
      }
      source += "kernel void " + name + "_" + type + "(global " + type + " *v, global " + type +
                " *out) {\n  size_t i = get_global_id(0), n = get_global_size(0);\n";
      int row = 0;
      for (const char *kind : {"reduce", "scan_inclusive", "scan_exclusive"}) {
        source += "  out[i + n * " + std::to_string(row++) + "] = work_group_" + kind + "_" + name +
                  "(v[i]);\n";
      }
      source += "}\n";
    }
  }
  auto program = build(source, "-cl-std=CL3.0");
  const auto check = [&]<class T>(const Operation &each, const char *type, T) {
    for (size_t local : {size_t{1}, size_t{7}, size_t{64}, size_t{100}}) {
      const size_t count = local * 3;
      std::vector<T> values(count);
      for (size_t i = 0; i < count; ++i) {
        values[i] = static_cast<T>(i % 5 == 4 ? 0x7f : 3 + i % 2 * 4 + (i % 3 ? 0x50 : 0));
      }
      if (std::string(each.name).starts_with("logical")) {
        for (size_t i = 0; i < count; ++i) {
          values[i] = static_cast<T>(i < local ? i + 1 : i < 2 * local ? 0 : i % 3);
        }
      }
      auto kernel = makeKernel(program, (std::string(each.name) + "_" + type).c_str());
      auto in = makeBuffer(values), out = makeBuffer(std::vector<T>(3 * count));
      setArguments(kernel, in.get(), out.get());
      run(kernel, count, &local);
      const auto got = read<T>(out, 3 * count);
      for (size_t group = 0; group < count; group += local) {
        T before = static_cast<T>(each.identity);
        for (size_t i = group; i < group + local; ++i) {
          const T sum = static_cast<T>(each.apply(before, values[i]));
          ASSERT_EQ(got[count + i], sum) << each.name << " " << type << " " << local << " " << i;
          ASSERT_EQ(got[2 * count + i], before) << each.name << " " << type << " " << local;
          before = sum;
        }
        for (size_t i = group; i < group + local; ++i) {
          ASSERT_EQ(got[i], before) << each.name << " " << type << " " << local;
        }
      }
    }
  };
  for (const Operation &each : operations) {
    check(each, "int", cl_int{});
    if (!std::string(each.name).starts_with("logical")) {
      check(each, "long", cl_long{});
    }
  }
}

TEST_F(Extensions, UniformArithmeticMultipliesFloats) {
  NEEDS_EXTENSION("cl_khr_work_group_uniform_arithmetic");
  auto program = build(
      "kernel void k(global float *v, global float *out) {\n"
      "  size_t i = get_global_id(0);\n"
      "  out[3 * i] = work_group_reduce_mul(v[i]);\n"
      "  out[3 * i + 1] = work_group_scan_inclusive_mul(v[i]);\n"
      "  out[3 * i + 2] = work_group_scan_exclusive_mul(v[i]);\n}",
      "-cl-std=CL3.0");
  auto kernel = makeKernel(program, "k");
  constexpr size_t local = 20;
  std::vector<float> values(local);
  for (size_t i = 0; i < local; ++i) {
    values[i] = i % 3 == 0 ? 2.0f : i % 3 == 1 ? 0.5f : -1.0f;  // exact in any order
  }
  auto in = makeBuffer(values), out = makeBuffer(std::vector<float>(3 * local));
  setArguments(kernel, in.get(), out.get());
  run(kernel, local, &local);
  const auto got = read<float>(out, 3 * local);
  float before = 1;
  for (size_t i = 0; i < local; ++i) {
    EXPECT_EQ(got[3 * i + 2], before);
    before *= values[i];
    EXPECT_EQ(got[3 * i + 1], before);
  }
  EXPECT_EQ(got[0], before);
}

// cl_intel_required_subgroup_size: all sizes named by the device, and no others.
TEST_F(Extensions, RequiredSubGroupSizesAreKept) {
  NEEDS_EXTENSION("cl_intel_required_subgroup_size");
  size_t bytes = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr, &bytes),
            CL_SUCCESS);
  std::vector<size_t> sizes(bytes / sizeof(size_t));
  clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, bytes, sizes.data(), nullptr);
  ASSERT_FALSE(sizes.empty());
  std::string source;
  const std::string body =
      "(global uint *out) {\n"
      "  size_t i = get_global_id(0);\n"
      "  out[2 * i] = get_max_sub_group_size();\n"
      "  out[2 * i + 1] = sub_group_reduce_add((uint)i) * 100 + sub_group_broadcast((uint)i, 0);\n"
      "}\n";
  for (size_t size : sizes) {
    source += "kernel __attribute__((intel_reqd_sub_group_size(" + std::to_string(size) +
              "))) void k" + std::to_string(size) + body;
  }
  source += "kernel void k" + body;
  auto program = build(source, "-cl-std=CL3.0");
  const auto compiled = [&](cl_kernel kernel) {
    size_t size = 99, length = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0,
                                      nullptr, sizeof size, &size, &length),
              CL_SUCCESS);
    EXPECT_EQ(length, sizeof size);
    return size;
  };
  for (size_t size : sizes) {
    auto kernel = makeKernel(program, ("k" + std::to_string(size)).c_str());
    EXPECT_EQ(compiled(kernel), size);
    constexpr size_t local = 64, count = 128;
    auto out = makeBuffer(2 * count * sizeof(cl_uint));
    setArguments(kernel, out.get());
    run(kernel, count, &local);
    const auto got = read<cl_uint>(out, 2 * count);
    for (size_t i = 0; i < count; ++i) {
      const size_t first = i / size * size;
      EXPECT_EQ(got[2 * i], size);
      EXPECT_EQ(got[2 * i + 1], (first * size + size * (size - 1) / 2) * 100 + first) << size;
    }
    cl_ulong spilled = 0;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_SPILL_MEM_SIZE_INTEL,
                                       sizeof spilled, &spilled, nullptr),
              CL_SUCCESS);
    EXPECT_NE(spilled, 0u) << "0 is a promise";
  }
  EXPECT_EQ(compiled(makeKernel(program, "k")), 0u);
  for (const char *size : {"3", "128"}) {
    auto wrong = makeProgram("kernel __attribute__((intel_reqd_sub_group_size(" +
                             std::string(size) + "))) void k" + body);
    EXPECT_EQ(clBuildProgram(wrong, 1, &device, "-cl-std=CL3.0", nullptr, nullptr),
              CL_BUILD_PROGRAM_FAILURE)
        << size;
  }
}

}  // namespace
