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
  std::string error;

  DeviceSelection() {
    infos[0].target = "one";
    infos[1].target = infos[2].target = "two";
  }
};

TEST_F(DeviceSelection, ListsAllWithoutNames) {
  EXPECT_EQ(cl::selectDevices(all, "", error), all);
  EXPECT_EQ(error, "");
}

TEST_F(DeviceSelection, ListsNoEmulatorsBesideHardware) {
  infos[1].is_emulated = true;
  EXPECT_THAT(cl::selectDevices(all, "", error), ElementsAre(one, twoMore));
  EXPECT_EQ(cl::selectDevices(all, "all", error), all);
  EXPECT_THAT(cl::selectDevices(all, "two", error), ElementsAre(two, twoMore));
  EXPECT_EQ(error, "");
}

TEST_F(DeviceSelection, ListsEmulatorsWhereThereIsNothingElse) {
  for (mux_device_info_s &info : infos) {
    info.is_emulated = true;
  }
  EXPECT_EQ(cl::selectDevices(all, "", error), all);
}

TEST_F(DeviceSelection, FollowsTheNames) {
  EXPECT_THAT(cl::selectDevices(all, "one", error), ElementsAre(one));
  EXPECT_THAT(cl::selectDevices(all, "two,one", error), ElementsAre(two, twoMore, one));
  EXPECT_THAT(cl::selectDevices(all, "one,one,", error), ElementsAre(one));
  EXPECT_EQ(error, "");
}

TEST_F(DeviceSelection, SaysWhichNamesAreUnknown) {
  EXPECT_THAT(cl::selectDevices(all, "three,one", error), ElementsAre(one));
  EXPECT_EQ(error, "there are no devices of the target 'three', only of: one two");
  error.clear();
  EXPECT_TRUE(cl::selectDevices(all, "on", error).empty());
  EXPECT_THAT(error, testing::HasSubstr("'on'"));
  error.clear();
  EXPECT_TRUE(cl::selectDevices({}, "one", error).empty());
  EXPECT_THAT(error, testing::HasSubstr("only of: none"));
}

}  // namespace
