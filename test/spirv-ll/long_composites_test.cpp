// Translates composites of more parts than one instruction holds (SPV_INTEL_long_composites).

#include <gtest/gtest.h>

#include <string>

#include "corpus.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace {

constexpr uint32_t count = 100000;
constexpr char declarations[] = R"(OpCapability Addresses
OpCapability Kernel
OpCapability Linkage
OpCapability LongConstantCompositeINTEL
OpExtension "SPV_INTEL_long_composites"
OpMemoryModel Physical64 OpenCL
OpName %c "c"
OpDecorate %c LinkageAttributes "c" Export
OpDecorate %f LinkageAttributes "f" Export
OpDecorate %c Constant
%u = OpTypeInt 32 0
%zero = OpConstant %u 0
%one = OpConstant %u 1
%last = OpConstant %u 99999
%count = OpConstant %u 100000
)";

/// `head` with `count` operands, 30000 of them in each instruction. The operand `last` is the last.
std::string longInstruction(const std::string &head, const std::string &continuation,
                            const std::string &operand, const std::string &last) {
  constexpr uint32_t most = 30000;
  std::string text = head;
  for (uint32_t i = 0; i < count; ++i) {
    text += i != 0 && i % most == 0 ? "\n" + continuation : "";
    text += " " + (i == count - 1 ? last : operand);
  }
  return text + "\n";
}

/// A constant array of `count` numbers, the last of which is 1.
std::string longArray() {
  return "%t = OpTypeArray %u %count\n" + longInstruction("%value = OpConstantComposite %t",
                                                          "OpConstantCompositeContinuedINTEL",
                                                          "%zero", "%one");
}

/// A constant structure of `count` members.
std::string longStructure() {
  return longInstruction("%t = OpTypeStruct", "OpTypeStructContinuedINTEL", "%u", "%u") +
         longInstruction("%value = OpConstantComposite %t", "OpConstantCompositeContinuedINTEL",
                         "%zero", "%one");
}

/// A variable with the constant, and a function that loads its last part.
std::string uses() {
  return R"(%pt = OpTypePointer UniformConstant %t
%pu = OpTypePointer UniformConstant %u
%c = OpVariable %pt UniformConstant %value
%ft = OpTypeFunction %u
%f = OpFunction %u None %ft
%entry = OpLabel
%p = OpInBoundsAccessChain %pu %c %last
%r = OpLoad %u %p
%e = OpCompositeExtract %u %value 99999
%s = OpIAdd %u %r %e
OpReturnValue %s
OpFunctionEnd
)";
}

class LongComposites : public testing::Test {
 protected:
  /// The translated module, or null with `error` set.
  std::unique_ptr<llvm::Module> translate(const std::string &text) {
    std::string error;
    const auto words = spirv_ll::assemble(text, error);
    EXPECT_TRUE(words) << error;
    const spirv_ll::Device device{.addressBits = 64, .features = spirv_ll::allFeatures()};
    auto module = spirv_ll::translate(context_, *words, device, {});
    error_ = module ? "" : module.error().message;
    return module ? std::move(*module) : nullptr;
  }

  llvm::LLVMContext context_;
  std::string error_;
};

TEST_F(LongComposites, AreConstantsOfVariables) {
  for (const std::string &composite : {longArray(), longStructure()}) {
    const auto module = translate(declarations + composite + uses());
    ASSERT_TRUE(module) << error_;
    const llvm::Constant *value = module->getNamedGlobal("c")->getInitializer();
    const auto part = [&](unsigned i) {
      return llvm::cast<llvm::ConstantInt>(value->getAggregateElement(i))->getZExtValue();
    };
    EXPECT_EQ(part(0), 0u);
    EXPECT_EQ(part(count - 2), 0u);
    EXPECT_EQ(part(count - 1), 1u);
    EXPECT_EQ(value->getAggregateElement(count), nullptr);
  }
}

TEST_F(LongComposites, HaveTheNumberOfPartsOfTheirType) {
  std::string composite = longArray();
  composite.insert(composite.size() - 1, " %one");
  EXPECT_FALSE(translate(declarations + composite + uses()));
  EXPECT_EQ(error_, "OpConstantComposite: part 100000 does not fit");
}

TEST_F(LongComposites, HavePartsOfTheRightType) {
  std::string composite = longArray();
  composite.replace(composite.rfind("%one"), 4, "%null");
  EXPECT_FALSE(translate(
      declarations + ("%bool = OpTypeBool\n%null = OpConstantNull %bool\n" + composite + uses())));
  EXPECT_EQ(error_, "OpConstantComposite: part 99999 does not fit");
}

TEST_F(LongComposites, HaveNoMembersBeyondTheLast) {
  std::string text = uses();
  text.replace(text.find("99999"), 5, "100000");
  EXPECT_FALSE(translate(declarations + longStructure() + text));
  EXPECT_EQ(error_, "OpCompositeExtract: an index leads into no part of the value");
  text = uses();
  text.replace(text.find("%last"), 5, "%count");
  EXPECT_FALSE(translate(declarations + longStructure() + text));
  EXPECT_EQ(error_, "OpInBoundsAccessChain: the index of a member is not a constant, or too large");
}

}  // namespace
