// Tests memory, buffers and images as objects (doc/mux-spec.md §2).
//
// Memory is allocated apart from buffers and bound to them, so that sub-buffers and migration need
// no copy. Most checks are mux's own and the same for all targets; a target has to provide heaps
// with the properties that it claims. Tests for optional properties pass if the property is absent
// and the error is right.
#include "fixture.h"

namespace mux::cts {

KILN_CTS_SUITE(MemoryObject);

/// Returns true if the heap has the property.
bool hasProperty(mux_device_info_t info, uint32_t heap, mux_heap_property_t property) {
  return (info->heaps[heap].properties & property) != 0;
}

/// Each heap of the device info gives memory.
/// Odd and large sizes; the object's size is the asked one, not the rounded one.
TEST_P(MemoryObject, AllocatesFromEveryHeap) {
  for (uint32_t heap = 0; heap < info()->heap_count; ++heap) {
    // One byte, no whole pages, and several pages.
    for (uint64_t size : {1u, 4095u, 1u << 16}) {
      Memory memory;
      EXPECT_EQ(muxAllocateMemory(device_, size, heap, 0, &memory), mux_success);
      ASSERT_TRUE(memory);
      EXPECT_EQ(memory.get()->size, size);
      EXPECT_EQ(memory.get()->heap, heap);
    }
  }
}

/// Sizes, heaps and alignments are checked.
/// Contract of muxAllocateMemory; the out-parameter stays null.
TEST_P(MemoryObject, RefusesBadArguments) {
  Memory memory;
  EXPECT_EQ(muxAllocateMemory(nullptr, 64, 0, 0, &memory), mux_error_invalid_handle);
  EXPECT_EQ(muxAllocateMemory(device_, 64, 0, 0, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxAllocateMemory(device_, 0, 0, 0, &memory), mux_error_invalid_value);
  EXPECT_EQ(muxAllocateMemory(device_, 64, info()->heap_count, 0, &memory),
            mux_error_invalid_value);
  EXPECT_EQ(muxAllocateMemory(device_, 64, 0, 48, &memory), mux_error_invalid_value);
  EXPECT_FALSE(memory);
}

/// mux_error_device_out_of_memory, whatever is free.
/// The driver makes CL_MEM_OBJECT_ALLOCATION_FAILURE of it (CL 3.0 §5.2.1).
TEST_P(MemoryObject, MoreThanTheHeapIsOutOfMemory) {
  Memory memory;
  EXPECT_EQ(muxAllocateMemory(device_, UINT64_MAX, 0, 0, &memory), mux_error_device_out_of_memory);
  EXPECT_EQ(muxAllocateMemory(device_, info()->heaps[0].size + 1, 0, 0, &memory),
            mux_error_device_out_of_memory);
  EXPECT_FALSE(memory);
}

/// Host and commands see each other's bytes, with flush and invalidate where the heap asks for
/// them.
/// Contract of mappings, in both directions. Heaps without the property answer
/// mux_error_unsupported.
TEST_P(MemoryObject, MappingShowsWhatCommandsWrite) {
  Buffer buffer = makeBuffer(4096);
  const auto bytes = pattern(4096);
  void *mapped = nullptr;
  if (!hasProperty(info(), 0, mux_heap_host_mappable)) {
    EXPECT_EQ(muxMapMemory(device_, buffer.memory, 0, 4096, &mapped), mux_error_unsupported);
    return;
  }
  ASSERT_EQ(muxMapMemory(device_, buffer.memory, 0, 4096, &mapped), mux_success);
  std::memcpy(mapped, bytes.data(), bytes.size());
  EXPECT_EQ(muxFlushMappedMemory(device_, buffer.memory, 0, 4096), mux_success);
  EXPECT_EQ(contents(buffer), bytes);

  // Now the other way: a command writes, and the mapping shows it.
  const auto other = pattern(100, 2);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandWriteBuffer(commands, buffer, 1000, other.data(), other.size()), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(muxInvalidateMappedMemory(device_, buffer.memory, 0, 4096), mux_success);
  EXPECT_EQ(std::memcmp(static_cast<char *>(mapped) + 1000, other.data(), other.size()), 0);
  EXPECT_EQ(muxUnmapMemory(device_, buffer.memory), mux_success);
}

/// Mappings nest.
/// The outer mapping shows a byte that was written through the inner one, after the inner one has
/// ended.
TEST_P(MemoryObject, MapsSeveralTimes) {
  Memory memory;
  ASSERT_EQ(muxAllocateMemory(device_, 4096, 0, 0, &memory), mux_success);
  if (!hasProperty(info(), 0, mux_heap_host_mappable)) {
    return;
  }
  // Two mappings of one memory at the same time.
  void *whole = nullptr;
  void *part = nullptr;
  ASSERT_EQ(muxMapMemory(device_, memory, 0, 4096, &whole), mux_success);
  ASSERT_EQ(muxMapMemory(device_, memory, 1024, 16, &part), mux_success);
  // Byte 1027 of the memory.
  static_cast<char *>(part)[3] = 42;
  EXPECT_EQ(muxFlushMappedMemory(device_, memory, 1024, 16), mux_success);
  EXPECT_EQ(muxUnmapMemory(device_, memory), mux_success);
  EXPECT_EQ(muxInvalidateMappedMemory(device_, memory, 0, 4096), mux_success);
  EXPECT_EQ(static_cast<char *>(whole)[1027], 42);
  EXPECT_EQ(muxUnmapMemory(device_, memory), mux_success);
}

/// Empty ranges and ranges outside of the memory are errors.
/// Ranges near 2^64 find overflows.
TEST_P(MemoryObject, RefusesBadMappings) {
  Memory memory;
  ASSERT_EQ(muxAllocateMemory(device_, 100, 0, 0, &memory), mux_success);
  void *pointer = nullptr;
  EXPECT_EQ(muxMapMemory(device_, nullptr, 0, 1, &pointer), mux_error_invalid_handle);
  EXPECT_EQ(muxUnmapMemory(device_, nullptr), mux_error_invalid_handle);
  if (!hasProperty(info(), 0, mux_heap_host_mappable)) {
    return;
  }
  EXPECT_EQ(muxMapMemory(device_, memory, 0, 1, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxMapMemory(device_, memory, 0, 0, &pointer), mux_error_invalid_value);
  EXPECT_EQ(muxMapMemory(device_, memory, 0, 101, &pointer), mux_error_invalid_value);
  EXPECT_EQ(muxMapMemory(device_, memory, 100, 1, &pointer), mux_error_invalid_value);
  EXPECT_EQ(muxMapMemory(device_, memory, UINT64_MAX, 2, &pointer), mux_error_invalid_value);
  EXPECT_EQ(muxFlushMappedMemory(device_, memory, 64, 64), mux_error_invalid_value);
  EXPECT_EQ(muxInvalidateMappedMemory(device_, memory, 64, 64), mux_error_invalid_value);
  EXPECT_EQ(pointer, nullptr);
}

/// Imported memory is the application's own (CL_MEM_USE_HOST_PTR, CL 3.0 §5.2.1).
/// On a coherent heap the application's bytes change without a command that reads.
TEST_P(MemoryObject, HostMemoryIsUsedInPlace) {
  // Two pages: heaps may ask for whole ones.
  const uint64_t size = 8192;
  std::unique_ptr<uint8_t, decltype(&std::free)> host(
      static_cast<uint8_t *>(std::aligned_alloc(4096, size)), &std::free);
  const auto bytes = pattern(size);
  std::memcpy(host.get(), bytes.data(), size);
  Memory memory;
  const mux_result_t result = muxCreateMemoryFromHost(device_, 0, size, host.get(), &memory);
  if (!hasProperty(info(), 0, mux_heap_host_import)) {
    EXPECT_EQ(result, mux_error_unsupported);
    return;
  }
  ASSERT_EQ(result, mux_success);
  BareBuffer buffer = makeUnbound(size);
  ASSERT_EQ(muxBindBufferMemory(device_, memory, buffer, 0), mux_success);
  EXPECT_EQ(contents(buffer), bytes);
  CommandBuffer commands = record();
  const uint32_t value = 0x01020304;
  ASSERT_EQ(muxCommandFillBuffer(commands, buffer, 0, size, &value, 4), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  // Other heaps need an invalidate first.
  if (hasProperty(info(), 0, mux_heap_host_coherent)) {
    EXPECT_EQ(std::memcmp(host.get() + size - 4, &value, 4), 0);
  }
}

/// Null pointers and unknown heaps are errors.
/// Also a size of 0 and a range that leaves the address space.
TEST_P(MemoryObject, RefusesBadHostMemory) {
  Memory memory;
  char byte = 0;
  EXPECT_EQ(muxCreateMemoryFromHost(device_, 0, 0, &byte, &memory), mux_error_invalid_value);
  EXPECT_EQ(muxCreateMemoryFromHost(device_, 0, 1, nullptr, &memory), mux_error_invalid_value);
  EXPECT_EQ(muxCreateMemoryFromHost(device_, info()->heap_count, 1, &byte, &memory),
            mux_error_invalid_value);
  EXPECT_EQ(muxCreateMemoryFromHost(device_, 0, UINT64_MAX, &byte, &memory),
            mux_error_invalid_value);
  EXPECT_FALSE(memory);
}

KILN_CTS_SUITE(BufferObject);

/// The common fields of mux/target.h are set.
/// The driver and mux's own checks read these fields.
TEST_P(BufferObject, KnowsItsSizeAndMemory) {
  BareBuffer buffer = makeUnbound(1000);
  ASSERT_TRUE(buffer);
  EXPECT_EQ(buffer.get()->size, 1000u);
  EXPECT_EQ(buffer.get()->memory, nullptr);
  Memory memory;
  ASSERT_EQ(muxAllocateMemory(device_, 4096, 0, 0, &memory), mux_success);
  // The least offset other than 0 that is allowed.
  const uint64_t offset = info()->buffer_alignment;
  ASSERT_EQ(muxBindBufferMemory(device_, memory, buffer, offset), mux_success);
  EXPECT_EQ(buffer.get()->memory, memory.get());
  EXPECT_EQ(buffer.get()->offset, offset);
}

/// A size of 0, or above max_allocation_size, is an error.
/// Destroying null does nothing.
TEST_P(BufferObject, RefusesBadSizes) {
  BareBuffer buffer;
  EXPECT_EQ(muxCreateBuffer(device_, 0, &buffer), mux_error_invalid_value);
  EXPECT_EQ(muxCreateBuffer(device_, info()->max_allocation_size + 1, &buffer),
            mux_error_invalid_value);
  EXPECT_EQ(muxCreateBuffer(nullptr, 1, &buffer), mux_error_invalid_handle);
  EXPECT_EQ(muxCreateBuffer(device_, 1, nullptr), mux_error_null_out_parameter);
  muxDestroyBuffer(device_, nullptr);
}

/// A second binding is mux_error_invalid_state; a bad range is mux_error_invalid_value.
/// Contract of muxBindBufferMemory. The offset has to be a multiple of buffer_alignment.
TEST_P(BufferObject, BindsOnceAndInside) {
  const uint64_t alignment = info()->buffer_alignment;
  Memory memory;
  ASSERT_EQ(muxAllocateMemory(device_, 4 * alignment, 0, 0, &memory), mux_success);
  BareBuffer buffer = makeUnbound(2 * alignment);
  // Misaligned, behind the end, and near 2^64.
  EXPECT_EQ(muxBindBufferMemory(device_, memory, buffer, alignment / 2), mux_error_invalid_value);
  EXPECT_EQ(muxBindBufferMemory(device_, memory, buffer, 3 * alignment), mux_error_invalid_value);
  EXPECT_EQ(muxBindBufferMemory(device_, memory, buffer, UINT64_MAX - alignment + 1),
            mux_error_invalid_value);
  EXPECT_EQ(muxBindBufferMemory(device_, nullptr, buffer, 0), mux_error_invalid_handle);
  EXPECT_EQ(muxBindBufferMemory(device_, memory, nullptr, 0), mux_error_invalid_handle);
  EXPECT_EQ(muxBindBufferMemory(device_, memory, buffer, 2 * alignment), mux_success);
  EXPECT_EQ(muxBindBufferMemory(device_, memory, buffer, 0), mux_error_invalid_state);
}

/// Overlapping buffers show the same bytes, as sub-buffers need it.
/// clCreateSubBuffer (CL 3.0 §5.2.1) makes such buffers.
TEST_P(BufferObject, BuffersOfOneMemoryShareBytes) {
  const uint64_t alignment = info()->buffer_alignment;
  Memory memory;
  ASSERT_EQ(muxAllocateMemory(device_, 4 * alignment, 0, 0, &memory), mux_success);
  // The second buffer is a quarter of the first one.
  BareBuffer whole = makeUnbound(4 * alignment);
  BareBuffer part = makeUnbound(alignment);
  ASSERT_EQ(muxBindBufferMemory(device_, memory, whole, 0), mux_success);
  ASSERT_EQ(muxBindBufferMemory(device_, memory, part, 2 * alignment), mux_success);
  const auto bytes = pattern(4 * alignment);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandWriteBuffer(commands, whole, 0, bytes.data(), bytes.size()), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  const std::vector<uint8_t> expected(bytes.begin() + static_cast<ptrdiff_t>(2 * alignment),
                                      bytes.begin() + static_cast<ptrdiff_t>(3 * alignment));
  EXPECT_EQ(contents(part), expected);
}

/// mux_error_invalid_state for each kind of command.
/// There is no address to record.
TEST_P(BufferObject, UnboundBuffersTakeNoCommands) {
  BareBuffer buffer = makeUnbound(64);
  Buffer bound = makeBuffer(64);
  CommandBuffer commands = record();
  char bytes[64] = {};
  EXPECT_EQ(muxCommandReadBuffer(commands, buffer, 0, bytes, 64), mux_error_invalid_state);
  EXPECT_EQ(muxCommandWriteBuffer(commands, buffer, 0, bytes, 64), mux_error_invalid_state);
  EXPECT_EQ(muxCommandCopyBuffer(commands, bound, 0, buffer, 0, 64), mux_error_invalid_state);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 0, 64, bytes, 1), mux_error_invalid_state);
}

KILN_CTS_SUITE(Images);

/// mux_error_unsupported without has_images.
/// Each function answers so, with good arguments too.
TEST_P(Images, AreRefusedWhereThereAreNone) {
  if (info()->has_images) {
    return;
  }
  mux_image_description_t description{};
  description.type = mux_image_type_2d;
  description.extent = {4, 4, 1};
  mux_image_t image = nullptr;
  EXPECT_EQ(muxCreateImage(device_, &description, &image), mux_error_unsupported);
  mux_sampler_description_t samplerDescription{};
  mux_sampler_t sampler = nullptr;
  EXPECT_EQ(muxCreateSampler(device_, &samplerDescription, &sampler), mux_error_unsupported);
  EXPECT_EQ(muxBindImageMemory(device_, nullptr, nullptr, 0), mux_error_unsupported);
  EXPECT_EQ(muxCreateImage(device_, &description, nullptr), mux_error_null_out_parameter);
  EXPECT_EQ(muxCreateSampler(nullptr, &samplerDescription, &sampler), mux_error_invalid_handle);
}

namespace {

/// OpenCL's CL_RGBA with CL_UNORM_INT8.
constexpr uint32_t rgba = 0x10b5, unormInt8 = 0x10d2;

/// Returns the description of a 2D image with OpenCL's CL_RGBA and CL_UNORM_INT8.
mux_image_description_t plane(size_t width, size_t height) {
  mux_image_description_t description{};
  description.type = mux_image_type_2d;
  description.channel_order = rgba;
  description.channel_data_type = unormInt8;
  description.extent = {width, height, 1};
  return description;
}

}  // namespace

/// Images follow the rules of buffers.
/// Contract of muxBindImageMemory.
TEST_P(Images, AreBoundOnceAndWithinTheirMemory) {
  if (!info()->has_images) {
    return;
  }
  const mux_image_description_t description = plane(16, 8);
  const uint64_t alignment = info()->buffer_alignment;
  Memory memory;
  ASSERT_EQ(muxAllocateMemory(device_, 16 * 8 * 4 + alignment, 0, 0, &memory), mux_success);
  mux_image_t image = nullptr;
  ASSERT_EQ(muxCreateImage(device_, &description, &image), mux_success);
  EXPECT_EQ(muxBindImageMemory(device_, memory, image, 2 * alignment), mux_error_invalid_value);
  EXPECT_EQ(muxBindImageMemory(device_, memory, image, 1), mux_error_invalid_value);
  EXPECT_EQ(muxBindImageMemory(device_, nullptr, image, 0), mux_error_invalid_handle);
  EXPECT_EQ(muxBindImageMemory(device_, memory, image, alignment), mux_success);
  EXPECT_EQ(muxBindImageMemory(device_, memory, image, 0), mux_error_invalid_state);
  muxDestroyImage(device_, image);
}

/// Extents, layers, pitches and levels have to agree.
/// One change at a time to a good description. Pitches are multiples of the pixel size and not less
/// than a row.
TEST_P(Images, AreRefusedIfTheyContradictThemselves) {
  if (!info()->has_images) {
    return;
  }
  // Creates an image after one change, and destroys it again.
  const auto create = [&](auto change) {
    mux_image_description_t description = plane(16, 8);
    change(description);
    mux_image_t image = nullptr;
    const mux_result_t result = muxCreateImage(device_, &description, &image);
    EXPECT_EQ(image != nullptr, result == mux_success);
    if (image) {
      muxDestroyImage(device_, image);
    }
    return result;
  };
  using Description = mux_image_description_t;
  EXPECT_EQ(create([](Description &) {}), mux_success);
  // A row of 16 pixels has 64 bytes.
  EXPECT_EQ(create([](Description &d) { d.row_pitch = 68; }), mux_success);
  EXPECT_EQ(create([](Description &d) { d.row_pitch = 66; }), mux_error_invalid_value);
  EXPECT_EQ(create([](Description &d) { d.row_pitch = 60; }), mux_error_invalid_value);
  EXPECT_EQ(create([](Description &d) { d.slice_pitch = 500; }), mux_error_invalid_value);
  EXPECT_EQ(create([](Description &d) { d.row_pitch = uint64_t{1} << 62; }),
            mux_error_invalid_value);
  EXPECT_EQ(create([](Description &d) { d.extent.x = 0; }), mux_error_invalid_value);
  EXPECT_EQ(create([](Description &d) { d.extent.z = 2; }), mux_error_invalid_value);
  EXPECT_EQ(create([](Description &d) { d.array_layers = 2; }), mux_error_invalid_value);
  EXPECT_EQ(create([](Description &d) { d.type = mux_image_type_2d_array; }),
            mux_error_invalid_value);
  EXPECT_EQ(create([](Description &d) { d.channel_order = 0x10b4; }), mux_error_unsupported);
  EXPECT_EQ(create([](Description &d) { d.channel_data_type = 7; }), mux_error_unsupported);
  // CL_ADDRESS_MIRRORED_REPEAT would be 0x1134; 0x1135 is no addressing mode.
  mux_sampler_description_t sampler{0x1135, 0x1140, 1};
  mux_sampler_t object = nullptr;
  EXPECT_EQ(muxCreateSampler(device_, &sampler, &object), mux_error_invalid_value);
}

/// muxGetImagePixelSize gives 1, 2, 4, 8 or 16 for supported formats.
/// Transfers of images compute their sizes with it.
TEST_P(Images, HaveFormatsOfOneToSixteenBytes) {
  EXPECT_EQ(muxGetImagePixelSize(rgba, unormInt8), 4u);
  EXPECT_EQ(muxGetImagePixelSize(rgba, 0x10de), 16u);   // CL_FLOAT
  EXPECT_EQ(muxGetImagePixelSize(0x10b0, 0x10d0), 1u);  // CL_R, CL_SNORM_INT8
  EXPECT_EQ(muxGetImagePixelSize(0x10b4, 0x10d4), 2u);  // CL_RGB, CL_UNORM_SHORT_565
  EXPECT_EQ(muxGetImagePixelSize(0x10b4, unormInt8), 0u);
  EXPECT_EQ(muxGetImagePixelSize(rgba, 0x10d4), 0u);
  EXPECT_EQ(muxGetImagePixelSize(0x10b8, 0x10d7), 0u);  // CL_INTENSITY, CL_SIGNED_INT8
  EXPECT_EQ(muxGetImagePixelSize(0, 0), 0u);
}

}  // namespace mux::cts
