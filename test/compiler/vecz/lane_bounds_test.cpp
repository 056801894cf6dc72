// Tests bounds of indices against what the operations can give, with ids below 256 and 16 lanes.
#include "vecz/analysis/lane_bounds.h"

#include <gtest/gtest.h>

#include <string>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

namespace compiler::vecz {
namespace {

/// The bounds of %r, of operations on %l (a local id), %d (uniform) and %v (a number per lane).
std::string boundsAfter(const std::string &operations) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto module = llvm::parseAssemblyString(
      "declare i64 @__mux_get_local_id(i32)\n"
      "declare i32 @other()\n"
      "define void @f(i32 %d, i32 %v) {\n"
      "  %id = call range(i64 0, 256) i64 @__mux_get_local_id(i32 0)\n"
      "  %l = trunc i64 %id to i32\n" +
          operations + "\n  ret void\n}\n",
      error, context);
  if (!module) {
    return error.getMessage().str();
  }
  const llvm::Function &function = *module->getFunction("f");
  const auto shapeOf = [&](const llvm::Value *value) {
    return value == function.getArg(0) ? Shape::uniform() : Shape::varying();
  };
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (instruction.getName() == "r") {
      const auto bounds = boundsOf(instruction, 16, shapeOf);
      return bounds ? std::to_string(bounds->least) + " to " + std::to_string(bounds->greatest)
                    : "unknown";
    }
  }
  return "no %r";
}

TEST(LaneBounds, LanesBehindTheLastWorkItemCount) {
  EXPECT_EQ(boundsAfter("%r = add i32 %l, 0"), "0 to 270");
  EXPECT_EQ(boundsAfter("%r = zext i32 %l to i64"), "0 to 270");
}

TEST(LaneBounds, OperationsOnBothBounds) {
  EXPECT_EQ(boundsAfter("%r = sub i32 %l, 1"), "-1 to 269");
  EXPECT_EQ(boundsAfter("%r = mul i32 %l, -2"), "-540 to 0");
  EXPECT_EQ(boundsAfter("%m = and i32 %d, 3\n%r = shl i32 %l, %m"), "0 to 2160");
  EXPECT_EQ(boundsAfter("%r = or i32 %l, 1"), "0 to 511");
  EXPECT_EQ(boundsAfter("%r = xor i32 %l, 600"), "0 to 1023");
  EXPECT_EQ(boundsAfter("%r = urem i32 %l, %d"), "0 to 270");
  EXPECT_EQ(boundsAfter("%r = and i32 %v, %l"), "0 to 270");
  EXPECT_EQ(boundsAfter("%r = and i32 %l, -16"), "0 to 270");
}

// A compare-and-exchange of a sorting network.
TEST(LaneBounds, PartsAreNotAboveTheWhole) {
  const std::string part = "%w = shl i32 %l, 1\n%p = and i32 %l, %d\n";
  EXPECT_EQ(boundsAfter(part + "%r = sub i32 %w, %p"), "0 to 540");
  EXPECT_EQ(boundsAfter(part + "%r = sub i32 %p, %w"), "-540 to 270");
  EXPECT_EQ(boundsAfter("%w = add i32 %l, 7\n%q = lshr i32 %l, 2\n%p = and i32 %q, %d\n"
                        "%r = sub i32 %w, %p"),
            "0 to 277");
  // Half of the number is no bound for what is taken off it.
  EXPECT_EQ(boundsAfter("%w = lshr i32 %l, 1\n%p = and i32 %l, %d\n%r = sub i32 %w, %p"),
            "-270 to 270");
}

TEST(LaneBounds, NothingThatMayWrapHasBounds) {
  EXPECT_EQ(boundsAfter("%r = add i32 %l, %d"), "unknown");
  EXPECT_EQ(boundsAfter("%r = add nuw nsw i32 %l, %d"), "unknown");
  EXPECT_EQ(boundsAfter("%r = mul i32 %l, 8000000"), "unknown");
  EXPECT_EQ(boundsAfter("%b = trunc i32 %l to i8\n%r = zext i8 %b to i32"), "unknown");
  EXPECT_EQ(boundsAfter("%m = sub i32 %l, 1\n%r = zext i32 %m to i64"), "unknown");
  EXPECT_EQ(boundsAfter("%m = sub i32 %l, 1\n%r = lshr i32 %m, 4"), "unknown");
  EXPECT_EQ(boundsAfter("%r = shl i32 %l, %d"), "unknown");
  EXPECT_EQ(boundsAfter("%r = and i32 %v, %d"), "unknown");
}

TEST(LaneBounds, OnlyIdsHaveTheirRangesInInactiveLanes) {
  EXPECT_EQ(boundsAfter("%r = call range(i32 0, 8) i32 @other()"), "unknown");
}

}  // namespace
}  // namespace compiler::vecz
