// Buffers, sub-buffers and the commands on their bytes.

#include <atomic>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>

#include "fixture.h"

namespace {

class Buffer : public test::Fixture {
 protected:
  static std::vector<uint8_t> bytes(size_t count, int seed = 1) {
    std::vector<uint8_t> data(count);
    std::mt19937 random(seed);
    for (auto &byte : data) {
      byte = static_cast<uint8_t>(random());
    }
    return data;
  }
};

TEST_F(Buffer, TakesItsContentsFromTheHost) {
  const auto data = bytes(1000);
  EXPECT_EQ(read<uint8_t>(makeBuffer(data), 1000), data);
}

TEST_F(Buffer, UsesTheHostPointer) {
  for (const size_t misalignment : {0, 1, 4}) {
    std::vector<uint8_t> memory(4096 + 256);
    const auto data = bytes(4096);
    uint8_t *host = memory.data() + (256 - reinterpret_cast<uintptr_t>(memory.data()) % 256) % 128 +
                    misalignment;
    std::memcpy(host, data.data(), 4096);
    const auto buffer = makeBuffer(4096, CL_MEM_USE_HOST_PTR, host);
    EXPECT_EQ(read<uint8_t>(buffer, 4096), data);
    const uint8_t pattern = 7;
    ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, 1, 10, 100, 0, nullptr, nullptr),
              CL_SUCCESS);
    cl_int error = -1;
    void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4096, 0, nullptr,
                                      nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(mapped, host);
    EXPECT_EQ(host[9], data[9]);
    EXPECT_EQ(host[10], 7);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

TEST_F(Buffer, ReadsAndWritesParts) {
  auto expected = bytes(5000);
  const auto buffer = makeBuffer(expected);
  const auto part = bytes(1234, 2);
  std::copy(part.begin(), part.end(), expected.begin() + 77);
  ASSERT_EQ(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 77, part.size(), part.data(), 0, nullptr,
                                 nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read<uint8_t>(buffer, 5000), expected);
}

TEST_F(Buffer, CopiesAndFills) {
  auto expected = bytes(4096);
  const auto source = makeBuffer(expected);
  const auto destination = makeBuffer(4096);
  ASSERT_EQ(clEnqueueCopyBuffer(queue, source, destination, 0, 0, 4096, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(
      clEnqueueCopyBuffer(queue, destination, destination, 0, 2048, 1000, 0, nullptr, nullptr),
      CL_SUCCESS);
  std::copy_n(expected.begin(), 1000, expected.begin() + 2048);
  for (size_t size = 1; size <= 128; size *= 2) {
    const auto pattern = bytes(size, static_cast<int>(size));
    ASSERT_EQ(clEnqueueFillBuffer(queue, destination, pattern.data(), size, 128, 256, 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    for (size_t i = 0; i < 256; ++i) {
      expected[128 + i] = pattern[i % size];
    }
    EXPECT_EQ(read<uint8_t>(destination, 4096), expected) << size;
  }
}

TEST_F(Buffer, CopiesBoxesAsAReferenceDoes) {
  std::mt19937 random(3);
  const auto upTo = [&](size_t most) { return random() % (most + 1); };
  for (int round = 0; round < 200; ++round) {
    const size_t region[] = {1 + upTo(20), 1 + upTo(6), 1 + upTo(4)};
    const size_t from[] = {upTo(9), upTo(3), upTo(2)}, to[] = {upTo(9), upTo(3), upTo(2)};
    const size_t fromRow = region[0] + from[0] + upTo(7), toRow = region[0] + to[0] + upTo(7);
    const size_t fromSlice = fromRow * (region[1] + from[1] + upTo(2));
    const size_t toSlice = toRow * (region[1] + to[1] + upTo(2));
    const auto data = bytes(fromSlice * (region[2] + from[2]), round);
    auto expected = bytes(toSlice * (region[2] + to[2]), round + 1000);
    const auto original = expected;
    for (size_t z = 0; z < region[2]; ++z) {
      for (size_t y = 0; y < region[1]; ++y) {
        for (size_t x = 0; x < region[0]; ++x) {
          expected[(to[2] + z) * toSlice + (to[1] + y) * toRow + to[0] + x] =
              data[(from[2] + z) * fromSlice + (from[1] + y) * fromRow + from[0] + x];
        }
      }
    }
    const auto source = makeBuffer(data);
    const auto copied = makeBuffer(original);
    ASSERT_EQ(clEnqueueCopyBufferRect(queue, source, copied, from, to, region, fromRow, fromSlice,
                                      toRow, toSlice, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(read<uint8_t>(copied, expected.size()), expected);
    const auto written = makeBuffer(original);
    ASSERT_EQ(clEnqueueWriteBufferRect(queue, written, CL_TRUE, to, from, region, toRow, toSlice,
                                       fromRow, fromSlice, data.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(read<uint8_t>(written, expected.size()), expected);
    auto host = original;
    ASSERT_EQ(clEnqueueReadBufferRect(queue, source, CL_TRUE, from, to, region, fromRow, fromSlice,
                                      toRow, toSlice, host.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(host, expected);
  }
}

TEST_F(Buffer, MapsForReadingAndWriting) {
  auto expected = bytes(3000);
  const auto buffer = makeBuffer(expected);
  cl_int error = -1;
  auto *mapped = static_cast<uint8_t *>(clEnqueueMapBuffer(
      queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 100, 200, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(mapped[0], expected[100]);
  cl_uint count = 0;
  EXPECT_EQ(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 1u);
  std::memset(mapped, 9, 200);
  std::fill_n(expected.begin() + 100, 200, 9);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(read<uint8_t>(buffer, 3000), expected);
}

TEST_F(Buffer, SubBuffersShareTheirParentsBytes) {
  auto expected = bytes(4096);
  const auto buffer = makeBuffer(expected);
  const cl_buffer_region region = {1024, 512};
  cl_int error = -1;
  test::OwnedMem part =
      clCreateSubBuffer(buffer, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const uint8_t pattern = 3;
  ASSERT_EQ(clEnqueueFillBuffer(queue, part, &pattern, 1, 0, 512, 0, nullptr, nullptr), CL_SUCCESS);
  std::fill_n(expected.begin() + 1024, 512, 3);
  EXPECT_EQ(read<uint8_t>(buffer, 4096), expected);
  size_t offset = 0;
  cl_mem parent = nullptr;
  EXPECT_EQ(clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof offset, &offset, nullptr), CL_SUCCESS);
  EXPECT_EQ(offset, 1024u);
  clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr);
  EXPECT_EQ(parent, buffer.get());
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, part, 1000, 0, 100, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
}

TEST_F(Buffer, RejectsWrongSubBuffers) {
  const auto buffer = makeBuffer(4096, CL_MEM_READ_ONLY);
  struct Case {
    cl_mem_flags flags;
    cl_buffer_region region;
    cl_int error;
  } const cases[] = {
      {0, {0, 0}, CL_INVALID_BUFFER_SIZE},
      {0, {0, 4097}, CL_INVALID_VALUE},
      {0, {4096, 1}, CL_INVALID_VALUE},
      {0, {1, 100}, CL_MISALIGNED_SUB_BUFFER_OFFSET},
      {CL_MEM_WRITE_ONLY, {0, 100}, CL_INVALID_VALUE},
      {CL_MEM_USE_HOST_PTR, {0, 100}, CL_INVALID_VALUE},
      {0, {SIZE_MAX - 127, 256}, CL_INVALID_VALUE},
  };
  for (const Case &entry : cases) {
    cl_int error = 0;
    EXPECT_EQ(
        clCreateSubBuffer(buffer, entry.flags, CL_BUFFER_CREATE_TYPE_REGION, &entry.region, &error),
        nullptr);
    EXPECT_EQ(error, entry.error);
  }
}

TEST_F(Buffer, RejectsWrongFlagsAndSizes) {
  int host = 0;
  struct Case {
    cl_mem_flags flags;
    size_t size;
    void *host;
    cl_int error;
  } const cases[] = {
      {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, nullptr, CL_INVALID_VALUE},
      {CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 4, nullptr, CL_INVALID_VALUE},
      {CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4, &host, CL_INVALID_VALUE},
      {cl_mem_flags{1} << 40, 4, nullptr, CL_INVALID_VALUE},
      {0, 0, nullptr, CL_INVALID_BUFFER_SIZE},
      {0, SIZE_MAX, nullptr, CL_INVALID_BUFFER_SIZE},
      {0, 4, &host, CL_INVALID_HOST_PTR},
      {CL_MEM_COPY_HOST_PTR, 4, nullptr, CL_INVALID_HOST_PTR},
  };
  for (const Case &entry : cases) {
    cl_int error = 0;
    EXPECT_EQ(clCreateBuffer(context, entry.flags, entry.size, entry.host, &error), nullptr);
    EXPECT_EQ(error, entry.error);
  }
}

TEST_F(Buffer, HonoursHostAccess) {
  int value = 0;
  cl_int error = 0;
  const auto noRead = makeBuffer(16, CL_MEM_HOST_WRITE_ONLY);
  EXPECT_EQ(clEnqueueReadBuffer(queue, noRead, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, noRead, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
            CL_SUCCESS);
  const auto none = makeBuffer(16, CL_MEM_HOST_NO_ACCESS);
  EXPECT_EQ(
      clEnqueueMapBuffer(queue, none, CL_TRUE, CL_MAP_WRITE, 0, 4, 0, nullptr, nullptr, &error),
      nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
}

TEST_F(Buffer, CallsDestructorsWhenTheLastUseEnds) {
  std::atomic<int> calls = 0;
  auto buffer = makeBuffer(64);
  cl_int error = -1;
  const cl_buffer_region region = {0, 64};
  test::OwnedMem part = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  EXPECT_EQ(
      clSetMemObjectDestructorCallback(
          buffer, [](cl_mem, void *user) { ++*static_cast<std::atomic<int> *>(user); }, &calls),
      CL_SUCCESS);
  buffer.reset();
  EXPECT_EQ(calls, 0);
  part.reset();
  EXPECT_EQ(calls, 1);
}

}  // namespace
