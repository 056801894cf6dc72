#include "compiler/target/base_info.h"

#include <gtest/gtest.h>

namespace compiler {
namespace {

class FakeTarget final : public Target {
 public:
  FakeTarget(Context &context, const Info &info, const mux::TargetProperties &made)
      : properties(made),
        text_(mux::formatTargetProperties(made)),
        context_(context),
        info_(info) {}

  const Info &info() const override { return info_; }
  Context &context() const override { return context_; }
  const std::string &targetProperties() const override { return text_; }
  size_t featureCount() const override { return 0; }
  std::unique_ptr<Module> createModule() override { return nullptr; }

  const mux::TargetProperties properties;

 private:
  const std::string text_;
  Context &context_;
  const Info &info_;
};

InfoDescription description() {
  InfoDescription made;
  made.name = "fake";
  made.properties.addressBits = 32;
  made.properties.extensions = {"cl_fake"};
  made.defaultProperties = {.cpu = "a", .features = {"+b"}};
  made.createTarget = makeTarget<FakeTarget>;
  return made;
}

mux::TargetProperties propertiesOf(const Result<std::unique_ptr<Target>> &target) {
  return target ? static_cast<const FakeTarget &>(**target).properties : mux::TargetProperties{};
}

TEST(BaseInfo, IsItsDescription) {
  const BaseInfo plain(description());
  EXPECT_EQ(plain.name(), "fake");
  EXPECT_EQ(plain.properties().addressBits, 32u);
  EXPECT_TRUE(plain.supportsDeferredCompilation());
  EXPECT_TRUE(plain.deviceOptions().empty());

  InfoDescription other = description();
  other.supportsDeferredCompilation = false;
  other.deviceOptions = {{.name = "-fast", .values = {}, .help = "be fast"}};
  const BaseInfo changed(other);
  EXPECT_FALSE(changed.supportsDeferredCompilation());
  EXPECT_EQ(changed.deviceOptions(), other.deviceOptions);
}

TEST(BaseInfo, TargetsHaveTheDevicesPropertiesOrTheDefaults) {
  Context context;
  BaseInfo info(description());
  EXPECT_EQ(propertiesOf(info.createTarget(context, "")), description().defaultProperties);
  const auto target = info.createTarget(context, "cpu=c;features=;abi=d");
  EXPECT_EQ(propertiesOf(target), (mux::TargetProperties{.cpu = "c", .features = {}, .abi = "d"}));
  EXPECT_EQ(&(*target)->info(), &info);
  EXPECT_EQ(&(*target)->context(), &context);
}

TEST(BaseInfo, RejectsWhatDoesNotParse) {
  Context context;
  BaseInfo info(description());
  for (const char *properties : {";", "cpu=", "nothing", "cpu=a;speed=9"}) {
    const auto target = info.createTarget(context, properties);
    ASSERT_FALSE(target) << properties;
    EXPECT_EQ(target.error().code, Error::invalidValue);
    EXPECT_NE(target.error().message.find(properties), std::string::npos);
  }
}

TEST(BaseInfo, TheTargetMayRefuseADevice) {
  Context context;
  InfoDescription refusing = description();
  refusing.createTarget =
      [](Context &, const Info &,
         const mux::TargetProperties &properties) -> Result<std::unique_ptr<Target>> {
    return Failure{Error::invalidValue, "not for " + properties.cpu};
  };
  BaseInfo info(refusing);
  const auto target = info.createTarget(context, "cpu=c");
  ASSERT_FALSE(target);
  EXPECT_EQ(target.error().message, "not for c");
}

}  // namespace
}  // namespace compiler
