// Tests reads, writes, copies and fills, linear and by region (doc/mux-spec.md §3).
//
// Transfers are commands, so their errors are found at recording and their effects after the
// dispatch. Every test compares whole buffers: bytes outside of the range must be as before. Sizes
// and offsets are odd on purpose, because a device with a word-wise copy engine makes its mistakes
// there.
#include "fixture.h"

namespace mux::cts {

KILN_CTS_SUITE(Transfers);

/// Bytes come back as they were.
/// Contract of muxCommandReadBuffer and muxCommandWriteBuffer.
TEST_P(Transfers, ReadsWhatWasWritten) {
  for (size_t size : {1u, 7u, 64u, 4097u, 1u << 20}) {
    const auto bytes = pattern(size, static_cast<uint8_t>(size));
    Buffer buffer = makeBuffer(bytes);
    EXPECT_EQ(contents(buffer), bytes) << size;
  }
}

/// Bytes around a written range stay.
/// Neighbours keep their pattern.
TEST_P(Transfers, WritesTouchTheirRangeAlone) {
  auto bytes = pattern(1000);
  Buffer buffer = makeBuffer(bytes);
  const auto part = pattern(333, 9);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandWriteBuffer(commands, buffer, 501, part.data(), part.size()), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  std::ranges::copy(part, bytes.begin() + 501);
  EXPECT_EQ(contents(buffer), bytes);
}

/// Host bytes around a read range stay.
/// The host's array keeps its bytes around the range.
TEST_P(Transfers, ReadsTakeTheirRangeAlone) {
  const auto bytes = pattern(1000);
  Buffer buffer = makeBuffer(bytes);
  std::vector<uint8_t> host(40, 0xee);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandReadBuffer(commands, buffer, 967, host.data() + 4, 33), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  std::vector<uint8_t> expected(40, 0xee);
  std::copy_n(bytes.begin() + 967, 33, expected.begin() + 4);
  EXPECT_EQ(host, expected);
}

/// A write reads the host's bytes at its run, not at recording.
/// clEnqueueWriteBuffer without blocking allows the same (CL 3.0 §5.2.2).
TEST_P(Transfers, HostBytesAreTakenWhenTheCommandRuns) {
  auto bytes = pattern(256);
  Buffer buffer = makeBuffer(256);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandWriteBuffer(commands, buffer, 0, bytes.data(), bytes.size()), mux_success);
  std::ranges::copy(pattern(256, 77), bytes.begin());
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(contents(buffer), bytes);
}

/// A copy moves exactly its range.
/// Contract of muxCommandCopyBuffer.
TEST_P(Transfers, CopiesBetweenBuffers) {
  const auto from = pattern(5000);
  auto to = pattern(4000, 2);
  Buffer source = makeBuffer(from);
  Buffer destination = makeBuffer(to);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandCopyBuffer(commands, source, 1003, destination, 3, 3997), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  std::copy_n(from.begin() + 1003, 3997, to.begin() + 3);
  EXPECT_EQ(contents(destination), to);
  EXPECT_EQ(contents(source), from);
}

/// Disjoint ranges of one buffer may be copied.
/// Contract of muxCommandCopyBuffer for source and destination alike.
TEST_P(Transfers, CopiesInsideOfABuffer) {
  auto bytes = pattern(300);
  Buffer buffer = makeBuffer(bytes);
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandCopyBuffer(commands, buffer, 0, buffer, 100, 100), mux_success);
  ASSERT_EQ(run(commands), mux_success);
  std::copy_n(bytes.begin(), 100, bytes.begin() + 100);
  EXPECT_EQ(contents(buffer), bytes);
}

/// Overlap is mux_error_invalid_value (CL_MEM_COPY_OVERLAP, CL 3.0 §5.2.2).
/// Checked at recording.
TEST_P(Transfers, RefusesOverlappingCopies) {
  Buffer buffer = makeBuffer(300);
  CommandBuffer commands = record();
  EXPECT_EQ(muxCommandCopyBuffer(commands, buffer, 0, buffer, 99, 100), mux_error_invalid_value);
  EXPECT_EQ(muxCommandCopyBuffer(commands, buffer, 99, buffer, 0, 100), mux_error_invalid_value);
}

/// Powers of two from 1 to 128 bytes.
/// The sizes of clEnqueueFillBuffer (CL 3.0 §5.2.3).
TEST_P(Transfers, FillsWithEveryPatternSize) {
  for (uint64_t size = 1; size <= 128; size *= 2) {
    const auto bytes = pattern(size, static_cast<uint8_t>(size));
    auto expected = pattern(128 * 9);
    Buffer buffer = makeBuffer(expected);
    CommandBuffer commands = record();
    const uint64_t offset = size * 2;
    const uint64_t length = size * 5;
    auto copy = bytes;
    ASSERT_EQ(muxCommandFillBuffer(commands, buffer, offset, length, copy.data(), size),
              mux_success);
    std::ranges::fill(copy, 0);  // patterns are copied at recording
    ASSERT_EQ(run(commands), mux_success);
    for (uint64_t i = 0; i < length; ++i) {
      expected[offset + i] = bytes[i % size];
    }
    EXPECT_EQ(contents(buffer), expected) << "pattern of " << size << " bytes";
  }
}

/// Sizes of patterns, and ranges that are no multiples of them.
/// Contract of muxCommandFillBuffer.
TEST_P(Transfers, RefusesBadFills) {
  Buffer buffer = makeBuffer(256);
  CommandBuffer commands = record();
  const auto bytes = pattern(256);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 0, 12, bytes.data(), 3),
            mux_error_invalid_value);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 0, 256, bytes.data(), 0),
            mux_error_invalid_value);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 0, 256, bytes.data(), 256),
            mux_error_invalid_value);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 2, 8, bytes.data(), 4), mux_error_invalid_value);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 0, 10, bytes.data(), 4),
            mux_error_invalid_value);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 0, 16, nullptr, 4), mux_error_invalid_value);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 256, 4, bytes.data(), 4),
            mux_error_invalid_value);
}

/// Ranges that leave their buffer, near 2^64 as well.
/// Checked at recording, so nothing runs.
TEST_P(Transfers, RefusesBadRanges) {
  Buffer buffer = makeBuffer(100);
  Buffer other = makeBuffer(50);
  CommandBuffer commands = record();
  char bytes[100] = {};
  EXPECT_EQ(muxCommandReadBuffer(commands, buffer, 0, bytes, 101), mux_error_invalid_value);
  EXPECT_EQ(muxCommandReadBuffer(commands, buffer, UINT64_MAX, bytes, 2), mux_error_invalid_value);
  EXPECT_EQ(muxCommandReadBuffer(commands, buffer, 0, nullptr, 1), mux_error_invalid_value);
  EXPECT_EQ(muxCommandWriteBuffer(commands, buffer, 100, bytes, 1), mux_error_invalid_value);
  EXPECT_EQ(muxCommandWriteBuffer(commands, buffer, 1, bytes, UINT64_MAX), mux_error_invalid_value);
  EXPECT_EQ(muxCommandCopyBuffer(commands, buffer, 0, other, 0, 51), mux_error_invalid_value);
  EXPECT_EQ(muxCommandCopyBuffer(commands, buffer, 60, other, 0, 41), mux_error_invalid_value);
  EXPECT_EQ(muxCommandReadBuffer(commands, nullptr, 0, bytes, 1), mux_error_invalid_handle);
  EXPECT_EQ(muxCommandCopyBuffer(commands, buffer, 0, nullptr, 0, 1), mux_error_invalid_handle);
  EXPECT_EQ(muxCommandReadBuffer(nullptr, buffer, 0, bytes, 1), mux_error_invalid_handle);
}

/// Zero bytes do nothing, with a null pointer too.
/// Callers need no special case for empty ranges.
TEST_P(Transfers, NothingIsAValidSize) {
  const auto bytes = pattern(100);
  Buffer buffer = makeBuffer(bytes);
  Buffer other = makeBuffer(100);
  CommandBuffer commands = record();
  EXPECT_EQ(muxCommandReadBuffer(commands, buffer, 100, nullptr, 0), mux_success);
  EXPECT_EQ(muxCommandWriteBuffer(commands, buffer, 0, nullptr, 0), mux_success);
  EXPECT_EQ(muxCommandCopyBuffer(commands, buffer, 0, other, 0, 0), mux_success);
  EXPECT_EQ(muxCommandFillBuffer(commands, buffer, 0, 0, bytes.data(), 4), mux_success);
  EXPECT_EQ(run(commands), mux_success);
  EXPECT_EQ(contents(buffer), bytes);
}

KILN_CTS_SUITE(Regions);

// Moves a box on the host, byte by byte: the model for the device.
// Offsets and pitches are in bytes, as in mux_buffer_region_t.
void moveBox(const uint8_t *from, uint8_t *to, const mux_buffer_region_t &r) {
  const auto index = [](const mux_extent_3d_t &o, uint64_t row, uint64_t slice, size_t x, size_t y,
                        size_t z) { return (o.z + z) * slice + (o.y + y) * row + o.x + x; };
  for (size_t z = 0; z < r.region.z; ++z) {
    for (size_t y = 0; y < r.region.y; ++y) {
      for (size_t x = 0; x < r.region.x; ++x) {
        to[index(r.destination_offset, r.destination_row_pitch, r.destination_slice_pitch, x, y,
                 z)] =
            from[index(r.source_offset, r.source_row_pitch, r.source_slice_pitch, x, y, z)];
      }
    }
  }
}

/// Boxes in arrays of 4096 bytes: odd pitches, gaps between slices, single rows and bytes.
/// Members: size, source offset, destination offset, then row and slice pitch of both sides.
std::vector<mux_buffer_region_t> boxes() {
  return {
      {{5, 4, 3}, {1, 2, 1}, {3, 1, 0}, 17, 17 * 9 + 5, 13, 13 * 8 + 1},
      {{16, 16, 4}, {0, 0, 0}, {0, 0, 0}, 16, 256, 16, 256},
      {{1, 1, 1}, {4095, 0, 0}, {0, 0, 0}, 4096, 4096, 1, 1},
      {{31, 1, 1}, {2, 3, 0}, {7, 0, 2}, 31, 31 * 5, 40, 40 * 3},
      {{1, 9, 2}, {6, 0, 0}, {0, 0, 0}, 7, 70, 3, 27},
      {{64, 8, 1}, {0, 0, 0}, {0, 0, 0}, 64, 512, 65, 520},
  };
}

/// Boxes arrive in the host's array with its own pitches.
/// Contract of muxCommandReadBufferRegion, as clEnqueueReadBufferRect needs it (CL 3.0 §5.2.2).
TEST_P(Regions, ReadsBoxes) {
  const auto bytes = pattern(4096);
  Buffer buffer = makeBuffer(bytes);
  // Both arrays have 4096 bytes, and each box fits both.
  for (const mux_buffer_region_t &box : boxes()) {
    // Bytes outside of the box keep this value.
    std::vector<uint8_t> host(4096, 0xcc);
    auto expected = host;
    moveBox(bytes.data(), expected.data(), box);
    CommandBuffer commands = record();
    ASSERT_EQ(muxCommandReadBufferRegion(commands, buffer, host.data(), &box), mux_success);
    ASSERT_EQ(run(commands), mux_success);
    EXPECT_EQ(host, expected);
  }
}

/// Only the bytes of the box change.
/// Contract of muxCommandWriteBufferRegion.
TEST_P(Regions, WritesBoxes) {
  const auto host = pattern(4096, 5);
  for (const mux_buffer_region_t &box : boxes()) {
    auto expected = pattern(4096);
    Buffer buffer = makeBuffer(expected);
    moveBox(host.data(), expected.data(), box);
    CommandBuffer commands = record();
    ASSERT_EQ(muxCommandWriteBufferRegion(commands, buffer, host.data(), &box), mux_success);
    ASSERT_EQ(run(commands), mux_success);
    EXPECT_EQ(contents(buffer), expected);
  }
}

/// Source and destination have different pitches.
/// Contract of muxCommandCopyBufferRegion.
TEST_P(Regions, CopiesBoxes) {
  const auto bytes = pattern(4096, 6);
  Buffer source = makeBuffer(bytes);
  for (const mux_buffer_region_t &box : boxes()) {
    auto expected = pattern(4096);
    Buffer destination = makeBuffer(expected);
    moveBox(bytes.data(), expected.data(), box);
    CommandBuffer commands = record();
    ASSERT_EQ(muxCommandCopyBufferRegion(commands, source, destination, &box), mux_success);
    ASSERT_EQ(run(commands), mux_success);
    EXPECT_EQ(contents(destination), expected);
  }
}

/// The application may change the region after the call.
/// A device that stores the pointer reads a changed box.
TEST_P(Regions, AreCopiedAtRecording) {
  const auto bytes = pattern(64);
  Buffer buffer = makeBuffer(bytes);
  std::vector<uint8_t> host(64);
  mux_buffer_region_t box{{8, 8, 1}, {}, {}, 8, 64, 8, 64};
  CommandBuffer commands = record();
  ASSERT_EQ(muxCommandReadBufferRegion(commands, buffer, host.data(), &box), mux_success);
  // The caller's structure is gone before the dispatch.
  box = {};
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(host, bytes);
}

/// Pitches and ends are checked, with overflow.
/// The last byte of the box counts, not the product of the pitches.
TEST_P(Regions, RefusesBoxesOutside) {
  Buffer buffer = makeBuffer(1000);
  std::vector<uint8_t> host(4096);
  CommandBuffer commands = record();
  // The box fills the buffer exactly: 10 by 10 by 10 bytes.
  const mux_buffer_region_t good{{10, 10, 10}, {}, {}, 10, 100, 10, 100};
  const auto refused = [&](auto change) {
    mux_buffer_region_t box = good;
    change(box);
    return muxCommandReadBufferRegion(commands, buffer, host.data(), &box);
  };
  using Box = mux_buffer_region_t;
  EXPECT_EQ(refused([](Box &b) { b.source_offset.x = 1; }), mux_error_invalid_value);
  EXPECT_EQ(refused([](Box &b) { b.source_offset.z = 1; }), mux_error_invalid_value);
  EXPECT_EQ(refused([](Box &b) { b.source_row_pitch = 9; }), mux_error_invalid_value);
  EXPECT_EQ(refused([](Box &b) { b.source_slice_pitch = 99; }), mux_error_invalid_value);
  EXPECT_EQ(refused([](Box &b) { b.destination_row_pitch = 9; }), mux_error_invalid_value);
  EXPECT_EQ(refused([](Box &b) { b.source_offset.y = SIZE_MAX; }), mux_error_invalid_value);
  EXPECT_EQ(refused([](Box &b) { b.source_slice_pitch = UINT64_MAX; }), mux_error_invalid_value);
  EXPECT_EQ(refused([](Box &b) { b.destination_offset.z = SIZE_MAX / 50; }),
            mux_error_invalid_value);
  EXPECT_EQ(muxCommandReadBufferRegion(commands, buffer, host.data(), nullptr),
            mux_error_invalid_value);
  EXPECT_EQ(muxCommandReadBufferRegion(commands, buffer, nullptr, &good), mux_error_invalid_value);
  EXPECT_EQ(muxCommandWriteBufferRegion(commands, nullptr, host.data(), &good),
            mux_error_invalid_handle);
  EXPECT_EQ(muxCommandCopyBufferRegion(commands, buffer, nullptr, &good), mux_error_invalid_handle);
  EXPECT_EQ(refused([](Box &) {}), mux_success);
}

}  // namespace mux::cts
