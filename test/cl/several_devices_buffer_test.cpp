// Buffers used by several devices: the other device sees the bytes written by one, and keeps them.
#include <numeric>

#include "several_devices.h"

namespace {

using Ints = std::vector<int>;

class DevicesBuffer : public test::SeveralDevices {
 protected:
  static Ints count(size_t size, int first = 0) {
    Ints result(size);
    std::iota(result.begin(), result.end(), first);
    return result;
  }
};

TEST_P(DevicesBuffer, TravelInChainsWithoutTheHost) {
  const auto program = build(test::stepSource);
  const auto kernel = makeKernel(program, "step");
  Ints expected = count(1000);
  const auto buffer = makeBuffer(expected);
  test::OwnedEvent last;
  for (int i = 0; i < 40; ++i) {
    setArguments(kernel, buffer.get(), i);
    const std::span<const cl_event> waits(last.address(), last ? 1 : 0);
    last = launch(queues[i % 3 == 1], kernel, 1000, waits);
    for (int &value : expected) {
      value = static_cast<int>(static_cast<unsigned>(value) * 3u + static_cast<unsigned>(i));
    }
  }
  ASSERT_EQ(clWaitForEvents(1, last.address()), CL_SUCCESS);
  EXPECT_EQ(read<int>(queues[0], buffer, 1000), expected);
  EXPECT_EQ(read<int>(queues[1], buffer, 1000), expected);
}

TEST_P(DevicesBuffer, KernelsTakeTheirArgumentsFromBoth) {
  const auto program = build(test::stepSource);
  const auto kernel = makeKernel(program, "sum");
  const auto a = makeBuffer(64 * sizeof(int)), b = makeBuffer(64 * sizeof(int));
  const auto c = makeBuffer(64 * sizeof(int));
  write(queues[0], a, count(64));
  write(queues[1], b, count(64, 100));
  setArguments(kernel, a.get(), b.get(), c.get());
  for (int device = 0; device < 2; ++device) {
    write(queues[1 - device], c, Ints(64, -1));
    const auto done = launch(queues[device], kernel, 64);
    ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
    const Ints sums = read<int>(queues[1 - device], c, 64);
    for (int i = 0; i < 64; ++i) {
      ASSERT_EQ(sums[i], 100 + 2 * i);
    }
  }
}

TEST_P(DevicesBuffer, StartWithTheHostsContents) {
  for (const cl_mem_flags flags :
       {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR}) {
    Ints host = count(100, 7);
    const Ints expected = host;
    const auto buffer = makeBuffer(400, flags, host.data());
    EXPECT_EQ(read<int>(queues[1], buffer, 100), expected) << flags;
    EXPECT_EQ(read<int>(queues[0], buffer, 100), expected) << flags;
  }
}

TEST_P(DevicesBuffer, WritesOfPartsComeTogether) {
  const auto buffer = makeBuffer(Ints(100, -1));
  write(queues[0], buffer, count(30, 0), 0);
  write(queues[1], buffer, count(30, 30), 30);
  write(queues[0], buffer, count(40, 60), 60);
  write(queues[1], buffer, Ints{-5}, 64);
  Ints expected = count(100);
  expected[64] = -5;
  EXPECT_EQ(read<int>(queues[0], buffer, 100), expected);
  EXPECT_EQ(read<int>(queues[1], buffer, 100), expected);
}

// Writing to non-overlapping sub-buffers at the same time is defined (clCreateSubBuffer).
TEST_P(DevicesBuffer, BothMayWriteToPartsAtTheSameTime) {
  constexpr size_t half = 1 << 14;
  const auto program = build(test::stepSource);
  const auto buffer = makeBuffer(Ints(2 * half, 1));
  const test::OwnedMem parts[] = {makeSub(buffer, 0, half * 4),
                                  makeSub(buffer, half * 4, half * 4)};
  const test::OwnedKernel kernels[] = {makeKernel(program, "step"), makeKernel(program, "step")};
  unsigned values[] = {1, 1};
  for (int round = 0; round < 20; ++round) {
    test::OwnedEvent done[2];
    for (int i = 0; i < 2; ++i) {
      setArguments(kernels[i], parts[(round + i) % 2].get(), i);
      done[i] = launch(queues[i], kernels[i], half);
      unsigned &value = values[(round + i) % 2];
      value = value * 3 + static_cast<unsigned>(i);
    }
    const cl_event both[] = {done[0], done[1]};
    ASSERT_EQ(clWaitForEvents(2, both), CL_SUCCESS);
  }
  for (int device = 0; device < 2; ++device) {
    const auto all = read<unsigned>(queues[device], buffer, 2 * half);
    for (size_t i = 0; i < all.size(); ++i) {
      ASSERT_EQ(all[i], values[i / half]) << i;
    }
  }
}

// Work-items of two kernels may write to different locations of a buffer at the same time.
TEST_P(DevicesBuffer, ComeOnceToKernelsThatRunAtTheSameTime) {
  constexpr size_t kernels = 16, items = 1 << 14;
  const auto program =
      build("kernel void stripe(global uint *p, uint n) { p[get_global_id(0) * 16 + n] += n; }\n");
  const auto kernel = makeKernel(program, "stripe");
  const auto independent = makeQueue(1, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const auto buffer = makeBuffer(kernels * items * 4);
  for (unsigned round = 0; round < 10; ++round) {
    write(queues[0], buffer, std::vector<unsigned>(kernels * items, round));
    for (cl_uint i = 0; i < kernels; ++i) {
      setArguments(kernel, buffer.get(), i);
      launch(independent, kernel, items);
    }
    ASSERT_EQ(clFinish(independent), CL_SUCCESS);
    const auto result = read<unsigned>(queues[0], buffer, kernels * items);
    for (size_t i = 0; i < result.size(); ++i) {
      ASSERT_EQ(result[i], round + i % kernels) << "round " << round << ", " << i;
    }
  }
}

TEST_P(DevicesBuffer, SubBuffersAndTheirParentAgree) {
  const auto buffer = makeBuffer(count(256));
  const auto part = makeSub(buffer, 512, 256);  // integers 128 to 191
  write(queues[0], part, Ints(64, -1));
  Ints expected = count(256);
  std::fill_n(expected.begin() + 128, 64, -1);
  EXPECT_EQ(read<int>(queues[1], buffer, 256), expected);
  write(queues[1], buffer, Ints{-2, -3}, 150);
  EXPECT_EQ(read<int>(queues[0], part, 2, 22), (Ints{-2, -3}));
}

TEST_P(DevicesBuffer, CopiesTakeFromTheOtherDevice) {
  const auto from = makeBuffer(Ints(64, 1)), to = makeBuffer(Ints(64, 2));
  write(queues[0], from, count(64));
  write(queues[1], to, count(64, 1000));
  ASSERT_EQ(clEnqueueCopyBuffer(queues[1], from, to, 40, 80, 100, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clFinish(queues[1]), CL_SUCCESS);
  Ints expected = count(64, 1000);
  std::iota(expected.begin() + 20, expected.begin() + 45, 10);
  EXPECT_EQ(read<int>(queues[0], to, 64), expected);
}

TEST_P(DevicesBuffer, FillsKeepWhatIsBeside) {
  const auto buffer = makeBuffer(Ints(64, 0));
  const int pattern = 77;
  for (int i = 0; i < 8; ++i) {
    ASSERT_EQ(
        clEnqueueFillBuffer(queues[i % 2], buffer, &pattern, 4, i * 32u, 16, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queues[i % 2]), CL_SUCCESS);
  }
  const Ints result = read<int>(queues[0], buffer, 64);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(result[i], i % 8 < 4 ? 77 : 0) << i;
  }
}

TEST_P(DevicesBuffer, BoxesKeepWhatIsBeside) {
  std::vector<char> bytes(64, '.'), box(16, 'x');
  const auto buffer = makeBuffer(bytes), other = makeBuffer(bytes);
  const size_t at[] = {2, 2, 0}, origin[] = {0, 0, 0}, region[] = {4, 4, 1};
  ASSERT_EQ(clEnqueueWriteBufferRect(queues[0], buffer, CL_TRUE, at, origin, region, 8, 0, 0, 0,
                                     box.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  const size_t to[] = {0, 4, 0};
  ASSERT_EQ(clEnqueueCopyBufferRect(queues[1], buffer, other, at, to, region, 8, 0, 8, 0, 0,
                                    nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queues[1]), CL_SUCCESS);
  std::vector<char> back(16);
  ASSERT_EQ(clEnqueueReadBufferRect(queues[0], other, CL_TRUE, to, origin, region, 8, 0, 0, 0,
                                    back.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(back, box);
  std::string text;
  for (char c : read<char>(queues[1], buffer, 64)) {
    text += c;
  }
  EXPECT_EQ(text, "..................xxxx....xxxx....xxxx....xxxx..................");
}

TEST_P(DevicesBuffer, MigrateOnDemandOfTheApplication) {
  const auto a = makeBuffer(count(64)), b = makeBuffer(count(64, 64));
  const cl_mem both[] = {a, b};
  for (const cl_mem_migration_flags flags :
       {cl_mem_migration_flags(0), cl_mem_migration_flags(CL_MIGRATE_MEM_OBJECT_HOST)}) {
    for (const auto &queue : queues) {
      test::OwnedEvent done;
      ASSERT_EQ(clEnqueueMigrateMemObjects(queue, 2, both, flags, 0, nullptr, done.out()),
                CL_SUCCESS);
      ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
      EXPECT_EQ(statusOf(done), CL_COMPLETE);
    }
  }
  EXPECT_EQ(read<int>(queues[0], a, 64), count(64));
  EXPECT_EQ(read<int>(queues[1], b, 64), count(64, 64));
  ASSERT_EQ(clEnqueueMigrateMemObjects(queues[1], 2, both, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED,
                                       0, nullptr, nullptr),
            CL_SUCCESS);
  write(queues[1], a, Ints(64, 5));
  EXPECT_EQ(read<int>(queues[0], a, 64), Ints(64, 5));
}

TEST_P(DevicesBuffer, MapsShowAndChangeWhatEitherHas) {
  const auto buffer = makeBuffer(count(64));
  for (int round = 0; round < 4; ++round) {
    const auto &mapping = queues[round % 2], &unmapping = queues[round / 2];
    write(queues[1 - round % 2], buffer, Ints{round});
    int *read = map(mapping, buffer, CL_MAP_READ, 0, 64);
    EXPECT_EQ(read[0], round);
    EXPECT_EQ(read[63], round == 0 ? 63 : round - 1);
    unmap(unmapping, buffer, read);
    int *written = map(mapping, buffer, CL_MAP_WRITE, 32, 32);
    EXPECT_EQ(written[0], 32);
    written[31] = round;
    unmap(unmapping, buffer, written);
    for (const auto &queue : queues) {
      EXPECT_EQ(this->read<int>(queue, buffer, 1, 63), Ints{round});
    }
  }
}

TEST_P(DevicesBuffer, MapsForWritingLeaveOtherPartsToKernels) {
  const auto program = build(test::stepSource);
  const auto kernel = makeKernel(program, "step");
  for (const cl_mem_flags flags : {CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR}) {
    for (int device = 0; device < 2; ++device) {
      Ints host = count(256);
      const auto buffer = makeBuffer(1024, flags, host.data());
      const auto left = makeSub(buffer, 0, 512), right = makeSub(buffer, 512, 512);
      int *mapped = map(queues[device], left, CL_MAP_WRITE_INVALIDATE_REGION, 0, 128);
      setArguments(kernel, right.get(), 1);
      const auto done = launch(queues[1 - device], kernel, 128);
      std::iota(mapped, mapped + 128, -128);
      ASSERT_EQ(clWaitForEvents(1, done.address()), CL_SUCCESS);
      unmap(queues[device], left, mapped);
      Ints expected = count(256, -128);
      for (int i = 128; i < 256; ++i) {
        expected[i] = i * 3 + 1;
      }
      EXPECT_EQ(read<int>(queues[device], buffer, 256), expected);
      EXPECT_EQ(read<int>(queues[1 - device], buffer, 256), expected);
    }
  }
}

TEST_P(DevicesBuffer, OverlappingMapsForReading) {
  const auto buffer = makeBuffer(count(64));
  int *whole = map(queues[0], buffer, CL_MAP_READ, 0, 64);
  int *part = map(queues[1], buffer, CL_MAP_READ, 16, 16);
  cl_uint maps = 0;
  ASSERT_EQ(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof maps, &maps, nullptr), CL_SUCCESS);
  EXPECT_EQ(maps, 2u);
  EXPECT_TRUE(std::equal(part, part + 16, whole + 16));
  unmap(queues[0], buffer, part);
  EXPECT_EQ(whole[63], 63);
  unmap(queues[1], buffer, whole);
  EXPECT_EQ(read<int>(queues[0], buffer, 64), count(64));
}

TEST_P(DevicesBuffer, MappedHostPointersAreTheApplications) {
  Ints host = count(64);
  const auto buffer = makeBuffer(256, CL_MEM_USE_HOST_PTR, host.data());
  write(queues[1], buffer, Ints{-1, -2}, 10);
  for (int i = 0; i < 2; ++i) {
    int *mapped = map(queues[i], buffer, CL_MAP_READ | CL_MAP_WRITE, 8, 8);
    EXPECT_EQ(mapped, host.data() + 8);
    EXPECT_EQ(host[10], -1);
    host[12 + i] = 99;
    unmap(queues[1 - i], buffer, mapped);
  }
  EXPECT_EQ(read<int>(queues[0], buffer, 4, 10), (Ints{-1, -2, 99, 99}));
}

TEST_P(DevicesBuffer, AreWhereThereIsRoomForThem) {
  cl_ulong limits[2] = {};
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(clGetDeviceInfo(devices[i], CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof limits[i],
                              &limits[i], nullptr),
              CL_SUCCESS);
  }
  if (limits[0] == limits[1]) {
    return;
  }
  const int large = limits[0] > limits[1] ? 0 : 1;
  const size_t size = std::min(limits[0], limits[1]) + 4096;
  const auto buffer = makeBuffer(size);
  ASSERT_TRUE(buffer);
  write(queues[large], buffer, Ints{7}, 1000);
  EXPECT_EQ(read<int>(queues[large], buffer, 1, 1000), Ints{7});
  int value = 0;
  EXPECT_EQ(
      clEnqueueReadBuffer(queues[1 - large], buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
      CL_MEM_OBJECT_ALLOCATION_FAILURE);
  cl_int error = CL_SUCCESS;
  clCreateBuffer(context, 0, std::max(limits[0], limits[1]) + 1, nullptr, &error);
  EXPECT_EQ(error, CL_INVALID_BUFFER_SIZE);
}

INSTANTIATE_TEST_SUITE_P(Order, DevicesBuffer, testing::Values(0, 1));

}  // namespace
