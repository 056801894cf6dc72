// Adds two vectors and says how long building, running and transferring took.
//
// The smallest complete program: source, build, buffers, launch, and read. Adding moves 12 bytes
// per element and computes almost nothing, so the printed rate is the memory's. The first run may
// be slower: the driver touches the pages of the result, and may compile for the local size of the
// launch.

#include <cmath>

#include "example.h"

namespace {

constexpr char source[] = R"(
kernel void vector_add(global const float *a, global const float *b, global float *sum) {
  size_t i = get_global_id(0);
  sum[i] = a[i] + b[i];
}
)";

/// Returns main's exit code. Without a local size the driver chooses one (CL 3.0 §5.10).
int vectorAdd() {
  constexpr size_t count = 1 << 24;
  example::Session session;
  std::vector<float> a(count), b(count), sum(count);
  for (size_t i = 0; i < count; ++i) {
    a[i] = static_cast<float>(i % 1000) * 0.5f;
    b[i] = static_cast<float>(i % 777) * 0.25f;
  }

  example::Stopwatch buildTime;
  cl::Program program = session.build(source);
  cl::Kernel kernel(program, "vector_add");
  std::printf("build: %.1f ms\n", buildTime.milliseconds());

  // Inputs are copied into their buffers; the host's arrays stay for the check.
  cl::Buffer bufferA(session.context, a.begin(), a.end(), true);
  cl::Buffer bufferB(session.context, b.begin(), b.end(), true);
  cl::Buffer bufferSum(session.context, CL_MEM_WRITE_ONLY, count * sizeof(float));
  // Arguments stay set for all launches of this kernel object.
  kernel.setArg(0, bufferA);
  kernel.setArg(1, bufferB);
  kernel.setArg(2, bufferSum);
  for (int repeat = 0; repeat < 3; ++repeat) {
    // The event measures the device's time alone, without the call.
    cl::Event event;
    session.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(count), cl::NullRange,
                                       nullptr, &event);
    event.wait();
    double time = example::milliseconds(event);
    std::printf("run %d: %.2f ms, %.1f GB/s\n", repeat + 1, time,
                3e-6 * static_cast<double>(count * sizeof(float)) / time);
  }
  session.queue.enqueueReadBuffer(bufferSum, CL_TRUE, 0, count * sizeof(float), sum.data());

  // Each sum is exact in float, so the comparison may ask for equality.
  for (size_t i = 0; i < count; ++i) {
    if (sum[i] != a[i] + b[i]) {
      std::fprintf(stderr, "element %zu is %g, not %g\n", i, sum[i], a[i] + b[i]);
      return 1;
    }
  }
  std::printf("%zu sums are right\n", count);
  return 0;
}

}  // namespace

int main() {
  return example::run(vectorAdd);
}
