// Pointers without a named address space: their targets, at compile time and at run time, in SIMD
// groups and one work-item at a time.

#include <numeric>

#include "fixture.h"

namespace {

constexpr size_t items = 100, groupSize = 20;

class GenericAddressSpace : public test::Fixture,
                            public ::testing::WithParamInterface<const char *> {
 protected:
  /// Runs `kernel(out, scratch)` with `count` ints of output, groups of 20 work-items, and an int
  /// of local memory for each.
  std::vector<int> results(const char *source, size_t count = items) {
    const auto program = build(source, (std::string("-cl-std=CL3.0 ") + GetParam()).c_str());
    const auto kernel = makeKernel(program, "k");
    const auto out = makeBuffer(std::vector<int>(count, -1));
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.address()), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, groupSize * sizeof(int), nullptr), CL_SUCCESS);
    run(kernel, items, &groupSize);
    return read<int>(out, count);
  }
  void expectEach(const std::vector<int> &got, int (*expected)(int item)) {
    for (size_t i = 0; i < items; ++i) {
      ASSERT_EQ(got[i], expected(static_cast<int>(i))) << "work-item " << i;
    }
  }
};

INSTANTIATE_TEST_SUITE_P(, GenericAddressSpace,
                         ::testing::Values("", "-cl-kiln-vectorize=never", "-cl-kiln-vectorize=8",
                                           "-cl-opt-disable"));

TEST_P(GenericAddressSpace, OneFunctionForAllAddressSpaces) {
  const auto got = results(R"(
    void bump(int *p, int by) { *p += by; }
    kernel void k(global int *out, local int *scratch) {
      int i = get_global_id(0), l = get_local_id(0), mine = i;
      int array[4] = {1, 2, 3, 4};
      scratch[l] = 1000;
      out[i] = 100000;
      bump(&mine, 1);
      bump(&array[i & 3], 10);
      bump(scratch + l, 5);
      bump(out + i, mine + array[0] + array[1] + array[2] + array[3] + scratch[l]);
    })");
  expectEach(got, [](int i) { return 100000 + i + 1 + 20 + 1005; });
}

TEST_P(GenericAddressSpace, WorkItemsChooseDifferentAddressSpaces) {
  const auto got = results(R"(
    kernel void k(global int *out, local int *scratch) {
      int i = get_global_id(0), l = get_local_id(0);
      int mine[2] = {i, -i};
      scratch[l] = 7 * i;
      out[i] = 1000 + i;
      int *p = mine + 1;
      if (i % 3 == 0) p = out + i;
      else if (i % 3 == 1) p = scratch + l;
      int before = *p;
      *p = before + 1;
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      out[i] = before * 10 + (*p - before) + (mine[1] == -i ? 0 : 2);
    })");
  expectEach(got, [](int i) {
    return i % 3 == 0 ? (1000 + i) * 10 + 1 : i % 3 == 1 ? 70 * i + 1 : -10 * i + 3;
  });
}

// Each bit of a result is one pointer's; the pointers are in memory, so nothing is known of them.
constexpr char classify[] = R"(
  struct Pair { int a, b; };
  global int variable = 3;
  int of(void *p) {
    return (to_global(p) == p && p ? 1 : 0) | (to_local(p) == p && p ? 2 : 0) |
           (to_private(p) == p && p ? 4 : 0) | (int)get_fence(p) << 4;
  }
  kernel void k(global int *out, local int *scratch) {
    local int fixed[8];
    int i = get_global_id(0), scalar = i, array[5], large[3000];
    int crossing = i, *crossingPointer = &crossing;
    for (int j = 0; j < 3000; j += 1 + (i & 1)) large[j] = i;
    fixed[get_local_id(0) & 7] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    struct Pair pair = {i, i};
    void *pointers[12] = {out, &variable, out + get_global_size(0) - 1,
                          scratch, fixed, scratch + get_local_size(0) - 1,
                          &scalar, array + (i & 3), large + i, crossingPointer, &pair.b, 0};
    int n = i % 12;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = of(pointers[n]) | (*crossingPointer == i && large[0] == i ? 0 : 1000);
  })";

TEST_P(GenericAddressSpace, PointersAreToldApartAtRunTime) {
  expectEach(results(classify), [](int i) {
    constexpr int global = 1 | 2 << 4, local = 2 | 1 << 4;
    const int n = i % 12;
    return n < 3 ? global : n < 6 ? local : n < 11 ? 4 : 0;
  });
}

TEST_P(GenericAddressSpace, AStructureArgumentIsPrivate) {
  const auto program = build(R"(
    struct Pair { int a, b; };
    void increment(int *p) { ++*p; }
    kernel void k(global int *out, struct Pair pair) {
      increment(&pair.b);
      int *p = &pair.b;
      out[get_global_id(0)] = pair.b * 10 + (to_private(p) != 0);
    })",
                             (std::string("-cl-std=CL3.0 ") + GetParam()).c_str());
  const auto kernel = makeKernel(program, "k");
  const auto out = makeBuffer(items * sizeof(int));
  const int pair[2] = {1, 2};
  setArguments(kernel, out.get(), pair);
  run(kernel, items, &groupSize);
  EXPECT_EQ(read<int>(out, items), std::vector<int>(items, 31));
}

TEST_P(GenericAddressSpace, APrivateArrayIsPlainMemoryForWhoeverGetsItsAddress) {
  const auto got = results(R"(
    __attribute__((noinline)) void fill(char *p, int n, int v) { for (int j = 0; j < n; ++j) p[j] = v + j; }
    kernel void k(global int *out, local int *scratch) {
      int i = get_global_id(0);
      int array[6] = {0};
      short *halves = (short *)(array + 1);
      fill((char *)array, 4, i & 15);
      halves[i & 1] = 5;
      int *ends[2] = {array, array + 6};
      *(ends[1] - 1 - (i & 3)) += 64;
      int sum = 0;
      for (int *p = ends[0]; p != ends[1]; ++p) sum = sum * 3 + *p % 1000;
      out[i] = sum;
      scratch[get_local_id(0)] = 0;
    })");
  expectEach(got, [](int i) {
    int array[6] = {};
    for (int j = 0; j < 4; ++j) {
      array[0] |= ((i & 15) + j) << 8 * j;
    }
    array[1] = 5 << 16 * (i & 1);
    array[5 - (i & 3)] += 64;
    return std::accumulate(array, array + 6, 0, [](int sum, int x) { return sum * 3 + x % 1000; });
  });
}

TEST_P(GenericAddressSpace, PointersInMemoryAreOtherWorkItems) {
  const auto got = results(R"(
    struct Node { int value; struct Node *next; };
    kernel void k(global int *out, local int *scratch) {
      local struct Node nodes[20];
      struct Node *local heads[20];
      int l = get_local_id(0), n = get_local_size(0);
      nodes[l].value = get_global_id(0);
      nodes[l].next = l + 1 < n ? &nodes[l + 1] : 0;
      heads[n - 1 - l] = &nodes[l];
      scratch[l] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      int sum = 0;
      for (struct Node *node = heads[l]; node; node = node->next) sum += node->value;
      out[get_global_id(0)] = sum;
    })");
  expectEach(got, [](int i) {
    const int last = i / 20 * 20 + 19;
    int sum = 0;
    for (int node = last - i % 20; node <= last; ++node) {
      sum += node;
    }
    return sum;
  });
}

TEST_P(GenericAddressSpace, AtomicOperations) {
  const auto got = results(R"(
    void count(volatile atomic_int *p, int by) {
      atomic_fetch_add_explicit(p, by, memory_order_relaxed, memory_scope_device);
    }
    global atomic_int total = 0;
    kernel void k(global int *out, local int *scratch) {
      local atomic_int sum;
      int i = get_global_id(0);
      if (get_local_id(0) == 0) atomic_init(&sum, 0);
      barrier(CLK_LOCAL_MEM_FENCE);
      count(&sum, 1);
      count(&total, i);
      count(i & 1 ? (atomic_int *)&sum : (atomic_int *)&total, 1000);
      barrier(CLK_LOCAL_MEM_FENCE);
      int expected = 10020, desired = -1, old = atomic_load(&sum);
      bool same = i % 20 == 0 && atomic_compare_exchange_strong((atomic_int *)&sum, &expected, 5);
      out[i] = old + same * 0;
      scratch[0] = 0;
    })");
  for (size_t i = 0; i < items; ++i) {
    // Work-item 0 of the group exchanges while others may still look.
    EXPECT_TRUE(got[i] == 10020 || got[i] == 5) << got[i];
  }
}

TEST_P(GenericAddressSpace, BuiltinsThatTakePointers) {
  const auto got = results(R"(
    kernel void k(global int *out, local int *scratch) {
      local float floats[40];
      int i = get_global_id(0), l = get_local_id(0), exponent, quotient;
      float whole, *p = i & 1 ? (float *)&whole : (float *)(floats + l);
      int *e = i % 3 ? (int *)&exponent : (int *)(scratch + l);
      float f = modf(i + 0.25f, p);
      float m = frexp((float)(1 << (i & 15)), e);
      int ok = f == 0.25f && *p == i && m == 0.5f && *e == (i & 15) + 1;
      f = fract(i + 0.5f, p);
      ok &= f == 0.5f && *p == i;
      f = sincos(0.0f, p);
      ok &= f == 0 && *p == 1;
      f = remquo((float)i, 2.0f, e);
      ok &= (*e & 1) == ((int)rint(i / 2.0f) & 1);
      f = lgamma_r(2.5f, e);
      ok &= *e == 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      p = floats + 2 * l;
      vstore2((float2)(i, -i), 0, p);
      barrier(CLK_LOCAL_MEM_FENCE);
      const float *q = floats;
      float2 v = vload2(l, q);
      ok &= v.x == i && v.y == -i;
      prefetch(out, 1);
      out[i] = ok;
    })");
  EXPECT_EQ(got, std::vector<int>(items, 1));
}

TEST_P(GenericAddressSpace, ProgramScopeVariablesHoldPointers) {
  const auto got = results(R"(
    global int table[4] = {10, 20, 30, 40};
    global int *second = table + 1;
    int *constant_free(int *p, int n) { return p + n; }
    kernel void k(global int *out, local int *scratch) {
      int i = get_global_id(0);
      scratch[get_local_id(0)] = 0;
      out[i] = *constant_free(second, i % 3);
    })");
  expectEach(got, [](int i) { return 20 + 10 * (i % 3); });
}

class GenericPointers : public test::Fixture {
 protected:
  bool compiles(const char *source, const char *options) {
    const auto program = makeProgram(source);
    return clBuildProgram(program, 1, &device, options, nullptr, nullptr) == CL_SUCCESS;
  }
};

TEST_F(GenericPointers, TheDeviceSaysThatItHasThem) {
  cl_bool has = CL_FALSE;
  ASSERT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, sizeof has, &has, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(has, CL_TRUE);
}

TEST_F(GenericPointers, BelongToTheLanguageFromVersion2On) {
  constexpr char uses[] = "kernel void k(global int *a) { generic int *p = a; *p = 1; }";
  EXPECT_TRUE(compiles(uses, "-cl-std=CL3.0"));
  EXPECT_FALSE(compiles(uses, "-cl-std=CL1.2"));
  EXPECT_FALSE(compiles("kernel void k(global int *a) { int *p = a; *p = 1; }", "-cl-std=CL1.2"));
}

TEST_F(GenericPointers, NeverPointToConstantMemoryAndBecomeNamedByCastsAlone) {
  EXPECT_FALSE(
      compiles("kernel void k(constant int *a, global int *b) { int *p = (int *)a; *b = *p; }",
               "-cl-std=CL3.0"));
  EXPECT_FALSE(compiles("kernel void k(global int *a) { int *p = a; local int *q = p; *q = 1; }",
                        "-cl-std=CL3.0"));
  EXPECT_FALSE(compiles("kernel void k(generic int *a) { *a = 1; }", "-cl-std=CL3.0"));
  EXPECT_TRUE(
      compiles("kernel void k(global int *a) { int *p = a; global int *q = (global int *)p; "
               "*q = 1; }",
               "-cl-std=CL3.0"));
}

}  // namespace
