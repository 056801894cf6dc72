// Possible mistakes of a target about its device cause a message on standard error, and no crash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>

#include "hal/process.h"
#include "hal/target.h"

namespace {

using hal::process::Configuration;
using testing::HasSubstr;
using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

constexpr std::array<unsigned char, 4> anAgent = {};

Configuration complete() {
  Configuration made;
  made.name = "mistaken";
  made.info.name = "Mistaken";
  made.info.vendor = "Vendor";
  made.info.target_properties = "cpu=generic";
  made.info.address_bits = 64;
  made.info.page_size = 4096;
  made.info.workers = 1;
  made.info.memory_size = 1 << 20;
  made.info.max_allocation_size = 1 << 20;
  made.command = {"/nonexistent/emulator", hal::process::agentPath};
  made.agent = anAgent;
  return made;
}

/// The messages at the opening of the device.
std::string opening(const Configuration &configuration, hal_result_t expected) {
  hal_device_t device = nullptr;
  CaptureStderr();
  EXPECT_EQ(hal::process::openDevice(configuration, &device), expected);
  return GetCapturedStderr();
}

TEST(Mistakes, EmulatorsThatAreNotThereAreNamed) {
  EXPECT_THAT(opening(complete(), hal_error_failure),
              HasSubstr("mistaken: /nonexistent/emulator cannot be started"));
}

TEST(Mistakes, ConfigurationsNeedACommand) {
  Configuration configuration = complete();
  configuration.command.clear();
  EXPECT_THAT(opening(configuration, hal_error_invalid_value), HasSubstr("has no command"));
}

TEST(Mistakes, AddressesAreThoseOfPages) {
  for (hal_address_t Configuration::*address :
       {&Configuration::memoryBase, &Configuration::scratchpad}) {
    Configuration configuration = complete();
    configuration.*address = (uint64_t{1} << 38) + 0x12345;
    EXPECT_THAT(opening(configuration, hal_error_invalid_value), HasSubstr("page size"));
  }
}

TEST(Mistakes, ConfigurationsNeedAnAgent) {
  Configuration configuration = complete();
  configuration.agent = {};
  EXPECT_THAT(opening(configuration, hal_error_invalid_value), HasSubstr("has no agent"));
}

Configuration described;
const Configuration *configuration() {
  return &described;
}

/// The number of devices of a target with changed device properties, and the messages.
uint32_t devicesWith(const std::function<void(hal_info_t &)> &change, std::string *said) {
  described = complete();
  change(described.info);
  CaptureStderr();
  const hal::Target target({.name = "mistaken", .hal = hal::process::halOf<configuration>()});
  uint32_t count = 99;
  EXPECT_EQ(target.deviceInfos(0, nullptr, &count), mux_success);
  *said = GetCapturedStderr();
  return count;
}

TEST(Mistakes, PropertiesThatCannotBeAreNamedAndMakeNoDevice) {
  std::string said;
  EXPECT_EQ(devicesWith([](hal_info_t &) {}, &said), 1u);
  EXPECT_EQ(said, "");
  EXPECT_EQ(devicesWith([](hal_info_t &info) { info.name = nullptr; }, &said), 0u);
  EXPECT_THAT(said, HasSubstr("no usable name,"));
  EXPECT_EQ(devicesWith([](hal_info_t &info) { info.vendor = nullptr; }, &said), 0u);
  EXPECT_THAT(said, HasSubstr("no usable vendor,"));
  EXPECT_EQ(devicesWith([](hal_info_t &info) { info.target_properties = nullptr; }, &said), 0u);
  EXPECT_THAT(said, HasSubstr("no usable target_properties,"));
  EXPECT_EQ(devicesWith([](hal_info_t &info) { info.address_bits = 16; }, &said), 0u);
  EXPECT_THAT(said, HasSubstr("no usable address_bits,"));
  EXPECT_EQ(devicesWith([](hal_info_t &info) { info.workers = 0; }, &said), 0u);
  EXPECT_THAT(said, HasSubstr("no usable workers,"));
  EXPECT_EQ(devicesWith([](hal_info_t &info) { info.memory_size = 0; }, &said), 0u);
  EXPECT_THAT(said, HasSubstr("no usable memory_size,"));
}

}  // namespace
