// All devices of a platform work on one buffer: each squares its share of the numbers, then the
// last one adds up all of them. With one device it does everything.
//
// Each share is a sub-buffer, so that the devices may work at the same time. The driver moves the
// shares to the device that adds: the program only says by events what comes after what.
#include <cstdint>
#include <numeric>

#include "example.h"

namespace {

constexpr char source[] = R"(
kernel void square(global ulong *numbers) {
  size_t i = get_global_id(0);
  numbers[i] *= numbers[i];
}

// One work-group: each work-item adds a part, the first one the parts.
kernel void sum(global const ulong *numbers, uint count, global ulong *result, local ulong *parts) {
  size_t item = get_local_id(0), items = get_local_size(0);
  ulong part = 0;
  for (size_t i = item; i < count; i += items) {
    part += numbers[i];
  }
  parts[item] = part;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    ulong total = 0;
    for (size_t i = 0; i < items; ++i) {
      total += parts[i];
    }
    *result = total;
  }
}
)";

/// Numbers of each device.
constexpr size_t share = 1 << 16;

/// The sum of the first n squares is n(n+1)(2n+1)/6, so the result is known.
int work() {
  std::vector<cl::Device> devices;
  cl::Platform::getDefault().getDevices(CL_DEVICE_TYPE_ALL, &devices);
  const cl::Context context(devices);
  cl::Program program(context, source);
  // One program for all devices: it is compiled for each of them.
  program.build(devices);

  std::vector<uint64_t> numbers(share * devices.size());
  std::iota(numbers.begin(), numbers.end(), 1);
  cl::Buffer buffer(context, numbers.begin(), numbers.end(), false);

  std::vector<cl::CommandQueue> queues;
  std::vector<cl::Buffer> shares;  // kernels do not keep their arguments
  // One event for each device; the sum waits for all.
  std::vector<cl::Event> squared;
  for (size_t i = 0; i < devices.size(); ++i) {
    std::printf("numbers %zu to %zu on %s\n", i * share + 1, (i + 1) * share,
                devices[i].getInfo<CL_DEVICE_NAME>().c_str());
    // Origin and size are in bytes; the origin has to suit each device's alignment.
    cl_buffer_region region = {i * share * sizeof(uint64_t), share * sizeof(uint64_t)};
    shares.push_back(
        buffer.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region));
    cl::Kernel square(program, "square");
    square.setArg(0, shares[i]);
    queues.emplace_back(context, devices[i]);
    squared.emplace_back();
    queues[i].enqueueNDRangeKernel(square, cl::NullRange, share, cl::NullRange, nullptr,
                                   &squared[i]);
    // Without it a queue may hold the command back, and the waiting queue would never start (CL 3.0
    // §5.15).
    queues[i].flush();
  }

  const cl::Buffer result(context, CL_MEM_WRITE_ONLY, sizeof(uint64_t));
  cl::Kernel sum(program, "sum");
  sum.setArg(0, buffer);
  sum.setArg(1, static_cast<cl_uint>(numbers.size()));
  sum.setArg(2, result);
  // One ulong for each of 64 work-items.
  sum.setArg(3, cl::Local(64 * sizeof(uint64_t)));
  // Waits for the events of all other queues.
  queues.back().enqueueNDRangeKernel(sum, cl::NullRange, 64, 64, &squared);
  // Read from the queue of the last device, behind the sum.
  uint64_t total = 0;
  queues.back().enqueueReadBuffer(result, CL_TRUE, 0, sizeof total, &total);

  // The formula for the sum of the first n squares.
  const uint64_t n = numbers.size(), expected = n * (n + 1) * (2 * n + 1) / 6;
  std::printf("the sum of the first %llu squares is %llu: %s\n", static_cast<unsigned long long>(n),
              static_cast<unsigned long long>(total), total == expected ? "correct" : "WRONG");
  return total == expected ? 0 : 1;
}

}  // namespace

int main() {
  return example::run(work);
}
