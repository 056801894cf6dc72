// The fixture of these tests: a device, and the modules made by the build.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "cl/fixture.h"

namespace test {

inline std::string readModule(const std::string &name) {
  std::ifstream file(KILN_TEST_MODULES + name + ".spv", std::ios::binary);
  EXPECT_TRUE(file) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

class Modules : public Fixture {
 protected:
  void SetUp() override {
    Fixture::SetUp();
    cl_uint bits = 0;
    ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits, nullptr),
              CL_SUCCESS);
    if (bits != 64) {
      GTEST_SKIP() << "the modules have addresses of 64 bits";
    }
  }
  OwnedProgram load(const std::string &name) {
    const std::string il = readModule(name);
    cl_int error = 1;
    OwnedProgram program = clCreateProgramWithIL(context, il.data(), il.size(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return program;
  }
  OwnedProgram buildIt(OwnedProgram program) {
    EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS)
        << logOf(program);
    return program;
  }
  /// The device address of a buffer, valid as long as the buffer lives.
  cl_ulong addressOf(cl_program program, cl_mem buffer) {
    const auto address = makeBuffer(sizeof(cl_ulong));
    const auto kernel = makeKernel(program, "addressOf");
    setArguments(kernel, buffer, address.get());
    run(kernel, 1);
    return read<cl_ulong>(address, 1)[0];
  }
};

}  // namespace test
