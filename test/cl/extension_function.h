// The way to a function of an extension.
#pragma once

#include <CL/cl.h>
#include <gtest/gtest.h>

namespace test {

/// Of a platform: sets pointers to functions by their names; a test fails where there is none.
class ExtensionFunctions {
 public:
  explicit ExtensionFunctions(cl_platform_id platform) : platform_(platform) {}

  template <class Function>
  void operator()(Function &function, const char *name) const {
    function =
        reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform_, name));
    EXPECT_NE(function, nullptr) << name;
  }

 private:
  cl_platform_id platform_;
};

}  // namespace test
