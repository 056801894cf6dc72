#include "codegen/kernel_partitions.h"

#include "ir/kernel_conventions.h"
#include "llvm/IR/Verifier.h"
#include "module_fixture.h"
#include "passes/abi/emit_kernel_table_pass.h"

namespace compiler {
namespace {

constexpr char kernelAttribute[] = " \"mux-kernel\"=\"entry-point\" ";

/// A kernel of `size` instructions, and then `more`.
std::string kernel(const std::string &name, int size, const std::string &more = "") {
  std::string text = "define spir_kernel void @" + name + "(i32 %v0)" + kernelAttribute + "{\n";
  for (int step = 1; step < size; ++step) {
    text += "  %v" + std::to_string(step) + " = add i32 %v" + std::to_string(step - 1) + ", 1\n";
  }
  return text + more + "  ret void\n}\n";
}

/// `count` kernels k0, k1, ... with a call of a function; this calls another.
std::string program(int count, int size) {
  std::string text =
      "@table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]\n"
      "define internal i32 @outer(i32 %x) { %r = call i32 @inner(i32 %x) ret i32 %r }\n"
      "define internal i32 @inner(i32 %x) { %t = load i32, ptr addrspace(2) @table ret i32 %t }\n"
      "define internal i32 @unused(i32 %x) { ret i32 %x }\n";
  for (int number = 0; number < count; ++number) {
    text += kernel("k" + std::to_string(number), size, "  %c = call i32 @outer(i32 %v0)\n");
  }
  return text;
}

struct KernelPartitionsTest : ModuleFixture {
  KernelPartitions divide(const std::string &text) { return divideKernels(parse(text)); }
  size_t countOf(const std::string &text) { return divide(text).partitions.size(); }
};

TEST_F(KernelPartitionsTest, HoldEachKernelOnceWithWhatItNeeds) {
  const KernelPartitions all = divide(program(6, 500));
  ASSERT_EQ(all.partitions.size(), 5u);
  std::vector<std::string> kernels;
  for (size_t partition = 0; partition < all.partitions.size(); ++partition) {
    llvm::LLVMContext own;
    const auto part = all.read(partition, own);
    ASSERT_TRUE(part) << part.error().message;
    EXPECT_FALSE(llvm::verifyModule(**part));
    EXPECT_TRUE(isDefined(**part, "outer") && isDefined(**part, "inner") &&
                isDefined(**part, "table"));
    EXPECT_FALSE((*part)->getFunction("unused"));
    for (const llvm::Function *each : passes::kernelsOf(**part)) {
      kernels.push_back(each->getName().str());
    }
  }
  EXPECT_EQ(kernels, (std::vector<std::string>{"k0", "k1", "k2", "k3", "k4", "k5"}));
}

TEST_F(KernelPartitionsTest, AreNotMoreThanPay) {
  EXPECT_EQ(countOf(program(1, 5000)), 0u);
  EXPECT_EQ(countOf(program(4, 50)), 0u);
  EXPECT_EQ(countOf(program(2, 5000)), 2u);
  EXPECT_EQ(countOf(program(40, 1000)), 8u);
  EXPECT_EQ(countOf(kernel("small", 10) + kernel("large", 9000)), 2u);
  EXPECT_EQ(countOf("define void @f() { ret void }\n"), 0u);
}

TEST_F(KernelPartitionsTest, CallsOfBuiltinsCount) {
  std::string calls;
  for (int call = 0; call < 200; ++call) {
    calls += "  %c" + std::to_string(call) + " = call float @_Z3sinf(float 1.0)\n";
  }
  EXPECT_EQ(
      countOf("declare float @_Z3sinf(float)\n" + kernel("a", 1, calls) + kernel("b", 1, calls)),
      2u);
}

TEST_F(KernelPartitionsTest, AKernelThatOthersCallIsAFunctionThere) {
  const KernelPartitions all =
      divide(kernel("k0", 1000) + kernel("k1", 1000, "  call spir_kernel void @k0(i32 1)\n"));
  ASSERT_EQ(all.partitions.size(), 2u);
  llvm::LLVMContext own;
  const auto part = all.read(1, own);
  ASSERT_TRUE(part) << part.error().message;
  const llvm::Function *called = (*part)->getFunction("k0");
  ASSERT_TRUE(called && !called->isDeclaration());
  EXPECT_TRUE(called->hasLocalLinkage());
  EXPECT_FALSE(passes::isKernel(*called));
}

TEST_F(KernelPartitionsTest, AreNotMadeOfKernelsThatShareSomething) {
  const std::string two = program(2, 1000);
  EXPECT_EQ(countOf(two), 2u);
  EXPECT_EQ(countOf("@g = internal addrspace(1) global i32 0\n" + two), 0u);
  EXPECT_EQ(countOf("@g = internal addrspace(1) constant i32 0\n" + two), 0u);
  EXPECT_EQ(countOf("@l = internal addrspace(3) global i32 undef\n" + two), 2u);
  const char *leaks[] = {
      "  %x = ptrtoint ptr addrspace(2) @table to i64\n",
      "  %x = add i64 ptrtoint (ptr addrspace(2) @table to i64), 1\n",
      "  %x = addrspacecast ptr addrspace(2) @table to ptr addrspace(4)\n",
      "  store ptr addrspace(2) @table, ptr addrspace(1) null\n",
      "  store <2 x ptr addrspace(2)> zeroinitializer, ptr addrspace(1) null\n",
  };
  for (const char *leak : leaks) {
    EXPECT_EQ(countOf(two + kernel("leaking", 10, leak)), 0u) << leak;
  }
  EXPECT_EQ(countOf(two + kernel("other", 10, "  store ptr addrspace(1) null, ptr null\n")), 2u);
  EXPECT_EQ(countOf(two + "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
                          "!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, "
                          "emissionKind: FullDebug)\n!1 = !DIFile(filename: \"f\", directory: "
                          "\"\")\n!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"),
            0u);
}

TEST_F(KernelPartitionsTest, AreNotReadFromBytesThatAreNoModule) {
  KernelPartitions all = divide(program(2, 1000));
  const Bytes good = all.whole;
  for (const size_t size : {size_t{0}, size_t{4}, good.size() / 2, good.size() - 8}) {
    all.whole.assign(good.begin(), good.begin() + static_cast<ptrdiff_t>(size));
    llvm::LLVMContext own;
    const auto part = all.read(0, own);
    ASSERT_FALSE(part);
    EXPECT_EQ(part.error().code, Error::internalFailure);
  }
}

TEST_F(KernelPartitionsTest, TablesAreJoined) {
  std::vector<PartitionTable> tables(2);
  for (size_t partition = 0; partition < 2; ++partition) {
    divide(kernel(partition == 0 ? "first" : "second", 2) +
           "@same = internal constant i32 1\n@0 = private constant i32 1\n");
    mux::ProgramMetadata metadata = {.target = "t", .targetProperties = "f", .strings = {"text"}};
    metadata.kernels.push_back({.name = partition == 0 ? "one" : "two"});
    mux_kernel_descriptor_t &descriptor = metadata.kernels.back().descriptor;
    descriptor.frame_alignment = 16;
    descriptor.frame_item_multiple = descriptor.vector_width = descriptor.preferred_multiple = 1;
    passes::emitKernelTable(*module, passes::kernelsOf(*module), metadata);
    ASSERT_TRUE(extractTable(*module, partition, tables[partition]));
    EXPECT_FALSE(extractTable(*module, partition, tables[partition]));
    EXPECT_FALSE(module->getNamedValue("llvm.used"));
    EXPECT_TRUE(module->getNamedGlobal("kiln.partition." + std::to_string(partition) + ".same"));
    EXPECT_FALSE(llvm::verifyModule(*module));
    tables[partition].symbols = {partition == 0 ? "first" : "second"};
  }
  llvm::Module joined("joined", context);
  defineKernelTable(joined, std::move(tables));
  EXPECT_FALSE(llvm::verifyModule(joined));
  EXPECT_TRUE(joined.getFunction("first") && joined.getFunction("second"));
  PartitionTable table;
  (void)extractTable(joined, 0, table);
  ASSERT_EQ(table.metadata.kernels.size(), 2u);
  EXPECT_EQ(table.metadata.kernels[0].name, "one");
  EXPECT_EQ(table.metadata.kernels[1].name, "two");
  EXPECT_EQ(table.metadata.strings, (std::vector<std::string>{"text"}));
}

}  // namespace
}  // namespace compiler
