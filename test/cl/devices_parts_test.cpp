// Programs in intermediate languages on all devices of the platform, in one context: SPIR-V, SPIR
// (as Clang writes it now, and with the typed pointers and the metadata of SPIR 1.2), and
// containers made by clc of both.

#include <CL/cl_ext.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>

#include "fixture.h"

namespace {

using test::OwnedProgram;

constexpr char spirOptions[] = "-x spir -spir-std=1.2";

/// The place of a program's bytes, and the entry point for making it.
struct Way {
  const char *name;
  std::string folder;
  const char *suffix;
  bool isIl;
  const char *options;
};
const Way ways[] = {
    {"SpirvO0", KILN_TEST_IL, "-O0-CL1.2.spv", true, ""},
    {"SpirvO2", KILN_TEST_IL, "-O2-CL3.0.spv", true, ""},
    {"SpirO0", KILN_TEST_IL, "-O0-CL1.2.bc", false, spirOptions},
    {"SpirO2", KILN_TEST_IL, "-O2-CL1.2.bc", false, spirOptions},
    {"TypedSpirO0", KILN_TEST_SPIR12, "-O0.bc", false, spirOptions},
    {"TypedSpirO2", KILN_TEST_SPIR12, "-O2.bc", false, spirOptions},
    {"ContainerOfSpirv", KILN_TEST_PARTS, "-spirv.kbin", false, ""},
    {"ContainerOfSpir", KILN_TEST_PARTS, "-spir.kbin", false, ""},
    {"ContainerOfTypedSpir", KILN_TEST_PARTS, "-spir12.kbin", false, ""},
};

std::ostream &operator<<(std::ostream &stream, const Way &way) {
  return stream << way.name;
}

/// All devices of the platform in `context`; `use` selects the device for launches.
class DevicesParts : public test::Fixture, public testing::WithParamInterface<Way> {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    cl_uint count = 0;
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_SUCCESS);
    devices.resize(count);
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr),
              CL_SUCCESS);
    queue.reset();
    cl_int error = -1;
    context = clCreateContext(nullptr, count, devices.data(), nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
  }
  void use(cl_device_id which) {
    device = which;
    queue = makeQueue(0);
  }

  OwnedProgram create(const std::string &path, bool isIl) {
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    cl_int error = 1;
    if (isIl) {
      OwnedProgram program = clCreateProgramWithIL(context, bytes.data(), bytes.size(), &error);
      EXPECT_EQ(error, CL_SUCCESS);
      return program;
    }
    const std::vector<size_t> sizes(devices.size(), bytes.size());
    std::vector<const unsigned char *> pointers(
        devices.size(), reinterpret_cast<const unsigned char *>(bytes.data()));
    OwnedProgram program =
        clCreateProgramWithBinary(context, static_cast<cl_uint>(devices.size()), devices.data(),
                                  sizes.data(), pointers.data(), nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
  OwnedProgram load(const std::string &path, bool isIl, const char *options) {
    OwnedProgram program = create(path, isIl);
    EXPECT_EQ(clBuildProgram(program, 0, nullptr, options, nullptr, nullptr), CL_SUCCESS);
    for (cl_device_id each : devices) {
      device = each;
      EXPECT_EQ(logOf(program), "");
    }
    return program;
  }
  OwnedProgram load(const char *kernel) {
    const Way &way = GetParam();
    return load(way.folder + kernel + way.suffix, way.isIl, way.options);
  }

  std::vector<cl_device_id> devices;
};

TEST_P(DevicesParts, AddVectors) {
  const auto program = load("vector_add");
  std::vector<float> a(64), b(64);
  std::iota(a.begin(), a.end(), 1.0F);
  std::iota(b.begin(), b.end(), 1000.0F);
  const auto first = makeBuffer(a), second = makeBuffer(b), sum = makeBuffer(64 * sizeof(float));
  for (cl_device_id each : devices) {
    use(each);
    const auto kernel = makeKernel(program, "vector_add");
    setArguments(kernel, first.get(), second.get(), sum.get());
    run(kernel, 64);
    const auto result = read<float>(sum, 64);
    for (size_t i = 0; i < result.size(); ++i) {
      EXPECT_EQ(result[i], a[i] + b[i]) << i;
    }
  }
}

TEST_P(DevicesParts, Reduce) {
  const auto program = load("reduce");
  std::vector<int> in(256);
  std::iota(in.begin(), in.end(), 1);
  const auto input = makeBuffer(in);
  for (cl_device_id each : devices) {
    use(each);
    const auto output = makeBuffer(4 * sizeof(int));
    const auto kernel = makeKernel(program, "reduce");
    setArguments(kernel, input.get(), output.get());
    EXPECT_EQ(clSetKernelArg(kernel, 2, 64 * sizeof(int), nullptr), CL_SUCCESS);
    const size_t local = 64;
    run(kernel, 256, &local);
    const auto sums = read<int>(output, 4);
    for (int group = 0; group < 4; ++group) {
      EXPECT_EQ(sums[group], std::accumulate(&in[group * 64], &in[group * 64] + 64, 3)) << group;
    }
  }
}

TEST_P(DevicesParts, Print) {
  const auto program = load("hello");
  for (cl_device_id each : devices) {
    use(each);
    const auto kernel = makeKernel(program, "hello");
    setArguments(kernel, 7);
    testing::internal::CaptureStdout();
    run(kernel, 2);
    EXPECT_EQ(testing::internal::GetCapturedStdout(),
              "item 0 of hello: 3.5\nitem 1 of hello: 3.5\n");
  }
}

INSTANTIATE_TEST_SUITE_P(All, DevicesParts, testing::ValuesIn(ways),
                         [](const auto &info) { return std::string(info.param.name); });

// The rest is of SPIR 1.2 alone.

struct Pair {
  int a[4];
  float b[2];
  unsigned char c[8];
};
constexpr size_t items = 32;
/// The kernel's whole output.
struct Results {
  std::vector<float> out;
  std::vector<int> count;
  std::vector<unsigned char> pairs;
};

class DevicesManyBuiltins : public DevicesParts {
 protected:
  OwnedProgram buildMany() {
    std::ifstream file(std::string(KILN_TEST_SPIR12) + "many.cl");
    OwnedProgram source = makeProgram({std::istreambuf_iterator<char>(file), {}});
    EXPECT_EQ(clBuildProgram(source, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    return source;
  }
  Results runMany(cl_program program) {
    std::vector<float> in(4 * items);
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = (static_cast<float>(i * 37 % 101) - 50.0F) * 0.13F;
    }
    const auto input = makeBuffer(in);
    const auto output = makeBuffer(std::vector<float>(24 * items));
    const auto numbers = makeBuffer(std::vector<int>{5, -3});
    const auto count = makeBuffer(std::vector<int>{0, 0});
    const auto pairs = makeBuffer(std::vector<unsigned char>(items * sizeof(Pair)));
    const cl_float4 v = {{1.0F, -2.0F, 0.5F, 0.0F}};  // a float3
    const Pair value = {{1, 2, 3, 4}, {0.5F, 0.25F}, {9, 8, 7}};
    const auto kernel = makeKernel(program, "many");
    setArguments(kernel, input.get(), output.get(), numbers.get());
    EXPECT_EQ(clSetKernelArg(kernel, 3, 8 * sizeof(cl_float4), nullptr), CL_SUCCESS);
    const cl_mem last[] = {count, pairs};
    EXPECT_EQ(clSetKernelArg(kernel, 4, sizeof(cl_mem), &last[0]), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 5, sizeof(cl_mem), &last[1]), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 6, sizeof v, &v), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 7, sizeof value, &value), CL_SUCCESS);
    const size_t local = 8;
    run(kernel, items, &local);
    return {read<float>(output, 24 * items), read<int>(count, 2),
            read<unsigned char>(pairs, items * sizeof(Pair))};
  }
};

TEST_P(DevicesManyBuiltins, GiveWhatTheirSourceGives) {
  // Code of a container need not be for this very processor, and then the last bits may differ.
  const auto source = GetParam().options[0] == '\0'
                          ? load(std::string(KILN_TEST_PARTS) + "many-source.kbin", false, "")
                          : buildMany();
  const auto program = load("many");
  for (cl_device_id each : devices) {
    use(each);
    const Results expected = runMany(source);
    const Results got = runMany(program);
    EXPECT_EQ(got.out, expected.out);
    EXPECT_EQ(got.count, expected.count);
    EXPECT_EQ(got.pairs, expected.pairs);
    EXPECT_EQ(expected.count[1], 7);
    EXPECT_NE(expected.out[5], 0.0F);
  }
}

INSTANTIATE_TEST_SUITE_P(All, DevicesManyBuiltins, testing::Values(ways[4], ways[5], ways[8]),
                         [](const auto &info) { return std::string(info.param.name); });

class DevicesCalledKernels : public DevicesParts {};

TEST_P(DevicesCalledKernels, AreKernelsAndFunctions) {
  const auto program =
      load(std::string(KILN_TEST_PARTS) + "called_kernel.bc", false, GetParam().options);
  for (cl_device_id each : devices) {
    use(each);
    const auto buffer = makeBuffer(std::vector<int>(16, 0));
    const auto inner = makeKernel(program, "inner");
    setArguments(inner, buffer.get(), 100);
    run(inner, 16);
    for (const char *name : {"middle", "outer"}) {
      const auto kernel = makeKernel(program, name);
      setArguments(kernel, buffer.get());
      run(kernel, 16);
    }
    EXPECT_EQ(read<int>(buffer, 16), std::vector<int>(16, 112));
  }
}

INSTANTIATE_TEST_SUITE_P(All, DevicesCalledKernels, testing::Values(ways[5]),
                         [](const auto &info) { return std::string(info.param.name); });

class DevicesOldMetadata : public DevicesParts {};

TEST_P(DevicesOldMetadata, DescribesKernels) {
  const auto program =
      load(std::string(KILN_TEST_PARTS) + "old_kernels.bc", false, GetParam().options);
  std::vector<float> in(16);
  std::iota(in.begin(), in.end(), 1.0F);
  const auto input = makeBuffer(in), output = makeBuffer(16 * sizeof(float));
  for (cl_device_id each : devices) {
    use(each);
    const auto kernel = makeKernel(program, "old");
    size_t size[3] = {};
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, each, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size,
                                       size, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(size[0], 4u);
    char name[16] = {}, type[16] = {};
    EXPECT_EQ(clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_NAME, sizeof name, name, nullptr),
              CL_SUCCESS);
    EXPECT_STREQ(name, "count");
    EXPECT_EQ(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_TYPE_NAME, sizeof type, type, nullptr),
              CL_SUCCESS);
    EXPECT_STREQ(type, "float4*");
    cl_kernel_arg_type_qualifier qualifier = 0;
    EXPECT_EQ(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier,
                                 &qualifier, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(qualifier, static_cast<cl_kernel_arg_type_qualifier>(CL_KERNEL_ARG_TYPE_CONST));
    const auto count = makeBuffer(std::vector<int>{0});
    setArguments(kernel, input.get(), output.get(), count.get());
    testing::internal::CaptureStdout();
    const size_t local = 4;
    run(kernel, 4, &local);
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "old: 42\n");
    const auto result = read<float>(output, 16);
    for (size_t i = 0; i < result.size(); ++i) {
      EXPECT_EQ(result[i], in[i] + in[i % 4]) << i;
    }
    EXPECT_EQ(read<int>(count, 1), std::vector<int>{12});
  }
}

INSTANTIATE_TEST_SUITE_P(All, DevicesOldMetadata, testing::Values(ways[4]),
                         [](const auto &) { return std::string("Spir12"); });

class DevicesSpecialization : public DevicesParts {
 protected:
  std::vector<cl_ulong> runIt(cl_program program) {
    const auto buffer = makeBuffer(std::vector<cl_ulong>(4));
    const auto kernel = makeKernel(program, "specialized");
    setArguments(kernel, buffer.get());
    run(kernel, 1);
    return read<cl_ulong>(buffer, 4);
  }
};

TEST_P(DevicesSpecialization, ConstantsConcernLaterBuilds) {
  const std::string path = std::string(KILN_TEST_PARTS) + "specialized.spv";
  const auto plain = load(path, true, "");
  const auto special = create(path, true);
  const cl_uchar no = 0, small = 255;
  const cl_uint middle = 0xFFFFFFFF;
  const cl_ulong large = ~cl_ulong{0} - 2;
  EXPECT_EQ(clSetProgramSpecializationConstant(special, 1, 1, &no), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(special, 2, 1, &small), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(special, 3, 4, &middle), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(special, 4, 8, &large), CL_SUCCESS);
  EXPECT_EQ(clSetProgramSpecializationConstant(special, 4, 4, &large), CL_INVALID_VALUE);
  EXPECT_EQ(clSetProgramSpecializationConstant(special, 5, 4, &large), CL_INVALID_SPEC_ID);
  ASSERT_EQ(clBuildProgram(special, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  for (cl_device_id each : devices) {
    use(each);
    EXPECT_EQ(runIt(plain), (std::vector<cl_ulong>{1, 7, 100, 5000000001}));
    EXPECT_EQ(runIt(special), (std::vector<cl_ulong>{2, 255, 0xFFFFFFFF, ~cl_ulong{0}}));
  }
  size_t size = 0;
  EXPECT_EQ(clGetProgramInfo(special, CL_PROGRAM_IL, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, std::filesystem::file_size(path));
}

INSTANTIATE_TEST_SUITE_P(All, DevicesSpecialization, testing::Values(ways[0]),
                         [](const auto &) { return std::string("Spirv"); });

}  // namespace
