// Events of the process: it forks before and after it used the driver, closes the library, or
// ends, with work in flight; and it has few processors or many threads.
//
//   process <scenario> [<library>]
//
// Exit code 0 if all is as it should be.

#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <thread>

#include "client.h"

namespace {

using namespace stress;

/// A kernel running until `go()`, or the end of the process.
class Held {
 public:
  explicit Held(cl_context context)
      : queue_(makeQueue(context)),
        memory_(makeBuffer(context, sizeof words_, CL_MEM_USE_HOST_PTR, words_)),
        kernel_(makeKernel(loadKernels(context), "hold")) {
    setArguments(kernel_, *memory_.address());
    for (int i = 0; i < 3; ++i) {  // one runs, the others wait for it
      last_ = launch(queue_, kernel_, 1);
    }
    while (std::atomic_ref<cl_uint>(words_[0]) == 0) {
      std::this_thread::yield();
    }
  }
  cl_command_queue queue() const { return queue_; }
  void go() {
    std::atomic_ref<cl_uint>{words_[1]}.store(1);
    check(clFinish(queue_), "clFinish");
  }
  /// Hands everything over to the process.
  static void leaveBehind() {
    static Context *const context = new Context(makeContext());
    static Held *const held = new Held(*context);
    require(held->queue() != nullptr, "a queue");
  }

 private:
  alignas(4096) cl_uint words_[1024] = {};
  Queue queue_;
  Memory memory_;
  Kernel kernel_;
  Event last_;
};

void useDevice() {
  const auto context = makeContext();
  runAndCompare(context, makeQueue(context), loadKernels(context), 5);
}

void useCompiler() {
  const auto context = makeContext();
  const auto program = build(context, "kernel void f(global int *p) { *p = 7; }");
  const auto kernel = makeKernel(program, "f");
  const auto buffer = makeBuffer(context, 4);
  setArguments(kernel, *buffer.address());
  const auto queue = makeQueue(context);
  launch(queue, kernel, 1);
  int value = 0;
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr), "read");
  require(value == 7, "the result of a kernel");
}

/// Runs `body` in a child; it ends with exit() and has half a minute.
template <class Body>
void inChild(Body body) {
  const pid_t child = fork();
  require(child >= 0, "fork");
  if (child == 0) {
    alarm(30);
    body();
    std::exit(0);
  }
  int status = -1;
  require(waitpid(child, &status, 0) == child, "waitpid");
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "how a child ended");
}

int forkBefore() {
  inChild([] {
    useDevice();
    useCompiler();
  });
  useDevice();
  return 0;
}

int forkAfter() {
  useCompiler();
  inChild([] {
    useDevice();
    useCompiler();
  });
  useDevice();
  return 0;
}

/// The child finds the parent's objects lost, may release them, and starts anew.
int forkInFlight() {
  auto context = makeContext();
  auto gate = makeUserEvent(context);
  Held held(context);
  Event waiting;
  check(clEnqueueMarkerWithWaitList(held.queue(), 1, gate.address(), waiting.out()), "marker");
  check(clSetEventCallback(
            waiting, CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr),
        "clSetEventCallback");
  inChild([&] {
    require(clFinish(held.queue()) != CL_SUCCESS, "clFinish in a child");
    require(clWaitForEvents(1, waiting.address()) != CL_SUCCESS, "clWaitForEvents in a child");
    require(clEnqueueMarkerWithWaitList(held.queue(), 0, nullptr, nullptr) != CL_SUCCESS,
            "a command in a child");
    waiting = Event();
    context = Context();
    useDevice();
    useCompiler();
  });
  check(clSetUserEventStatus(gate, CL_COMPLETE), "clSetUserEventStatus");
  held.go();
  return 0;
}

/// Threads use the device and the compiler while the process forks.
int forkWhileBusy() {
  // The ICD loader, and this program, cannot be forked while they get ready: a child would wait for
  // work begun by a thread of the parent.
  useDevice();
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      while (!stop) {
        i == 0 ? useCompiler() : useDevice();
      }
    });
  }
  for (int i = 0; i < 12; ++i) {
    inChild([&] { i % 3 == 0 ? useCompiler() : useDevice(); });
  }
  stop = true;
  for (std::thread &thread : threads) {
    thread.join();
  }
  return 0;
}

int exitInFlight() {
  Held::leaveBehind();
  return 0;
}

int exitFromAnotherThread() {
  Held::leaveBehind();
  std::thread([] { std::exit(0); }).join();
  return 1;
}

int exitFromCallback() {
  const auto context = makeContext();
  const auto queue = makeQueue(context);
  Event event;
  check(clEnqueueMarkerWithWaitList(queue, 0, nullptr, event.out()), "marker");
  check(clSetEventCallback(
            event, CL_COMPLETE, [](cl_event, cl_int, void *) { std::exit(0); }, nullptr),
        "clSetEventCallback");
  for (;;) {
    pause();
  }
}

int exitWhileBuilding() {
  static Context *const context = new Context(makeContext());
  static auto *const programs = new std::vector<cl_program>;
  const char *source = "kernel void f(global float *p) { *p = sin(*p) + pow(*p, 3.5f); }";
  for (int i = 0; i < 4; ++i) {
    cl_int error = -1;
    programs->push_back(clCreateProgramWithSource(*context, 1, &source, nullptr, &error));
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(
              programs->back(), 0, nullptr, "", [](cl_program, void *) {}, nullptr),
          "clBuildProgram");
  }
  return 0;
}

/// The library is closed while its device runs a kernel of an application that has let go.
int closeInFlight(const char *path) {
  for (int round = 0; round < 3; ++round) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    require(library != nullptr, "dlopen");
    const auto getPlatforms = reinterpret_cast<cl_int (*)(cl_uint, cl_platform_id *, cl_uint *)>(
        dlsym(library, "clIcdGetPlatformIDsKHR"));
    cl_platform_id platform = nullptr;
    require(getPlatforms && getPlatforms(1, &platform, nullptr) == CL_SUCCESS, "the platform");
    const cl_icd_dispatch &cl = **reinterpret_cast<cl_icd_dispatch **>(platform);
    cl_device_id device = nullptr;
    cl_int error = cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
    cl_context context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    cl_command_queue queue =
        cl.clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    cl_mem buffer = cl.clCreateBuffer(context, 0, 64 << 20, nullptr, &error);
    const cl_uint value = 1;
    for (int i = 0; i < 8 && error == CL_SUCCESS; ++i) {
      error = cl.clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 64 << 20, 0, nullptr, nullptr);
    }
    check(error, "commands");
    check(cl.clReleaseMemObject(buffer), "clReleaseMemObject");
    check(cl.clReleaseCommandQueue(queue), "clReleaseCommandQueue");
    check(cl.clReleaseContext(context), "clReleaseContext");
    dlclose(library);
  }
  return 0;
}

cl_uint computeUnits() {
  cl_uint units = 0;
  check(clGetDeviceInfo(firstDevice(), CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "CL_DEVICE_MAX_COMPUTE_UNITS");
  return units;
}

/// As many compute units as KILN_NUM_THREADS says, and each number of client threads works.
int threads() {
  const char *wanted = std::getenv("KILN_NUM_THREADS");
  require(wanted && computeUnits() == std::strtoul(wanted, nullptr, 10), "compute units");
  for (int count : {1, 3, 16, 64}) {
    const auto context = makeContext();
    const auto program = loadKernels(context);
    std::vector<std::thread> clients;
    for (int i = 0; i < count; ++i) {
      clients.emplace_back([&, i] {
        const auto queue = makeQueue(context);
        runAndCompare(context, queue, program, static_cast<cl_uint>(i) + 1);
        runAndCompare(context, queue, program, static_cast<cl_uint>(i) + 2);
      });
    }
    for (std::thread &client : clients) {
      client.join();
    }
  }
  return 0;
}

/// Children with each of the masks of one processor, and with all of them.
int affinity() {
  cpu_set_t all;
  require(sched_getaffinity(0, sizeof all, &all) == 0, "sched_getaffinity");
  const auto useMask = [](const cpu_set_t &mask) {
    inChild([&] {
      require(sched_setaffinity(0, sizeof mask, &mask) == 0, "sched_setaffinity");
      require(computeUnits() <= static_cast<cl_uint>(CPU_COUNT(&mask)), "compute units");
      useDevice();
      useCompiler();
    });
  };
  for (int cpu = 0, used = 0; cpu < CPU_SETSIZE && used < 4; ++cpu) {
    if (CPU_ISSET(cpu, &all)) {
      cpu_set_t one;
      CPU_ZERO(&one);
      CPU_SET(cpu, &one);
      useMask(one);
      ++used;
    }
  }
  useMask(all);
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  const std::map<std::string_view, int (*)()> scenarios = {
      {"fork-before", forkBefore},
      {"fork-after", forkAfter},
      {"fork-in-flight", forkInFlight},
      {"fork-while-busy", forkWhileBusy},
      {"exit-in-flight", exitInFlight},
      {"exit-from-another-thread", exitFromAnotherThread},
      {"exit-from-callback", exitFromCallback},
      {"exit-while-building", exitWhileBuilding},
      {"threads", threads},
      {"affinity", affinity},
  };
  if (argc == 3 && std::string_view(argv[1]) == "close-in-flight") {
    return closeInFlight(argv[2]);
  }
  const auto found = scenarios.find(argc == 2 ? argv[1] : "");
  return found == scenarios.end() ? 2 : found->second();
}
