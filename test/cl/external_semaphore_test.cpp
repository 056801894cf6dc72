// cl_khr_external_semaphore and cl_khr_external_semaphore_opaque_fd.

#include <fcntl.h>

#include <chrono>
#include <climits>
#include <filesystem>
#include <thread>

#include "extension_fixture.h"
#include "other_process.h"
#include "semaphore_fixture.h"

namespace {

using test::OwnedEvent;
using test::SemaphoreProperties;
using HandleType = cl_external_semaphore_handle_type_khr;

constexpr cl_semaphore_properties_khr opaque = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
constexpr cl_semaphore_properties_khr exports = CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;

cl_semaphore_properties_khr asProperty(int file) {
  return static_cast<cl_semaphore_properties_khr>(file);
}

struct ExternalSemaphore : test::ExtensionFixture {
  void SetUp() override {
    ExtensionFixture::SetUp();
    ASSERT_TRUE(has("cl_khr_external_semaphore_opaque_fd"));
    semaphores.begin(platform, context);
    other = makeQueue(0);
  }
  test::Semaphores::Owned makeExportable() { return semaphores.make({exports, opaque, 0}); }
  test::File handleOf(cl_semaphore_khr semaphore) {
    int file = -1;
    size_t size = 0;
    EXPECT_EQ(semaphores.getHandle(semaphore, device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR,
                                   sizeof file, &file, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, sizeof file);
    EXPECT_GE(file, 0);
    return test::File(file);
  }
  test::Semaphores::Owned import(test::File file) {
    return semaphores.make({opaque, asProperty(file.detach())});
  }
  cl_int importError(cl_semaphore_properties_khr file) {
    return semaphores.errorOf(
        {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, opaque, file, 0});
  }

  test::Semaphores semaphores;
  test::OwnedQueue other;
};

/// The event's final status, or its status after some time.
cl_int endOf(cl_event event) {
  cl_int status = CL_QUEUED;
  for (int i = 0; i < 1000 && status > CL_COMPLETE; ++i) {
    EXPECT_EQ(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr),
        CL_SUCCESS);
    std::this_thread::sleep_for(std::chrono::milliseconds(status > CL_COMPLETE ? 10 : 0));
  }
  return status;
}

TEST_F(ExternalSemaphore, DevicesAndPlatformTellTheTypesOfHandles) {
  EXPECT_TRUE(has("cl_khr_external_semaphore"));
  EXPECT_EQ(versionOf("cl_khr_external_semaphore"), CL_MAKE_VERSION(1, 0, 1));
  EXPECT_EQ(versionOf("cl_khr_external_semaphore_opaque_fd"), CL_MAKE_VERSION(1, 0, 0));
  for (cl_device_info name :
       {CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR, CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR}) {
    HandleType type = 0;
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof type, &type, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof type);
    EXPECT_EQ(type, HandleType{CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR});
  }
  for (cl_platform_info name : {CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR,
                                CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR}) {
    HandleType type = 0;
    size_t size = 0;
    EXPECT_EQ(clGetPlatformInfo(platform, name, sizeof type, &type, &size), CL_SUCCESS);
    EXPECT_EQ(size, sizeof type);
    EXPECT_EQ(type, HandleType{CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR});
  }
}

TEST_F(ExternalSemaphore, TellsWhatItExports) {
  const auto exported = makeExportable();
  EXPECT_EQ(semaphores.query<cl_bool>(exported, CL_SEMAPHORE_EXPORTABLE_KHR), cl_bool{CL_TRUE});
  EXPECT_EQ(semaphores.query<HandleType>(exported, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR),
            HandleType{CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR});
  const auto imported = import(handleOf(exported)), plain = semaphores.make();
  for (cl_semaphore_khr each : {cl_semaphore_khr(imported), cl_semaphore_khr(plain)}) {
    EXPECT_EQ(semaphores.query<cl_bool>(each, CL_SEMAPHORE_EXPORTABLE_KHR), cl_bool{CL_FALSE});
    size_t size = 1;
    EXPECT_EQ(semaphores.info(each, CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR, 0, nullptr, &size),
              CL_SUCCESS);
    EXPECT_EQ(size, 0u);
  }
}

TEST_F(ExternalSemaphore, IsRefusedWithWrongProperties) {
  constexpr cl_semaphore_properties_khr type = CL_SEMAPHORE_TYPE_KHR;
  constexpr cl_semaphore_properties_khr binary = CL_SEMAPHORE_TYPE_BINARY_KHR;
  const auto exported = makeExportable();
  const auto file = handleOf(exported);
  const auto errorOf = [&](const SemaphoreProperties &list) { return semaphores.errorOf(list); };
  EXPECT_EQ(errorOf({type, binary, exports, opaque, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, 0, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(errorOf({type, binary, exports, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, 0, 0}),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({type, binary, exports, opaque, 0, opaque, asProperty(file), 0}),
            CL_INVALID_OPERATION);
  EXPECT_EQ(errorOf({type, binary, opaque, asProperty(file), opaque, asProperty(file), 0}),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({type, binary, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, asProperty(-1), 0}),
            CL_INVALID_PROPERTY);
  EXPECT_EQ(errorOf({opaque, asProperty(file), 0}), CL_INVALID_VALUE);
  EXPECT_NE(fcntl(file, F_GETFD), -1) << "it is still the application's";
}

TEST_F(ExternalSemaphore, ImportsNothingThatIsNoHandle) {
  EXPECT_EQ(importError(asProperty(-1)), CL_INVALID_PROPERTY);
  EXPECT_EQ(importError(INT_MAX), CL_INVALID_PROPERTY);
  EXPECT_EQ(importError(cl_semaphore_properties_khr{1} << 32), CL_INVALID_PROPERTY);
  const auto memory = test::makeMemoryFile(4096);
  EXPECT_EQ(importError(asProperty(memory)), CL_INVALID_PROPERTY);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const test::File reads(ends[0]), writes(ends[1]);
  EXPECT_EQ(importError(asProperty(reads)), CL_INVALID_PROPERTY);
  EXPECT_NE(fcntl(reads, F_GETFD), -1);
}

TEST_F(ExternalSemaphore, HandlesAreCheckedFor) {
  const auto exported = makeExportable(), plain = semaphores.make();
  int file = -1;
  constexpr HandleType type = CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR;
  const auto get = semaphores.getHandle;
  EXPECT_EQ(get(nullptr, device, type, sizeof file, &file, nullptr), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(get(plain, device, type, sizeof file, &file, nullptr), CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(get(import(handleOf(exported)), device, type, sizeof file, &file, nullptr),
            CL_INVALID_SEMAPHORE_KHR);
  EXPECT_EQ(get(exported, nullptr, type, sizeof file, &file, nullptr), CL_INVALID_DEVICE);
  for (cl_device_id each : allDevices()) {
    if (each != device) {
      EXPECT_EQ(get(exported, each, type, sizeof file, &file, nullptr), CL_INVALID_DEVICE);
    }
  }
  EXPECT_EQ(get(exported, device, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, sizeof file, &file, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(get(exported, device, type, sizeof file - 1, &file, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(file, -1);
  size_t size = 0;
  EXPECT_EQ(get(exported, device, type, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, sizeof file);
}

TEST_F(ExternalSemaphore, AllWithOneHandleAreOne) {
  const auto exported = makeExportable();
  const auto imported = import(handleOf(exported));
  cl_int error = -1;
  const test::OwnedContext second = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  const test::OwnedQueue queue2 =
      clCreateCommandQueueWithProperties(second, device, nullptr, &error);
  test::Semaphores semaphores2;
  semaphores2.begin(platform, second);
  auto file = handleOf(exported);
  const auto elsewhere = semaphores2.make({opaque, asProperty(file.detach())});
  semaphores.enqueueSignal(queue, exported);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(semaphores.payload(exported), 1u);
  EXPECT_EQ(semaphores.payload(imported), 1u);
  EXPECT_EQ(semaphores2.payload(elsewhere), 1u);
  semaphores2.enqueueWait(queue2, elsewhere);
  ASSERT_EQ(clFinish(queue2), CL_SUCCESS);
  EXPECT_EQ(semaphores.payload(exported), 0u);
  const auto waited = semaphores.enqueueWait(queue, exported);
  const auto waited2 = semaphores2.enqueueWait(queue2, elsewhere);
  EXPECT_GT(statusOf(waited), CL_COMPLETE);
  semaphores.enqueueSignal(other, imported);
  semaphores.enqueueSignal(other, imported);
  EXPECT_EQ(endOf(waited), CL_COMPLETE);
  EXPECT_EQ(endOf(waited2), CL_COMPLETE);
  EXPECT_EQ(semaphores.payload(exported), 0u);
}

// As Semaphore.SignalsForWaitsWhoseTurnHasNotComeAreKept.
TEST_F(ExternalSemaphore, SignalsForWaitsWhoseTurnHasNotComeAreKept) {
  const auto exported = makeExportable();
  const auto imported = import(handleOf(exported));
  cl_int error = -1;
  const OwnedEvent gate = clCreateUserEvent(context, &error);
  std::vector<OwnedEvent> waits;
  for (int i = 0; i < 5; ++i) {
    semaphores.enqueueSignal(queue, exported);
    waits.push_back(semaphores.enqueueWait(other, imported, {gate}));
  }
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  for (const OwnedEvent &wait : waits) {
    ASSERT_EQ(endOf(wait), CL_COMPLETE);
  }
  EXPECT_EQ(semaphores.payload(exported), 0u);
}

TEST_F(ExternalSemaphore, ServesALineInOrder) {
  const auto exported = makeExportable();
  const auto unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  std::vector<OwnedEvent> waits;
  for (int i = 0; i < 5; ++i) {
    waits.push_back(semaphores.enqueueWait(unordered, exported));
  }
  for (size_t i = 0; i < waits.size(); ++i) {
    semaphores.enqueueSignal(queue, exported);
    EXPECT_EQ(clWaitForEvents(1, waits[i].address()), CL_SUCCESS);
    for (size_t j = i + 1; j < waits.size(); ++j) {
      EXPECT_GT(statusOf(waits[j]), CL_COMPLETE);
    }
  }
  EXPECT_EQ(semaphores.payload(exported), 0u);
}

TEST_F(ExternalSemaphore, FailuresPassThrough) {
  const auto exported = makeExportable();
  const auto imported = import(handleOf(exported));
  cl_int error = -1;
  const OwnedEvent gate = clCreateUserEvent(context, &error);
  const auto waited = semaphores.enqueueWait(queue, imported);
  semaphores.enqueueSignal(other, exported, {gate});
  ASSERT_EQ(clSetUserEventStatus(gate, -42), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(statusOf(waited), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(semaphores.payload(imported), 0u);
}

TEST_F(ExternalSemaphore, OneFailureFailsOneWait) {
  const auto exported = makeExportable();
  cl_int error = -1;
  const OwnedEvent gate = clCreateUserEvent(context, &error);
  semaphores.enqueueSignal(queue, exported);
  semaphores.enqueueSignal(other, exported, {gate});
  semaphores.enqueueSignal(queue, exported);
  ASSERT_EQ(clSetUserEventStatus(gate, -42), CL_SUCCESS);
  const auto unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  int failures = 0;
  for (int i = 0; i < 3; ++i) {
    const cl_int end = endOf(semaphores.enqueueWait(unordered, exported));
    EXPECT_TRUE(end == CL_COMPLETE || end == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) << end;
    failures += end < 0 ? 1 : 0;
  }
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(semaphores.payload(exported), 0u);
}

int openFiles() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<int>(std::distance(begin(files), end(files)));
}

TEST_F(ExternalSemaphore, ContextsEndWithTheirLastWait) {
  const int before = openFiles();
  for (int i = 0; i < 20; ++i) {
    cl_int error = -1;
    test::OwnedContext brief = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    test::OwnedQueue work = clCreateCommandQueueWithProperties(brief, device, nullptr, &error);
    test::Semaphores local;
    local.begin(platform, brief);
    const auto exported = makeExportable();
    auto file = handleOf(exported);
    auto imported = local.make({opaque, asProperty(file.detach())});
    auto waited = local.enqueueWait(work, imported);
    imported.reset();
    work.reset();
    brief.reset();
    semaphores.enqueueSignal(queue, exported);
    EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
  }
  // The last of them is the watcher's to close.
  for (int i = 0; i < 1000 && openFiles() > before; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_LE(openFiles(), before);
}

/// Bounces: waits for `from` and signals `to`, on a device of a context of its own.
int bounce(const test::Semaphores &functions, cl_device_id device, test::File from, test::File to,
           int rounds) {
  cl_int error = -1;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  const auto import = [&](test::File &file) {
    const cl_semaphore_properties_khr list[] = {CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                opaque, asProperty(file.detach()), 0};
    return functions.create(context, list, &error);
  };
  cl_semaphore_khr in = import(from), out = import(to);
  if (!in || !out) {
    return 1;
  }
  for (int i = 0; i < rounds; ++i) {
    if (functions.wait(queue, 1, &in, nullptr, 0, nullptr, nullptr) != CL_SUCCESS ||
        functions.signal(queue, 1, &out, nullptr, 0, nullptr, nullptr) != CL_SUCCESS) {
      return 2;
    }
  }
  error = clFinish(queue);
  functions.release(in);
  functions.release(out);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return error == CL_SUCCESS ? 0 : 3;
}

TEST_F(ExternalSemaphore, OrdersProcesses) {
  constexpr int rounds = 100;
  const auto there = makeExportable(), back = makeExportable();
  test::OtherProcess child([&](int socket) {
    auto from = test::receiveFile(socket), to = test::receiveFile(socket);
    return bounce(semaphores, device, std::move(from), std::move(to), rounds);
  });
  ASSERT_TRUE(test::sendFile(child.socket(), handleOf(there)));
  ASSERT_TRUE(test::sendFile(child.socket(), handleOf(back)));
  for (int i = 0; i < rounds; ++i) {
    semaphores.enqueueSignal(queue, there);
    semaphores.enqueueWait(queue, back);
  }
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(child.end(), 0);
  EXPECT_EQ(semaphores.payload(there), 0u);
  EXPECT_EQ(semaphores.payload(back), 0u);
}

TEST_F(ExternalSemaphore, OutlivesTheProcessThatMadeIt) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  const test::File mine(ends[0]), theirs(ends[1]);
  test::OtherProcess child([&](int) {
    cl_int error = -1;
    cl_context made = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    cl_command_queue work = clCreateCommandQueueWithProperties(made, device, nullptr, &error);
    const cl_semaphore_properties_khr list[] = {
        CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR, exports, opaque, 0, 0};
    cl_semaphore_khr semaphore = semaphores.create(made, list, &error);
    int file = -1;
    semaphores.getHandle(semaphore, device, CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, sizeof file, &file,
                         nullptr);
    semaphores.signal(work, 1, &semaphore, nullptr, 0, nullptr, nullptr);
    const bool isDone = clFinish(work) == CL_SUCCESS && test::sendFile(theirs, file);
    return isDone ? 0 : 1;
  });
  EXPECT_EQ(child.end(), 0);
  const auto imported = import(test::receiveFile(mine));
  const auto waited = semaphores.enqueueWait(queue, imported);
  EXPECT_EQ(clWaitForEvents(1, waited.address()), CL_SUCCESS);
}

}  // namespace
