#include "kept_programs.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace test {
namespace {

/// FNV-1a: every build computes it alike.
uint64_t hash(const std::string &text) {
  uint64_t value = 0xcbf29ce484222325;
  for (const char byte : text) {
    value = (value ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  return value;
}

std::string fileOf(const char *folder, cl_device_id device, const std::string &source,
                   const std::string &options) {
  char name[256] = {};
  EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, nullptr), CL_SUCCESS);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(hash(name + ('\0' + options) + '\0' + source)));
  return std::string(folder) + "/" + digits + ".kbin";
}

}  // namespace

cl_program takeKept(cl_context context, cl_device_id device, const std::string &source,
                    const std::string &options) {
  const char *folder = std::getenv("KILN_TEST_KEPT");
  if (!folder) {
    return nullptr;
  }
  std::ifstream file(fileOf(folder, device, source, options), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const size_t size = bytes.size();
  const auto *data = reinterpret_cast<const unsigned char *>(bytes.data());
  cl_int status = 0, error = -1;
  cl_program program =
      clCreateProgramWithBinary(context, 1, &device, &size, &data, &status, &error);
  EXPECT_EQ(error, CL_SUCCESS) << "no kept program for:\n" << source;
  return program;
}

void keep(cl_program program, cl_device_id device, const std::string &source,
          const std::string &options) {
  const char *folder = std::getenv("KILN_TEST_KEEP");
  if (!folder) {
    return;
  }
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> bytes(size);
  unsigned char *data = bytes.data();
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof data, &data, nullptr),
            CL_SUCCESS);
  std::ofstream(fileOf(folder, device, source, options), std::ios::binary)
      .write(reinterpret_cast<const char *>(data), static_cast<std::streamsize>(size));
}

}  // namespace test
