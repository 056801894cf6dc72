// Helpers of the tests of extensions: the device's extensions, and the way to their functions.
#pragma once

#include <sstream>

#include "fixture.h"

#define NEEDS_EXTENSION(name)                         \
  if (!has(name)) {                                   \
    GTEST_SKIP() << "the device does not have " name; \
  }

namespace test {

class ExtensionFixture : public Fixture {
 protected:
  static std::vector<std::string> namesOf(cl_device_id device) {
    size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &size), CL_SUCCESS);
    std::string text(size, '\0');
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, size, text.data(), nullptr);
    std::istringstream words(text.c_str());
    std::vector<std::string> names;
    for (std::string name; words >> name;) {
      names.push_back(name);
    }
    return names;
  }
  bool has(const std::string &name) const {
    const auto names = namesOf(device);
    return std::find(names.begin(), names.end(), name) != names.end();
  }
  cl_version versionOf(const std::string &name) const {
    size_t size = 0;
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size);
    std::vector<cl_name_version> list(size / sizeof(cl_name_version));
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, list.data(), nullptr);
    for (const cl_name_version &each : list) {
      if (each.name == name) {
        return each.version;
      }
    }
    ADD_FAILURE() << name;
    return 0;
  }
  std::vector<cl_device_id> allDevices() const {
    cl_uint count = 0;
    EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_device_id> ids(count);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr);
    return ids;
  }
  template <class Function>
  Function function(const char *name) const {
    return reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
  }
};

}  // namespace test
