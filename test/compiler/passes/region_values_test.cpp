// Tests the values that cross the boundaries of overlapping barrier regions.

#include "passes/barriers/region_values.h"

#include <gtest/gtest.h>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "passes/barriers/region_function.h"

namespace compiler::passes {
namespace {

/// A loop with a barrier in its middle: region 1 reaches the first half of the next iteration.
constexpr char loopWithBarrier[] = R"(
declare void @__mux_work_group_barrier(i32, i32, i32)
declare i64 @__mux_get_global_id(i32)
define void @k(ptr %p, i32 %n) "mux-kernel"="entry-point" {
entry:
  %id = call i64 @__mux_get_global_id(i32 0)
  %place = getelementptr i32, ptr %p, i64 %id
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = load i32, ptr %place
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 528)
  %sum = add i32 %a, %i
  store i32 %sum, ptr %place
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
)";

class RegionValuesTest : public testing::Test {
 public:
  RegionValuesTest() {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(loopWithBarrier, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
  }

  llvm::Function &kernel() { return *module->getFunction("k"); }
  llvm::Instruction *value(llvm::StringRef name) {
    for (llvm::Instruction &instruction : llvm::instructions(kernel())) {
      if (instruction.getName() == name) {
        return &instruction;
      }
    }
    return nullptr;
  }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

TEST_F(RegionValuesTest, ValueOfALoopIsIncomingAndDefinedHere) {
  const BarrierPlan plan(kernel());
  const RegionValues before(plan, 0);
  const RegionValues behind(plan, 1);
  llvm::Instruction *i = value("i");
  EXPECT_TRUE(before.incoming().empty());
  EXPECT_TRUE(llvm::is_contained(before.outgoing(), i));
  EXPECT_TRUE(llvm::is_contained(behind.incoming(), i));
  EXPECT_TRUE(llvm::is_contained(behind.outgoing(), i));
  EXPECT_TRUE(before.isDefinedHere(i));
  EXPECT_TRUE(behind.isDefinedHere(i));
}

TEST_F(RegionValuesTest, ValuesOfOneRegionStayInside) {
  const BarrierPlan plan(kernel());
  const RegionValues before(plan, 0);
  const RegionValues behind(plan, 1);
  llvm::Instruction *next = value("next");
  EXPECT_FALSE(before.isDefinedHere(next));
  EXPECT_TRUE(behind.isDefinedHere(next));
  EXPECT_FALSE(llvm::is_contained(behind.incoming(), next));
  EXPECT_FALSE(llvm::is_contained(behind.outgoing(), next));
}

TEST_F(RegionValuesTest, FunctionsHaveAParameterPerUniformValue) {
  const BarrierPlan plan(kernel());
  const RegionFunction before = makeRegionFunction(plan, 0);
  const RegionFunction behind = makeRegionFunction(plan, 1);
  EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
  EXPECT_EQ(before.uniformOut, llvm::SmallVector<llvm::Instruction *>{value("i")});
  EXPECT_EQ(behind.uniformIn, llvm::SmallVector<llvm::Instruction *>{value("i")});
  for (const RegionFunction *region : {&before, &behind}) {
    EXPECT_EQ(region->function->arg_size(),
              2 + region->uniformIn.size() + region->uniformOut.size());
    EXPECT_FALSE(region->exitsDiverge);
  }
  EXPECT_EQ(before.exits, llvm::SmallVector<unsigned>{1});
  EXPECT_EQ(behind.exits, (llvm::SmallVector<unsigned>{0, 1}));
}

}  // namespace
}  // namespace compiler::passes
