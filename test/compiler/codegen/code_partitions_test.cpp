#include "codegen/code_partitions.h"

#include "llvm/IR/Verifier.h"
#include "module_fixture.h"

namespace compiler {
namespace {

/// A kernel with parts of `size` instructions, and their shared code.
std::string kernel(int parts, int size, const std::string &attribute = "\"kiln-outlined-region\"") {
  std::string text =
      "@table = internal constant [2 x i32] [i32 1, i32 2]\n"
      "@0 = private constant i32 7\n"
      "@llvm.used = appending global [1 x ptr] [ptr @k], section \"llvm.metadata\"\n"
      "define internal i32 @memset(i32 %x) { ret i32 %x }\n"
      "define hidden void @k() {\n";
  for (int part = 0; part < parts; ++part) {
    text += "  call void @part" + std::to_string(part) + "()\n";
  }
  text += "  ret void\n}\n";
  for (int part = 0; part < parts; ++part) {
    text += "define internal void @part" + std::to_string(part) + "() " + attribute +
            " {\n  %v0 = load i32, ptr @table\n  %w = load i32, ptr @0\n"
            "  %c = call i32 @memset(i32 %w)\n";
    for (int step = 1; step < size; ++step) {
      text += "  %v" + std::to_string(step) + " = add i32 %v" + std::to_string(step - 1) + ", %c\n";
    }
    text += "  ret void\n}\n";
  }
  return text;
}

struct CodePartitionsTest : ModuleFixture {
  CodePartitions divide(const std::string &text) { return extractPartitions(parse(text)); }
};

TEST_F(CodePartitionsTest, AreAllOfALargeKernelOnceEach) {
  const CodePartitions all = divide(kernel(6, 1500));
  ASSERT_EQ(all.partitions.size(), 3u);
  EXPECT_FALSE(llvm::verifyModule(*module));
  EXPECT_TRUE(isDefined(*module, "k") && isDefined(*module, "kiln.partition.memset") &&
              isDefined(*module, "kiln.partition.table"));
  for (size_t partition = 0; partition < all.partitions.size(); ++partition) {
    llvm::LLVMContext own;
    const auto part = all.read(partition, own);
    ASSERT_TRUE(part) << part.error().message;
    EXPECT_FALSE(llvm::verifyModule(**part));
    EXPECT_EQ(all.partitions[partition].size(), 2u);
    EXPECT_FALSE(isDefined(**part, "k") || isDefined(**part, "kiln.partition.memset") ||
                 (*part)->getNamedValue("llvm.used"));
    for (int number = 0; number < 6; ++number) {
      const std::string name = "kiln.partition.part" + std::to_string(number);
      EXPECT_FALSE(isDefined(*module, name));
      EXPECT_EQ(isDefined(**part, name), all.partitions[partition].contains(name));
    }
  }
}

TEST_F(CodePartitionsTest, HaveHiddenSymbols) {
  divide(kernel(4, 1500));
  for (const llvm::GlobalValue &value : module->global_values()) {
    EXPECT_TRUE(value.hasHiddenVisibility() || value.getName() == "llvm.used")
        << value.getName().str();
    EXPECT_FALSE(value.hasLocalLinkage()) << value.getName().str();
    EXPECT_TRUE(value.hasName());
  }
}

/// Two parts of few instructions inlining a large function.
std::string kernelOfForms() {
  std::string text =
      "@table = internal constant [2 x i32] [i32 1, i32 2]\n"
      "@state = internal global i32 0\n"
      "define hidden void @k() {\n  call void @one()\n  call void @other()\n  ret void\n}\n";
  for (const std::string name : {"one", "other"}) {
    text += "define internal void @" + name + "() \"kiln-outlined-region\" {\n  call void @" +
            name + ".form()\n  ret void\n}\ndefine internal void @" + name +
            ".form() alwaysinline {\n  %v0 = load i32, ptr @table\n  store i32 %v0, ptr @state\n";
    for (int step = 1; step < 4000; ++step) {
      text += "  %v" + std::to_string(step) + " = add i32 %v" + std::to_string(step - 1) + ", 1\n";
    }
    text += "  ret void\n}\n";
  }
  return text;
}

TEST_F(CodePartitionsTest, TakeAlongWhatTheyInline) {
  const CodePartitions all = divide(kernelOfForms());
  ASSERT_EQ(all.partitions.size(), 2u);
  for (size_t partition = 0; partition < 2; ++partition) {
    llvm::LLVMContext own;
    const auto part = all.read(partition, own);
    ASSERT_TRUE(part) << part.error().message;
    EXPECT_FALSE(llvm::verifyModule(**part));
    const std::string mine = partition == 0 ? "one" : "other";
    const std::string others = partition == 0 ? "other" : "one";
    EXPECT_TRUE(isDefined(**part, "kiln.partition." + mine) && isDefined(**part, mine + ".form"));
    EXPECT_TRUE((*part)->getFunction(mine + ".form")->hasLocalLinkage());
    EXPECT_FALSE(isDefined(**part, "kiln.partition." + others) ||
                 isDefined(**part, others + ".form"));
    EXPECT_TRUE((*part)->getNamedGlobal("kiln.partition.table")->hasAvailableExternallyLinkage());
    EXPECT_TRUE((*part)->getNamedGlobal("kiln.partition.state")->isDeclaration());
    EXPECT_EQ((*part)->getFunction("kiln.partition." + mine)->getCallingConv(),
              llvm::CallingConv::Fast);
  }
}

TEST_F(CodePartitionsTest, HaveSymbolsOfTheirModulesName) {
  extractPartitions(parse(kernel(4, 1500)), "7.");
  EXPECT_TRUE(module->getFunction("kiln.partition.7.part0") &&
              module->getFunction("kiln.partition.7.memset"));
}

TEST_F(CodePartitionsTest, AreNotMoreThanPay) {
  EXPECT_EQ(divide(kernel(1, 3500)).partitions.size(), 1u);
  EXPECT_EQ(divide(kernel(40, 1000)).partitions.size(), 4u);
  EXPECT_TRUE(divide(kernel(3, 100)).partitions.empty());
  EXPECT_TRUE(module->getFunction("part0")->hasLocalLinkage());
  EXPECT_TRUE(divide(kernel(6, 1500, "noinline")).partitions.empty());
}

TEST_F(CodePartitionsTest, AreNotMadeOfModulesWithDebugInformation) {
  const std::string debug =
      "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
      "!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)\n"
      "!1 = !DIFile(filename: \"f\", directory: \"\")\n"
      "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n";
  EXPECT_TRUE(divide(kernel(6, 1500) + debug).partitions.empty());
}

TEST_F(CodePartitionsTest, AreNotReadFromBytesThatAreNoModule) {
  CodePartitions all = divide(kernel(6, 1500));
  const Bytes good = all.whole;
  for (const size_t size : {size_t{0}, size_t{4}, good.size() / 2, good.size() - 8}) {
    all.whole.assign(good.begin(), good.begin() + static_cast<ptrdiff_t>(size));
    llvm::LLVMContext own;
    const auto part = all.read(0, own);
    ASSERT_FALSE(part);
    EXPECT_EQ(part.error().code, Error::internalFailure);
  }
}

}  // namespace
}  // namespace compiler
