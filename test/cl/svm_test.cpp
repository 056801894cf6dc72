// Shared virtual memory.

#include <atomic>
#include <cstring>
#include <thread>

#include "fixture.h"

namespace {

class Svm : public test::Fixture {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof capabilities,
                              &capabilities, nullptr),
              CL_SUCCESS);
  }
  void TearDown() override {
    for (void *pointer : allocated) {
      clSVMFree(context, pointer);
    }
  }

  bool has(cl_device_svm_capabilities wanted) const { return (capabilities & wanted) == wanted; }
  template <class T>
  T *allocate(size_t count, cl_svm_mem_flags flags = CL_MEM_READ_WRITE) {
    void *pointer = clSVMAlloc(context, flags, count * sizeof(T), 0);
    EXPECT_NE(pointer, nullptr);
    allocated.push_back(pointer);
    return static_cast<T *>(pointer);
  }
  void map(void *pointer, size_t size, cl_map_flags flags = CL_MAP_READ | CL_MAP_WRITE) {
    EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, flags, pointer, size, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  void unmap(void *pointer) {
    EXPECT_EQ(clEnqueueSVMUnmap(queue, pointer, 0, nullptr, nullptr), CL_SUCCESS);
  }
  static cl_command_type typeOf(cl_event event) {
    cl_command_type type = 0;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr),
              CL_SUCCESS);
    return type;
  }

  cl_device_svm_capabilities capabilities = 0;
  std::vector<void *> allocated;
};

#define NEEDS_SVM(bits)                                                  \
  if (!has(bits)) {                                                      \
    GTEST_SKIP() << "the device does not share memory with the process"; \
  }

constexpr char listSource[] = R"(
struct Node { int value; global struct Node *next; };
kernel void add(global struct Node *first, int a) {
  for (global struct Node *n = first; n; n = n->next) n->value += a;
}
kernel void relink(global struct Node *nodes) {
  size_t i = get_global_id(0);
  nodes[i].value = (int)i;
  nodes[i].next = i + 1 < get_global_size(0) ? &nodes[i + 1] : 0;
}
kernel void square(global int *p) { size_t i = get_global_id(0); p[i] *= p[i]; }
kernel void isNull(global int *out, global int *p) { *out = p == 0; }
)";
struct Node {
  int value;
  Node *next;
};

TEST_F(Svm, CapabilitiesAreConsistent) {
  const bool atomics = has(CL_DEVICE_SVM_ATOMICS), fine = has(CL_DEVICE_SVM_FINE_GRAIN_BUFFER);
  EXPECT_TRUE(!atomics || fine);
  EXPECT_TRUE(!fine || has(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER));
}

TEST_F(Svm, IsRefusedWhereThereIsNone) {
  if (capabilities != 0) {
    GTEST_SKIP() << "the device has it";
  }
  int x = 0, y = 0;
  void *pointers[] = {&x};
  const void *constants[] = {&x};
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, 16, 0), nullptr);
  EXPECT_EQ(clEnqueueSVMFree(queue, 1, pointers, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, &x, &y, 4, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMMemFill(queue, &x, &y, 4, 4, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, &x, 4, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, &x, 0, nullptr, nullptr), CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 1, constants, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  auto program = build("kernel void k(global int *p) {}");
  auto kernel = makeKernel(program, "k");
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, &x), CL_INVALID_OPERATION);
  const cl_bool yes = CL_TRUE;
  EXPECT_EQ(
      clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes),
      CL_INVALID_OPERATION);
}

TEST_F(Svm, AllocatesWhatIsAskedFor) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  for (cl_uint alignment : {0u, 1u, 4u, 64u, 128u, 4096u}) {
    void *pointer = clSVMAlloc(context, CL_MEM_READ_WRITE, 100, alignment);
    ASSERT_NE(pointer, nullptr) << alignment;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % std::max(alignment ? alignment : 128u, 1u),
              0u);
    clSVMFree(context, pointer);
  }
  clSVMFree(context, nullptr);
  int notShared = 0;
  clSVMFree(context, &notShared);
}

TEST_F(Svm, AllocationsThatCannotBeAreNull) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  cl_ulong most = 0;
  clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, nullptr);
  EXPECT_EQ(clSVMAlloc(nullptr, CL_MEM_READ_WRITE, 16, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, 0, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, most + 1, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE, 16, 3), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 16, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_USE_HOST_PTR, 16, 0), nullptr);
  EXPECT_EQ(clSVMAlloc(context, CL_MEM_SVM_ATOMICS, 16, 0), nullptr) << "without fine grain";
}

TEST_F(Svm, PointersHoldOnBothSides) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  constexpr size_t count = 100;
  auto program = build(listSource);
  auto relink = makeKernel(program, "relink"), add = makeKernel(program, "add");
  auto *nodes = allocate<Node>(count);
  ASSERT_EQ(clSetKernelArgSVMPointer(relink, 0, nodes), CL_SUCCESS);
  run(relink, count);
  map(nodes, count * sizeof(Node));
  int expected = 0;
  for (const Node *node = nodes; node; node = node->next) {
    EXPECT_EQ(node->value, expected++);
  }
  EXPECT_EQ(expected, static_cast<int>(count));
  // The host's order now: backwards.
  for (size_t i = 0; i < count; ++i) {
    nodes[i].next = i == 0 ? nullptr : &nodes[i - 1];
  }
  unmap(nodes);
  ASSERT_EQ(clSetKernelArgSVMPointer(add, 0, &nodes[count / 2]), CL_SUCCESS);
  const int a = 1000;
  ASSERT_EQ(clSetKernelArg(add, 1, sizeof a, &a), CL_SUCCESS);
  run(add, 1);
  map(nodes, count * sizeof(Node), CL_MAP_READ);
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(nodes[i].value, static_cast<int>(i) + (i <= count / 2 ? a : 0));
  }
  unmap(nodes);
}

TEST_F(Svm, NullAndOrdinaryArgumentsReplaceEachOther) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  auto program = build(listSource);
  auto kernel = makeKernel(program, "isNull");
  auto out = makeBuffer(sizeof(int));
  auto *p = allocate<int>(4);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), out.address()), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, p), CL_SUCCESS);
  run(kernel, 1);
  EXPECT_EQ(read<int>(out, 1)[0], 0);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, nullptr), CL_SUCCESS);
  run(kernel, 1);
  EXPECT_EQ(read<int>(out, 1)[0], 1);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_mem), out.address()), CL_SUCCESS);
  run(kernel, 1);
  EXPECT_EQ(read<int>(out, 1)[0], 0);
  // A clone has the same arguments.
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, p), CL_SUCCESS);
  cl_int error = -1;
  test::OwnedKernel clone = clCloneKernel(kernel, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, nullptr), CL_SUCCESS);
  run(clone, 1);
  EXPECT_EQ(read<int>(out, 1)[0], 0);
}

TEST_F(Svm, CopiesAndFills) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  for (size_t count : {size_t{1}, size_t{1000}, size_t{1} << 18}) {
    auto *a = allocate<int>(count), *b = allocate<int>(count);
    const int seven = 7;
    test::OwnedEvent filled, copied;
    ASSERT_EQ(clEnqueueSVMMemFill(queue, a, &seven, sizeof seven, count * sizeof(int), 0, nullptr,
                                  filled.out()),
              CL_SUCCESS);
    ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_FALSE, b, a, count * sizeof(int), 1, filled.address(),
                                 copied.out()),
              CL_SUCCESS);
    EXPECT_EQ(typeOf(filled), static_cast<cl_command_type>(CL_COMMAND_SVM_MEMFILL));
    EXPECT_EQ(typeOf(copied), static_cast<cl_command_type>(CL_COMMAND_SVM_MEMCPY));
    std::vector<int> host(count, -1);
    test::OwnedEvent read;
    ASSERT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, host.data(), b, count * sizeof(int), 0, nullptr,
                                 read.out()),
              CL_SUCCESS);
    EXPECT_EQ(statusOf(read), CL_COMPLETE);
    EXPECT_EQ(host, std::vector<int>(count, 7));
  }
}

TEST_F(Svm, FillsWithEveryPatternSize) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  auto *to = allocate<unsigned char>(512 + 128);
  for (size_t size = 1; size <= 128; size *= 2) {
    std::vector<unsigned char> pattern(size);
    for (size_t i = 0; i < size; ++i) {
      pattern[i] = static_cast<unsigned char>(i * 7 + size);
    }
    std::memset(to, 0xee, 512 + 128);
    ASSERT_EQ(clEnqueueSVMMemFill(queue, to, pattern.data(), size, 384 + size, 0, nullptr, nullptr),
              CL_SUCCESS);
    std::ranges::fill(pattern, 0);  // copied at the call
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    for (size_t i = 0; i < 384 + size; ++i) {
      ASSERT_EQ(to[i], static_cast<unsigned char>(i % size * 7 + size)) << size << " " << i;
    }
    EXPECT_EQ(to[384 + size], 0xee);
  }
}

TEST_F(Svm, RejectsWrongCommands) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  auto *p = allocate<char>(256);
  const int x = 0;
  const auto fill = [&](void *to, const void *pattern, size_t patternSize, size_t size) {
    return clEnqueueSVMMemFill(queue, to, pattern, patternSize, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(fill(nullptr, &x, 4, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, nullptr, 4, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, &x, 0, 16), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, &x, 3, 15), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, &x, 256, 256), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p, &x, 4, 15), CL_INVALID_VALUE);
  EXPECT_EQ(fill(p + 2, &x, 4, 16), CL_INVALID_VALUE);
  const auto copy = [&](void *to, const void *from, size_t size) {
    return clEnqueueSVMMemcpy(queue, CL_TRUE, to, from, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(copy(nullptr, p, 16), CL_INVALID_VALUE);
  EXPECT_EQ(copy(p, nullptr, 16), CL_INVALID_VALUE);
  EXPECT_EQ(copy(p, p + 8, 16), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(p + 8, p, 16), CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(copy(p + 16, p, 16), CL_SUCCESS);
  const auto map = [&](void *pointer, size_t size, cl_map_flags flags) {
    return clEnqueueSVMMap(queue, CL_TRUE, flags, pointer, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(map(nullptr, 16, CL_MAP_READ), CL_INVALID_VALUE);
  EXPECT_EQ(map(p, 0, CL_MAP_READ), CL_INVALID_VALUE);
  EXPECT_EQ(map(p, 16, 1 << 10), CL_INVALID_VALUE);
  EXPECT_EQ(map(p, 16, CL_MAP_WRITE_INVALIDATE_REGION | CL_MAP_READ), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMUnmap(nullptr, p, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, p, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
  void *pointers[] = {p};
  EXPECT_EQ(clEnqueueSVMFree(queue, 0, pointers, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueSVMFree(queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(Svm, MigratesWholeAllocationsAndParts) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  auto *p = allocate<char>(256), *q = allocate<char>(256);
  int local = 0;
  const void *pointers[] = {p + 8, q}, *foreign[] = {&local};
  const size_t sizes[] = {248, 0}, tooMuch[] = {249, 0};
  test::OwnedEvent event;
  const auto migrate = [&](cl_uint count, const void **list, const size_t *bytes,
                           cl_mem_migration_flags flags, cl_event *out = nullptr) {
    return clEnqueueSVMMigrateMem(queue, count, list, bytes, flags, 0, nullptr, out);
  };
  EXPECT_EQ(migrate(2, pointers, sizes, 0, event.out()), CL_SUCCESS);
  EXPECT_EQ(typeOf(event), static_cast<cl_command_type>(CL_COMMAND_SVM_MIGRATE_MEM));
  EXPECT_EQ(migrate(2, pointers, nullptr, CL_MIGRATE_MEM_OBJECT_HOST), CL_SUCCESS);
  EXPECT_EQ(migrate(2, pointers, tooMuch, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, foreign, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(0, pointers, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, nullptr, nullptr, 0), CL_INVALID_VALUE);
  EXPECT_EQ(migrate(1, pointers, nullptr, 1 << 9), CL_INVALID_VALUE);
}

struct Freed {
  cl_context context;
  std::vector<void *> pointers;
  cl_command_queue queue = nullptr;

  static void CL_CALLBACK free(cl_command_queue queue, cl_uint count, void *pointers[],
                               void *user) {
    auto &self = *static_cast<Freed *>(user);
    self.queue = queue;
    self.pointers.assign(pointers, pointers + count);
    for (void *pointer : self.pointers) {
      clSVMFree(self.context, pointer);
    }
  }
};

TEST_F(Svm, FreesInOrderOfTheQueue) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  void *pointers[] = {clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0),
                      clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0)};
  const std::vector<void *> expected(pointers, pointers + 2);
  Freed freed = {.context = context, .pointers = {}};
  test::OwnedEvent event, plain;
  ASSERT_EQ(clEnqueueSVMFree(queue, 2, pointers, &Freed::free, &freed, 0, nullptr, event.out()),
            CL_SUCCESS);
  pointers[0] = pointers[1] = nullptr;  // copied at the call
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(freed.pointers, expected);
  EXPECT_EQ(freed.queue, queue.get());
  EXPECT_EQ(typeOf(event), static_cast<cl_command_type>(CL_COMMAND_SVM_FREE));

  void *another = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  ASSERT_EQ(clEnqueueSVMFree(queue, 1, &another, nullptr, nullptr, 0, nullptr, plain.out()),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  const void *gone[] = {another};
  EXPECT_EQ(clEnqueueSVMMigrateMem(queue, 1, gone, nullptr, 0, 0, nullptr, nullptr),
            CL_INVALID_VALUE)
      << "it is no allocation any more";
}

TEST_F(Svm, CommandsWaitForEventsAndInheritTheirErrors) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  auto *p = allocate<int>(1);
  *p = 1;
  cl_int error = -1;
  test::OwnedEvent gate = clCreateUserEvent(context, &error);
  const int two = 2;
  test::OwnedEvent filled;
  ASSERT_EQ(
      clEnqueueSVMMemFill(queue, p, &two, sizeof two, sizeof two, 1, gate.address(), filled.out()),
      CL_SUCCESS);
  EXPECT_EQ(*p, 1);
  ASSERT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, filled.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(*p, 1);
}

TEST_F(Svm, BuffersOverSharedMemoryAreThatMemory) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  constexpr size_t count = 256;
  auto *p = allocate<int>(count);
  map(p, count * sizeof(int));
  for (size_t i = 0; i < count; ++i) {
    p[i] = static_cast<int>(i);
  }
  unmap(p);
  auto buffer = makeBuffer(count * sizeof(int), CL_MEM_USE_HOST_PTR, p);
  const cl_buffer_region region = {512, 512};
  cl_int error = -1;
  // Not beyond the end of the allocation.
  for (size_t begin : {0, 1, 100}) {
    const size_t rest = (count - begin) * sizeof(int);
    test::OwnedMem fits = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, rest, p + begin, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(clCreateBuffer(context, CL_MEM_USE_HOST_PTR, rest + 1, p + begin, &error), nullptr);
    EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
  }
  test::OwnedMem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  auto ordinary = makeBuffer(16);
  std::vector<int> mine(4);
  auto overMine = makeBuffer(16, CL_MEM_USE_HOST_PTR, mine.data());
  const auto usesShared = [](cl_mem memory) {
    cl_bool uses = 2;
    size_t size = 0;
    EXPECT_EQ(clGetMemObjectInfo(memory, CL_MEM_USES_SVM_POINTER, sizeof uses, &uses, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof uses);
    return uses;
  };
  EXPECT_EQ(usesShared(buffer), static_cast<cl_bool>(CL_TRUE));
  EXPECT_EQ(usesShared(part), static_cast<cl_bool>(CL_TRUE));
  EXPECT_EQ(usesShared(ordinary), static_cast<cl_bool>(CL_FALSE));
  EXPECT_EQ(usesShared(overMine), static_cast<cl_bool>(CL_FALSE));

  auto program = build(listSource);
  auto kernel = makeKernel(program, "square");
  setArguments(kernel, buffer.get());
  run(kernel, count);
  EXPECT_EQ(
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 64, 0, nullptr, nullptr, &error),
      static_cast<void *>(p));
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, p, 0, nullptr, nullptr), CL_SUCCESS);
  map(p, count * sizeof(int), CL_MAP_READ);
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(p[i], static_cast<int>(i * i));
  }
  unmap(p);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Svm, RejectsWrongArgumentsAndInfos) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  auto program = build("kernel void k(global int *p, int x, local int *l) { if (l) *p = x; }");
  auto kernel = makeKernel(program, "k");
  auto *p = allocate<int>(4);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, p + 1), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 3, p), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, p), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 2, p), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(nullptr, 0, p), CL_INVALID_KERNEL);
  void *pointers[] = {p};
  const auto info = [&](cl_kernel_exec_info name, size_t size, const void *value) {
    return clSetKernelExecInfo(kernel, name, size, value);
  };
  EXPECT_EQ(info(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers), CL_SUCCESS);
  EXPECT_EQ(info(CL_KERNEL_EXEC_INFO_SVM_PTRS, 3, pointers), CL_INVALID_VALUE);
  EXPECT_EQ(info(CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, pointers), CL_INVALID_VALUE);
  EXPECT_EQ(info(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(info(0x7777, sizeof pointers, pointers), CL_INVALID_VALUE);
  const cl_bool yes = CL_TRUE, no = CL_FALSE;
  EXPECT_EQ(info(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof no, &no), CL_SUCCESS);
  EXPECT_EQ(info(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &yes), CL_INVALID_VALUE);
  EXPECT_EQ(info(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes),
            has(CL_DEVICE_SVM_FINE_GRAIN_SYSTEM) ? CL_SUCCESS : CL_INVALID_OPERATION);
  EXPECT_EQ(clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, pointers),
            CL_INVALID_KERNEL);
}

TEST_F(Svm, KernelsReachTheWholeProcess) {
  NEEDS_SVM(CL_DEVICE_SVM_FINE_GRAIN_SYSTEM);
  auto program = build(listSource);
  auto kernel = makeKernel(program, "square");
  auto heap = std::make_unique<int[]>(100);
  int stack[100];
  for (int i = 0; i < 100; ++i) {
    heap[i] = stack[i] = i;
  }
  for (int *p : {heap.get(), stack}) {
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, p), CL_SUCCESS);
    run(kernel, 100);
    for (int i = 0; i < 100; ++i) {
      EXPECT_EQ(p[i], i * i);
    }
  }
}

TEST_F(Svm, HostAndKernelTalkWhileBothRun) {
  NEEDS_SVM(CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS);
  // The kernel answers each number with its double until it gets -1.
  auto program = build(R"(
kernel void echo(volatile global atomic_int *question, volatile global atomic_int *answer) {
  int last = 0;
  while (true) {
    int q = atomic_load_explicit(question, memory_order_acquire, memory_scope_all_svm_devices);
    if (q == -1) return;
    if (q != last) {
      last = q;
      atomic_store_explicit(answer, 2 * q, memory_order_release, memory_scope_all_svm_devices);
    }
  }
}
)",
                       "-cl-std=CL3.0");
  auto kernel = makeKernel(program, "echo");
  auto *words = allocate<std::atomic<int>>(64, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
  std::atomic<int> &question = words[0], &answer = words[32];
  question = answer = 0;
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, &question), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 1, &answer), CL_SUCCESS);
  const size_t one = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  for (int i = 1; i <= 5; ++i) {
    question.store(i, std::memory_order_release);
    while (answer.load(std::memory_order_acquire) != 2 * i) {
      std::this_thread::yield();
    }
  }
  question.store(-1, std::memory_order_release);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Svm, AtomicsOfHostAndKernelAddUp) {
  NEEDS_SVM(CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS);
  auto program = build(
      "kernel void k(volatile global atomic_int *p) {"
      " atomic_fetch_add_explicit(p, 1, memory_order_relaxed, memory_scope_all_svm_devices); }",
      "-cl-std=CL3.0");
  auto kernel = makeKernel(program, "k");
  auto *sum = allocate<std::atomic<int>>(1, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
  *sum = 0;
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, sum), CL_SUCCESS);
  const size_t items = 100'000;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  for (size_t i = 0; i < items; ++i) {
    sum->fetch_add(1, std::memory_order_relaxed);
  }
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(sum->load(), static_cast<int>(2 * items));
}

TEST_F(Svm, ContextsGoWithWhatTheyAllocated) {
  NEEDS_SVM(CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  cl_int error = -1;
  cl_context other = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_NE(clSVMAlloc(other, CL_MEM_READ_WRITE, 1 << 20, 0), nullptr);
  EXPECT_EQ(clReleaseContext(other), CL_SUCCESS);
}

}  // namespace
