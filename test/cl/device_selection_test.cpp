// KILN_DEVICES: the devices listed by the platform.

#include "core/devices/device_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::ElementsAre;

struct DeviceSelection : testing::Test {
  mux_device_info_s infos[3] = {};
  mux_device_info_t one = &infos[0], two = &infos[1], twoMore = &infos[2];
  std::vector<mux_device_info_t> all = {one, two, twoMore};

  DeviceSelection() {
    infos[0].target = "one";
    infos[1].target = infos[2].target = "two";
  }
  /// Selects devices without a warning.
  std::vector<mux_device_info_t> select(std::string_view names) {
    const auto selection = cl::selectDevices(all, names);
    EXPECT_EQ(selection.warning, "") << names;
    return selection.devices;
  }
};

TEST_F(DeviceSelection, ListsAllWithoutNames) {
  EXPECT_EQ(select(""), all);
}

TEST_F(DeviceSelection, ListsNoEmulatorsBesideHardware) {
  infos[1].is_emulated = true;
  EXPECT_THAT(select(""), ElementsAre(one, twoMore));
  EXPECT_EQ(select("all"), all);
  EXPECT_THAT(select("two"), ElementsAre(two, twoMore));
}

TEST_F(DeviceSelection, ListsEmulatorsWhereThereIsNothingElse) {
  for (mux_device_info_s &info : infos) {
    info.is_emulated = true;
  }
  EXPECT_EQ(select(""), all);
}

TEST_F(DeviceSelection, FollowsTheNames) {
  EXPECT_THAT(select("one"), ElementsAre(one));
  EXPECT_THAT(select("two,one"), ElementsAre(two, twoMore, one));
  EXPECT_THAT(select("one,one,"), ElementsAre(one));
}

TEST_F(DeviceSelection, SaysWhichNamesAreUnknown) {
  const auto oneKnown = cl::selectDevices(all, "three,one");
  EXPECT_THAT(oneKnown.devices, ElementsAre(one));
  EXPECT_EQ(oneKnown.warning, "there are no devices of the target 'three', only of: one two");
  const auto beginning = cl::selectDevices(all, "on");
  EXPECT_TRUE(beginning.devices.empty());
  EXPECT_THAT(beginning.warning, testing::HasSubstr("'on'"));
  const auto nothing = cl::selectDevices({}, "one");
  EXPECT_TRUE(nothing.devices.empty());
  EXPECT_THAT(nothing.warning, testing::HasSubstr("only of: none"));
}

}  // namespace
