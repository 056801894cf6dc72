// Tests optional abilities: queues on a part of the compute units, and memory at the host's own
// addresses.
//
// Both abilities are optional. Without them the functions have to answer mux_error_unsupported, and
// this is tested in place of the ability. Sub-devices of OpenCL (CL 3.0 §4.3) need the first one,
// shared virtual memory (CL 3.0 §5.6) and buffer addresses the second one.
#include <numeric>

#include "fixture.h"

namespace mux::cts {

KILN_CTS_SUITE(Units);

/// The groups of a domain cover all compute units, each unit once.
/// Contract of muxGetDomains: at least two groups, their sum is compute_units, the largest domain
/// first (CL 3.0 §4.3).
TEST_P(Units, DomainsDivideAllOfThem) {
  const mux_domain_info_t *domains = nullptr;
  uint32_t count = 0;
  ASSERT_EQ(muxGetDomains(info(), &domains, &count), mux_success);
  for (uint32_t i = 0; i < count; ++i) {
    const mux_domain_info_t &domain = domains[i];
    const std::span sizes(domain.group_sizes, domain.group_count);
    EXPECT_GE(sizes.size(), 2u);
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), 0u), info()->compute_units);
    // A domain is one bit.
    EXPECT_EQ(domain.domain & (domain.domain - 1), 0u);
    EXPECT_TRUE(i == 0 || domains[i - 1].domain < domain.domain) << "the largest first";
  }
}

/// Null places are errors.
/// mux_error_null_out_parameter, or mux_error_invalid_handle for a null info.
TEST_P(Units, DomainsNeedPlacesForThem) {
  const mux_domain_info_t *domains = nullptr;
  uint32_t count = 0;
  EXPECT_EQ(muxGetDomains(nullptr, &domains, &count), mux_error_invalid_handle);
  EXPECT_EQ(muxGetDomains(info(), nullptr, &count), mux_error_null_out_parameter);
  EXPECT_EQ(muxGetDomains(info(), &domains, nullptr), mux_error_null_out_parameter);
}

/// mux_error_invalid_value for ranges outside of the device.
/// A sum of first and count that overflows 32 bits is one of the cases.
TEST_P(Units, QueuesOnNoneOrTooManyAreRefused) {
  const uint32_t count = info()->compute_units;
  Queue queue;
  EXPECT_EQ(muxCreateQueueOnUnits(device_, 0, 0, &queue), mux_error_invalid_value);
  EXPECT_EQ(muxCreateQueueOnUnits(device_, 0, count + 1, &queue), mux_error_invalid_value);
  EXPECT_EQ(muxCreateQueueOnUnits(device_, count, 1, &queue), mux_error_invalid_value);
  EXPECT_EQ(muxCreateQueueOnUnits(device_, UINT32_MAX, 2, &queue), mux_error_invalid_value);
  EXPECT_EQ(muxCreateQueueOnUnits(device_, 0, count, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxCreateQueueOnUnits(nullptr, 0, count, &queue), mux_error_invalid_handle);
  EXPECT_EQ(queue.get(), nullptr);
}

/// A range of all units works on every device.
/// has_unit_queues is not needed for it.
TEST_P(Units, AQueueOnAllIsAQueue) {
  Queue queue;
  ASSERT_EQ(muxCreateQueueOnUnits(device_, 0, info()->compute_units, &queue), mux_success);
  EXPECT_EQ(muxWaitAll(queue), mux_success);
}

/// Semaphores order dispatches across queues on different units.
/// Fifty dispatches go around four queues; the result depends on their order. Two queues share a
/// unit.
TEST_P(Units, PartsRunWorkInTheOrderOfSemaphores) {
  const uint32_t count = info()->compute_units;
  if (!info()->has_unit_queues) {
    Queue queue;
    EXPECT_EQ(muxCreateQueueOnUnits(device_, 0, std::max(count, 2u) - 1, &queue),
              count > 1 ? mux_error_unsupported : mux_success);
    return;
  }
  Kernel kernel = makeKernel("kernel void k(global int *p, int a) { *p = *p * 3 + a; }");
  ASSERT_TRUE(kernel.handle);
  Buffer buffer = makeBufferOf(std::vector<int>{1});
  // Two on the first unit, one on the last; with a single unit all three share it.
  Queue queues[3];
  ASSERT_EQ(muxCreateQueueOnUnits(device_, 0, 1, &queues[0]), mux_success);
  ASSERT_EQ(muxCreateQueueOnUnits(device_, count - 1, 1, &queues[1]), mux_success);
  ASSERT_EQ(muxCreateQueueOnUnits(device_, 0, 1, &queues[2]), mux_success);
  constexpr int steps = 50;
  std::vector<Semaphore> semaphores;
  std::vector<CommandBuffer> commands;
  Fence fence = makeFence();
  int expected = 1;
  {
    // A failed assertion below must not leave work behind.
    const Settle first(queues[0]), second(queues[1]), third(queues[2]), rest(queue());
    for (int i = 0; i < steps; ++i) {
      const mux_argument_t arguments[] = {bufferArgument(buffer), valueArgument(i)};
      const mux_ndrange_t range = ndrange({1}, {1}, arguments);
      commands.push_back(record());
      ASSERT_EQ(muxCommandNDRange(commands.back(), kernel, &range), mux_success);
      ASSERT_EQ(muxFinalizeCommandBuffer(commands.back()), mux_success);
      semaphores.push_back(makeSemaphore());
      const mux_semaphore_t signal = semaphores[i], wait = i ? semaphores[i - 1].get() : nullptr;
      mux_dispatch_t dispatch = {};
      dispatch.command_buffer = commands.back();
      dispatch.fence = i == steps - 1 ? fence.get() : nullptr;
      dispatch.wait_count = i ? 1 : 0;
      dispatch.waits = &wait;
      dispatch.signal_count = 1;
      dispatch.signals = &signal;
      // The queue of dispatch i; neighbours are on different queues.
      const mux_queue_t all[] = {queues[0], queue(), queues[1], queues[2]};
      ASSERT_EQ(muxDispatch(all[i % 4], &dispatch), mux_success);
      expected = static_cast<int>(3u * static_cast<unsigned>(expected) + static_cast<unsigned>(i));
    }
    ASSERT_EQ(muxTryWait(queues[(steps - 1) % 4 == 3 ? 2 : 0], patience(), fence), mux_success);
  }
  EXPECT_EQ(contentsOf<int>(buffer), std::vector<int>{expected});
}

KILN_CTS_SUITE(SharedMemory);

/// With shared memory, host pointers are valid in kernels (CL 3.0 §5.6).
/// The kernel returns its pointer, and writes through it to the mapping. Without shared memory an
/// address is mux_error_unsupported.
TEST_P(SharedMemory, MappingsHaveTheAddressesOfKernels) {
  Kernel kernel = makeKernel(R"(
    kernel void k(global ulong *out, global ulong *p) { *out = (ulong)p; p[1] = p[0] + 1; })");
  ASSERT_TRUE(kernel.handle);
  Buffer out = makeBuffer(8), data = makeBufferOf(std::vector<uint64_t>{41, 0});
  mux_argument_t address = {};
  address.type = mux_argument_address;
  if (info()->shared_memory == 0 && !info()->has_buffer_addresses) {
    const mux_argument_t arguments[] = {bufferArgument(out), address};
    EXPECT_EQ(launch(kernel, ndrange({1}, {1}, arguments)), mux_error_unsupported);
    return;
  }
  // Other heaps show no bytes without flush and invalidate.
  constexpr uint32_t wanted = mux_heap_host_mappable | mux_heap_host_coherent;
  for (uint32_t heap = 0; heap < info()->heap_count; ++heap) {
    if ((info()->heaps[heap].properties & wanted) != wanted) {
      continue;
    }
    Memory memory;
    void *mapped = nullptr;
    ASSERT_EQ(muxAllocateMemory(device_, 64, heap, 0, &memory), mux_success);
    ASSERT_EQ(muxMapMemory(device_, memory, 0, 64, &mapped), mux_success);
    auto *words = static_cast<uint64_t *>(mapped);
    // The kernel reads this word and writes the next one.
    words[2] = 41;
    address.address = reinterpret_cast<uintptr_t>(words + 2);
    const mux_argument_t arguments[] = {bufferArgument(out), address};
    ASSERT_EQ(launch(kernel, ndrange({1}, {1}, arguments)), mux_success);
    EXPECT_EQ(contentsOf<uint64_t>(out)[0], address.address);
    EXPECT_EQ(words[3], 42u);
    EXPECT_EQ(muxUnmapMemory(device_, memory), mux_success);
  }
}

/// muxGetBufferAddress and mux_argument_address agree.
/// Serves cl_ext_buffer_device_address.
TEST_P(SharedMemory, BuffersTellTheAddressesOfKernels) {
  Buffer out = makeBuffer(16), data = makeBufferOf(std::vector<uint64_t>{41, 0});
  uint64_t address = 0;
  if (!info()->has_buffer_addresses) {
    EXPECT_EQ(muxGetBufferAddress(device_, data, &address), mux_error_unsupported);
    return;
  }
  EXPECT_EQ(muxGetBufferAddress(device_, data, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxGetBufferAddress(nullptr, data, &address), mux_error_invalid_handle);
  EXPECT_EQ(muxGetBufferAddress(device_, nullptr, &address), mux_error_invalid_handle);
  // Without memory there is no address.
  mux_buffer_t unbound = nullptr;
  ASSERT_EQ(muxCreateBuffer(device_, 16, &unbound), mux_success);
  EXPECT_EQ(muxGetBufferAddress(device_, unbound, &address), mux_error_invalid_state);
  muxDestroyBuffer(device_, unbound);
  Kernel kernel = makeKernel(R"(
    kernel void k(global ulong *out, global ulong *p, global ulong *q) {
      out[0] = (ulong)p; out[1] = q[0]; q[1] = q[0] + 1; })");
  ASSERT_TRUE(kernel.handle);
  ASSERT_EQ(muxGetBufferAddress(device_, data, &address), mux_success);
  // The same buffer as the second argument, by its address.
  mux_argument_t behind = {};
  behind.type = mux_argument_address;
  behind.address = address;
  const mux_argument_t arguments[] = {bufferArgument(out), bufferArgument(data), behind};
  ASSERT_EQ(launch(kernel, ndrange({1}, {1}, arguments)), mux_success);
  EXPECT_EQ(contentsOf<uint64_t>(out), (std::vector<uint64_t>{address, 41}));
  EXPECT_EQ(contentsOf<uint64_t>(data), (std::vector<uint64_t>{41, 42}));
}

/// An address for a parameter of another kind is an error.
/// Neither values nor local memory take an address.
TEST_P(SharedMemory, AddressesAreForBuffersOnly) {
  if (info()->shared_memory == 0 && !info()->has_buffer_addresses) {
    GTEST_SKIP() << "the device takes no addresses";
  }
  Kernel kernel = makeKernel("kernel void k(ulong x, local int *l) { if (x) l[0] = 1; }");
  ASSERT_TRUE(kernel.handle);
  mux_argument_t address = {};
  address.type = mux_argument_address;
  const uint64_t value = 0;
  const mux_argument_t first[] = {address, localArgument(4)};
  const mux_argument_t second[] = {valueArgument(value), address};
  EXPECT_EQ(launch(kernel, ndrange({1}, {1}, first)), mux_error_invalid_value);
  EXPECT_EQ(launch(kernel, ndrange({1}, {1}, second)), mux_error_invalid_value);
}

}  // namespace mux::cts
