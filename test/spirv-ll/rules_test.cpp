// Checks that each module of violations.txt, which breaks one rule, is refused with an error at the
// right instruction, and each module of valid_forms.txt is accepted.

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "corpus.h"

namespace {

/// The lines of one module by their section; all other lines are common.
using Parts = std::map<std::string, std::string>;

constexpr char defaultEntryPoint[] = "OpEntryPoint Kernel %k \"k\"\n";

std::vector<Parts> read(const char *name) {
  std::ifstream file(std::string(KILN_TEST_SOURCES "spirv-ll/") + name);
  std::vector<Parts> violations;
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("#") || colon == std::string::npos) {
      continue;
    }
    const std::string key = line.substr(0, colon), text = line.substr(colon + 2);
    if (key == "rule") {
      violations.emplace_back();
    }
    std::string &part = violations.back()[key];
    part += (part.empty() ? "" : "\n") + text;
  }
  return violations;
}

/// A kernel with types and constants, and with these lines.
std::string makeModule(const Parts &parts) {
  const auto part = [&](const char *key, const char *otherwise = "") {
    const auto found = parts.find(key);
    return (found == parts.end() ? otherwise : found->second) + "\n";
  };
  std::string capabilities = R"(OpCapability Addresses
OpCapability Kernel
OpCapability Linkage
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Float64
OpCapability Vector16
OpCapability GenericPointer
OpCapability Groups
OpCapability ImageBasic
OpCapability LiteralSampler
OpCapability Pipes
)" + part("capabilities");
  std::istringstream left(part("without"));
  for (std::string line; std::getline(left, line) && !line.empty();) {
    capabilities.erase(capabilities.find(line), line.size() + 1);
  }
  return capabilities + part("extension") +
         "%std = OpExtInstImport \"OpenCL.std\"\nOpMemoryModel Physical64 OpenCL\n" +
         part("entryPoint", defaultEntryPoint) + part("modes") + part("names") +
         part("decorations") + R"(%void = OpTypeVoid
%bool = OpTypeBool
%u8 = OpTypeInt 8 0
%u16 = OpTypeInt 16 0
%u32 = OpTypeInt 32 0
%u64 = OpTypeInt 64 0
%f32 = OpTypeFloat 32
%f64 = OpTypeFloat 64
%v4 = OpTypeVector %u32 4
%v2 = OpTypeVector %u32 2
%vf = OpTypeVector %f32 4
%c0 = OpConstant %u32 0
%c1 = OpConstant %u32 1
%c2 = OpConstant %u32 2
%c3 = OpConstant %u32 3
%c4 = OpConstant %u32 4
%c272 = OpConstant %u32 272
%l1 = OpConstant %u64 1
%fc = OpConstant %f32 1
%true = OpConstantTrue %bool
%pg = OpTypePointer CrossWorkgroup %u32
%pl = OpTypePointer Workgroup %u32
%pp = OpTypePointer Function %u32
%pc = OpTypePointer UniformConstant %u32
%pgen = OpTypePointer Generic %u32
%pgf = OpTypePointer CrossWorkgroup %f32
%null = OpConstantNull %pg
)" + part("types") +
         "%kt = OpTypeFunction %void %pg " + part("parameterTypes") +
         "%k = OpFunction %void None %kt\n%out = OpFunctionParameter %pg\n" + part("parameters") +
         "%entry = OpLabel\n" + part("body") + part("end", "OpReturn") + "OpFunctionEnd\n" +
         part("functions");
}

/// Version 1.2 wants nothing but inputs and outputs in interfaces.
constexpr uint32_t version12 = 0x00010200, version16 = 0x00010600;

Words assemble(const std::string &text, uint32_t version = version12) {
  std::string error;
  auto words = spirv_ll::assemble(text, error);
  EXPECT_TRUE(words) << error;
  if (words) {
    (*words)[1] = version;
  }
  return words.value_or(Words());
}

TEST(Rules, AModuleThatBreaksNoneIsTaken) {
  const auto error = verdictOfOurs(assemble(makeModule({})));
  EXPECT_FALSE(error) << error->message;
}

TEST(Rules, ValidFormsAreTaken) {
  const auto forms = read("valid_forms.txt");
  EXPECT_GE(forms.size(), 60u);
  for (const Parts &form : forms) {
    const auto error = verdictOfOurs(assemble(makeModule(form), version16));
    EXPECT_FALSE(error) << form.at("rule") << ": " << (error ? error->message : "");
  }
}

TEST(Rules, EachIsKept) {
  const auto violations = read("violations.txt");
  EXPECT_GE(violations.size(), 300u);
  for (const Parts &violation : violations) {
    const std::string &rule = violation.at("rule");
    const Words words = assemble(makeModule(violation));
    const auto error = verdictOfOurs(words);
    ASSERT_TRUE(error) << rule;
    EXPECT_TRUE(error->message.starts_with(violation.at("at") + ": "))
        << rule << ": " << error->message;
    EXPECT_GE(error->word, 5u) << rule;
    EXPECT_LT(error->word, words.size()) << rule;
  }
}

}  // namespace
