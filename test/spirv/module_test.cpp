// What SPIR-V can say and OpenCL C cannot.

#include <CL/cl_ext.h>

#include "module_fixture.h"

namespace {

using PipeStorage = test::Modules;

TEST_F(PipeStorage, BelongsToTheProgram) {
  const auto program = buildIt(load("pipe_storage"));
  const auto fill = makeKernel(program, "fill"), drain = makeKernel(program, "drain"),
             other = makeKernel(program, "other");
  const auto status = makeBuffer(2 * sizeof(cl_int));
  // Two laps: what one launch writes the next one reads, and the sixth packet finds it full.
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

}  // namespace
