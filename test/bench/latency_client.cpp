// Measures one latency of the loader's first OpenCL driver, verifies the result, and prints the
// figure alone on a line. The argument chooses the figure.
//
// In milliseconds, to the end of the first run:
//   vector-add    from clCreateProgramWithSource
//   warm          the same of another vector-add when the process has built and run one
//
//   file <file>   the same of a kernel made by test/compiler/growth/programs.py
//   start         from the first OpenCL call, of a vector-add
//
// Others:
//   round-trip    µs of clEnqueueNDRangeKernel + clFinish of an empty kernel (median)
//   enqueue-rate  thousands of enqueues a second: 10,000 empty kernels, then clFinish
//   context       ms from the first OpenCL call to a context
//   buffer        µs of clCreateBuffer + clReleaseMemObject of 1 MiB: the mean of 10,000
//   events        µs of an empty kernel: each waits for the event before it (chain of 1,000)
//   copies        µs of a blocking write and read of 1 KiB: the mean of 10,000
//   queues        thousands of enqueues a second of four threads: each has a queue

#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    std::fprintf(stderr, "%s failed with %d\n", what, error);
    std::exit(1);
  }
}

struct Driver {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

  Driver() {
    cl_platform_id platform;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
  }

  cl_kernel build(const char *source, const char *name) const {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, name, &error);
    check(error, "clCreateKernel");
    return kernel;
  }

  void enqueue(cl_kernel kernel, size_t items) const {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
  }
};

/// `factor` makes programs different for every cache.
double vectorAdd(const Driver &driver, int factor = 1) {
  constexpr size_t count = 1024;
  std::vector<float> a(count), b(count), sum(count);
  for (size_t i = 0; i < count; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = 2.0f * static_cast<float>(i);
  }
  auto copy = [&](std::vector<float> &values, cl_mem_flags flags) {
    cl_int error;
    cl_mem buffer = clCreateBuffer(driver.context, flags | CL_MEM_COPY_HOST_PTR,
                                   count * sizeof(float), values.data(), &error);
    check(error, "clCreateBuffer");
    return buffer;
  };
  cl_mem buffers[] = {copy(a, CL_MEM_READ_ONLY), copy(b, CL_MEM_READ_ONLY),
                      copy(sum, CL_MEM_READ_WRITE)};

  auto start = Clock::now();
  const std::string source =
      "kernel void add(global const float *a, global const float *b, global float *sum) {\n"
      "  size_t i = get_global_id(0); sum[i] = a[i] + " +
      std::to_string(factor) + " * b[i]; }";
  cl_kernel kernel = driver.build(source.c_str(), "add");
  for (cl_uint i = 0; i < 3; ++i) {
    check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
  }
  driver.enqueue(kernel, count);
  check(clFinish(driver.queue), "clFinish");
  double time = millisecondsSince(start);

  check(clEnqueueReadBuffer(driver.queue, buffers[2], CL_TRUE, 0, count * sizeof(float), sum.data(),
                            0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (size_t i = 0; i < count; ++i) {
    if (sum[i] != a[i] + static_cast<float>(factor) * b[i]) {
      std::fprintf(stderr, "element %zu is wrong\n", i);
      std::exit(1);
    }
  }
  return time;
}

cl_mem zeros(const Driver &driver, size_t count) {
  std::vector<float> values(count);
  cl_int error;
  cl_mem buffer = clCreateBuffer(driver.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                 count * sizeof(float), values.data(), &error);
  check(error, "clCreateBuffer");
  return buffer;
}

double runFile(const Driver &driver, const char *file) {
  constexpr cl_int items = 64;
  constexpr size_t elements = size_t{items} * 256;
  std::ifstream stream(file);
  const std::string source((std::istreambuf_iterator<char>(stream)),
                           std::istreambuf_iterator<char>());
  if (source.empty()) {
    std::fprintf(stderr, "%s: cannot be read, or is empty\n", file);
    std::exit(1);
  }
  cl_mem in = zeros(driver, elements), out = zeros(driver, elements);
  auto start = Clock::now();
  cl_kernel kernel = driver.build(source.c_str(), "k");
  check(clSetKernelArg(kernel, 0, sizeof(in), &in), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof(out), &out), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, items * sizeof(float), nullptr), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof(items), &items), "clSetKernelArg");
  driver.enqueue(kernel, items);
  check(clFinish(driver.queue), "clFinish");
  return millisecondsSince(start);
}

double roundTrip(const Driver &driver) {
  cl_kernel kernel = driver.build("kernel void empty() {}", "empty");
  std::vector<double> times;
  for (int i = 0; i < 3000; ++i) {
    auto start = Clock::now();
    driver.enqueue(kernel, 1);
    check(clFinish(driver.queue), "clFinish");
    times.push_back(1000 * millisecondsSince(start));
  }
  std::nth_element(times.begin(), times.begin() + 1500, times.end());
  return times[1500];
}

double enqueueRate(const Driver &driver) {
  cl_kernel kernel = driver.build("kernel void empty() {}", "empty");
  driver.enqueue(kernel, 1);
  check(clFinish(driver.queue), "clFinish");
  auto start = Clock::now();
  for (int i = 0; i < 10000; ++i) {
    driver.enqueue(kernel, 1);
  }
  check(clFinish(driver.queue), "clFinish");
  return 10000 / millisecondsSince(start);
}

double createBuffers(const Driver &driver) {
  constexpr int count = 10000;
  auto start = Clock::now();
  for (int i = 0; i < count; ++i) {
    cl_int error;
    cl_mem buffer =
        clCreateBuffer(driver.context, CL_MEM_READ_WRITE, size_t{1} << 20, nullptr, &error);
    check(error, "clCreateBuffer");
    check(clReleaseMemObject(buffer), "clReleaseMemObject");
  }
  return 1000 * millisecondsSince(start) / count;
}

double chainEvents(const Driver &driver) {
  constexpr int count = 1000;
  cl_kernel kernel = driver.build("kernel void empty() {}", "empty");
  const size_t items = 1;
  double best = 0;
  for (int run = 0; run < 10; ++run) {
    std::vector<cl_event> events(count);
    auto start = Clock::now();
    for (int i = 0; i < count; ++i) {
      check(clEnqueueNDRangeKernel(driver.queue, kernel, 1, nullptr, &items, nullptr, i > 0 ? 1 : 0,
                                   i > 0 ? &events[i - 1] : nullptr, &events[i]),
            "clEnqueueNDRangeKernel");
    }
    check(clFinish(driver.queue), "clFinish");
    const double time = 1000 * millisecondsSince(start) / count;
    best = run == 0 ? time : std::min(best, time);
    for (cl_event event : events) {
      check(clReleaseEvent(event), "clReleaseEvent");
    }
  }
  return best;
}

double copyBlocks(const Driver &driver) {
  constexpr int count = 10000;
  cl_mem buffer = zeros(driver, 256);
  std::vector<int> written(256), read(256);
  const size_t size = written.size() * sizeof(int);
  auto start = Clock::now();
  for (int i = 0; i < count; ++i) {
    written[i % 256] = i;
    check(clEnqueueWriteBuffer(driver.queue, buffer, CL_TRUE, 0, size, written.data(), 0, nullptr,
                               nullptr),
          "clEnqueueWriteBuffer");
    check(clEnqueueReadBuffer(driver.queue, buffer, CL_TRUE, 0, size, read.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
  }
  const double time = 1000 * millisecondsSince(start) / count;
  if (read != written) {
    std::fprintf(stderr, "the last block was not read as it was written\n");
    std::exit(1);
  }
  return time;
}

double enqueueFromThreads(const Driver &driver) {
  constexpr int threads = 4, count = 10000;
  std::vector<std::thread> running;
  std::vector<cl_kernel> kernels;
  std::vector<Driver> drivers(threads, driver);
  for (Driver &own : drivers) {
    cl_int error;
    own.queue = clCreateCommandQueueWithProperties(own.context, own.device, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
    kernels.push_back(own.build("kernel void empty() {}", "empty"));
    own.enqueue(kernels.back(), 1);
    check(clFinish(own.queue), "clFinish");
  }
  auto start = Clock::now();
  for (int thread = 0; thread < threads; ++thread) {
    running.emplace_back([&own = drivers[thread], kernel = kernels[thread]] {
      for (int i = 0; i < count; ++i) {
        own.enqueue(kernel, 1);
      }
      check(clFinish(own.queue), "clFinish");
    });
  }
  for (std::thread &thread : running) {
    thread.join();
  }
  return threads * count / millisecondsSince(start);
}

double warmVectorAdd(const Driver &driver) {
  vectorAdd(driver, 1);
  return vectorAdd(driver, 3);
}

struct Mode {
  std::string_view name;
  double (*measure)(const Driver &driver);
};

constexpr Mode modes[] = {{"vector-add", [](const Driver &driver) { return vectorAdd(driver); }},
                          {"warm", warmVectorAdd},
                          {"round-trip", roundTrip},
                          {"enqueue-rate", enqueueRate},
                          {"buffer", createBuffers},
                          {"events", chainEvents},
                          {"copies", copyBlocks},
                          {"queues", enqueueFromThreads}};

}  // namespace

int main(int argc, char **argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  const auto *mode = std::ranges::find(modes, name, &Mode::name);
  const bool isContext = argc == 2 && name == "context";
  const bool isStart = argc == 2 && name == "start";
  const bool isFile = argc == 3 && name == "file";
  if (!isContext && !isStart && !isFile && (argc != 2 || mode == std::end(modes))) {
    std::fprintf(stderr,
                 "usage: latency_client "
                 "vector-add|warm|round-trip|enqueue-rate|buffer|events|copies|queues\n"
                 "       latency_client start|context\n"
                 "       latency_client file <file>\n");
    return 2;
  }
  auto start = Clock::now();
  const Driver driver;
  if (isStart) {
    (void)vectorAdd(driver);
  }
  const double figure = isContext || isStart ? millisecondsSince(start)
                        : isFile             ? runFile(driver, argv[2])
                                             : mode->measure(driver);
  std::printf("%.4f\n", figure);
  return 0;
}
