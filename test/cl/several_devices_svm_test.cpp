// Shared virtual memory in a context of two devices, one with shared memory and one without.

#include "several_devices.h"

namespace {

class SeveralDevicesSvm : public test::SeveralDevices {
 protected:
  void SetUp() override {
    SeveralDevices::SetUp();
    if (IsSkipped()) {
      return;
    }
    cl_device_svm_capabilities bits[2] = {};
    for (int i = 0; i < 2; ++i) {
      clGetDeviceInfo(devices[i], CL_DEVICE_SVM_CAPABILITIES, sizeof bits[i], &bits[i], nullptr);
    }
    if ((bits[0] != 0) == (bits[1] != 0)) {
      GTEST_SKIP() << "the devices do not differ";
    }
    with = bits[0] != 0 ? 0 : 1;
    without = 1 - with;
    p = static_cast<int *>(clSVMAlloc(context, CL_MEM_READ_WRITE, 1024, 0));
    ASSERT_NE(p, nullptr);
  }
  void TearDown() override {
    if (p) {
      clSVMFree(context, p);
    }
  }

  int with = 0, without = 1;
  int *p = nullptr;
};

TEST_P(SeveralDevicesSvm, IsForTheDeviceThatHasIt) {
  auto program = build(test::stepSource);
  auto kernel = makeKernel(program, "step");
  const int a = 5;
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, p), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof a, &a), CL_SUCCESS);
  std::fill_n(p, 256, 1);
  const size_t items = 256;
  EXPECT_EQ(clEnqueueNDRangeKernel(queues[without], kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                   nullptr),
            CL_INVALID_OPERATION);
  EXPECT_EQ(clEnqueueSVMMap(queues[without], CL_TRUE, CL_MAP_READ, p, 4, 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  launch(queues[with], kernel, items);
  ASSERT_EQ(clFinish(queues[with]), CL_SUCCESS);
  EXPECT_EQ(std::vector<int>(p, p + 256), std::vector<int>(256, 8));
  // A kernel set up for shared memory cannot run where there is none.
  auto buffer = makeBuffer(std::vector<int>(256, 1));
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.address()), CL_SUCCESS);
  const void *pointers[] = {p};
  ASSERT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(queues[without], kernel, 1, nullptr, &items, nullptr, 0, nullptr,
                                   nullptr),
            CL_INVALID_OPERATION);
  launch(queues[with], kernel, items);
  EXPECT_EQ(read<int>(queues[with], buffer, 256), std::vector<int>(256, 8));
}

TEST_P(SeveralDevicesSvm, BuffersOverItAreForAll) {
  std::fill_n(p, 256, 1);
  auto buffer = makeBuffer(1024, CL_MEM_USE_HOST_PTR, p);
  auto program = build(test::stepSource);
  auto kernel = makeKernel(program, "step");
  setArguments(kernel, buffer.get(), 1);
  int expected = 1;
  for (int device : {with, without, with, without}) {
    launch(queues[device], kernel, 256);
    ASSERT_EQ(clFinish(queues[device]), CL_SUCCESS);
    expected = expected * 3 + 1;
    int *mapped = map(queues[with], buffer, CL_MAP_READ, 0, 256);
    EXPECT_EQ(mapped, p);
    EXPECT_EQ(std::vector<int>(p, p + 256), std::vector<int>(256, expected));
    unmap(queues[with], buffer, mapped);
  }
}

INSTANTIATE_TEST_SUITE_P(BothOrders, SeveralDevicesSvm, testing::Values(0, 1));

}  // namespace
