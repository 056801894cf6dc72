// Devices able to read intermediate code made for others.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/info.h"

namespace compiler {
namespace {

DeviceProperties sample() {
  DeviceProperties properties;
  properties.extensions = {"cl_khr_fp64", "cl_khr_other"};
  properties.features = {"__opencl_c_int64"};
  return properties;
}

/// The properties missing for a program of the sample's on a device changed by `change`.
template <class Change>
std::string missingAfter(Change change) {
  DeviceProperties device = sample();
  change(device);
  return missingProperties(sample(), device);
}

TEST(DeviceProperties, NothingIsMissingOnEqualOrRicherDevices) {
  EXPECT_EQ(missingProperties(sample(), sample()), "");
  EXPECT_EQ(missingAfter([](DeviceProperties &device) {
              device.hasHalf = device.hasImages = true;
              device.extensions.insert(device.extensions.begin(), "cl_khr_fp16");
              device.features.emplace_back("__opencl_c_images");
              device.declarations = "int mine(void);";
              device.localMemorySize = device.maxWorkGroupSize = 1;
            }),
            "");
}

TEST(DeviceProperties, WhatIsMissingIsNamed) {
  EXPECT_EQ(missingAfter([](DeviceProperties &device) { device.addressBits = 32; }),
            "64-bit addresses");
  EXPECT_EQ(missingAfter([](DeviceProperties &device) { device.hasDouble = false; }), "double");
  EXPECT_EQ(missingAfter([](DeviceProperties &device) { device.is64BitAtomics = false; }),
            "64-bit atomics");
  EXPECT_EQ(missingAfter([](DeviceProperties &device) { device.extensions.pop_back(); }),
            "cl_khr_other");
  EXPECT_EQ(missingAfter([](DeviceProperties &device) {
              device.extensions = {"cl_khr_fp6"};
              device.features.clear();
            }),
            "cl_khr_fp64 cl_khr_other __opencl_c_int64");
}

TEST(DeviceProperties, BuiltinsOfATargetsOwnAreItsAlone) {
  DeviceProperties own = sample();
  own.declarations = "int mine(void);";
  EXPECT_NE(missingProperties(own, sample()), "");
  EXPECT_EQ(missingProperties(own, own), "");
  EXPECT_THAT(toString(own), testing::HasSubstr("target-builtins"));
}

}  // namespace
}  // namespace compiler
