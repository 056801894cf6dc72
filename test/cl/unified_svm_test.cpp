// cl_khr_unified_svm.

#include <algorithm>
#include <cstring>

#include "core/base/newer_enumerants.h"
#include "extension_fixture.h"
#include "extension_function.h"
#include "several_devices.h"

namespace {

using Capabilities = cl_svm_capabilities_khr;
using Properties = std::vector<cl_svm_alloc_properties_khr>;

constexpr cl_svm_alloc_properties_khr deviceName = CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR;
constexpr cl_svm_alloc_properties_khr accessName = CL_SVM_ALLOC_ACCESS_FLAGS_KHR;
constexpr cl_svm_alloc_properties_khr alignmentName = CL_SVM_ALLOC_ALIGNMENT_KHR;

// As the registry's macros of these names.
constexpr Capabilities kernels = CL_SVM_CAPABILITY_SINGLE_ADDRESS_SPACE_KHR |
                                 CL_SVM_CAPABILITY_DEVICE_READ_KHR |
                                 CL_SVM_CAPABILITY_DEVICE_WRITE_KHR;
constexpr Capabilities everybody =
    CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR | CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR;
constexpr Capabilities host = CL_SVM_CAPABILITY_HOST_READ_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR;
constexpr Capabilities typeCoarse = kernels | everybody | CL_SVM_CAPABILITY_HOST_MAP_KHR |
                                    CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR;
constexpr Capabilities typeFine = typeCoarse | host | CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR;
constexpr Capabilities typeDevice = kernels | CL_SVM_CAPABILITY_DEVICE_OWNED_KHR |
                                    CL_SVM_CAPABILITY_DEVICE_ATOMIC_ACCESS_KHR |
                                    CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR;
constexpr Capabilities typeHost = kernels | everybody | host | CL_SVM_CAPABILITY_HOST_OWNED_KHR |
                                  CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR;
constexpr Capabilities typeShared = kernels | host | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR;
constexpr Capabilities typeSystem = typeFine | CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR |
                                    CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR |
                                    CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR;

struct Functions {
  explicit Functions(cl_platform_id platform) {
    const test::ExtensionFunctions find(platform);
    find(allocate, "clSVMAllocWithPropertiesKHR");
    find(free, "clSVMFreeWithPropertiesKHR");
    find(info, "clGetSVMPointerInfoKHR");
    find(suggest, "clGetSVMSuggestedTypeIndexKHR");
  }
  void *(CL_API_CALL *allocate)(cl_context, const cl_svm_alloc_properties_khr *, cl_uint, size_t,
                                cl_int *);
  cl_int(CL_API_CALL *free)(cl_context, const cl_svm_free_properties_khr *, cl_svm_free_flags_khr,
                            void *);
  cl_int(CL_API_CALL *info)(cl_context, cl_device_id, const void *, cl_svm_pointer_info_khr, size_t,
                            void *, size_t *);
  cl_int(CL_API_CALL *suggest)(cl_context, Capabilities, Capabilities,
                               const cl_svm_alloc_properties_khr *, size_t, cl_uint *);
};

template <class Query>
std::vector<Capabilities> listOf(Query query) {
  size_t size = 0;
  if (query(0, nullptr, &size) != CL_SUCCESS) {
    return {};
  }
  std::vector<Capabilities> list(size / sizeof(Capabilities));
  EXPECT_EQ(query(size, list.data(), nullptr), CL_SUCCESS);
  return list;
}

std::vector<Capabilities> typesOf(cl_device_id device) {
  return listOf([&](size_t size, void *value, size_t *returned) {
    return clGetDeviceInfo(device, CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, size, value, returned);
  });
}
std::vector<Capabilities> typesOf(cl_platform_id platform) {
  return listOf([&](size_t size, void *value, size_t *returned) {
    return clGetPlatformInfo(platform, CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, size, value,
                             returned);
  });
}

cl_svm_alloc_properties_khr asProperty(cl_device_id device) {
  return reinterpret_cast<cl_svm_alloc_properties_khr>(device);
}

struct UnifiedSvm : test::ExtensionFixture {
  void SetUp() override {
    ExtensionFixture::SetUp();
    if (!has("cl_khr_unified_svm")) {
      GTEST_SKIP() << "the device does not have cl_khr_unified_svm";
    }
    call = std::make_unique<Functions>(platform);
    types = typesOf(device);
  }
  cl_uint indexOf(Capabilities wanted, Capabilities unwanted = 0) const {
    const auto found = std::ranges::find_if(types, [&](Capabilities each) {
      return (each & wanted) == wanted && (each & unwanted) == 0;
    });
    EXPECT_NE(found, types.end());
    return static_cast<cl_uint>(found - types.begin());
  }
  bool isSystem(cl_uint index) const {
    return (types[index] & CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR) != 0;
  }
  bool needsDevice(cl_uint index) const {
    return (types[index] & CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR) == 0;
  }
  void *allocate(cl_uint index, size_t size, Properties list = {}) {
    if (needsDevice(index)) {
      list.insert(list.begin(), {deviceName, asProperty(device)});
    }
    list.push_back(0);
    cl_int error = -1;
    void *made = call->allocate(context, list.data(), index, size, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  cl_int errorOf(const Properties &list, cl_uint index = 0, size_t size = 16) {
    cl_int error = 1;
    EXPECT_EQ(call->allocate(context, list.data(), index, size, &error), nullptr);
    return error;
  }
  void free(void *pointer) { EXPECT_EQ(call->free(context, nullptr, 0, pointer), CL_SUCCESS); }
  template <class T>
  T query(const void *pointer, cl_svm_pointer_info_khr name, cl_device_id of = nullptr) {
    T value = {};
    size_t size = 0;
    EXPECT_EQ(call->info(context, of, pointer, name, sizeof value, &value, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof value);
    return value;
  }
  cl_uint suggested(Capabilities required, Capabilities desired = 0) {
    cl_uint index = 0;
    EXPECT_EQ(call->suggest(context, required, desired, nullptr, 64, &index), CL_SUCCESS);
    return index;
  }

  std::unique_ptr<Functions> call;
  std::vector<Capabilities> types;
};

// Of a device without it, alone or beside another.
TEST(UnifiedSvmOfPlatform, TypesOfDevicesAndOfThePlatformAgree) {
  cl_platform_id platform = nullptr;
  ASSERT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
  cl_device_id devices[64];
  cl_uint count = 0;
  ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 64, devices, &count), CL_SUCCESS);
  const auto all = typesOf(platform);
  std::vector<Capabilities> common(all.size());
  for (cl_uint i = 0; i < count; ++i) {
    const auto own = typesOf(devices[i]);
    ASSERT_EQ(own.size(), all.size());
    for (size_t j = 0; j < all.size(); ++j) {
      EXPECT_TRUE(own[j] == 0 || (own[j] & all[j]) == all[j]);
      common[j] = own[j] == 0 ? common[j] : common[j] == 0 ? own[j] : common[j] & own[j];
    }
  }
  EXPECT_EQ(common, all);
  EXPECT_EQ(std::ranges::count(all, 0u), 0);
}

TEST_F(UnifiedSvm, HasTheTypesOfSharedVirtualAndUnifiedSharedMemory) {
  EXPECT_EQ(versionOf("cl_khr_unified_svm"), CL_MAKE_VERSION(0, 9, 0));
  cl_device_svm_capabilities svm = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, nullptr),
            CL_SUCCESS);
  EXPECT_NE(svm & CL_DEVICE_SVM_COARSE_GRAIN_BUFFER, 0u);
  indexOf(typeCoarse, host);
  indexOf(typeDevice);
  if (svm & CL_DEVICE_SVM_FINE_GRAIN_BUFFER) {
    indexOf(typeFine, CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR);
    indexOf(typeHost);
    indexOf(typeShared, everybody);
  }
  if (svm & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) {
    indexOf(typeSystem);
  }
  for (const Capabilities each : types) {
    const bool isConcurrent = (each & CL_SVM_CAPABILITY_CONCURRENT_ACCESS_KHR) != 0;
    const bool isAtomic = (each & CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR) != 0;
    EXPECT_EQ(isConcurrent && isAtomic, isConcurrent && (svm & CL_DEVICE_SVM_ATOMICS) != 0);
  }
}

TEST_F(UnifiedSvm, AllocationsTellWhatTheyAre) {
  for (cl_uint i = 0; i < types.size(); ++i) {
    if (isSystem(i)) {
      continue;
    }
    auto *start = static_cast<char *>(
        allocate(i, 100, {accessName, CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR, alignmentName, 64}));
    ASSERT_NE(start, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(start) % 64, 0u);
    for (const char *pointer : {start, start + 4, start + 99}) {
      EXPECT_EQ(query<cl_uint>(pointer, CL_SVM_INFO_TYPE_INDEX_KHR), i);
      EXPECT_EQ(query<Capabilities>(pointer, CL_SVM_INFO_CAPABILITIES_KHR, device), types[i]);
      EXPECT_EQ(query<Capabilities>(pointer, CL_SVM_INFO_CAPABILITIES_KHR), types[i])
          << "the context's";
      EXPECT_EQ(query<void *>(pointer, CL_SVM_INFO_BASE_PTR_KHR), start);
      EXPECT_EQ(query<size_t>(pointer, CL_SVM_INFO_SIZE_KHR), 100u);
      EXPECT_EQ(query<cl_svm_alloc_access_flags_khr>(pointer, CL_SVM_INFO_ACCESS_FLAGS_KHR),
                cl_svm_alloc_access_flags_khr{CL_SVM_ALLOC_ACCESS_DEVICE_NOWRITE_KHR});
      EXPECT_EQ(query<cl_device_id>(pointer, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR),
                needsDevice(i) ? device : nullptr);
    }
    Properties list(16);
    size_t size = 0;
    EXPECT_EQ(call->info(context, nullptr, start, CL_SVM_INFO_PROPERTIES_KHR,
                         list.size() * sizeof list[0], list.data(), &size),
              CL_SUCCESS);
    EXPECT_EQ(size, (needsDevice(i) ? 7 : 5) * sizeof list[0]);
    EXPECT_EQ(list[needsDevice(i) ? 2 : 0], accessName);
    free(start);
  }
}

TEST_F(UnifiedSvm, TellsNothingOfOtherPointers) {
  int local = 0;
  for (cl_device_id of : {device, cl_device_id(nullptr)}) {
    for (const void *pointer :
         {static_cast<const void *>(&local), static_cast<const void *>(nullptr)}) {
      EXPECT_EQ(query<cl_uint>(pointer, CL_SVM_INFO_TYPE_INDEX_KHR, of), CL_UINT_MAX);
      EXPECT_EQ(query<Capabilities>(pointer, CL_SVM_INFO_CAPABILITIES_KHR, of), 0u);
      EXPECT_EQ(query<cl_svm_alloc_access_flags_khr>(pointer, CL_SVM_INFO_ACCESS_FLAGS_KHR, of),
                0u);
      EXPECT_EQ(query<void *>(pointer, CL_SVM_INFO_BASE_PTR_KHR, of), nullptr);
      EXPECT_EQ(query<size_t>(pointer, CL_SVM_INFO_SIZE_KHR, of), 0u);
      EXPECT_EQ(query<cl_device_id>(pointer, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR, of),
                nullptr);
      size_t size = 1;
      EXPECT_EQ(call->info(context, of, pointer, CL_SVM_INFO_PROPERTIES_KHR, 0, nullptr, &size),
                CL_SUCCESS);
      EXPECT_EQ(size, 0u);
    }
  }
}

TEST_F(UnifiedSvm, TellsOfOtherCallsAllocations) {
  void *coarse = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  EXPECT_EQ(query<cl_uint>(coarse, CL_SVM_INFO_TYPE_INDEX_KHR), indexOf(typeCoarse));
  free(coarse);
  void *fine = clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0);
  if (fine) {
    EXPECT_EQ(query<cl_uint>(fine, CL_SVM_INFO_TYPE_INDEX_KHR), indexOf(typeFine));
    free(fine);
  }
  // And the other way around.
  clSVMFree(context, allocate(indexOf(typeDevice), 64));
}

TEST_F(UnifiedSvm, TakesAllPropertiesThatThereAre) {
  for (cl_uint i = 0; i < types.size(); ++i) {
    if (isSystem(i)) {
      continue;
    }
    for (cl_svm_alloc_properties_khr alignment = 0; alignment <= 128;
         alignment = alignment ? alignment * 2 : 1) {
      void *made = allocate(i, 64, {alignmentName, alignment});
      EXPECT_EQ(reinterpret_cast<uintptr_t>(made) % (alignment ? alignment : 128), 0u);
      free(made);
    }
    for (cl_svm_alloc_properties_khr access = 0; access < 16; ++access) {
      free(allocate(i, 64, {accessName, (access & 3) | (access & 12) << 6}));
    }
    if (!needsDevice(i)) {
      void *named = allocate(i, 64, {deviceName, asProperty(device)});
      EXPECT_EQ(query<cl_device_id>(named, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR), device);
      free(named);
      void *unnamed = allocate(i, 64, {deviceName, 0});
      EXPECT_EQ(query<cl_device_id>(unnamed, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR), nullptr);
      free(unnamed);
      cl_int error = -1;
      void *plain = call->allocate(context, nullptr, i, 64, &error);
      EXPECT_EQ(error, CL_SUCCESS);
      free(plain);
    }
    EXPECT_EQ(allocate(i, 0), nullptr) << "no bytes, and no error";
  }
}

TEST_F(UnifiedSvm, IsRefusedWithWrongArguments) {
  cl_int error = 1;
  EXPECT_EQ(call->allocate(nullptr, nullptr, 0, 16, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(call->allocate(nullptr, nullptr, 0, 16, nullptr), nullptr);
  EXPECT_EQ(errorOf({0}, static_cast<cl_uint>(types.size())), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({0}, CL_UINT_MAX), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({alignmentName, 3, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({alignmentName, 256, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({alignmentName, (cl_svm_alloc_properties_khr{1} << 32) | 8, 0}),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({accessName, 4, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({accessName, 0, accessName, 0, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({CL_SVM_INFO_SIZE_KHR, 0, 0}), CL_INVALID_PROPERTY);
  const auto notADevice = reinterpret_cast<cl_svm_alloc_properties_khr>(context.get());
  EXPECT_EQ(errorOf({deviceName, notADevice, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({0}, indexOf(typeDevice)), CL_INVALID_DEVICE) << "it is for one device";
  EXPECT_EQ(errorOf({0}, 0, SIZE_MAX / 2), CL_OUT_OF_RESOURCES);
  if (isSystem(static_cast<cl_uint>(types.size() - 1))) {
    EXPECT_EQ(errorOf({0}, static_cast<cl_uint>(types.size() - 1)), CL_INVALID_VALUE)
        << "malloc makes it";
  }
  void *made = allocate(0, 64);
  const cl_svm_free_properties_khr some[] = {alignmentName, 0, 0}, none[] = {0};
  EXPECT_EQ(call->free(nullptr, nullptr, 0, made), CL_INVALID_CONTEXT);
  EXPECT_EQ(call->free(context, some, 0, made), CL_INVALID_PROPERTY);
  EXPECT_EQ(call->free(context, nullptr, 1, made), CL_INVALID_VALUE);
  EXPECT_EQ(call->free(context, nullptr, 0, static_cast<char *>(made) + 1), CL_INVALID_VALUE);
  EXPECT_EQ(call->free(context, nullptr, 0, &error), CL_INVALID_VALUE);
  EXPECT_EQ(call->free(context, nullptr, 0, nullptr), CL_SUCCESS);
  cl_uint index = 0;
  EXPECT_EQ(call->info(nullptr, nullptr, made, CL_SVM_INFO_TYPE_INDEX_KHR, 4, &index, nullptr),
            CL_INVALID_CONTEXT);
  auto *notDevice = reinterpret_cast<cl_device_id>(context.get());
  EXPECT_EQ(call->info(context, notDevice, made, CL_SVM_INFO_TYPE_INDEX_KHR, 4, &index, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(call->info(context, nullptr, made, CL_SVM_INFO_TYPE_INDEX_KHR, 3, &index, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(call->info(context, nullptr, made, 0, 4, &index, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call->suggest(nullptr, 0, 0, nullptr, 64, &index), CL_INVALID_CONTEXT);
  EXPECT_EQ(call->suggest(context, 0, 0, nullptr, 64, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call->suggest(context, 0, 0, some + 1, 64, &index), CL_SUCCESS);
  const cl_svm_alloc_properties_khr wrong[] = {alignmentName, 3, 0};
  EXPECT_EQ(call->suggest(context, 0, 0, wrong, 64, &index), CL_INVALID_PROPERTY);
  EXPECT_EQ(call->free(context, none, 0, made), CL_SUCCESS);
}

TEST_F(UnifiedSvm, SuggestsTypesThatHaveWhatIsRequired) {
  for (const Capabilities required : types) {
    const cl_uint index = suggested(required);
    ASSERT_LT(index, types.size());
    EXPECT_EQ(types[index] & required, required);
  }
  EXPECT_EQ(suggested(~Capabilities{0}), CL_UINT_MAX);
  EXPECT_EQ(suggested(Capabilities{1} << 40), CL_UINT_MAX);
  EXPECT_EQ(suggested(CL_SVM_CAPABILITY_DEVICE_OWNED_KHR | CL_SVM_CAPABILITY_HOST_OWNED_KHR),
            CL_UINT_MAX);
  EXPECT_EQ(suggested(CL_SVM_CAPABILITY_HOST_OWNED_KHR), indexOf(typeHost));
  EXPECT_EQ(suggested(kernels, CL_SVM_CAPABILITY_DEVICE_OWNED_KHR), indexOf(typeDevice));
  EXPECT_FALSE(isSystem(suggested(kernels, ~Capabilities{0})));
  const Properties list = {deviceName, asProperty(device), 0};
  cl_uint index = 0;
  EXPECT_EQ(call->suggest(context, typeDevice, 0, list.data(), 64, &index), CL_SUCCESS);
  EXPECT_EQ(index, indexOf(typeDevice));
}

TEST_F(UnifiedSvm, KernelsHostAndCommandsUseEveryType) {
  const auto program = build(R"(
    struct Box { global int *inside; };
    kernel void add(global int *p, int a) { p[get_global_id(0)] += a; }
    kernel void follow(global struct Box *box) { box->inside[get_global_id(0)] *= 2; })");
  const auto add = makeKernel(program, "add"), follow = makeKernel(program, "follow");
  const cl_bool yes = CL_TRUE;
  EXPECT_EQ(
      clSetKernelExecInfo(follow, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, sizeof yes, &yes),
      CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(follow, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, 1, &yes),
            CL_INVALID_VALUE);
  for (cl_uint i = 0; i < types.size(); ++i) {
    std::vector<cl_int> local(64), result(64);
    auto *data = static_cast<cl_int *>(isSystem(i) ? local.data() : allocate(i, 256));
    const cl_int one = 1, five = 5;
    ASSERT_EQ(clEnqueueSVMMemFill(queue, data, &one, sizeof one, 256, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clSetKernelArgSVMPointer(add, 0, data + 4), CL_SUCCESS);
    ASSERT_EQ(clSetKernelArg(add, 1, sizeof five, &five), CL_SUCCESS);
    run(add, 60);
    const auto box = makeBuffer(std::vector<cl_int *>{data});
    setArguments(follow, box.get());
    run(follow, 8);
    if (types[i] & CL_SVM_CAPABILITY_HOST_MAP_KHR) {
      ASSERT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, data, 256, 0, nullptr, nullptr),
                CL_SUCCESS);
      data[63] = 9;
      ASSERT_EQ(clEnqueueSVMUnmap(queue, data, 0, nullptr, nullptr), CL_SUCCESS);
    }
    ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, result.data(), data, 256, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(result[0], 2);
    EXPECT_EQ(result[4], 12);
    EXPECT_EQ(result[8], 6);
    EXPECT_EQ(result[63], types[i] & CL_SVM_CAPABILITY_HOST_MAP_KHR ? 9 : 6);
    if (types[i] & CL_SVM_CAPABILITY_HOST_READ_KHR) {
      EXPECT_EQ(std::memcmp(data, result.data(), 256), 0);
    }
    void *pointers[] = {data, nullptr};
    // It frees none of the memory of others.
    ASSERT_EQ(clEnqueueSVMFree(queue, 2, pointers, nullptr, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(query<cl_uint>(data, CL_SVM_INFO_TYPE_INDEX_KHR), CL_UINT_MAX);
  }
}

TEST_F(UnifiedSvm, NothingMayBeCopiedFilledAndNamed) {
  auto *bogus = reinterpret_cast<void *>(0xDEADBEEF);
  cl_int value = 0;
  for (void *pointer : {static_cast<void *>(nullptr), bogus}) {
    test::OwnedEvent event;
    EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, pointer, &value, 0, 0, nullptr, event.out()),
              CL_SUCCESS);
    cl_command_type type = 0;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(type, cl_command_type{CL_COMMAND_SVM_MEMCPY});
    EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, &value, pointer, 0, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueSVMMemFill(queue, pointer, &value, 4, 0, 0, nullptr, nullptr), CL_SUCCESS);
  }
  EXPECT_EQ(clEnqueueSVMFree(queue, 0, nullptr, nullptr, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  const auto program = build("kernel void k(global int *p) {}");
  const auto kernel = makeKernel(program, "k");
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof bogus, &bogus),
            CL_SUCCESS);
}

class DevicesUnifiedSvm : public test::SeveralDevices {};

TEST_P(DevicesUnifiedSvm, IsForTheDevicesThatHaveIt) {
  const Functions call(platform);
  const auto all = typesOf(platform);
  if (all.empty()) {
    GTEST_SKIP() << "no device of the platform has it";
  }
  for (cl_uint i = 0; i < all.size(); ++i) {
    if (all[i] & CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR) {
      continue;
    }
    for (cl_device_id device : devices) {
      const bool has = typesOf(device)[i] != 0;
      const Properties list = {deviceName, asProperty(device), 0};
      cl_int error = 1;
      void *made = call.allocate(context, list.data(), i, 64, &error);
      EXPECT_EQ(error, has ? CL_SUCCESS : CL_INVALID_OPERATION);
      EXPECT_EQ(call.free(context, nullptr, 0, made), CL_SUCCESS);
      const test::OwnedContext single =
          clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
      made = call.allocate(single, list.data(), i, 64, &error);
      EXPECT_EQ(error, has ? CL_SUCCESS : CL_INVALID_OPERATION);
      EXPECT_EQ(call.free(single, nullptr, 0, made), CL_SUCCESS);
      const auto other = asProperty(device == devices[0] ? devices[1] : devices[0]);
      const Properties foreign = {deviceName, other, 0};
      EXPECT_EQ(call.allocate(single, foreign.data(), i, 64, &error), nullptr);
      EXPECT_EQ(error, CL_INVALID_PROPERTY) << "it is not the context's";
      cl_uint index = 0;
      EXPECT_EQ(call.suggest(single, 0, 0, foreign.data(), 64, &index), CL_INVALID_PROPERTY);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Order, DevicesUnifiedSvm, testing::Values(0, 1));

}  // namespace
