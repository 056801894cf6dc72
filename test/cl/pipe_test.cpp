// Pipes: the objects, and their use in kernels.

#include <CL/cl_ext.h>

#include <algorithm>
#include <numeric>

#include "fixture.h"

namespace {

class Pipe : public test::Fixture {
 protected:
  test::OwnedMem makePipe(cl_uint packetSize, cl_uint packets) {
    cl_int error = -1;
    test::OwnedMem pipe = clCreatePipe(context, 0, packetSize, packets, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return pipe;
  }
  cl_int createWith(cl_mem_flags flags, cl_uint packetSize, cl_uint packets,
                    const cl_pipe_properties *properties = nullptr) {
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(clCreatePipe(context, flags, packetSize, packets, properties, &error), nullptr);
    return error;
  }
  cl_uint limit(cl_device_info name) {
    cl_uint value = 0;
    EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  test::OwnedProgram buildPipes(const std::string &source, const char *options = "") {
    return build(source, (std::string("-cl-std=CL3.0 ") + options).c_str());
  }
  void runGroups(cl_kernel kernel, size_t items, size_t local) { run(kernel, items, &local); }
};

TEST_F(Pipe, TheDeviceSaysWhatItHas) {
  EXPECT_EQ(limit(CL_DEVICE_PIPE_SUPPORT), CL_TRUE);
  EXPECT_GE(limit(CL_DEVICE_MAX_PIPE_ARGS), 16u);
  EXPECT_GE(limit(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS), 1u);
  EXPECT_GE(limit(CL_DEVICE_PIPE_MAX_PACKET_SIZE), 1024u);
}

TEST_F(Pipe, IsCreatedWithValidArgumentsAlone) {
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreatePipe(nullptr, 0, 4, 4, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_CONTEXT);
  EXPECT_EQ(clCreatePipe(nullptr, 0, 4, 4, nullptr, nullptr), nullptr);
  const cl_pipe_properties properties[] = {0};
  EXPECT_EQ(createWith(0, 4, 4, properties), CL_INVALID_VALUE);
  for (const cl_mem_flags flags :
       {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR,
        CL_MEM_COPY_HOST_PTR, CL_MEM_HOST_READ_ONLY, 1 << 30}) {
    EXPECT_EQ(createWith(flags, 4, 4), CL_INVALID_VALUE) << flags;
  }
  EXPECT_EQ(createWith(0, 0, 4), CL_INVALID_PIPE_SIZE);
  EXPECT_EQ(createWith(0, 4, 0), CL_INVALID_PIPE_SIZE);
  EXPECT_EQ(createWith(0, limit(CL_DEVICE_PIPE_MAX_PACKET_SIZE) + 1, 4), CL_INVALID_PIPE_SIZE);
  EXPECT_EQ(createWith(0, limit(CL_DEVICE_PIPE_MAX_PACKET_SIZE), ~0u),
            CL_MEM_OBJECT_ALLOCATION_FAILURE);
  for (const cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_HOST_NO_ACCESS}) {
    const test::OwnedMem pipe = clCreatePipe(context, flags, 1, 1, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
}

TEST_F(Pipe, Queries) {
  const auto pipe = makePipe(12, 7);
  cl_uint value = 0;
  size_t size = 0;
  ASSERT_EQ(clGetPipeInfo(pipe, CL_PIPE_PACKET_SIZE, sizeof value, &value, &size), CL_SUCCESS);
  EXPECT_EQ(value, 12u);
  EXPECT_EQ(size, sizeof value);
  ASSERT_EQ(clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, sizeof value, &value, nullptr), CL_SUCCESS);
  EXPECT_EQ(value, 7u);
  ASSERT_EQ(clGetPipeInfo(pipe, CL_PIPE_PROPERTIES, 0, nullptr, &size), CL_SUCCESS);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, 3, &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPipeInfo(pipe, 0xdead, sizeof value, &value, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetPipeInfo(nullptr, CL_PIPE_MAX_PACKETS, sizeof value, &value, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetPipeInfo(makeBuffer(4), CL_PIPE_MAX_PACKETS, sizeof value, &value, nullptr),
            CL_INVALID_MEM_OBJECT);
  cl_mem_object_type type = 0;
  ASSERT_EQ(clGetMemObjectInfo(pipe, CL_MEM_TYPE, sizeof type, &type, nullptr), CL_SUCCESS);
  EXPECT_EQ(type, cl_mem_object_type{CL_MEM_OBJECT_PIPE});
  cl_mem_flags flags = 0;
  ASSERT_EQ(clGetMemObjectInfo(pipe, CL_MEM_FLAGS, sizeof flags, &flags, nullptr), CL_SUCCESS);
  EXPECT_EQ(flags, cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS});
}

TEST_F(Pipe, IsNoBuffer) {
  const auto pipe = makePipe(4, 16), buffer = makeBuffer(64);
  int data[4] = {};
  EXPECT_EQ(clEnqueueReadBuffer(queue, pipe, CL_TRUE, 0, 16, data, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, pipe, CL_TRUE, 0, 16, data, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, pipe, buffer, 0, 0, 16, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clEnqueueFillBuffer(queue, pipe, data, 4, 0, 16, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(
      clEnqueueMapBuffer(queue, pipe, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, nullptr, &error),
      nullptr);
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
  const cl_buffer_region region = {0, 16};
  EXPECT_EQ(clCreateSubBuffer(pipe, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_MEM_OBJECT);
  size_t size = 0;
  EXPECT_EQ(clGetImageInfo(pipe, CL_IMAGE_WIDTH, sizeof size, &size, nullptr),
            CL_INVALID_MEM_OBJECT);
}

constexpr char simple[] = R"(
  kernel void send(write_only pipe int p, global int *failed) {
    int x = get_global_id(0) + 1;
    failed[get_global_id(0)] = write_pipe(p, &x);
  }
  kernel void receive(read_only pipe int p, global int *got, global int *failed) {
    int x = -1;
    failed[get_global_id(0)] = read_pipe(p, &x);
    got[get_global_id(0)] = x;
  }
  kernel void look(read_only pipe int p, global uint *out) {
    out[0] = get_pipe_num_packets(p);
    out[1] = get_pipe_max_packets(p);
  }
  kernel void lookWriting(write_only pipe int p, global uint *out) {
    out[0] = get_pipe_num_packets(p);
    out[1] = get_pipe_max_packets(p);
  })";

TEST_F(Pipe, ArgumentsArePipes) {
  const auto program = buildPipes(simple, "-cl-kernel-arg-info");
  const auto send = makeKernel(program, "send");
  const auto pipe = makePipe(4, 16), buffer = makeBuffer(64);
  EXPECT_EQ(clSetKernelArg(send, 0, sizeof(cl_mem), buffer.address()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(send, 0, sizeof(cl_mem), nullptr), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(send, 0, 4, pipe.address()), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(send, 1, sizeof(cl_mem), pipe.address()), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(send, 0, sizeof(cl_mem), pipe.address()), CL_SUCCESS);
  cl_kernel_arg_type_qualifier qualifier = 0;
  cl_kernel_arg_access_qualifier access = 0;
  ASSERT_EQ(clGetKernelArgInfo(send, 0, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof qualifier, &qualifier,
                               nullptr),
            CL_SUCCESS);
  EXPECT_EQ(qualifier, cl_kernel_arg_type_qualifier{CL_KERNEL_ARG_TYPE_PIPE});
  ASSERT_EQ(
      clGetKernelArgInfo(send, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(access, cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_WRITE_ONLY});
}

TEST_F(Pipe, APipeThatIsGoneIsNoArgument) {
  const auto program = buildPipes(simple);
  const auto send = makeKernel(program, "send");
  auto pipe = makePipe(4, 16), failed = makeBuffer(4);
  setArguments(send, pipe.get(), failed.get());
  pipe.reset();
  const size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, send, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

TEST_F(Pipe, HoldsAsMuchAsItSaysAndGivesItOnce) {
  for (const char *options : {"", "-cl-kiln-vectorize=never", "-cl-kiln-vectorize=16"}) {
    const auto program = buildPipes(simple, options);
    const auto send = makeKernel(program, "send"), receive = makeKernel(program, "receive");
    const auto look = makeKernel(program, "look"), lookWriting = makeKernel(program, "lookWriting");
    constexpr size_t capacity = 100, items = 128;
    const auto pipe = makePipe(4, capacity), failed = makeBuffer(4 * items),
               got = makeBuffer(4 * items), seen = makeBuffer(8);
    for (int round = 0; round < 5; ++round) {
      setArguments(send, pipe.get(), failed.get());
      run(send, items);
      auto failures = read<int>(failed, items);
      std::vector<int> sent;
      for (size_t i = 0; i < items; ++i) {
        EXPECT_TRUE(failures[i] == 0 || failures[i] == -1);
        if (failures[i] == 0) {
          sent.push_back(static_cast<int>(i) + 1);
        }
      }
      EXPECT_EQ(sent.size(), capacity);
      for (cl_kernel kernel : {look.get(), lookWriting.get()}) {
        setArguments(kernel, pipe.get(), seen.get());
        run(kernel, 1);
        EXPECT_EQ(read<cl_uint>(seen, 2), (std::vector<cl_uint>{capacity, capacity}));
      }
      setArguments(receive, pipe.get(), got.get(), failed.get());
      run(receive, items);
      failures = read<int>(failed, items);
      EXPECT_EQ(std::ranges::count(failures, 0), static_cast<long>(capacity));
      auto received = read<int>(got, items);
      std::erase(received, -1);
      std::ranges::sort(received);
      EXPECT_EQ(received, sent);
    }
  }
}

TEST_F(Pipe, IsFirstInFirstOut) {
  const auto program = buildPipes(R"(
    kernel void send(write_only pipe int p, int first, int count) {
      for (int i = 0; i < count; ++i) { int x = first + i; write_pipe(p, &x); }
    }
    kernel void receive(read_only pipe int p, global int *got, int count) {
      for (int i = 0; i < count; ++i) read_pipe(p, got + i);
    })");
  const auto send = makeKernel(program, "send"), receive = makeKernel(program, "receive");
  const auto pipe = makePipe(4, 7), got = makeBuffer(5 * sizeof(int));
  for (int first = 0; first < 100; first += 5) {
    setArguments(send, pipe.get(), first, 5);
    run(send, 1);
    setArguments(receive, pipe.get(), got.get(), 5);
    run(receive, 1);
    std::vector<int> expected(5);
    std::iota(expected.begin(), expected.end(), first);
    EXPECT_EQ(read<int>(got, 5), expected);
  }
}

TEST_F(Pipe, PacketsOfAllSizes) {
  struct Type {
    const char *name;
    cl_uint size;
  };
  for (const Type type : {Type{"char", 1}, Type{"short4", 8}, Type{"struct S", 20},
                          Type{"long16", 128}, Type{"struct Large", 1024}}) {
    const std::string name = type.name;
    const auto program = buildPipes(
        "struct S { int a[5]; }; struct Large { char a[1024]; };\n"
        "kernel void send(write_only pipe " +
        name + " p, global const " + name +
        " *in) {\n"
        "  " +
        name +
        " x = in[get_global_id(0)]; write_pipe(p, &x); }\n"
        "kernel void receive(read_only pipe " +
        name + " p, global " + name +
        " *out) {\n"
        "  " +
        name + " x; if (read_pipe(p, &x) == 0) out[get_global_id(0)] = x; }\n");
    const auto send = makeKernel(program, "send"), receive = makeKernel(program, "receive");
    constexpr size_t items = 33;
    std::vector<unsigned char> data(items * type.size);
    for (size_t i = 0; i < data.size(); ++i) {
      data[i] = static_cast<unsigned char>(i / type.size * 7 + i);
    }
    const auto pipe = makePipe(type.size, items), in = makeBuffer(data),
               out = makeBuffer(data.size());
    setArguments(send, pipe.get(), in.get());
    run(send, items);
    setArguments(receive, pipe.get(), out.get());
    run(receive, items);
    auto packets = [&](const std::vector<unsigned char> &bytes) {
      std::vector<std::string> list;
      for (size_t i = 0; i < items; ++i) {
        list.emplace_back(bytes.begin() + i * type.size, bytes.begin() + (i + 1) * type.size);
      }
      std::ranges::sort(list);
      return list;
    };
    EXPECT_EQ(packets(read<unsigned char>(out, data.size())), packets(data)) << type.name;
  }
}

TEST_F(Pipe, PacketsOfAnotherSizeAreRefused) {
  const auto program = buildPipes(simple);
  const auto send = makeKernel(program, "send"), receive = makeKernel(program, "receive");
  const auto pipe = makePipe(8, 16), failed = makeBuffer(4), got = makeBuffer(4);
  setArguments(send, pipe.get(), failed.get());
  run(send, 1);
  EXPECT_LT(read<int>(failed, 1)[0], 0);
  setArguments(receive, pipe.get(), got.get(), failed.get());
  run(receive, 1);
  EXPECT_LT(read<int>(failed, 1)[0], 0);
}

TEST_F(Pipe, WritersAndReadersAtOnce) {
  const auto program = buildPipes(R"(
    kernel void send(write_only pipe uint p, global uint *sent) {
      uint x = get_global_id(0);
      for (int tries = 0; tries < 200; ++tries)
        if (write_pipe(p, &x) == 0) { sent[x] = 1; break; }
    }
    kernel void receive(read_only pipe uint p, global atomic_uint *got, int tries) {
      for (int i = 0; i < tries; ++i) {
        uint x;
        if (read_pipe(p, &x) == 0) atomic_fetch_add(got + x, 1u);
      }
    })");
  const auto send = makeKernel(program, "send"), receive = makeKernel(program, "receive");
  constexpr size_t items = 20000, readers = 4000, local = 50;
  const auto pipe = makePipe(4, 64);
  const auto sent = makeBuffer(std::vector<cl_uint>(items, 0)),
             got = makeBuffer(std::vector<cl_uint>(items, 0));
  const auto other = makeQueue(0);
  setArguments(send, pipe.get(), sent.get());
  setArguments(receive, pipe.get(), got.get(), 20);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, send, 1, nullptr, &items, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(
      clEnqueueNDRangeKernel(other, receive, 1, nullptr, &readers, &local, 0, nullptr, nullptr),
      CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  run(receive, readers);
  EXPECT_EQ(read<cl_uint>(got, items), read<cl_uint>(sent, items));
}

TEST_F(Pipe, ProgramsWithVersion12HaveNoPipes) {
  const auto program = makeProgram(simple);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "-cl-std=CL1.2", nullptr, nullptr),
            CL_BUILD_PROGRAM_FAILURE);
}

}  // namespace
