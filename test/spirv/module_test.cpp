// Runs modules with features that SPIR-V has and OpenCL C lacks.

#include <CL/cl_ext.h>

#include <numeric>

#include "module_fixture.h"

namespace {

using PipeStorage = test::Modules;

TEST_F(PipeStorage, BelongsToTheProgram) {
  const auto program = buildIt(load("pipe_storage"));
  const auto fill = makeKernel(program, "fill"), drain = makeKernel(program, "drain"),
             other = makeKernel(program, "other");
  const auto status = makeBuffer(2 * sizeof(cl_int));
  // Two laps: each launch reads the packets of the launch before, and the sixth packet finds the
  // pipe full.
  for (const cl_ulong lap : {100, 200}) {
    for (cl_ulong i = 0; i < 6; ++i) {
      const auto packet = makeBuffer(std::vector<cl_ulong>{lap + i});
      setArguments(fill, packet.get(), status.get());
      run(fill, 1);
      EXPECT_EQ(read<cl_int>(status, 1)[0], i < 5 ? 0 : -1) << i;
    }
    setArguments(other, status.get(), status.get());
    run(other, 1);
    EXPECT_EQ(read<cl_int>(status, 2), (std::vector<cl_int>{0, 3}));
    for (cl_ulong i = 0; i < 6; ++i) {
      const auto packet = makeBuffer(std::vector<cl_ulong>{7});
      setArguments(drain, packet.get(), status.get());
      run(drain, 1);
      EXPECT_EQ(read<cl_int>(status, 1)[0], i < 5 ? 0 : -1) << i;
      EXPECT_EQ(read<cl_ulong>(packet, 1)[0], i < 5 ? lap + i : 7);
    }
  }
}

class SubGroupCount : public test::Modules {
 protected:
  cl_int enqueue(cl_kernel kernel, size_t items, const size_t *local) {
    const cl_int error =
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, local, 0, nullptr, nullptr);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    return error;
  }
};

TEST_F(SubGroupCount, IsAskedOfEachWorkGroup) {
  const auto program = buildIt(load("sub_group_count"));
  const auto kernel = makeKernel(program, "pairs");
  size_t count = 0;
  ASSERT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, nullptr,
                                    sizeof count, &count, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(count, 2u);
  const auto out = makeBuffer(std::vector<cl_uint>{77});
  setArguments(kernel, out.get());
  for (const size_t local : {8, 24, 32}) {
    EXPECT_EQ(enqueue(kernel, 96, &local), CL_INVALID_WORK_GROUP_SIZE) << local;
  }
  EXPECT_EQ(read<cl_uint>(out, 1)[0], 77u);
  for (const size_t local : {9, 12, 16}) {
    EXPECT_EQ(enqueue(kernel, 144, &local), CL_SUCCESS) << local;
    EXPECT_EQ(read<cl_uint>(out, 1)[0], 2u) << local;
  }
  // The driver's choice.
  for (const size_t items : {16, 96, 10, 26}) {
    EXPECT_EQ(enqueue(kernel, items, nullptr), CL_SUCCESS) << items;
  }
  for (const size_t items : {8, 17}) {
    EXPECT_EQ(enqueue(kernel, items, nullptr), CL_INVALID_WORK_GROUP_SIZE) << items;
  }
}

using TwoNames = test::Modules;

TEST_F(TwoNames, OfOneFunctionAreTwoKernels) {
  const auto program = buildIt(load("two_names"));
  for (const char *name : {"first", "second"}) {
    const auto kernel = makeKernel(program, name);
    const auto out = makeBuffer(4 * sizeof(cl_uint));
    setArguments(kernel, out.get());
    size_t local[3] = {};
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                       sizeof local, local, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(local[0], 4u) << name;
    run(kernel, 4);
    EXPECT_EQ(read<cl_uint>(out, 4), (std::vector<cl_uint>{3, 2, 1, 0})) << name;
  }
}

using OmittedStorageClasses = test::Modules;

TEST_F(OmittedStorageClasses, AreThoseOfTheMemory) {
  const auto program = buildIt(load("omitted_storage_classes"));
  constexpr size_t items = 40;
  const auto out = makeBuffer(items * sizeof(cl_uint)),
             counter = makeBuffer(std::vector<cl_uint>{0});
  const struct {
    alignas(8) cl_uint number;
    cl_ulong pointer;
  } structure = {7000, addressOf(program, counter)};
  const auto kernel = makeKernel(program, "omitted");
  setArguments(kernel, out.get(), structure);
  run(kernel, items);
  const auto got = read<cl_uint>(out, items);
  for (size_t i = 0; i < items; ++i) {
    EXPECT_EQ(got[i], (i % 2 ? 600u : 500u) + 7000 + 2) << i;
  }
  EXPECT_EQ(read<cl_uint>(counter, 1)[0], items);
}

using Levels = test::Modules;

TEST_F(Levels, OfImagesAreReadWrittenAndAskedFor) {
  constexpr cl_uint count = 4;
  constexpr size_t width = 12, height = 8;
  const cl_image_format format = {CL_RGBA, CL_FLOAT};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = width;
  description.image_height = height;
  description.num_mip_levels = count;
  cl_int error = 1;
  const auto make = [&](float first) {
    test::OwnedMem image =
        clCreateImage(context, CL_MEM_READ_WRITE, &format, &description, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    for (size_t level = 0; level < count; ++level) {
      const size_t origin[] = {0, 0, level}, region[] = {width >> level, height >> level, 1};
      const cl_float4 color = {{first + static_cast<float>(level), 1, 2, 3}};
      EXPECT_EQ(clEnqueueFillImage(queue, image, &color, origin, region, 0, nullptr, nullptr),
                CL_SUCCESS);
    }
    return image;
  };
  const auto image = make(0), target = make(100);
  const test::Owned<cl_sampler, clReleaseSampler> sampler =
      clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &error);
  const auto kernel = makeKernel(buildIt(load("levels")), "levels");
  for (cl_uint level = 0; level < count; ++level) {
    const auto colors = makeBuffer(3 * sizeof(cl_float4)), numbers = makeBuffer(12);
    const cl_float2 center = {{0.5F, 0.5F}};
    const cl_float2 step = {{static_cast<float>(1 << level) / width, 0}};
    setArguments(kernel, image.get(), target.get(), sampler.get(), center, step, level,
                 colors.get(), numbers.get());
    run(kernel, 1);
    const auto number = static_cast<float>(level);
    EXPECT_EQ(read<float>(colors, 12),
              (std::vector<float>{number, 1, 2, 3, number, 1, 2, 3, number, 1, 2, 3}));
    EXPECT_EQ(read<cl_uint>(numbers, 3),
              (std::vector<cl_uint>{count, cl_uint{width} >> level, cl_uint{height} >> level}));
    const size_t origin[] = {0, 0, level}, pixel[] = {1, 1, 1};
    cl_float4 got = {{9, 9, 9, 9}};
    EXPECT_EQ(
        clEnqueueReadImage(queue, target, CL_TRUE, origin, pixel, 0, 0, &got, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(got.s[0], number);
  }
}

using ImageBlocks = test::Modules;

/// Two rows, as many pixels of each as a sub-group has work-items: all sub-groups do the same.
TEST_F(ImageBlocks, AreReadAndWritten) {
  constexpr size_t width = 64, height = 3, items = 64;
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = width;
  description.image_height = height;
  std::vector<cl_uint> pixels(width * height), none(width * height, 7);
  std::iota(pixels.begin(), pixels.end(), 100);
  const auto make = [&](std::vector<cl_uint> &values) {
    cl_int error = 1;
    test::OwnedMem image = clCreateImage(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                         &description, values.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return image;
  };
  const auto from = make(pixels), to = make(none);
  const auto kernel = makeKernel(buildIt(load("image_blocks")), "copy");
  setArguments(kernel, from.get(), to.get());
  run(kernel, items);
  const size_t origin[] = {0, 0, 0}, region[] = {width, height, 1};
  std::vector<cl_uint> got(width * height);
  ASSERT_EQ(
      clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, got.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  for (size_t x = 0; x < width; ++x) {
    // However wide sub-groups are.
    const bool isWritten = x < 4 || got[x] != 7;
    EXPECT_EQ(got[x], isWritten ? pixels[width + x] : 7U) << x;
    EXPECT_EQ(got[width + x], isWritten ? pixels[2 * width + x] : 7U) << x;
    EXPECT_EQ(got[2 * width + x], 7U) << x;
  }
}

using LocalVariables = test::Modules;

/// In each work-group, four counters begin at 0 and reach a quarter of its work-items.
TEST_F(LocalVariables, BeginWithZerosInEachGroup) {
  constexpr size_t items = 640;
  const auto program = buildIt(load("local_initializers"));
  const auto result = makeBuffer(items * sizeof(cl_uint));
  const auto kernel = makeKernel(program, "count");
  setArguments(kernel, result.get());
  for (const size_t local : {1, 4, 20, 64}) {
    run(kernel, items, &local);
    EXPECT_EQ(read<cl_uint>(result, items),
              std::vector<cl_uint>(items, static_cast<cl_uint>(std::max<size_t>(local / 4, 1))))
        << local;
  }
}

}  // namespace
