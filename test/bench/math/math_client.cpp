// Measures the math functions of the loader's first OpenCL driver, each in kernels over float and
// double numbers, beside glibc's libm and libmvec and SLEEF. Prints a line for each existing
// variant:  <function> <type> <form> <nanoseconds for an element> <largest error, ULP> and fails if
// an error of the driver's is above the bound of the specification.
//   math_client [--check] [--only <function>]     --check: once each, without measuring
//
// The forms "1", "4", "8" and "16" are kernels with vector types of this width, not vectorised by
// an option. "kernel" is one without vector types, vectorised as the driver likes. All forms read
// and write the same 2 * `items` numbers in turns, small enough for the cache.
#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "functions.h"
#include "peers.h"

namespace math_bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t items = 2048;
constexpr size_t elements = 2 * items;
constexpr cl_uint leastRepeats = 2;

[[noreturn]] void fail(const std::string &what) {
  std::fprintf(stderr, "math_client: %s\n", what.c_str());
  std::exit(1);
}

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    fail(std::string(what) + " failed with " + std::to_string(error));
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

  cl_kernel build(const std::string &source, const char *options) const {
    cl_int error;
    const char *text = source.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, options, nullptr, nullptr) != CL_SUCCESS) {
      fail("cannot build\n" + source);
    }
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    check(error, "clCreateKernel");
    clReleaseProgram(program);
    return kernel;
  }
};

struct Settings {
  bool checkOnly = false;
  std::string only;
};

/// The operands and reference results of a function for one type, and where its forms write.
template <typename T>
struct Data {
  alignas(64) T x[elements], y[elements], out[elements];
  alignas(64) int n[elements];
  long double wanted[elements];

  explicit Data(const Function &function) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> xs(function.x.low, function.x.high);
    std::uniform_real_distribution<double> ys(function.y.low, std::max(function.y.high, 1.0));
    for (size_t i = 0; i < elements; ++i) {
      x[i] = T(xs(random));
      n[i] = int(std::lround(ys(random)));
      y[i] = function.integerY ? T(n[i]) : T(ys(random));
      wanted[i] = function.reference(x[i], y[i]);
    }
  }

  /// The largest error of `out`, in units in the last place.
  double error() const {
    double worst = 0;
    for (size_t i = 0; i < elements; ++i) {
      if (out[i] == T(wanted[i])) {
        continue;
      }
      const int exponent = wanted[i] == 0 ? -1000 : std::ilogb(wanted[i]);
      const long double unit = std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits + 1);
      const double distance = double(std::fabs((long double)(out[i]) - wanted[i]) / unit);
      worst = distance <= worst ? worst : std::isnan(distance) ? HUGE_VAL : distance;
    }
    return worst;
  }
};

/// Runs `once(repeats)` with more and more repeats of `items` elements, until it takes long enough
/// to measure; the shortest of several runs, in nanoseconds for an element.
template <typename Once>
double measure(const Once &once) {
  const auto seconds = [&](cl_uint repeats) {
    const Clock::time_point start = Clock::now();
    once(repeats);
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  cl_uint repeats = 64;
  while (seconds(repeats) < 1e-3) {
    repeats *= 2;
  }
  double best = HUGE_VAL;
  for (int run = 0; run < 7; ++run) {
    best = std::min(best, seconds(repeats));
  }
  return best * 1e9 / (double(repeats) * items);
}

template <typename T>
void print(const Function &function, const char *form, double time, double error) {
  std::printf("%s %s %s %.4f %.3f\n", function.name.data(), sizeof(T) == 4 ? "float" : "double",
              form, time, error);
}

/// The kernel for vectors of one width.
std::string sourceOf(const Function &function, const char *type, int width) {
  const std::string suffix = width == 1 ? "" : std::to_string(width);
  const std::string number = type + suffix, second = function.integerY ? "int" + suffix : number;
  const std::string_view withInteger[] = {"frexp", "remquo", "lgamma_r"};
  const bool isInteger = std::ranges::find(withInteger, function.name) != std::end(withInteger);
  const std::string result = isInteger ? "int" + suffix : number;
  return "kernel void k(global const " + number + " *xs, global const " + second + " *ys, global " +
         number +
         " *out, uint repeats) {\n"
         "  const size_t i = get_global_id(0), n = get_global_size(0);\n"
         "  for (uint r = 0; r < repeats; ++r) {\n"
         "    const size_t at = (r & 1) * n + i;\n"
         "    const " +
         number + " x = xs[at];\n    const " + second + " y = ys[at];\n    " + result +
         " s;\n    out[at] = " + std::string(function.call) + ";\n  }\n}\n";
}

template <typename T>
double runKernel(const Driver &driver, const Settings &settings, const Function &function,
                 Data<T> &data, int width, bool vectorized) {
  cl_kernel kernel = driver.build(sourceOf(function, sizeof(T) == 4 ? "float" : "double", width),
                                  vectorized ? "" : "-cl-kiln-vectorize=never");
  const auto buffer = [&](size_t size, void *content) {
    cl_int error;
    cl_mem memory = clCreateBuffer(driver.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                                   content, &error);
    check(error, "clCreateBuffer");
    return memory;
  };
  std::memset(data.out, 0xff, sizeof(data.out));
  cl_mem memories[] = {
      buffer(sizeof(data.x), data.x),
      function.integerY ? buffer(sizeof(data.n), data.n) : buffer(sizeof(data.y), data.y),
      buffer(sizeof(data.out), data.out)};
  for (cl_uint i = 0; i < 3; ++i) {
    check(clSetKernelArg(kernel, i, sizeof(cl_mem), &memories[i]), "clSetKernelArg");
  }
  const size_t size = items / size_t(width);
  const auto once = [&](cl_uint repeats) {
    check(clSetKernelArg(kernel, 3, sizeof(repeats), &repeats), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(driver.queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr,
                                 nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(driver.queue), "clFinish");
  };
  once(leastRepeats);
  const double time = settings.checkOnly ? 0 : measure(once);
  check(clEnqueueReadBuffer(driver.queue, memories[2], CL_TRUE, 0, sizeof(data.out), data.out, 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
  for (cl_mem memory : memories) {
    clReleaseMemObject(memory);
  }
  clReleaseKernel(kernel);
  return time;
}

template <typename T>
void runPeer(const Function &function, Data<T> &data, const char *form, const Peer &peer) {
  if (!peer) {
    return;
  }
  const double time = measure([&](cl_uint repeats) {
    for (cl_uint r = 0; r < repeats; ++r) {
      const size_t at = (r & 1) * items;
      peer(items, data.x + at, data.y + at, data.out + at);
    }
  });
  print<T>(function, form, time, data.error());
}

/// Returns true if all errors are within the bound.
template <typename T>
bool run(const Driver &driver, const Settings &settings, const Function &function) {
  static Data<T> data(function);
  data = Data<T>(function);
  const double bound =
      sizeof(T) == 8 && function.doubleBound > 0 ? function.doubleBound : function.bound;
  bool right = true;
  const auto kernel = [&](const char *form, int width, bool vectorized) {
    const double time = runKernel<T>(driver, settings, function, data, width, vectorized);
    const double error = data.error();
    print<T>(function, form, time, error);
    if (!(error <= bound)) {
      std::fprintf(stderr, "math_client: %s, form %s: an error of %g ULP is above %g\n",
                   function.name.data(), form, error, bound);
      right = false;
    }
  };
  kernel("1", 1, false);
  kernel("4", 4, false);
  kernel("8", 8, false);
  kernel("16", 16, false);
  kernel("kernel", 1, true);
  if (settings.checkOnly || function.peer == "-") {
    return right;
  }
  const std::string_view peer = function.peer.empty() ? function.name : function.peer;
  const bool isBinary = function.y.high != 0, isDouble = sizeof(T) == 8;
  runPeer<T>(function, data, "libmvec", Peer::libmvec(peer, isDouble, isBinary));
  runPeer<T>(function, data, "sleef", Peer::sleef(peer, isDouble, isBinary));
  runPeer<T>(function, data, "libm", Peer::libm(peer, isDouble, isBinary));
  return right;
}

int runAll(const Settings &settings) {
  const Driver driver;
  bool right = true, any = false;
  for (const Function &function : functions()) {
    if (!settings.only.empty() && function.name != settings.only) {
      continue;
    }
    any = true;
    right &= run<float>(driver, settings, function);
    if (!function.floatOnly) {
      right &= run<double>(driver, settings, function);
    }
    std::fflush(stdout);
  }
  if (!any) {
    fail("no function " + settings.only);
  }
  return right ? 0 : 1;
}

}  // namespace
}  // namespace math_bench

int main(int argc, char **argv) {
  math_bench::Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--check") {
      settings.checkOnly = true;
    } else if (option == "--only" && i + 1 < argc) {
      settings.only = argv[++i];
    } else {
      std::fprintf(stderr, "usage: math_client [--check] [--only <function>]\n");
      return 2;
    }
  }
  return math_bench::runAll(settings);
}
