#include "compiler/program_info.h"

#include <gtest/gtest.h>

#include <random>

namespace compiler {
namespace {

ProgramInfo example() {
  ArgumentInfo pointer;
  pointer.kind = ArgumentKind::pointer;
  pointer.addressSpace = AddressSpace::global;
  pointer.typeQualifiers = typeConst | typeRestrict;
  pointer.typeName = "float*";
  pointer.name = "data";
  ArgumentInfo value;
  value.size = 16;
  value.typeName = "float4";
  value.name = "v";
  ArgumentInfo rounds;
  rounds.size = 4;
  rounds.valueProfitability = ValueProfitability::ifSmall;
  KernelInfo first;
  first.name = "first";
  first.attributes = "reqd_work_group_size(8,4,1)";
  first.arguments = {pointer, value, rounds};
  first.hasArgumentInfo = true;
  first.requiredWorkGroupSize = {8, 4, 1};
  KernelInfo second;
  second.name = "second";
  second.workGroupSizeHint = {64, 1, 1};
  second.requiredSubGroupSize = 8;
  second.needsFullSubGroups = true;
  ProgramInfo info;
  info.kernels = {first, second};
  info.globalVariableSize = 12;
  info.functionPointers = {{"called", 16}, {"also called", uint64_t{1} << 40}};
  info.variables = {{"x", 4}, {"y", uint64_t{1} << 33, HostAccess::write}};
  return info;
}

TEST(ProgramInfo, FindsKernelsByName) {
  const ProgramInfo info = example();
  ASSERT_NE(info.find("second"), nullptr);
  EXPECT_EQ(info.find("second")->requiredSubGroupSize, 8u);
  EXPECT_EQ(info.find("third"), nullptr);
  EXPECT_EQ(info.find(""), nullptr);
}

TEST(ProgramInfo, ComesBackFromBytes) {
  const auto bytes = serialize(example());
  const auto info = deserializeProgramInfo(bytes);
  ASSERT_TRUE(info);
  ASSERT_EQ(info->kernels.size(), 2u);
  const KernelInfo &kernel = info->kernels[0];
  EXPECT_EQ(kernel.attributes, "reqd_work_group_size(8,4,1)");
  EXPECT_EQ(kernel.requiredWorkGroupSize[1], 4u);
  EXPECT_TRUE(kernel.hasArgumentInfo);
  ASSERT_EQ(kernel.arguments.size(), 3u);
  EXPECT_EQ(kernel.arguments[0].addressSpace, AddressSpace::global);
  EXPECT_EQ(kernel.arguments[0].typeQualifiers, typeConst | typeRestrict);
  EXPECT_EQ(kernel.arguments[1].size, 16u);
  EXPECT_EQ(kernel.arguments[1].typeName, "float4");
  EXPECT_EQ(kernel.arguments[1].valueProfitability, ValueProfitability::none);
  EXPECT_EQ(kernel.arguments[2].valueProfitability, ValueProfitability::ifSmall);
  EXPECT_FALSE(kernel.needsFullSubGroups);
  EXPECT_EQ(info->kernels[1].workGroupSizeHint[0], 64u);
  EXPECT_TRUE(info->kernels[1].needsFullSubGroups);
  EXPECT_EQ(info->globalVariableSize, 12u);
  ASSERT_EQ(info->functionPointers.size(), 2u);
  EXPECT_EQ(info->functionPointers[0].name, "called");
  EXPECT_EQ(info->functionPointers[1].value, uint64_t{1} << 40);
  ASSERT_EQ(info->variables.size(), 2u);
  EXPECT_EQ(info->variables[0].name, "x");
  EXPECT_EQ(info->variables[0].access, HostAccess::readWrite);
  EXPECT_EQ(info->variables[1].size, uint64_t{1} << 33);
  EXPECT_EQ(info->variables[1].access, HostAccess::write);
  EXPECT_EQ(serialize(*info), bytes);
}

TEST(ProgramInfo, RefusesEveryShorterOrLongerForm) {
  auto bytes = serialize(example());
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(deserializeProgramInfo(std::span(bytes).first(size))) << size;
  }
  bytes.push_back({});
  EXPECT_FALSE(deserializeProgramInfo(bytes));
}

TEST(ProgramInfo, SurvivesDamage) {
  const auto bytes = serialize(example());
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    auto damaged = bytes;
    for (unsigned flips = 1 + random() % 4; flips > 0; --flips) {
      damaged[random() % damaged.size()] = static_cast<std::byte>(random());
    }
    if (const auto info = deserializeProgramInfo(damaged)) {
      EXPECT_EQ(serialize(*info), damaged);
    }
  }
}

TEST(ProgramInfo, RefusesValuesThatMeanNothing) {
  const auto bytes = serialize(example());
  // Header, global size, count; name and attributes; argument count: then the first argument.
  const size_t argument = 4 + 4 + 8 + 4 + (4 + 5) + (4 + 27) + 4;
  for (size_t field = 0; field < 5; ++field) {
    auto damaged = bytes;
    damaged[argument + field] = std::byte{0xff};
    EXPECT_FALSE(deserializeProgramInfo(damaged)) << field;
  }
}

}  // namespace
}  // namespace compiler
