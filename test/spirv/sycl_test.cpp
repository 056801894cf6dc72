// Modules as SYCL implementations make them: generic pointers, builtin variables, functors by value
// with pointers into shared memory, operations of groups, specialization constants, libraries.

#include <CL/cl_ext.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "module_fixture.h"

namespace {

/// The parameter says who made the modules.
class Sycl : public test::Modules, public testing::WithParamInterface<const char *> {
 protected:
  test::OwnedProgram loadOf(const std::string &name) { return load(name + "-" + GetParam()); }
  test::OwnedProgram kernels() { return buildIt(loadOf("kernels")); }
};
INSTANTIATE_TEST_SUITE_P(By, Sycl, testing::Values("khronos", "llvm"),
                         [](const auto &info) { return std::string(info.param); });

struct Axpy {
  std::vector<float> x = std::vector<float>(100), y = std::vector<float>(100), expected;
  Axpy() {
    std::iota(x.begin(), x.end(), 1.0F);
    std::iota(y.begin(), y.end(), 1000.0F);
    expected = y;
    for (size_t i = 0; i < 90; ++i) {
      expected[i] += 0.5F * x[i];
    }
  }
};

TEST_P(Sycl, FunctorsArePassedInParts) {
  const auto program = kernels();
  const Axpy data;
  const auto x = makeBuffer(data.x), y = makeBuffer(data.y);
  const auto kernel = makeKernel(program, "axpyOfParts");
  setArguments(kernel, 0.5F, x.get(), y.get(), cl_ulong{90});
  run(kernel, 100);
  EXPECT_EQ(read<float>(y, 100), data.expected);
}

TEST_P(Sycl, FunctorsArePassedByValueWithPointers) {
  const auto program = kernels();
  const Axpy data;
  const auto x = makeBuffer(data.x), y = makeBuffer(data.y);
  const struct {
    float a;
    cl_ulong x, y, count;
  } launch = {0.5F, addressOf(program, x), addressOf(program, y), 90};
  const auto kernel = makeKernel(program, "axpyByValue");
  setArguments(kernel, launch);
  run(kernel, 100);
  EXPECT_EQ(read<float>(y, 100), data.expected);
}

/// Pointers as arguments and inside a structure, by the calls that a SYCL runtime makes.
TEST_P(Sycl, PointersAreOfUnifiedSharedMemory) {
#define FIND(name) \
  reinterpret_cast<name##_fn>(clGetExtensionFunctionAddressForPlatform(platform, #name))
  const auto allocate = FIND(clSharedMemAllocINTEL);
  const auto release = FIND(clMemFreeINTEL);
  const auto setPointer = FIND(clSetKernelArgMemPointerINTEL);
#undef FIND
  cl_int error = CL_INVALID_OPERATION;
  void *pointer =
      allocate ? allocate(context, device, nullptr, 200 * sizeof(float), 0, &error) : nullptr;
  if (error == CL_INVALID_OPERATION) {
    GTEST_SKIP() << "the device has no unified shared memory";
  }
  ASSERT_EQ(error, CL_SUCCESS);
  auto *x = static_cast<float *>(pointer), *y = x + 100;
  const Axpy data;
  const auto program = kernels();
  const auto expectSum = [&](const char *name, const auto &setAll) {
    std::ranges::copy(data.x, x);
    std::ranges::copy(data.y, y);
    const auto kernel = makeKernel(program, name);
    setAll(kernel.get());
    const cl_bool all = CL_TRUE;
    EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL,
                                  sizeof all, &all),
              CL_SUCCESS);
    run(kernel, 100);
    EXPECT_EQ(std::vector<float>(y, y + 100), data.expected) << name;
  };
  expectSum("axpyOfParts", [&](cl_kernel kernel) {
    setArguments(kernel, 0.5F, nullptr, nullptr, cl_ulong{90});
    EXPECT_EQ(setPointer(kernel, 1, x), CL_SUCCESS);
    EXPECT_EQ(setPointer(kernel, 2, y), CL_SUCCESS);
  });
  expectSum("axpyByValue", [&](cl_kernel kernel) {
    const struct {
      float a;
      const float *x;
      float *y;
      cl_ulong count;
    } launch = {0.5F, x, y, 90};
    setArguments(kernel, launch);
  });
  EXPECT_EQ(release(context, pointer), CL_SUCCESS);
}

TEST_P(Sycl, ListsInSharedMemoryAreFollowed) {
  const auto program = kernels();
  struct Node {
    cl_int value;
    cl_ulong next;
  };
  constexpr size_t lists = 10;
  std::vector<Node> nodes(lists * lists);
  const auto buffer = makeBuffer(nodes.size() * sizeof(Node));
  const cl_ulong base = addressOf(program, buffer);
  std::vector<cl_ulong> heads(lists);
  std::vector<int> expected(lists);
  for (size_t list = 0; list < lists; ++list) {
    for (size_t i = 0; i < list; ++i) {
      Node &node = nodes[list * lists + i];
      node = {static_cast<cl_int>(list * 100 + i), heads[list]};
      heads[list] = base + (list * lists + i) * sizeof(Node);
      expected[list] += node.value;
    }
  }
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, nodes.size() * sizeof(Node),
                                 nodes.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  const auto headBuffer = makeBuffer(heads), sums = makeBuffer(lists * sizeof(int));
  const auto kernel = makeKernel(program, "sumLists");
  setArguments(kernel, headBuffer.get(), sums.get(), cl_ulong{lists});
  run(kernel, 16);
  EXPECT_EQ(read<int>(sums, lists), expected);
}

TEST_P(Sycl, BuiltinVariablesAreIds) {
  const auto program = kernels();
  constexpr size_t items = 96, local = 24, offset = 1000, numbers = 10;
  const auto out = makeBuffer(items * numbers * sizeof(cl_ulong));
  const auto kernel = makeKernel(program, "ids");
  setArguments(kernel, out.get());
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &items, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  const auto all = read<cl_ulong>(out, items * numbers);
  for (size_t i = 0; i < items; ++i) {
    const std::vector<cl_ulong> expected = {offset + i, items + 2,     offset,    i % local, local,
                                            i / local,  items / local, i % local, 1,         1};
    EXPECT_EQ(std::vector(all.begin() + i * numbers, all.begin() + (i + 1) * numbers), expected)
        << i;
  }
}

TEST_P(Sycl, GroupsWorkTogether) {
  const auto program = kernels();
  constexpr size_t items = 96, local = 24;
  std::vector<int> in(items);
  for (size_t i = 0; i < items; ++i) {
    in[i] = static_cast<int>(i * 37 % 50) - 20;
  }
  const auto input = makeBuffer(in), sums = makeBuffer(items / local * 2 * sizeof(int)),
             scans = makeBuffer(items * sizeof(int)), wrong = makeBuffer(items * sizeof(int));
  const auto kernel = makeKernel(program, "groups");
  setArguments(kernel, input.get(), sums.get(), scans.get(), wrong.get());
  run(kernel, items, &local);
  EXPECT_EQ(read<int>(wrong, items), std::vector<int>(items));
  std::vector<int> expectedSums, expectedScans(items);
  for (auto group = in.begin(); group != in.end(); group += local) {
    expectedSums.push_back(std::accumulate(group, group + local, 0));
    expectedSums.push_back(*std::max_element(group, group + local));
    std::exclusive_scan(group, group + local, expectedScans.begin() + (group - in.begin()), 0);
  }
  EXPECT_EQ(read<int>(sums, expectedSums.size()), expectedSums);
  EXPECT_EQ(read<int>(scans, items), expectedScans);
}

TEST_P(Sycl, BarriersHaveScopesOfAllKinds) {
  const auto program = kernels();
  constexpr size_t items = 96, local = 24;
  std::vector<int> data(items), expected(items);
  std::iota(data.begin(), data.end(), 0);
  for (size_t i = 0; i < items; ++i) {
    expected[i] = static_cast<int>(i / local * local + (i + 3) % local);
  }
  const auto buffer = makeBuffer(data);
  const auto kernel = makeKernel(program, "rotateTiles");
  setArguments(kernel, buffer.get());
  ASSERT_EQ(clSetKernelArg(kernel, 1, local * sizeof(int), nullptr), CL_SUCCESS);
  run(kernel, items, &local);
  EXPECT_EQ(read<int>(buffer, items), expected);
}

TEST_P(Sycl, AtomicOperationsHaveScopesAndGenericPointers) {
  const auto program = kernels();
  constexpr size_t items = 96, local = 24;
  const auto counters = makeBuffer(std::vector<int>{-1, 0, -5, 0, 0, 0});
  const auto kernel = makeKernel(program, "atomics");
  setArguments(kernel, counters.get());
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(int), nullptr), CL_SUCCESS);
  run(kernel, items, &local);
  int bits = 0;
  for (int i = 0; i < static_cast<int>(items); ++i) {
    bits ^= i;
  }
  const int last = items - 1;
  EXPECT_EQ(read<int>(counters, 6),
            (std::vector<int>{last, last * (last + 1) / 2, 3 * last, bits, 77, 2 * items}));
}

TEST_P(Sycl, ConstantsAreSpecialized) {
  const auto out = makeBuffer(2 * sizeof(float));
  const auto results = [&](test::OwnedProgram program) {
    const auto built = buildIt(std::move(program));
    const auto kernel = makeKernel(built, "specialized");
    setArguments(kernel, out.get());
    run(kernel, 1);
    return read<float>(out, 2);
  };
  EXPECT_EQ(results(loadOf("kernels")), (std::vector<float>{3, 5}));
  // As DPC++'s runtime finds it, though it is no extension's.
  const auto specialize = reinterpret_cast<decltype(&clSetProgramSpecializationConstant)>(
      clGetExtensionFunctionAddressForPlatform(platform, "clSetProgramSpecializationConstant"));
  ASSERT_NE(specialize, nullptr);
  auto program = loadOf("kernels");
  const cl_int n = 5;
  const float scale = 2;
  const cl_bool isNegative = 1;
  const cl_ulong large = 9'000'000'000;
  EXPECT_EQ(specialize(program, 0, sizeof n, &n), CL_SUCCESS);
  EXPECT_EQ(specialize(program, 1, sizeof scale, &scale), CL_SUCCESS);
  EXPECT_EQ(specialize(program, 2, 1, &isNegative), CL_SUCCESS);
  EXPECT_EQ(specialize(program, 3, sizeof large, &large), CL_SUCCESS);
  EXPECT_EQ(results(std::move(program)), (std::vector<float>{-20, 9}));
}

TEST_P(Sycl, DebugInformationChangesNothing) {
  for (const char *options : {"", "-g", "-cl-opt-disable -g"}) {
    const auto program = load(std::string("kernels-") + GetParam() + "-debug");
    ASSERT_EQ(clBuildProgram(program, 1, &device, options, nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    const Axpy data;
    const auto x = makeBuffer(data.x), y = makeBuffer(data.y);
    const auto kernel = makeKernel(program, "axpyOfParts");
    setArguments(kernel, 0.5F, x.get(), y.get(), cl_ulong{90});
    run(kernel, 100);
    EXPECT_EQ(read<float>(y, 100), data.expected) << options;
  }
}

/// Modules of both makers in one program.
TEST_P(Sycl, LibrariesAreLinked) {
  for (const char *maker : {"khronos", "llvm"}) {
    const auto uses = loadOf("uses_library"), library = load(std::string("library-") + maker);
    for (cl_program program : {uses.get(), library.get()}) {
      EXPECT_EQ(clCompileProgram(program, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
                CL_SUCCESS)
          << logOf(program);
    }
    const cl_program parts[] = {uses, library};
    cl_int error = 1;
    const test::OwnedProgram program =
        clLinkProgram(context, 1, &device, "", 2, parts, nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS) << (program.get() ? logOf(program) : "");
    constexpr int items = 10;
    std::vector<float> in(3 * items), expected;
    std::iota(in.begin(), in.end(), 1.0F);
    for (int i = 0; i < items; ++i) {
      const float norm = std::sqrt(in[3 * i] * in[3 * i] + in[3 * i + 1] * in[3 * i + 1] +
                                   in[3 * i + 2] * in[3 * i + 2]);
      expected.insert(expected.end(), {norm, norm});
    }
    const auto input = makeBuffer(in), norms = makeBuffer(2 * items * sizeof(float)),
               counter = makeBuffer(std::vector<int>{0});
    const auto kernel = makeKernel(program, "useLibrary");
    setArguments(kernel, input.get(), norms.get(), counter.get());
    run(kernel, items);
    const auto got = read<float>(norms, 2 * items);
    for (size_t i = 0; i < got.size(); ++i) {
      EXPECT_NEAR(got[i], expected[i], 1e-4) << i;
    }
    EXPECT_EQ(read<int>(counter, 1)[0], items * (items - 1));
  }
}

TEST_P(Sycl, LibrariesAreNeeded) {
  const auto program = loadOf("uses_library");
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(logOf(program).find("undefined function"), std::string::npos) << logOf(program);
}

using Extensions = test::Modules;
TEST_F(Extensions, OfDpcpp) {
  for (const cl_uint length : {4u, 9u}) {
    auto program = load("extensions");
    ASSERT_EQ(clSetProgramSpecializationConstant(program, 7, sizeof length, &length), CL_SUCCESS);
    const auto built = buildIt(std::move(program));
    const auto helper = buildIt(load("kernels-khronos"));
    constexpr size_t items = 128, local = 64;
    std::vector<float> data(items), expected(items);
    std::iota(data.begin(), data.end(), 0.0F);
    for (size_t i = 0; i < items; ++i) {
      expected[i] = data[i] * 0.25F + data[i ^ 1] + static_cast<float>(length);
    }
    const auto buffer = makeBuffer(data);
    const struct {
      cl_ulong data;
      cl_uint unused;
      alignas(8) float scale;
    } functor = {addressOf(helper, buffer), 0, 0.25F};
    const auto kernel = makeKernel(built, "extensions");
    setArguments(kernel, functor);
    run(kernel, items, &local);
    EXPECT_EQ(read<float>(buffer, items), expected);
  }
}

}  // namespace
