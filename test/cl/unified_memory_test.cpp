// cl_intel_unified_shared_memory.

#include <CL/cl_ext.h>

#include <algorithm>
#include <cstring>
#include <numeric>

#include "extension_fixture.h"

namespace {

constexpr cl_device_info capabilityQueries[] = {
    CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
    CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
    CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
    CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL};

struct UnifiedMemory : test::ExtensionFixture {
  void SetUp() override {
    ExtensionFixture::SetUp();
#define FIND(member, name) ASSERT_NE(member = function<name##_fn>(#name), nullptr) << #name
    FIND(hostAlloc, clHostMemAllocINTEL);
    FIND(deviceAlloc, clDeviceMemAllocINTEL);
    FIND(sharedAlloc, clSharedMemAllocINTEL);
    FIND(free, clMemFreeINTEL);
    FIND(blockingFree, clMemBlockingFreeINTEL);
    FIND(info, clGetMemAllocInfoINTEL);
    FIND(setPointer, clSetKernelArgMemPointerINTEL);
    FIND(enqueueFill, clEnqueueMemFillINTEL);
    FIND(enqueueSet, clEnqueueMemsetINTEL);
    FIND(enqueueCopy, clEnqueueMemcpyINTEL);
    FIND(enqueueMigrate, clEnqueueMigrateMemINTEL);
    FIND(enqueueAdvise, clEnqueueMemAdviseINTEL);
#undef FIND
    hasIt = has("cl_intel_unified_shared_memory");
    isShared = hasIt && capabilities(CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL) != 0;
  }

  cl_device_unified_shared_memory_capabilities_intel capabilities(cl_device_info name) const {
    cl_device_unified_shared_memory_capabilities_intel bits = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof bits, &bits, nullptr), CL_SUCCESS);
    return bits;
  }
  template <class T>
  T query(const void *pointer, cl_mem_info_intel name) const {
    T value = {};
    size_t size = 0;
    EXPECT_EQ(info(context, pointer, name, sizeof value, &value, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof value);
    return value;
  }
  /// One of each kind: host, device, shared, shared of no device.
  std::vector<void *> one(size_t size) {
    cl_int errors[4];
    std::vector<void *> all = {
        hostAlloc(context, nullptr, size, 0, &errors[0]),
        deviceAlloc(context, device, nullptr, size, 0, &errors[1]),
        sharedAlloc(context, device, nullptr, size, 0, &errors[2]),
        sharedAlloc(context, nullptr, nullptr, size, 0, &errors[3]),
    };
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(errors[i], CL_SUCCESS) << i;
      EXPECT_NE(all[i], nullptr);
    }
    return all;
  }
  void release(const std::vector<void *> &pointers) {
    for (void *pointer : pointers) {
      EXPECT_EQ(free(context, pointer), CL_SUCCESS);
    }
  }
  static cl_command_type typeOf(cl_event event) {
    cl_command_type type = 0;
    clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr);
    return type;
  }

  clHostMemAllocINTEL_fn hostAlloc = nullptr;
  clDeviceMemAllocINTEL_fn deviceAlloc = nullptr;
  clSharedMemAllocINTEL_fn sharedAlloc = nullptr;
  clMemFreeINTEL_fn free = nullptr;
  clMemBlockingFreeINTEL_fn blockingFree = nullptr;
  clGetMemAllocInfoINTEL_fn info = nullptr;
  clSetKernelArgMemPointerINTEL_fn setPointer = nullptr;
  clEnqueueMemFillINTEL_fn enqueueFill = nullptr;
  clEnqueueMemsetINTEL_fn enqueueSet = nullptr;
  clEnqueueMemcpyINTEL_fn enqueueCopy = nullptr;
  clEnqueueMigrateMemINTEL_fn enqueueMigrate = nullptr;
  clEnqueueMemAdviseINTEL_fn enqueueAdvise = nullptr;
  /// The extension, and with memory that the host can access.
  bool hasIt = false, isShared = false;
};

#define NEEDS_UNIFIED()                                          \
  if (!isShared) {                                               \
    GTEST_SKIP() << "the device shares no memory with the host"; \
  }
#define NEEDS_DEVICE_MEMORY()                      \
  if (!hasIt) {                                    \
    GTEST_SKIP() << "the device has no addresses"; \
  }

TEST_F(UnifiedMemory, IsRefusedWhereThereIsNone) {
  if (hasIt) {
    GTEST_SKIP() << "the device has it";
  }
  cl_bitfield bits = 0;
  for (cl_device_info name : capabilityQueries) {
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof bits, &bits, nullptr), CL_INVALID_VALUE);
  }
  cl_int error = 0;
  EXPECT_EQ(hostAlloc(context, nullptr, 16, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(deviceAlloc(context, device, nullptr, 16, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(sharedAlloc(context, nullptr, nullptr, 16, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  int x = 0, y = 0;
  EXPECT_EQ(enqueueFill(queue, &x, &y, 4, 4, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(enqueueCopy(queue, CL_TRUE, &x, &y, 4, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(enqueueMigrate(queue, &x, 4, 0, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(enqueueAdvise(queue, &x, 4, 0, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  auto program = build("kernel void k(global int *p) {}");
  EXPECT_EQ(setPointer(makeKernel(program, "k"), 0, &x), CL_INVALID_OPERATION);
}

/// Memory of the device alone: its own kind is there, the others are refused.
TEST_F(UnifiedMemory, DevicesWithMemoryOfTheirOwnHaveItAlone) {
  if (!hasIt || isShared) {
    GTEST_SKIP() << "the device shares memory with the host, or has no addresses";
  }
  for (cl_device_info name : capabilityQueries) {
    EXPECT_EQ(capabilities(name) != 0, name == CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL) << name;
  }
  EXPECT_FALSE(has("cl_khr_unified_svm"));
  cl_int error = 0;
  EXPECT_EQ(hostAlloc(context, nullptr, 16, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
  EXPECT_EQ(sharedAlloc(context, device, nullptr, 16, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
}

/// What SYCL does with malloc_device(): copies from and to the host and within the device, fills,
/// kernels with the pointer as argument and inside of a structure in memory.
TEST_F(UnifiedMemory, DeviceMemoryIsCopiedFilledAndUsed) {
  NEEDS_DEVICE_MEMORY();
  constexpr size_t count = 1000, bytes = count * sizeof(cl_int);
  cl_int error = 1;
  auto *a = static_cast<cl_int *>(deviceAlloc(context, device, nullptr, bytes, 0, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  auto *b = static_cast<cl_int *>(deviceAlloc(context, device, nullptr, bytes, 64, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_NE(a, b);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a) % 128, 0u);
  EXPECT_EQ(query<cl_uint>(a + 5, CL_MEM_ALLOC_TYPE_INTEL), cl_uint{CL_MEM_TYPE_DEVICE_INTEL});
  EXPECT_EQ(query<void *>(a + 5, CL_MEM_ALLOC_BASE_PTR_INTEL), a);
  EXPECT_EQ(query<size_t>(a, CL_MEM_ALLOC_SIZE_INTEL), bytes);
  EXPECT_EQ(query<cl_device_id>(b, CL_MEM_ALLOC_DEVICE_INTEL), device);
  std::vector<cl_int> in(count), out(count, -1);
  std::iota(in.begin(), in.end(), 7);
  const cl_int ten = 10;
  ASSERT_EQ(enqueueFill(queue, b, &ten, sizeof ten, bytes, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(enqueueCopy(queue, CL_FALSE, a, in.data(), bytes, 0, nullptr, nullptr), CL_SUCCESS);
  const auto program = build(
      "struct Node { global int *data; };\n"
      "kernel void add(global int *a, global const int *b) {\n"
      "  a[get_global_id(0)] += b[get_global_id(0)];\n"
      "}\n"
      "kernel void indirect(global struct Node *node) {\n"
      "  node->data[get_global_id(0)] *= 2;\n"
      "}\n");
  const auto add = makeKernel(program, "add"), indirect = makeKernel(program, "indirect");
  ASSERT_EQ(setPointer(add, 0, a + 1), CL_SUCCESS);
  ASSERT_EQ(setPointer(add, 1, b), CL_SUCCESS);
  run(add, count - 1);
  // b[0] is a node now: its data are those of a.
  const cl_ulong address = reinterpret_cast<uintptr_t>(a);
  cl_uint bits = 0;
  clGetDeviceInfo(device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, nullptr);
  ASSERT_EQ(enqueueCopy(queue, CL_TRUE, b, &address, bits / 8, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(setPointer(indirect, 0, b), CL_SUCCESS);
  const cl_bool yes = CL_TRUE;
  for (cl_kernel_exec_info name : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    ASSERT_EQ(clSetKernelExecInfo(indirect, name, sizeof yes, &yes), CL_SUCCESS);
  }
  void *const list[] = {a};
  ASSERT_EQ(clSetKernelExecInfo(indirect, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof list, list),
            CL_SUCCESS);
  run(indirect, count);
  ASSERT_EQ(enqueueCopy(queue, CL_FALSE, b, a, bytes, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(enqueueCopy(queue, CL_TRUE, out.data(), b, bytes, 0, nullptr, nullptr), CL_SUCCESS);
  for (size_t i = 0; i < count; ++i) {
    ASSERT_EQ(out[i], 2 * (in[i] + (i == 0 ? 0 : 10))) << i;
  }
  ASSERT_EQ(enqueueCopy(queue, CL_TRUE, &out[0], b + 999, 4, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(out[0], out[999]);
  EXPECT_EQ(blockingFree(context, a), CL_SUCCESS);
  EXPECT_EQ(free(context, a), CL_INVALID_VALUE);
  EXPECT_EQ(free(context, b), CL_SUCCESS);
}

/// The driver knows the ends of a device's own memory.
TEST_F(UnifiedMemory, CopiesBeyondDeviceMemoryAreErrors) {
  NEEDS_DEVICE_MEMORY();
  if (isShared) {
    GTEST_SKIP() << "the host checks nothing";
  }
  cl_int error = 1;
  auto *a = static_cast<char *>(deviceAlloc(context, device, nullptr, 100, 0, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  char host[128] = {};
  EXPECT_EQ(enqueueCopy(queue, CL_TRUE, a, host, 101, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueueCopy(queue, CL_TRUE, host, a + 1, 100, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueueFill(queue, a + 64, host, 4, 40, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueueCopy(queue, CL_TRUE, a + 28, host, 72, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(free(context, a), CL_SUCCESS);
}

/// Memory is given back, and many allocations lie side by side.
TEST_F(UnifiedMemory, DeviceMemoryIsReused) {
  NEEDS_DEVICE_MEMORY();
  for (int round = 0; round < 50; ++round) {
    std::vector<void *> all;
    for (size_t size : {1, 4096, 5000, 1 << 20}) {
      cl_int error = 1;
      all.push_back(deviceAlloc(context, device, nullptr, size, 0, &error));
      ASSERT_EQ(error, CL_SUCCESS) << round << ' ' << size;
      const char byte = 1;
      ASSERT_EQ(enqueueFill(queue, all.back(), &byte, 1, size, 0, nullptr, nullptr), CL_SUCCESS);
    }
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    release(all);
  }
}

TEST_F(UnifiedMemory, CapabilitiesAreThoseOfSharedVirtualMemory) {
  NEEDS_UNIFIED();
  EXPECT_EQ(versionOf("cl_intel_unified_shared_memory"), CL_MAKE_VERSION(1u, 1u, 0u));
  cl_device_svm_capabilities svm = 0;
  clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, nullptr);
  for (cl_device_info name : capabilityQueries) {
    const auto bits = capabilities(name);
    const bool isSystem = name == CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL ||
                          name == CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL;
    EXPECT_EQ((bits & CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL) != 0,
              !isSystem || (svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) != 0);
    if (bits != 0) {
      EXPECT_EQ((bits & CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL) != 0,
                (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) != 0);
      EXPECT_EQ((bits & CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL) != 0,
                (svm & CL_DEVICE_SVM_ATOMICS) != 0);
    }
  }
}

TEST_F(UnifiedMemory, TellsWhatIsAllocated) {
  NEEDS_UNIFIED();
  const cl_mem_properties_intel placed[] = {CL_MEM_ALLOC_FLAGS_INTEL,
                                            CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
  auto all = one(1000);
  cl_int error = -1;
  all.push_back(sharedAlloc(context, device, placed, 1000, 64, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_unified_shared_memory_type_intel types[] = {
      CL_MEM_TYPE_HOST_INTEL, CL_MEM_TYPE_DEVICE_INTEL, CL_MEM_TYPE_SHARED_INTEL,
      CL_MEM_TYPE_SHARED_INTEL, CL_MEM_TYPE_SHARED_INTEL};
  const bool hasDevice[] = {false, true, true, false, true};
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t offset : {size_t{0}, size_t{1}, size_t{999}}) {
      const void *inside = static_cast<char *>(all[i]) + offset;
      EXPECT_EQ(query<cl_unified_shared_memory_type_intel>(inside, CL_MEM_ALLOC_TYPE_INTEL),
                types[i]);
      EXPECT_EQ(query<void *>(inside, CL_MEM_ALLOC_BASE_PTR_INTEL), all[i]);
      EXPECT_EQ(query<size_t>(inside, CL_MEM_ALLOC_SIZE_INTEL), 1000u);
      EXPECT_EQ(query<cl_device_id>(inside, CL_MEM_ALLOC_DEVICE_INTEL),
                hasDevice[i] ? device : nullptr);
      EXPECT_EQ(query<cl_mem_alloc_flags_intel>(inside, CL_MEM_ALLOC_FLAGS_INTEL),
                i == 4 ? cl_mem_alloc_flags_intel{CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL} : 0);
    }
    EXPECT_EQ(reinterpret_cast<uintptr_t>(all[i]) % 64, 0u);
  }
  EXPECT_EQ(info(context, all[0], 0x4333, 0, nullptr, nullptr), CL_INVALID_VALUE);
  char small = 0;
  EXPECT_EQ(info(context, all[0], CL_MEM_ALLOC_SIZE_INTEL, sizeof small, &small, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(info(nullptr, all[0], CL_MEM_ALLOC_SIZE_INTEL, 0, nullptr, nullptr),
            CL_INVALID_CONTEXT);
  release(all);
  // Other pointers, and freed ones: of no kind, and no error.
  int local = 0;
  void *svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  for (const void *other :
       {all[0], static_cast<void *>(&local), svm, static_cast<void *>(nullptr)}) {
    EXPECT_EQ(query<cl_unified_shared_memory_type_intel>(other, CL_MEM_ALLOC_TYPE_INTEL),
              cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL});
    EXPECT_EQ(query<void *>(other, CL_MEM_ALLOC_BASE_PTR_INTEL), nullptr);
    EXPECT_EQ(query<size_t>(other, CL_MEM_ALLOC_SIZE_INTEL), 0u);
    EXPECT_EQ(query<cl_device_id>(other, CL_MEM_ALLOC_DEVICE_INTEL), nullptr);
    EXPECT_EQ(query<cl_mem_alloc_flags_intel>(other, CL_MEM_ALLOC_FLAGS_INTEL), 0u);
  }
  clSVMFree(context, svm);
}

// Pages, as HIP programs ask for them, are beyond what the extension promises.
TEST_F(UnifiedMemory, IsAlignedUpToManyPages) {
  NEEDS_UNIFIED();
  for (cl_uint alignment = 1; alignment <= 1 << 16; alignment *= 2) {
    cl_int error = -1;
    void *made = hostAlloc(context, nullptr, 100, alignment, &error);
    EXPECT_EQ(error, CL_SUCCESS) << alignment;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(made) % alignment, 0u);
    EXPECT_EQ(free(context, made), CL_SUCCESS);
  }
}

TEST_F(UnifiedMemory, RejectsWrongAllocations) {
  NEEDS_UNIFIED();
  cl_ulong most = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, nullptr);
  using Properties = std::vector<cl_mem_properties_intel>;
  const auto errorsOf = [&](const Properties &properties, size_t size, cl_uint alignment) {
    const auto *list = properties.empty() ? nullptr : properties.data();
    cl_int errors[3];
    EXPECT_EQ(hostAlloc(context, list, size, alignment, &errors[0]), nullptr);
    EXPECT_EQ(deviceAlloc(context, device, list, size, alignment, &errors[1]), nullptr);
    void *shared = sharedAlloc(context, device, list, size, alignment, &errors[2]);
    if (shared) {
      EXPECT_EQ(free(context, shared), CL_SUCCESS);
    }
    return std::vector<cl_int>(errors, errors + 3);
  };
  const auto all = [](cl_int error) { return std::vector<cl_int>(3, error); };
  EXPECT_EQ(errorsOf({}, 0, 0), all(CL_INVALID_BUFFER_SIZE));
  EXPECT_EQ(errorsOf({}, most + 1, 0), all(CL_INVALID_BUFFER_SIZE));
  EXPECT_EQ(errorsOf({}, 16, 3), all(CL_INVALID_VALUE));
  EXPECT_EQ(errorsOf({}, 16, 1 << 17), all(CL_INVALID_VALUE));
  EXPECT_EQ(errorsOf({0x1234, 1, 0}, 16, 0), all(CL_INVALID_PROPERTY));
  EXPECT_EQ(errorsOf({CL_MEM_ALLOC_FLAGS_INTEL, 1 << 9, 0}, 16, 0), all(CL_INVALID_PROPERTY));
  EXPECT_EQ(errorsOf({CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0}, 16, 0),
            all(CL_INVALID_PROPERTY));
  EXPECT_EQ(errorsOf({CL_MEM_ALLOC_FLAGS_INTEL, 6, 0}, 16, 0), all(CL_INVALID_PROPERTY));
  EXPECT_EQ(
      errorsOf({CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, 0}, 16, 0),
      (std::vector<cl_int>{CL_INVALID_PROPERTY, CL_INVALID_PROPERTY, CL_SUCCESS}));
  cl_int error = 0;
  EXPECT_EQ(hostAlloc(nullptr, nullptr, 16, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(deviceAlloc(context, nullptr, nullptr, 16, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  EXPECT_EQ(hostAlloc(nullptr, nullptr, 16, 0, nullptr), nullptr);
  // The ICD loader does not look at these handles; a wild one is compared, and not followed.
  for (const uintptr_t wild : {uintptr_t{1}, uintptr_t{8}, uintptr_t{0x10008}, ~uintptr_t{7}}) {
    auto *other = reinterpret_cast<cl_device_id>(wild);
    EXPECT_EQ(deviceAlloc(context, other, nullptr, 16, 0, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_DEVICE);
    EXPECT_EQ(sharedAlloc(context, other, nullptr, 16, 0, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_DEVICE);
  }
  EXPECT_EQ(hostAlloc(reinterpret_cast<cl_context>(1), nullptr, 16, 0, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  for (cl_device_id other : allDevices()) {
    if (other != device) {
      EXPECT_EQ(deviceAlloc(context, other, nullptr, 16, 0, &error), nullptr);
      EXPECT_EQ(error, CL_INVALID_DEVICE) << "not of the context";
    }
  }
}

TEST_F(UnifiedMemory, FreesItsOwnAlone) {
  NEEDS_UNIFIED();
  auto all = one(64);
  void *svm = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  int local = 0;
  for (const auto release : {free, blockingFree}) {
    EXPECT_EQ(release(context, nullptr), CL_SUCCESS);
    EXPECT_EQ(release(nullptr, all[0]), CL_INVALID_CONTEXT);
    EXPECT_EQ(release(context, &local), CL_INVALID_VALUE);
    EXPECT_EQ(release(context, svm), CL_INVALID_VALUE);
    EXPECT_EQ(release(context, static_cast<char *>(all[0]) + 1), CL_INVALID_VALUE);
  }
  clSVMFree(context, all[0]);  // does nothing
  EXPECT_EQ(free(context, all[0]), CL_SUCCESS);
  EXPECT_EQ(free(context, all[0]), CL_INVALID_VALUE);
  EXPECT_EQ(blockingFree(context, all[1]), CL_SUCCESS);
  clSVMFree(context, svm);
  // The rest goes with the context.
}

TEST_F(UnifiedMemory, KernelsReachAllKinds) {
  NEEDS_UNIFIED();
  auto program = build(R"(
    struct Node { int value; global struct Node *next; };
    kernel void walk(global struct Node *first, int a) {
      for (global struct Node *n = first; n; n = n->next) n->value += a;
    }
    kernel void sum(constant int *p, global int *out) {
      atomic_add(out, p[get_global_id(0)]);
    })");
  struct Node {
    int value;
    Node *next;
  };
  auto all = one(4 * sizeof(Node));
  std::vector<Node *> nodes;
  for (void *each : all) {
    nodes.push_back(static_cast<Node *>(each) + 1);  // inside of the allocation
  }
  Node onHost[4];
  for (size_t i = 0; i < nodes.size(); ++i) {
    onHost[i] = {static_cast<int>(i), i + 1 < nodes.size() ? nodes[i + 1] : nullptr};
    ASSERT_EQ(enqueueCopy(queue, CL_FALSE, nodes[i], &onHost[i], sizeof(Node), 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  auto walk = makeKernel(program, "walk");
  ASSERT_EQ(setPointer(walk, 0, nodes[0]), CL_SUCCESS);
  const int a = 100;
  ASSERT_EQ(clSetKernelArg(walk, 1, sizeof a, &a), CL_SUCCESS);
  const cl_bool yes = CL_TRUE, no = CL_FALSE;
  for (cl_kernel_exec_info name : {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    EXPECT_EQ(clSetKernelExecInfo(walk, name, sizeof no, &no), CL_SUCCESS);
    EXPECT_EQ(clSetKernelExecInfo(walk, name, sizeof yes, &yes), CL_SUCCESS);
    EXPECT_EQ(clSetKernelExecInfo(walk, name, 1, &yes), CL_INVALID_VALUE);
    EXPECT_EQ(clSetKernelExecInfo(walk, name, sizeof yes, nullptr), CL_INVALID_VALUE);
  }
  EXPECT_EQ(clSetKernelExecInfo(walk, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL,
                                all.size() * sizeof(void *), all.data()),
            CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(walk, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 3, all.data()),
            CL_INVALID_VALUE);
  EXPECT_EQ(clSetKernelExecInfo(walk, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 8, nullptr),
            CL_INVALID_VALUE);
  run(walk, 1);
  for (size_t i = 0; i < nodes.size(); ++i) {
    Node back = {};
    ASSERT_EQ(enqueueCopy(queue, CL_TRUE, &back, nodes[i], sizeof(Node), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(back.value, static_cast<int>(i) + a);
  }
  release(all);
}

TEST_F(UnifiedMemory, AnyPointerMayBeAnArgument) {
  NEEDS_UNIFIED();
  auto program = build(
      "kernel void k(global int *p, int x, local int *l, constant int *c) { if (p) *p = x; }");
  auto kernel = makeKernel(program, "k");
  int local = 0;
  EXPECT_EQ(setPointer(kernel, 0, reinterpret_cast<void *>(uintptr_t{16})), CL_SUCCESS);
  EXPECT_EQ(setPointer(kernel, 3, &local), CL_SUCCESS);
  EXPECT_EQ(setPointer(kernel, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(setPointer(kernel, 1, &local), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(setPointer(kernel, 2, &local), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(setPointer(kernel, 4, &local), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(setPointer(nullptr, 0, &local), CL_INVALID_KERNEL);
}

TEST_F(UnifiedMemory, SystemMemoryIsSharedIfItIsSaidSo) {
  NEEDS_UNIFIED();
  if (capabilities(CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL) == 0) {
    GTEST_SKIP() << "the device does not reach it";
  }
  auto program = build("kernel void k(global int *p) { p[get_global_id(0)] *= 3; }");
  auto kernel = makeKernel(program, "k");
  std::vector<int> values(500);
  std::iota(values.begin(), values.end(), 0);
  ASSERT_EQ(setPointer(kernel, 0, values.data()), CL_SUCCESS);
  run(kernel, values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(values[i], static_cast<int>(3 * i));
  }
}

TEST_F(UnifiedMemory, CopiesAndFillsBetweenAllKinds) {
  NEEDS_UNIFIED();
  constexpr size_t count = 5000;
  auto all = one(count * sizeof(int));
  std::vector<int> host(count);
  for (void *to : all) {
    for (void *from : all) {
      if (to == from) {
        continue;
      }
      const int pattern[2] = {7, -8};
      test::OwnedEvent filled, copied;
      ASSERT_EQ(enqueueFill(queue, from, pattern, sizeof pattern, count * sizeof(int), 0, nullptr,
                            filled.out()),
                CL_SUCCESS);
      ASSERT_EQ(enqueueCopy(queue, CL_FALSE, static_cast<int *>(to) + 1, from,
                            (count - 1) * sizeof(int), 1, filled.address(), copied.out()),
                CL_SUCCESS);
      EXPECT_EQ(typeOf(filled), static_cast<cl_command_type>(CL_COMMAND_MEMFILL_INTEL));
      EXPECT_EQ(typeOf(copied), static_cast<cl_command_type>(CL_COMMAND_MEMCPY_INTEL));
      ASSERT_EQ(enqueueSet(queue, to, 0x1ff, sizeof(int), 0, nullptr, nullptr), CL_SUCCESS);
      ASSERT_EQ(
          enqueueCopy(queue, CL_TRUE, host.data(), to, count * sizeof(int), 0, nullptr, nullptr),
          CL_SUCCESS);
      EXPECT_EQ(host[0], -1) << "bytes of 0xff";
      for (size_t i = 1; i < count; ++i) {
        ASSERT_EQ(host[i], pattern[(i - 1) % 2]);
      }
    }
  }
  release(all);
}

TEST_F(UnifiedMemory, HintsTakeTheirPlaceInTheQueue) {
  NEEDS_UNIFIED();
  auto all = one(4096);
  cl_int error = -1;
  for (void *pointer : all) {
    test::OwnedEvent gate = clCreateUserEvent(context, &error);
    test::OwnedEvent migrated, advised;
    ASSERT_EQ(enqueueMigrate(queue, pointer, 100, CL_MIGRATE_MEM_OBJECT_HOST, 1, gate.address(),
                             migrated.out()),
              CL_SUCCESS);
    ASSERT_EQ(enqueueAdvise(queue, pointer, 4096, 0, 1, migrated.address(), advised.out()),
              CL_SUCCESS);
    EXPECT_EQ(typeOf(migrated), static_cast<cl_command_type>(CL_COMMAND_MIGRATEMEM_INTEL));
    EXPECT_EQ(typeOf(advised), static_cast<cl_command_type>(CL_COMMAND_MEMADVISE_INTEL));
    EXPECT_NE(statusOf(advised), CL_COMPLETE);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(statusOf(advised), CL_COMPLETE);
  }
  EXPECT_EQ(enqueueMigrate(queue, all[2], 100, 0, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(enqueueMigrate(queue, all[2], 100, 1 << 9, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueueMigrate(queue, nullptr, 100, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueueMigrate(nullptr, all[2], 100, 0, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(enqueueAdvise(queue, nullptr, 100, 0, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueueAdvise(queue, all[2], 100, 0x4208, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(enqueueAdvise(queue, all[2], 100, 0, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  release(all);
}

TEST_F(UnifiedMemory, RejectsWrongCommands) {
  NEEDS_UNIFIED();
  cl_int error = -1;
  auto *p = static_cast<char *>(sharedAlloc(context, device, nullptr, 512, 0, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  const char pattern[256] = "";
  const auto fill = [&](void *to, const void *from, size_t patternSize, size_t size) {
    return enqueueFill(queue, to, from, patternSize, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(fill(nullptr, pattern, 4, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, nullptr, 4, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, pattern, 0, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, pattern, 3, 15), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, pattern, 256, 256), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, pattern, 4, 15), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p + 1, pattern, 4, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, pattern, 128, 512), CL_SUCCESS);
  const auto copy = [&](void *to, const void *from) {
    return enqueueCopy(queue, CL_TRUE, to, from, 16, 0, nullptr, nullptr);
  };
  EXPECT_EQ(copy(nullptr, p), CL_INVALID_VALUE);
  EXPECT_EQ(copy(p, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(copy(p + 15, p), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(p + 16, p), CL_SUCCESS);
  EXPECT_EQ(enqueueCopy(nullptr, CL_TRUE, p, p, 1, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  test::OwnedEvent failed = clCreateUserEvent(context, &error);
  ASSERT_EQ(clSetUserEventStatus(failed, -7), CL_SUCCESS);
  EXPECT_EQ(enqueueCopy(queue, CL_TRUE, p + 16, p, 16, 1, failed.address(), nullptr),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(free(context, p), CL_SUCCESS);
}

TEST_F(UnifiedMemory, BlockingFreeWaitsForAllQueues) {
  NEEDS_UNIFIED();
  cl_int error = -1;
  constexpr size_t size = 1 << 22;
  auto second = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  void *a = sharedAlloc(context, device, nullptr, size, 0, &error);
  void *b = deviceAlloc(context, device, nullptr, size, 0, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const int x = 3;
  test::OwnedEvent events[2];
  ASSERT_EQ(enqueueFill(queue, a, &x, sizeof x, size, 0, nullptr, events[0].out()), CL_SUCCESS);
  ASSERT_EQ(enqueueFill(second, b, &x, sizeof x, size, 0, nullptr, events[1].out()), CL_SUCCESS);
  ASSERT_EQ(blockingFree(context, a), CL_SUCCESS);
  EXPECT_EQ(statusOf(events[0]), CL_COMPLETE);
  EXPECT_EQ(statusOf(events[1]), CL_COMPLETE);
  EXPECT_EQ(blockingFree(context, b), CL_SUCCESS);
}

TEST_F(UnifiedMemory, BuffersMayLieOverIt) {
  NEEDS_UNIFIED();
  cl_int error = -1;
  auto *p = static_cast<int *>(hostAlloc(context, nullptr, 400, 0, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  std::iota(p, p + 100, 0);
  auto buffer = makeBuffer(400, CL_MEM_USE_HOST_PTR, p);
  auto program = build("kernel void k(global int *p) { p[get_global_id(0)] += 1; }");
  auto kernel = makeKernel(program, "k");
  setArguments(kernel, buffer.get());
  run(kernel, 100);
  const auto got = read<int>(buffer, 100);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(got[i], i + 1);
    EXPECT_EQ(p[i], i + 1);
  }
  buffer.reset();
  EXPECT_EQ(free(context, p), CL_SUCCESS);
}

}  // namespace
