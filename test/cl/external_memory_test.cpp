// cl_khr_external_memory and cl_khr_external_memory_opaque_fd.

#include <CL/cl_ext.h>
#include <fcntl.h>

#include <climits>
#include <numeric>

#include "extension_fixture.h"
#include "other_process.h"
#include "semaphore_fixture.h"
#include "several_devices.h"

// Newer than Debian's headers.
#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#endif

namespace {

using HandleType = cl_external_memory_handle_type_khr;
using Properties = std::vector<cl_mem_properties>;

constexpr cl_mem_properties opaque = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;
constexpr cl_mem_properties listName = CL_MEM_DEVICE_HANDLE_LIST_KHR;
constexpr size_t count = 1000;
constexpr size_t bytes = count * sizeof(cl_int);
constexpr const char *source =
    "kernel void step(global int *p, int a) { size_t i = get_global_id(0); p[i] = p[i] * 3 + a; }";

cl_mem_properties asProperty(int file) {
  return static_cast<cl_mem_properties>(file);
}
cl_mem_properties asProperty(cl_device_id device) {
  return reinterpret_cast<cl_mem_properties>(device);
}

/// The bytes of a file, as another API sees them.
class View {
 public:
  explicit View(int file, size_t size = bytes)
      : size_(size), data_(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)) {
    EXPECT_NE(data_, MAP_FAILED);
  }
  View(const View &) = delete;
  View &operator=(const View &) = delete;
  ~View() { munmap(data_, size_); }
  cl_int &operator[](size_t i) const { return static_cast<cl_int *>(data_)[i]; }
  void fill(cl_int first) const { std::iota(&(*this)[0], &(*this)[count], first); }

 private:
  size_t size_;
  void *data_;
};

struct Functions {
  explicit Functions(cl_platform_id platform) {
    acquire = reinterpret_cast<clEnqueueAcquireExternalMemObjectsKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform,
                                                 "clEnqueueAcquireExternalMemObjectsKHR"));
    release = reinterpret_cast<clEnqueueReleaseExternalMemObjectsKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform,
                                                 "clEnqueueReleaseExternalMemObjectsKHR"));
  }
  clEnqueueAcquireExternalMemObjectsKHR_fn acquire;
  clEnqueueReleaseExternalMemObjectsKHR_fn release;
};

test::OwnedMem import(cl_context context, test::File file, size_t size = bytes,
                      const Properties &more = {}) {
  Properties list = {opaque, asProperty(file)};
  list.insert(list.end(), more.begin(), more.end());
  list.push_back(0);
  cl_int error = -1;
  test::OwnedMem made =
      clCreateBufferWithProperties(context, list.data(), 0, size, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  if (made) {
    file.detach();
  }
  return made;
}

struct ExternalMemory : test::ExtensionFixture {
  void SetUp() override {
    ExtensionFixture::SetUp();
    ASSERT_TRUE(has("cl_khr_external_memory_opaque_fd"));
    const Functions functions(platform);
    acquire = functions.acquire;
    release = functions.release;
    ASSERT_TRUE(acquire && release);
  }
  cl_int errorOf(const Properties &list, cl_mem_flags flags = 0, size_t size = bytes,
                 void *host = nullptr) {
    cl_int error = 1;
    EXPECT_EQ(clCreateBufferWithProperties(context, list.data(), flags, size, host, &error),
              nullptr);
    return error;
  }
  cl_int imageError(const Properties &list, const cl_image_desc &shape, cl_mem_flags flags = 0) {
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    cl_int error = 1;
    EXPECT_EQ(
        clCreateImageWithProperties(context, list.data(), flags, &format, &shape, nullptr, &error),
        nullptr);
    return error;
  }
  void take(cl_mem memory) {
    EXPECT_EQ(acquire(queue, 1, &memory, 0, nullptr, nullptr), CL_SUCCESS);
  }
  void give(cl_mem memory) {
    EXPECT_EQ(release(queue, 1, &memory, 0, nullptr, nullptr), CL_SUCCESS);
  }
  cl_command_type typeOf(cl_event event) {
    cl_command_type type = 0;
    EXPECT_EQ(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, nullptr),
              CL_SUCCESS);
    return type;
  }

  clEnqueueAcquireExternalMemObjectsKHR_fn acquire = nullptr;
  clEnqueueReleaseExternalMemObjectsKHR_fn release = nullptr;
};

TEST_F(ExternalMemory, DevicesAndPlatformTellTheTypesOfHandles) {
  EXPECT_TRUE(has("cl_khr_external_memory"));
  EXPECT_EQ(versionOf("cl_khr_external_memory"), CL_MAKE_VERSION(1, 0, 1));
  EXPECT_EQ(versionOf("cl_khr_external_memory_opaque_fd"), CL_MAKE_VERSION(1, 0, 0));
  for (cl_device_info name :
       {CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
        CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR}) {
    HandleType type = 0;
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof type, &type, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof type);
    EXPECT_EQ(type, HandleType{CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR});
  }
  HandleType type = 0;
  EXPECT_EQ(clGetPlatformInfo(platform, CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
                              sizeof type, &type, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(type, HandleType{CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR});
}

TEST_F(ExternalMemory, KernelsAndOthersWorkOnTheSameBytes) {
  const auto file = test::makeMemoryFile(bytes);
  const View view(file);
  const auto memory = import(context, file.copy());
  const auto program = build(source);
  const auto kernel = makeKernel(program, "step");
  for (cl_int round = 0; round < 3; ++round) {
    view.fill(round);
    take(memory);
    setArguments(kernel, memory.get(), round);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    give(memory);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    for (size_t i = 0; i < count; ++i) {
      ASSERT_EQ(view[i], (static_cast<cl_int>(i) + round) * 3 + round) << i;
    }
  }
}

TEST_F(ExternalMemory, CommandsOfTheHostSeeTheBytes) {
  const auto file = test::makeMemoryFile(bytes);
  const View view(file);
  const auto memory = import(context, file.copy());
  view.fill(5);
  take(memory);
  std::vector<cl_int> expected(count);
  std::iota(expected.begin(), expected.end(), 5);
  EXPECT_EQ(read<cl_int>(memory, count), expected);
  cl_int error = -1;
  auto *mapped = static_cast<cl_int *>(clEnqueueMapBuffer(
      queue, memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(mapped[7], 12);
  mapped[7] = 99;
  cl_bool isUnified = CL_FALSE;
  EXPECT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof isUnified, &isUnified, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(view[7] == 99, isUnified == CL_TRUE) << "a copy only where there has to be one";
  ASSERT_EQ(clEnqueueUnmapMemObject(queue, memory, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  const cl_int pattern = 77;
  ASSERT_EQ(clEnqueueFillBuffer(queue, memory, &pattern, 4, 400, 400, 0, nullptr, nullptr),
            CL_SUCCESS);
  give(memory);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(view[7], 99);
  EXPECT_EQ(view[99], 104);
  EXPECT_EQ(view[100], 77);
  EXPECT_EQ(view[199], 77);
  EXPECT_EQ(view[200], 205);
}

TEST_F(ExternalMemory, IsToldAndTakesTheHandle) {
  auto file = test::makeMemoryFile(bytes);
  const Properties list = {listName, asProperty(device), 0, opaque, asProperty(file), 0};
  cl_int error = -1;
  const test::OwnedMem memory =
      clCreateBufferWithProperties(context, list.data(), CL_MEM_READ_ONLY, bytes, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(fcntl(file.detach(), F_GETFD), -1) << "the driver has closed it";
  Properties answer(list.size());
  size_t size = 0;
  EXPECT_EQ(clGetMemObjectInfo(memory, CL_MEM_PROPERTIES, list.size() * sizeof list[0],
                               answer.data(), &size),
            CL_SUCCESS);
  EXPECT_EQ(answer, list);
  void *host = &size;
  EXPECT_EQ(clGetMemObjectInfo(memory, CL_MEM_HOST_PTR, sizeof host, &host, nullptr), CL_SUCCESS);
  EXPECT_EQ(host, nullptr);
}

TEST_F(ExternalMemory, IsRefusedWithWrongProperties) {
  const auto file = test::makeMemoryFile(bytes);
  const auto handle = asProperty(file);
  std::vector<cl_int> host(count);
  EXPECT_EQ(errorOf({opaque, handle, 0}, CL_MEM_ALLOC_HOST_PTR), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({opaque, handle, 0}, CL_MEM_COPY_HOST_PTR, bytes, host.data()),
            CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({opaque, handle, 0}, CL_MEM_USE_HOST_PTR, bytes, host.data()),
            CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({opaque, handle, 0}, 0, bytes, host.data()), CL_INVALID_HOST_PTR);
  EXPECT_EQ(errorOf({opaque, handle, opaque, handle, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, handle, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({listName, asProperty(device), 0, 0}), CL_INVALID_PROPERTY)
      << "devices without a handle";
  EXPECT_EQ(errorOf({opaque, handle, listName, 0, 0}), CL_INVALID_DEVICE);
  const auto notADevice = reinterpret_cast<cl_mem_properties>(context.get());
  EXPECT_EQ(errorOf({opaque, handle, listName, notADevice, 0, 0}), CL_INVALID_DEVICE);
  EXPECT_NE(fcntl(file, F_GETFD), -1) << "it is still the application's";
}

TEST_F(ExternalMemory, ImportsNothingThatIsNoMemory) {
  const auto file = test::makeMemoryFile(bytes);
  EXPECT_EQ(errorOf({opaque, asProperty(file), 0}, 0, bytes + 1), CL_INVALID_BUFFER_SIZE)
      << "beyond the end";
  EXPECT_EQ(errorOf({opaque, asProperty(file), 0}, 0, 0), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(errorOf({opaque, asProperty(-1), 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({opaque, INT_MAX, 0}), CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({opaque, cl_mem_properties{1} << 32, 0}), CL_INVALID_PROPERTY);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const test::File reads(ends[0]), writes(ends[1]);
  EXPECT_EQ(errorOf({opaque, asProperty(reads), 0}), CL_INVALID_PROPERTY);
  const test::File zero(open("/dev/zero", O_RDWR));
  EXPECT_EQ(errorOf({opaque, asProperty(zero), 0}), CL_INVALID_PROPERTY);
  const test::File unwritable(open("/proc/self/exe", O_RDONLY));
  EXPECT_EQ(errorOf({opaque, asProperty(unwritable), 0}, 0, 16), CL_INVALID_PROPERTY);
}

TEST_F(ExternalMemory, EnqueuesCheckTheirArguments) {
  const auto memory = import(context, test::makeMemoryFile(bytes));
  const auto plain = makeBuffer(bytes);
  cl_int error = -1;
  const cl_buffer_region region = {0, 64};
  const test::OwnedMem part =
      clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const test::OwnedEvent gate = clCreateUserEvent(context, &error);
  const test::OwnedEvent failed = clCreateUserEvent(context, &error);
  ASSERT_EQ(clSetUserEventStatus(failed, -5), CL_SUCCESS);
  const test::OwnedContext second = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  const auto foreign = import(second, test::makeMemoryFile(bytes));
  const cl_mem wrong[] = {memory, nullptr};
  for (auto call : {acquire, release}) {
    const auto *one = memory.address();
    EXPECT_EQ(call(nullptr, 1, one, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(queue, 0, one, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue, 1, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue, 2, wrong, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(call(queue, 1, plain.address(), 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(call(queue, 1, part.address(), 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(call(queue, 1, foreign.address(), 0, nullptr, nullptr), CL_INVALID_CONTEXT);
    EXPECT_EQ(call(queue, 1, one, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(call(queue, 1, one, 0, gate.address(), nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(call(queue, 1, one, 1, failed.address(), nullptr),
              CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    test::OwnedEvent event;
    EXPECT_EQ(call(queue, 0, nullptr, 0, nullptr, event.out()), CL_SUCCESS) << "does nothing";
    EXPECT_EQ(clWaitForEvents(1, event.address()), CL_SUCCESS);
  }
}

TEST_F(ExternalMemory, HandingOverIsACommand) {
  const auto file = test::makeMemoryFile(bytes);
  const View view(file);
  const auto one = import(context, file.copy()), other = import(context, file.copy());
  const cl_mem both[] = {one, other};
  cl_int error = -1;
  const test::OwnedEvent gate = clCreateUserEvent(context, &error);
  test::OwnedEvent acquired, released;
  ASSERT_EQ(acquire(queue, 2, both, 1, gate.address(), acquired.out()), CL_SUCCESS);
  EXPECT_EQ(typeOf(acquired), cl_command_type{CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR});
  EXPECT_GT(statusOf(acquired), CL_COMPLETE);
  view.fill(3);  // before it is acquired
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(one, 2), (std::vector<cl_int>{3, 4}));
  EXPECT_EQ(read<cl_int>(other, 2), (std::vector<cl_int>{3, 4}));
  ASSERT_EQ(release(queue, 2, both, 0, nullptr, released.out()), CL_SUCCESS);
  EXPECT_EQ(typeOf(released), cl_command_type{CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR});
  EXPECT_EQ(clWaitForEvents(1, released.address()), CL_SUCCESS);
  const test::OwnedEvent failing = clCreateUserEvent(context, &error);
  test::OwnedEvent failed;
  ASSERT_EQ(acquire(queue, 1, both, 1, failing.address(), failed.out()), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(failing, -9), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(statusOf(failed), -9);
}

TEST_F(ExternalMemory, ObjectsMayGoBeforeTheirCommands) {
  const auto file = test::makeMemoryFile(bytes);
  const View view(file);
  auto memory = import(context, file.copy());
  cl_int error = -1;
  const test::OwnedEvent gate = clCreateUserEvent(context, &error);
  ASSERT_EQ(acquire(queue, 1, memory.address(), 1, gate.address(), nullptr), CL_SUCCESS);
  const cl_int pattern = 8;
  ASSERT_EQ(clEnqueueFillBuffer(queue, memory, &pattern, 4, 0, bytes, 0, nullptr, nullptr),
            CL_SUCCESS);
  give(memory);
  memory.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(view[0], 8);
  EXPECT_EQ(view[count - 1], 8);
}

TEST_F(ExternalMemory, ImagesHaveThePitchesThatTheyAreGiven) {
  constexpr size_t width = 5, height = 4, pitch = 32;
  const auto file = test::makeMemoryFile(pitch * height);
  const View view(file, pitch * height);
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = width;
  shape.image_height = height;
  shape.image_row_pitch = pitch;
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  auto handle = file.copy();
  const Properties list = {opaque, asProperty(handle), 0};
  cl_int error = -1;
  const test::OwnedMem image =
      clCreateImageWithProperties(context, list.data(), 0, &format, &shape, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  handle.detach();
  for (size_t i = 0; i < pitch * height / 4; ++i) {
    view[i] = static_cast<cl_int>(i);
  }
  take(image);
  cl_uint pixels[width * height] = {};
  const size_t origin[3] = {}, region[3] = {width, height, 1};
  ASSERT_EQ(
      clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, pixels, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(pixels[0], 0u);
  EXPECT_EQ(pixels[width + 2], pitch / 4 + 2);
  const cl_uint color[4] = {1, 0, 0, 0};
  ASSERT_EQ(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, nullptr),
            CL_SUCCESS);
  give(image);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(view[pitch / 4 + 2], 1);
  EXPECT_EQ(view[pitch / 4 + 5], static_cast<cl_int>(pitch / 4 + 5)) << "between the rows";
  const auto another = asProperty(file);
  shape.image_height = height + 1;
  EXPECT_EQ(imageError({opaque, another, 0}, shape), CL_INVALID_IMAGE_SIZE);
  shape.image_height = height;
  EXPECT_EQ(imageError({opaque, another, 0}, shape, CL_MEM_ALLOC_HOST_PTR), CL_INVALID_VALUE);
  EXPECT_EQ(imageError({0}, shape), CL_INVALID_IMAGE_DESCRIPTOR) << "a pitch without a handle";
  const auto buffer = makeBuffer(pitch * height);
  shape.mem_object = buffer;
  EXPECT_EQ(imageError({opaque, another, 0}, shape), CL_INVALID_PROPERTY);
}

TEST_F(ExternalMemory, IsSharedBetweenProcesses) {
  constexpr int rounds = 20;
  test::Semaphores semaphores;
  semaphores.begin(platform, context);
  constexpr cl_semaphore_properties_khr exports = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;
  constexpr cl_semaphore_properties_khr semaphoreFile = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
  const auto there = semaphores.make({exports, semaphoreFile, 0});
  const auto back = semaphores.make({exports, semaphoreFile, 0});
  const auto handleOf = [&](cl_semaphore_khr semaphore) {
    int file = -1;
    EXPECT_EQ(semaphores.getHandle(semaphore, device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                   sizeof file, &file, nullptr),
              CL_SUCCESS);
    return test::File(file);
  };
  const auto file = test::makeMemoryFile(bytes);
  const View view(file);
  view.fill(0);
  // One step on a device: takes the memory over when it may, and passes it on.
  const auto step = [&](cl_command_queue on, cl_mem memory, cl_kernel kernel, cl_semaphore_khr from,
                        cl_semaphore_khr to) {
    cl_int error = semaphores.wait(on, 1, &from, nullptr, 0, nullptr, nullptr);
    error |= acquire(on, 1, &memory, 0, nullptr, nullptr);
    error |= clEnqueueNDRangeKernel(on, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr);
    error |= release(on, 1, &memory, 0, nullptr, nullptr);
    return error | semaphores.signal(on, 1, &to, nullptr, 0, nullptr, nullptr);
  };
  const auto work = [&](cl_context in, cl_command_queue on, cl_mem memory, cl_int a,
                        cl_semaphore_khr from, cl_semaphore_khr to) {
    const char *text = source;
    cl_int error = -1;
    cl_program program = clCreateProgramWithSource(in, 1, &text, nullptr, &error);
    error = clBuildProgram(program, 1, &device, "", nullptr, nullptr);
    cl_kernel kernel = clCreateKernel(program, "step", nullptr);
    error |= clSetKernelArg(kernel, 0, sizeof memory, &memory);
    error |= clSetKernelArg(kernel, 1, sizeof a, &a);
    for (int i = 0; i < rounds; ++i) {
      error |= step(on, memory, kernel, from, to);
    }
    error |= clFinish(on);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return error;
  };
  test::OtherProcess child([&](int socket) {
    cl_int error = -1;
    cl_context in = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    cl_command_queue on = clCreateCommandQueueWithProperties(in, device, nullptr, &error);
    cl_semaphore_khr ends[2];
    for (cl_semaphore_khr &end : ends) {
      auto handle = test::receiveFile(socket);
      const cl_semaphore_properties_khr list[] = {
          CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, semaphoreFile,
          static_cast<cl_semaphore_properties_khr>(handle.detach()), 0};
      end = semaphores.create(in, list, &error);
    }
    const auto memory = import(in, test::receiveFile(socket));
    return work(in, on, memory, 2, ends[0], ends[1]) == CL_SUCCESS ? 0 : 1;
  });
  ASSERT_TRUE(test::sendFile(child.socket(), handleOf(there)));
  ASSERT_TRUE(test::sendFile(child.socket(), handleOf(back)));
  ASSERT_TRUE(test::sendFile(child.socket(), file));
  semaphores.enqueueSignal(queue, back);
  const auto memory = import(context, file.copy());
  EXPECT_EQ(work(context, queue, memory, 1, back, there), CL_SUCCESS);
  const auto last = semaphores.enqueueWait(queue, back);
  EXPECT_EQ(clWaitForEvents(1, last.address()), CL_SUCCESS);
  EXPECT_EQ(child.end(), 0);
  for (size_t i = 0; i < count; ++i) {
    auto expected = static_cast<cl_uint>(i);
    for (int round = 0; round < rounds; ++round) {
      expected = (expected * 3 + 1) * 3 + 2;
    }
    ASSERT_EQ(static_cast<cl_uint>(view[i]), expected) << i;
  }
}

class DevicesExternalMemory : public test::SeveralDevices {};

TEST_P(DevicesExternalMemory, EachDeviceMayTakeOverWhatTheOtherGives) {
  const Functions functions(platform);
  const auto file = test::makeMemoryFile(bytes);
  const View view(file);
  view.fill(0);
  const auto memory = import(context, file.copy());
  const auto program = build(test::stepSource);
  const auto kernel = makeKernel(program, "step");
  setArguments(kernel, memory.get(), 4);
  // Acquired on one, used on both, released on the other.
  ASSERT_EQ(functions.acquire(queues[0], 1, memory.address(), 0, nullptr, nullptr), CL_SUCCESS);
  const auto first = launch(queues[0], kernel, count);
  const auto second = launch(queues[1], kernel, count, std::span(first.address(), 1));
  ASSERT_EQ(functions.release(queues[1], 1, memory.address(), 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queues[1]), CL_SUCCESS);
  for (size_t i = 0; i < count; ++i) {
    ASSERT_EQ(view[i], (static_cast<cl_int>(i) * 3 + 4) * 3 + 4) << i;
  }
  // Data written by others in between is there on either.
  view.fill(100);
  ASSERT_EQ(functions.acquire(queues[1], 1, memory.address(), 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queues[1]), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(queues[0], memory, 2), (std::vector<cl_int>{100, 101}));
}

TEST_P(DevicesExternalMemory, IsForTheDevicesThatItNames) {
  const Functions functions(platform);
  const auto memory =
      import(context, test::makeMemoryFile(bytes), bytes, {listName, asProperty(devices[1]), 0});
  for (auto call : {functions.acquire, functions.release}) {
    EXPECT_EQ(call(queues[0], 1, memory.address(), 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(queues[1], 1, memory.address(), 0, nullptr, nullptr), CL_SUCCESS);
  }
  EXPECT_EQ(clFinish(queues[1]), CL_SUCCESS);
  cl_int error = -1;
  const test::OwnedContext single = clCreateContext(nullptr, 1, devices, nullptr, nullptr, &error);
  const auto elsewhere = import(single, test::makeMemoryFile(bytes));
  EXPECT_EQ(functions.acquire(queues[1], 1, elsewhere.address(), 0, nullptr, nullptr),
            CL_INVALID_COMMAND_QUEUE)
      << "its context does not have the device";
  const auto file = test::makeMemoryFile(bytes);
  const cl_mem_properties list[] = {opaque, asProperty(file), listName, asProperty(devices[1]), 0,
                                    0};
  EXPECT_EQ(clCreateBufferWithProperties(single, list, 0, bytes, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
}

INSTANTIATE_TEST_SUITE_P(Order, DevicesExternalMemory, testing::Values(0, 1));

}  // namespace
