#include "mux/target_support/target_properties.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mux {
namespace {

using testing::ElementsAre;

TEST(TargetProperties, RoundTrip) {
  TargetProperties properties = {.cpu = "x86-64-v4", .features = {"+avx512vnni", "-gfni"}};
  EXPECT_EQ(formatTargetProperties(properties), "cpu=x86-64-v4;features=+avx512vnni,-gfni");
  EXPECT_EQ(parseTargetProperties(formatTargetProperties(properties)), properties);
  EXPECT_EQ(parseTargetProperties(formatTargetProperties(baselineProperties())),
            baselineProperties());
  EXPECT_EQ(parseTargetProperties("features=;cpu=znver4"),
            (TargetProperties{.cpu = "znver4", .features = {}}));
  EXPECT_EQ(parseTargetProperties("cpu=znver4"),
            (TargetProperties{.cpu = "znver4", .features = {}}));
}

TEST(TargetProperties, OptionalKeys) {
  TargetProperties properties = {
      .cpu = "generic-rv64", .features = {"+v", "+zvl256b"}, .abi = "lp64d"};
  EXPECT_EQ(formatTargetProperties(properties), "cpu=generic-rv64;features=+v,+zvl256b;abi=lp64d");
  EXPECT_EQ(parseTargetProperties(formatTargetProperties(properties)), properties);
  properties.codeModel = "medium";
  EXPECT_EQ(formatTargetProperties(properties),
            "cpu=generic-rv64;features=+v,+zvl256b;abi=lp64d;code-model=medium");
  EXPECT_EQ(parseTargetProperties(formatTargetProperties(properties)), properties);
  properties.avoid = "vfcvt-rtz";
  EXPECT_EQ(formatTargetProperties(properties),
            "cpu=generic-rv64;features=+v,+zvl256b;abi=lp64d;code-model=medium;avoid=vfcvt-rtz");
  EXPECT_EQ(parseTargetProperties(formatTargetProperties(properties)), properties);
  EXPECT_EQ(parseTargetProperties("code-model=medium;abi=lp64;cpu=a"),
            (TargetProperties{.cpu = "a", .features = {}, .abi = "lp64", .codeModel = "medium"}));
}

TEST(TargetProperties, RejectsOtherText) {
  for (const char *text : {"",
                           ";",
                           "cpu=",
                           "features=+a",
                           "cpu=a;cpu=b",
                           "cpu=a;features=+a;features=+b",
                           "cpu=a;features=a",
                           "cpu=a;features=+",
                           "cpu=a;features=+a,,+b",
                           "cpu=a;tune=b",
                           "cpu=a;",
                           "cpu=a b",
                           "cpu=a;features=+a\n",
                           "CPU=a",
                           "cpu=a;abi=",
                           "cpu=a;abi=lp64;abi=lp64",
                           "cpu=a;abi=+lp64",
                           "abi=lp64",
                           "cpu=a;code-model=",
                           "cpu=a;avoid=",
                           "cpu=a;code-model=a;code-model=b",
                           "cpu=a;abi",
                           "=a",
                           "cpu=a;=b"}) {
    EXPECT_EQ(parseTargetProperties(text), std::nullopt) << text;
  }
}

// Every text of up to four characters of this alphabet after the keys, and every truncation of a
// real one: what parses must come out of its own text again.
TEST(TargetProperties, SurvivesAnyText) {
  const std::string alphabet = "=;,+-a";
  for (size_t count = 1; count <= 6 * 6 * 6 * 6; count *= 6) {
    for (size_t number = 0; number < count; ++number) {
      std::string text = "cpu=a;features=";
      for (size_t rest = number, place = 1; place < count; place *= 6, rest /= 6) {
        text += alphabet[rest % 6];
      }
      if (const auto properties = parseTargetProperties(text)) {
        EXPECT_EQ(parseTargetProperties(formatTargetProperties(*properties)), properties) << text;
      }
    }
  }
  const std::string whole = "cpu=a;features=+b,-c;abi=d;code-model=e";
  for (size_t size = 0; size <= whole.size(); ++size) {
    if (const auto properties = parseTargetProperties(whole.substr(0, size))) {
      EXPECT_EQ(parseTargetProperties(formatTargetProperties(*properties)), properties) << size;
    }
  }
}

TEST(TargetProperties, Lists) {
  EXPECT_THAT(splitList(" a  bc d "), ElementsAre("a", "bc", "d"));
  EXPECT_THAT(splitList(""), ElementsAre());
}

}  // namespace
}  // namespace mux
