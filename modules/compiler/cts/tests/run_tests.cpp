// Where the target registers its runtime half: its devices take the binaries and run them. The
// parameter is the number of the device.
//
// These are few programs, each for one agreement between the two halves: the layout of arguments,
// local memory, the frame across barriers, ids, printf records, and library calls in generated
// code. The suite of mux (modules/mux/cts) tests the device itself, and the conformance tests of
// OpenCL test the library of builtins.
#include <cstdlib>

#include "fixture.h"
#include "launcher.h"

namespace compiler::cts {
namespace {

/// Sums up each work-group's elements in local memory, in log2 steps.
constexpr char reduceSource[] =
    "kernel void reduce(global const int *in, global int *out, local int *l) {\n"
    "  size_t i = get_local_id(0);\n"
    "  l[i] = in[get_global_id(0)];\n"
    "  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    if (i < step) { l[i] += l[i + step]; }\n"
    "  }\n"
    "  if (i == 0) { out[get_group_id(0)] = l[0]; }\n"
    "}\n";

/// Returns first, first + step, and so on.
template <class T>
std::vector<T> sequence(size_t count, T first, T step) {
  std::vector<T> values(count);
  for (T &value : values) {
    value = first;
    first += step;
  }
  return values;
}

/// Returns the bytes of a value argument; the value outlives them.
template <class T>
std::span<const std::byte> valueOf(const T &value) {
  return std::as_bytes(std::span(&value, 1));
}

}  // namespace

/// One device with the target of its own properties, and a launcher for binaries.
class RunTest : public testing::TestWithParam<size_t> {
 protected:
  void SetUp() override {
    KILN_CTS_SKIP_IF_REGISTERED();
    context_ = library().createContext();
    mux_device_info_t device = devices()[GetParam()];
    auto target = info().createTarget(*context_, device->target_properties);
    ASSERT_TRUE(target) << target.error().message;
    target_ = std::move(*target);
    launcher_.emplace(device);
  }

  /// Builds a program up to finalize; a failed step fails the test with the log.
  ModulePointer finalized(std::string_view source, std::string_view options = "-cl-std=CL3.0") {
    ModulePointer module = target_->createModule();
    EXPECT_TRUE(module->parseOptions(options, OptionsMode::build)) << module->log();
    EXPECT_TRUE(module->compileOpenCLC(source, {})) << module->log();
    EXPECT_TRUE(module->finalize()) << module->log();
    return module;
  }

  /// Builds a program and loads its binary on the device.
  void load(std::string_view source, std::string_view options = "-cl-std=CL3.0") {
    const ModulePointer module = finalized(source, options);
    auto binary = module->createBinary();
    ASSERT_TRUE(binary) << module->log();
    ASSERT_EQ(launcher_->load(*binary), mux_success);
  }

  /// Runs a kernel of addSource over 1000 elements and checks each sum.
  void expectSum(const char *kernel) {
    constexpr size_t count = 1000;
    BufferBytes a = bytesOf(sequence<float>(count, 1, 0.5f));
    BufferBytes b = bytesOf(sequence<float>(count, 7, 0.25f));
    BufferBytes c(count * sizeof(float));
    ASSERT_EQ(launcher_->run({kernel, {count}, {8}, {&a, &b, &c}}), mux_success);
    EXPECT_EQ(valuesOf<float>(c), sequence<float>(count, 8, 0.75f));
  }

  std::unique_ptr<Context> context_;
  std::unique_ptr<Target> target_;
  std::optional<Launcher> launcher_;
};

std::string deviceName(const testing::TestParamInfo<size_t> &device) {
  return registration().name + std::to_string(device.param);
}

class Run : public RunTest {};
INSTANTIATE_TEST_SUITE_P(Cts, Run, testing::Range<size_t>(0, devices().size()), deviceName);
// A target may register its compiler half alone.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Run);

/// The smallest program with buffers: 1000 work-items in groups of 8.
TEST_P(Run, AddsVectors) {
  load(addSource);
  expectSum("add");
}

/// The same with -cl-opt-disable, so without the vectoriser and the late pipeline.
TEST_P(Run, AddsVectorsWithoutOptimisation) {
  load(addSource, "-cl-opt-disable");
  expectSum("add");
}

/// Kernels are found by name, also one with the name of a C function; another name is
/// mux_error_missing_kernel.
TEST_P(Run, FindsEveryKernel) {
  load("kernel void a() {}\nkernel void memcpy() {}\nkernel void c(int x) {}");
  for (const char *name : {"a", "memcpy", "c"}) {
    EXPECT_EQ(launcher_->find(name), mux_success) << name;
  }
  EXPECT_EQ(launcher_->find("d"), mux_error_missing_kernel);
}

/// Programs without kernels load as well, since clBuildProgram accepts them.
TEST_P(Run, LoadsEveryProgram) {
  for (const char *source : {"", "kernel void k() {}", "constant int x = 3; int f() { return x; }",
                             addSource, reduceSource}) {
    load(source);
  }
}

/// A barrier in a loop, with local memory: work-items of a region see all writes of the region
/// before. Groups of 1, 16 and 64.
TEST_P(Run, ReducesOverBarriers) {
  load(reduceSource);
  // A group of one work-item has no other to wait for.
  for (const uint64_t size : {1, 16, 64}) {
    constexpr size_t groups = 5;
    BufferBytes in = bytesOf(sequence<int>(size * groups, 3, 2));
    BufferBytes out(groups * sizeof(int));
    ASSERT_EQ(launcher_->run(
                  {"reduce", {size * groups}, {size}, {&in, &out, LocalBytes{size * sizeof(int)}}}),
              mux_success);
    std::vector<int> expected(groups);
    for (size_t i = 0; i < size * groups; ++i) {
      expected[i / size] += static_cast<int>(3 + 2 * i);
    }
    EXPECT_EQ(valuesOf<int>(out), expected) << size;
  }
}

/// Records in the buffer and strings in the metadata give the text of OpenCL C 3.0 §6.15.14.
TEST_P(Run, Prints) {
  load(
      "kernel void k(int x, float f) {\n"
      "  printf(\"%d %s %.2f %v2d\\n\", x, \"text\", f, (int2)(1, -2));\n}\n");
  const int x = 42;
  const float f = 1.25f;
  ASSERT_EQ(launcher_->run({"k", {1}, {1}, {valueOf(x), valueOf(f)}}), mux_success);
  EXPECT_EQ(launcher_->printed(), "42 text 1.25 1,-2\n");
}

/// Scalars, a vector of three and a structure arrive at the offsets of the descriptor, with their
/// signs.
TEST_P(Run, PassesValues) {
  load(
      "typedef struct { char c; long l; float4 v; } item;\n"
      "kernel void k(global long *out, char a, short3 b, item i, double_t d) {\n"
      "  i.l += 1; out[0] = a; out[1] = b.z; out[2] = i.l; out[3] = i.v.w; out[4] = d;\n}\n",
      "-Ddouble_t=float");
  // The layout of the structure in OpenCL C.
  struct alignas(16) Item {
    char c;
    int64_t l;
    alignas(16) float v[4];
  };
  // Negative values show a missing sign extension.
  const char a = -3;
  const int16_t b[4] = {1, 2, -300, 0};
  const Item item = {1, 1'000'000'000'000, {1, 2, 3, 4}};
  const float d = 5;
  BufferBytes out(5 * sizeof(int64_t));
  ASSERT_EQ(
      launcher_->run({"k", {1}, {1}, {&out, valueOf(a), valueOf(b), valueOf(item), valueOf(d)}}),
      mux_success);
  EXPECT_THAT(valuesOf<int64_t>(out), testing::ElementsAre(-3, -300, 1'000'000'000'001, 4, 5));
}

/// Two local arguments and a local variable lie apart, in each work-group.
TEST_P(Run, UsesTwoKindsOfLocalMemory) {
  load(
      "kernel void k(global int *out, local int *a, int n, local int *b) {\n"
      "  local int c[16]; int i = get_local_id(0);\n"
      "  a[i] = i; b[i] = 10 * i; c[i] = 100 * i;\n  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  i = n - 1 - i; out[get_global_id(0)] = a[i] + b[i] + c[i];\n}\n");
  // Two groups of 16, so a second group sees leftovers of the first one.
  const int n = 16;
  BufferBytes out(n * 2 * sizeof(int));
  ASSERT_EQ(
      launcher_->run({"k", {n * 2}, {n}, {&out, LocalBytes{n * 4}, valueOf(n), LocalBytes{n * 4}}}),
      mux_success);
  std::vector<int> expected;
  for (int i = 0; i < 2 * n; ++i) {
    expected.push_back(111 * (n - 1 - i % n));
  }
  EXPECT_EQ(valuesOf<int>(out), expected);
}

/// Work-item functions (OpenCL C 3.0 §6.15.1) in three dimensions.
TEST_P(Run, KnowsEveryPlace) {
  load(
      "kernel void k(global int *out) {\n"
      "  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
      "  size_t i = (z * get_global_size(1) + y) * get_global_size(0) + x;\n"
      "  out[i] = (int)(get_local_id(0) + 10 * get_group_id(1) + 100 * get_local_id(2) +\n"
      "                 1000 * get_work_dim());\n}\n");
  BufferBytes out(8 * 4 * 2 * sizeof(int));
  ASSERT_EQ(launcher_->run({"k", {8, 4, 2}, {4, 2, 1}, {&out}}), mux_success);
  std::vector<int> expected;
  for (int i = 0; i < 64; ++i) {
    expected.push_back(i % 8 % 4 + 10 * (i / 8 % 4 / 2) + 3000);
  }
  EXPECT_EQ(valuesOf<int>(out), expected);
}

/// A structure of 4000 bytes is copied and zeroed as a value.
TEST_P(Run, CopiesLargeValues) {
  // Code generation may call memcpy and memset.
  load(
      "typedef struct { int a[1000]; } big;\n"
      "kernel void k(global big *to, global const big *from) {\n"
      "  big b = from[0]; b.a[1] = 7; to[0] = b; big none = {{0}}; to[1] = none;\n}\n");
  BufferBytes from = bytesOf(sequence<int>(1000, 5, 1));
  BufferBytes to = bytesOf(std::vector<int>(2000, -1));
  ASSERT_EQ(launcher_->run({"k", {1}, {1}, {&to, &from}}), mux_success);
  std::vector<int> expected = sequence<int>(1000, 5, 1);
  expected[1] = 7;
  // The second structure is all zeros.
  expected.resize(2000, 0);
  EXPECT_EQ(valuesOf<int>(to), expected);
}

/// Results are undefined, but the launch ends and the rest of the kernel runs. INT_MIN / -1 traps
/// on some processors; Kiln gives INT_MIN.
TEST_P(Run, DividesByZero) {
  load(
      "kernel void k(global int *p) {\n"
      "  p[0] = p[1] / p[2]; p[3] = p[4] % p[2]; p[5] = p[6] / -1; p[7] = 8;\n}\n");
  BufferBytes p = bytesOf(std::vector<int>{0, 1, 0, 0, 5, 0, -2147483647 - 1, 0});
  ASSERT_EQ(launcher_->run({"k", {1}, {1}, {&p}}), mux_success);
  EXPECT_EQ(valuesOf<int>(p)[5], -2147483647 - 1);
  EXPECT_EQ(valuesOf<int>(p)[7], 8);
}

/// Code for a known local and global size gives the same results as the general one.
TEST_P(Run, RunsSpecializedKernels) {
  if (!info().supportsDeferredCompilation()) {
    GTEST_SKIP() << "the target does not compile single kernels, as its Info says";
  }
  auto kernel = finalized(addSource)->createKernel("add");
  ASSERT_TRUE(kernel) << kernel.error().message;
  for (const SpecializationOptions &options :
       {SpecializationOptions{}, SpecializationOptions{.localSize = {8, 1, 1}, .globalSize = {}},
        SpecializationOptions{
            .localSize = {8, 1, 1}, .globalSize = {1000, 1, 1}, .zeroGlobalOffset = true},
        SpecializationOptions{.variant = CodeVariant::scalar},
        SpecializationOptions{.variant = CodeVariant::baseline}}) {
    auto binary = (*kernel)->createSpecializedKernel(options);
    ASSERT_TRUE(binary) << binary.error().message;
    ASSERT_EQ(launcher_->load(*binary), mux_success);
    expectSum("add");
  }
}

/// All eight subsets of three arguments as constants. Signs and widths of the values have to be
/// those of the parameters.
TEST_P(Run, RunsKernelsForKnownValues) {
  if (!info().supportsDeferredCompilation()) {
    GTEST_SKIP() << "the target does not compile single kernels, as its Info says";
  }
  auto kernel = finalized(
                    "kernel void k(global long *p, char from, int rounds, ulong divisor) {\n"
                    "  long sum = 0;\n"
                    "  for (int i = 0; i < rounds; ++i) sum += from + i;\n"
                    "  p[get_global_id(0)] = sum * 100 / (long)divisor;\n}\n")
                    ->createKernel("k");
  ASSERT_TRUE(kernel) << kernel.error().message;
  constexpr std::array<ParameterValue, 3> all = {
      ParameterValue{1, static_cast<uint64_t>(-3)}, {2, 5}, {3, static_cast<uint64_t>(-7)}};
  const BufferBytes from = bytesOf(std::vector<int8_t>{-3});
  const BufferBytes rounds = bytesOf(std::vector<int32_t>{5});
  const BufferBytes divisor = bytesOf(std::vector<int64_t>{-7});
  // Bit i says if parameter i + 1 is a constant.
  for (unsigned known = 0; known < 8; ++known) {
    SpecializationOptions options;
    std::ranges::copy_if(all, std::back_inserter(options.values), [&](const ParameterValue &value) {
      return known >> (value.index - 1) & 1;
    });
    auto binary = (*kernel)->createSpecializedKernel(options);
    ASSERT_TRUE(binary) << binary.error().message;
    ASSERT_EQ(launcher_->load(*binary), mux_success);
    BufferBytes p = bytesOf(std::vector<int64_t>(8, 0));
    ASSERT_EQ(launcher_->run({"k", {8}, {4}, {&p, from, rounds, divisor}}), mux_success);
    EXPECT_EQ(valuesOf<int64_t>(p), std::vector<int64_t>(8, -500 / -7)) << known;
  }
}

/// A program from the cache computes what the built one does.
TEST_P(Run, RunsWhatWasSerialized) {
  auto saved = finalized(addSource)->serialize();
  ASSERT_TRUE(saved) << saved.error().message;
  const ModulePointer copy = target_->createModule();
  ASSERT_TRUE(copy->deserialize(*saved, Trust::untrusted));
  auto binary = copy->createBinary();
  ASSERT_TRUE(binary) << binary.error().message << copy->log();
  ASSERT_EQ(launcher_->load(*binary), mux_success);
  expectSum("add");
}

}  // namespace compiler::cts
