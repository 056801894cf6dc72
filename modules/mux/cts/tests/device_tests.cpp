// Tests device infos, and opening and closing of devices (doc/mux-spec.md §2).
//
// A device info is constant and describes a device without opening it; the driver lists devices
// this way when an application asks for platforms. A device is opened for each OpenCL context, with
// an allocator of the driver.
#include <string_view>

#include "fixture.h"

namespace mux::cts {

KILN_CTS_SUITE(Device);

/// The driver relies on each of these properties.
/// Contract of mux_device_info_s: no text is null, and buffers are aligned for long16.
TEST_P(Device, InfoIsComplete) {
  const mux_device_info_s &d = *info();
  EXPECT_EQ(d.interface_version >> 16, MUX_VERSION >> 16);
  for (const char *text : {d.target, d.name, d.vendor, d.driver_version, d.target_properties,
                           d.kernel_extensions, d.kernel_features}) {
    ASSERT_NE(text, nullptr);
  }
  EXPECT_NE(std::string_view(d.target), "");
  EXPECT_NE(std::string_view(d.name), "");
  EXPECT_TRUE(d.address_bits == 32 || d.address_bits == 64);
  EXPECT_GE(d.compute_units, 1u);
  EXPECT_GE(d.max_allocation_size, 1u << 20);
  EXPECT_LE(d.max_allocation_size, d.global_memory_size);
  EXPECT_GE(d.local_memory_size, 1024u);
  EXPECT_GE(d.buffer_alignment, 128u) << "OpenCL's largest type has 128 bytes";
  EXPECT_EQ(d.buffer_alignment & (d.buffer_alignment - 1), 0u);
  EXPECT_GE(d.max_parameter_size, 1024u);
  EXPECT_GE(d.max_work_group_size, 1u);
  for (uint64_t size : d.max_work_item_sizes) {
    EXPECT_GE(size, 1u);
  }
  EXPECT_GE(d.printf_buffer_size, sizeof(mux_printf_header_t));
}

/// At least one heap exists, and each has a size.
/// Without a heap there is no memory for buffers.
TEST_P(Device, HeapsAreDescribed) {
  ASSERT_GE(info()->heap_count, 1u);
  ASSERT_NE(info()->heaps, nullptr);
  for (uint32_t i = 0; i < info()->heap_count; ++i) {
    EXPECT_GT(info()->heaps[i].size, 0u);
  }
}

/// Listing the devices again gives the same handles.
/// The driver stores the pointers for the life of the process. A seeded defect copies the info, so
/// the test is left out there.
TEST_P(Device, InfosStayTheSame) {
  if (std::getenv("KILN_CTS_DEFECT")) {
    return;
  }
  // The same number and order as in the first listing.
  std::vector<mux_device_info_t> again(devices().size());
  uint32_t count = 0;
  ASSERT_EQ(
      registration().getDeviceInfos(static_cast<uint32_t>(again.size()), again.data(), &count),
      mux_success);
  EXPECT_EQ(again, devices());
}

/// Null infos and null out-parameters are errors, not crashes.
/// An allocator without functions is mux_error_invalid_value.
TEST_P(Device, RefusesNulls) {
  mux_device_t device = nullptr;
  EXPECT_EQ(muxCreateDevice(nullptr, nullptr, &device), mux_error_invalid_handle);
  EXPECT_EQ(muxCreateDevice(info(), nullptr, nullptr), mux_error_null_out_parameter);
  const mux_allocator_t empty{};
  EXPECT_EQ(muxCreateDevice(info(), &empty, &device), mux_error_invalid_value);
  EXPECT_EQ(device, nullptr);
  muxDestroyDevice(nullptr);
}

/// mux_error_unsupported for an info of another major version.
/// A target built for another layout of the table would be called through wrong entries.
TEST_P(Device, RefusesAnotherVersion) {
  mux_device_info_s other = *info();
  // The major number is in the upper half.
  other.interface_version += 0x10000;
  mux_device_t device = nullptr;
  EXPECT_EQ(muxCreateDevice(&other, nullptr, &device), mux_error_unsupported);
}

/// Counts calls of an allocator.
struct Counts {
  int allocated = 0, released = 0;
};

/// Everything allocated through the caller's allocator is released through it.
/// Contract of muxCreateDevice: at least the device and a fence come from it.
TEST_P(Device, AllocatesThroughTheCallersAllocator) {
  Counts counts;
  // std::aligned_alloc wants a multiple of the alignment.
  const mux_allocator_t allocator{[](void *user, size_t size, size_t alignment) -> void * {
                                    ++static_cast<Counts *>(user)->allocated;
                                    return std::aligned_alloc(
                                        alignment, (size + alignment - 1) & ~(alignment - 1));
                                  },
                                  [](void *user, void *pointer) {
                                    static_cast<Counts *>(user)->released += pointer != nullptr;
                                    std::free(pointer);
                                  },
                                  &counts};
  mux_device_t device = nullptr;
  ASSERT_EQ(muxCreateDevice(info(), &allocator, &device), mux_success);
  mux_fence_t fence = nullptr;
  EXPECT_EQ(muxCreateFence(device, &fence), mux_success);
  muxDestroyFence(device, fence);
  muxDestroyDevice(device);
  EXPECT_GE(counts.allocated, 2);
  EXPECT_EQ(counts.allocated, counts.released);
}

/// A null of the allocator becomes mux_error_out_of_memory.
/// Nothing is left behind, and the out-parameter stays null.
TEST_P(Device, SurvivesFailingAllocations) {
  // No allocation ever succeeds.
  const mux_allocator_t failing{[](void *, size_t, size_t) -> void * { return nullptr; },
                                [](void *, void *) {}, nullptr};
  mux_device_t device = nullptr;
  EXPECT_EQ(muxCreateDevice(info(), &failing, &device), mux_error_out_of_memory);
  EXPECT_EQ(device, nullptr);
}

/// The clock never goes back.
/// Contract of muxGetDeviceTime.
TEST_P(Device, TimeGoesOn) {
  // Two readings in a row may be equal, but never go back.
  uint64_t before = 0;
  uint64_t after = 0;
  ASSERT_EQ(muxGetDeviceTime(device_, &before), mux_success);
  ASSERT_EQ(muxGetDeviceTime(device_, &after), mux_success);
  EXPECT_GE(after, before);
  EXPECT_EQ(muxGetDeviceTime(device_, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxGetDeviceTime(nullptr, &before), mux_error_invalid_handle);
}

/// Two devices of one info share no object: mux_error_invalid_handle.
/// mux validates handles for all targets, so a mistake of a caller never reaches a device.
TEST_P(Device, HandlesOfAnotherDeviceAreRefused) {
  mux_device_t other = nullptr;
  ASSERT_EQ(muxCreateDevice(info(), nullptr, &other), mux_success);
  {
    // Inside of a scope, so it goes before its device.
    BareBuffer foreign;
    ASSERT_EQ(muxCreateBuffer(other, 64, &foreign), mux_success);
    Memory memory;
    ASSERT_EQ(muxAllocateMemory(device_, 64, 0, 0, &memory), mux_success);
    EXPECT_EQ(muxBindBufferMemory(device_, memory, foreign, 0), mux_error_invalid_handle);
    CommandBuffer commands = record();
    char byte = 0;
    EXPECT_EQ(muxCommandReadBuffer(commands, foreign, 0, &byte, 1), mux_error_invalid_handle);
    Fence foreignFence;
    ASSERT_EQ(muxCreateFence(other, &foreignFence), mux_success);
    EXPECT_EQ(muxTryWait(queue(), 0, foreignFence), mux_error_invalid_handle);
  }
  muxDestroyDevice(other);
}

}  // namespace mux::cts
