// A harness for programs: build a source, pass vectors and scalars, run, compare. With
// KILN_TEST_VIA=spirv, khronos or spir, clang compiles the source before: to SPIR-V by LLVM's own
// back end or by the Khronos translator, or to SPIR. With KILN_TEST_SPIRV_OPT=<seed> spirv-opt
// changes SPIR-V at random before it is used.
#pragma once

#include <gtest/gtest.h>

#include <CL/opencl.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "temporary_folder.h"

namespace programs {

inline std::string readAll(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The words of build options beginning with -cl-kiln-, unknown to clang, or the others, quoted for
/// a shell.
inline std::string optionsOf(const std::string &options, bool ofKiln) {
  std::istringstream words(options);
  std::string result;
  for (std::string word; words >> word;) {
    if (word.starts_with("-cl-kiln-") == ofKiln) {
      result += ofKiln ? " " + word : " '" + word + "'";
    }
  }
  return result;
}

/// The extensions of SPIR-V for programs here.
inline constexpr char spirvOptions[] =
    " --target=spirv64 -mllvm -spirv-ext=+SPV_KHR_subgroup_rotate,+SPV_EXT_shader_atomic_float_add,"
    "+SPV_EXT_shader_atomic_float_min_max,+SPV_INTEL_subgroups,+SPV_KHR_integer_dot_product,"
    "+SPV_KHR_bit_instructions,+SPV_INTEL_split_barrier";

/// For a translator reading typed pointers.
inline constexpr char khronosOptions[] = " --target=spir64 -emit-llvm -Xclang -no-opaque-pointers";

/// Clang's output for a source and a way in, with the options for the front end. Empty, and a
/// failed test, if there is none.
inline std::string compileOffline(const std::string &source, const std::string &options,
                                  const std::string &way) {
  const TemporaryFolder folder;
  const std::string base = folder.string() + "/program";
  std::ofstream(base + ".cl") << source;
  const char *seed = std::getenv("KILN_TEST_SPIRV_OPT");
  const bool isKhronos = way == "khronos", isSpirv = isKhronos || way == "spirv";
  const std::string output = base + (isKhronos ? ".bc" : ".il");
  const std::string command =
      std::string(isKhronos ? KILN_TEST_CLANG_15 : KILN_TEST_CLANG) +
      (isKhronos ? khronosOptions
       : isSpirv ? spirvOptions
                 : " --target=spir64 -emit-llvm") +
      " -c -O1 -w -Xclang -cl-ext=-__opencl_c_device_enqueue" +
      (isSpirv ? " " : ",-__opencl_c_generic_address_space,-__opencl_c_pipes ") +
      optionsOf(options, false) + " " + base + ".cl -o " + output +
      (isKhronos ? " && " KILN_TEST_LLVM_SPIRV " --spirv-max-version=1.4 --spirv-ext=+all " +
                       output + " -o " + base + ".il"
                 : "") +
      (isSpirv && seed
           ? " && /usr/bin/python3 -B " KILN_TEST_SPIRV_OPT_SCRIPT " " + base + ".il " + seed
           : "");
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return readAll(base + ".il");
}

/// A built program with a queue. A failure of any call fails the test with its code.
class Program {
 public:
  explicit Program(const std::string &source, const char *options = "")
      : device_(cl::Device::getDefault()), context_(device_), queue_(context_, device_) {
    const char *via = std::getenv("KILN_TEST_VIA");
    const std::string way = via ? via : "source";
    std::string buildOptions = options;
    cl_int error = CL_SUCCESS;
    if (way == "source") {
      program_ = cl::Program(context_, source);
    } else {
      const std::string il = compileOffline(source, options, way);
      const std::vector<char> bytes(il.begin(), il.end());
      const bool isSpirv = way != "spir";
      program_ = isSpirv
                     ? cl::Program(context_, bytes, false, &error)
                     : cl::Program(context_, {device_}, {{il.begin(), il.end()}}, nullptr, &error);
      EXPECT_EQ(error, CL_SUCCESS);
      buildOptions = (isSpirv ? "" : "-x spir -spir-std=1.2") + optionsOf(options, true);
    }
    error = program_.build(buildOptions.c_str());
    EXPECT_EQ(error, CL_SUCCESS) << program_.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device_);
  }

  const cl::Device &device() const { return device_; }
  const cl::Context &context() const { return context_; }
  cl::CommandQueue &queue() { return queue_; }

  cl::Kernel kernel(const char *name) {
    cl_int error;
    cl::Kernel result(program_, name, &error);
    EXPECT_EQ(error, CL_SUCCESS) << name;
    return result;
  }

  template <class T>
  cl::Buffer buffer(const std::vector<T> &values) {
    cl_int error;
    cl::Buffer result(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, values.size() * sizeof(T),
                      const_cast<T *>(values.data()), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return result;
  }

  template <class T>
  std::vector<T> read(const cl::Buffer &buffer, size_t count) {
    std::vector<T> values(count);
    EXPECT_EQ(queue_.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(T), values.data()),
              CL_SUCCESS);
    return values;
  }

  template <class... Arguments>
  void run(const char *name, const cl::NDRange &global, const cl::NDRange &local,
           const Arguments &...arguments) {
    cl_int error;
    cl::Kernel kernel(program_, name, &error);
    ASSERT_EQ(error, CL_SUCCESS) << name;
    cl_uint index = 0;
    ((error = error == CL_SUCCESS ? kernel.setArg(index++, arguments) : error), ...);
    ASSERT_EQ(error, CL_SUCCESS) << name << ": argument " << index - 1;
    ASSERT_EQ(queue_.enqueueNDRangeKernel(kernel, cl::NullRange, global, local), CL_SUCCESS)
        << name;
    ASSERT_EQ(queue_.finish(), CL_SUCCESS) << name;
  }

 private:
  cl::Device device_;
  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Program program_;
};

/// `count` values of a uniform distribution over [low, high], the same in each run.
template <class T>
std::vector<T> random(size_t count, T low, T high, unsigned seed = 1) {
  std::mt19937 engine(seed);
  std::vector<T> values(count);
  for (T &value : values) {
    if constexpr (std::is_floating_point_v<T>) {
      value = std::uniform_real_distribution<T>(low, high)(engine);
    } else {
      value = static_cast<T>(std::uniform_int_distribution<long>(low, high)(engine));
    }
  }
  return values;
}

template <class T>
void expectNear(const std::vector<T> &got, const std::vector<T> &expected, double tolerance) {
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    ASSERT_NEAR(got[i], expected[i], tolerance * (1 + std::abs(expected[i]))) << "element " << i;
  }
}

}  // namespace programs
