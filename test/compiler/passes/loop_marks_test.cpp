// Tests the marks of rarely run loops, and the choice of loops to unroll.

#include "ir/loop_marks.h"

#include <gtest/gtest.h>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

namespace compiler::passes {
namespace {

/// Two nested loops. `outer` and `inner` is metadata behind their branches; `end` is the condition
/// for the end of the inner one.
std::string nest(const std::string &outer, const std::string &inner, const std::string &end) {
  return "define void @k(i64 %n) {\nentry:\n  br label %row\n"
         "row:\n  %y = phi i64 [ 0, %entry ], [ %y1, %end ]\n  br label %item\n"
         "item:\n  %x = phi i64 [ 0, %row ], [ %x1, %item ]\n  %x1 = add i64 %x, 1\n"
         "  %more = icmp ult i64 %x1, " +
         end + "\n  br i1 %more, label %item, label %end" + inner +
         "\n"
         "end:\n  %y1 = add i64 %y, 1\n  %rows = icmp ult i64 %y1, %n\n"
         "  br i1 %rows, label %row, label %done" +
         outer +
         "\n"
         "done:\n  ret void\n}\n"
         "!0 = distinct !{!0, !1}\n!1 = !{!\"kiln.outer_loop\"}\n"
         "!2 = distinct !{!2, !3}\n!3 = !{!\"kiln.remainder\"}\n"
         "!4 = distinct !{!4, !5}\n!5 = !{!\"kiln.item_loop\"}\n";
}

struct Loops {
  Loops(const std::string &outer, const std::string &inner, const std::string &end = "%n") {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(nest(outer, inner, end), error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    llvm::Function &function = *module->getFunction("k");
    tree.recalculate(function);
    info.analyze(tree);
  }

  const llvm::Loop &outer() const { return *info.getTopLevelLoops().front(); }
  const llvm::Loop &inner() const { return *outer().getSubLoops().front(); }

  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  llvm::DominatorTree tree;
  llvm::LoopInfo info;
};

constexpr char rows[] = ", !llvm.loop !0";
constexpr char rest[] = ", !llvm.loop !2";
constexpr char items[] = ", !llvm.loop !4";

TEST(LoopMarksTest, OuterOnesAreRarelyExecuted) {
  const Loops loops(rows, items);
  EXPECT_TRUE(isOuterLoop(loops.outer()));
  EXPECT_TRUE(isRarelyExecuted(loops.outer()));
  EXPECT_FALSE(isRarelyExecuted(loops.inner()));
}

TEST(LoopMarksTest, InnermostOnesAreNot) {
  const Loops loops(rows, rows);
  EXPECT_FALSE(isOuterLoop(loops.inner()));
  EXPECT_FALSE(isRarelyExecuted(loops.inner()));
}

TEST(LoopMarksTest, RemaindersAreRarelyExecuted) {
  const Loops loops(rows, rest);
  EXPECT_TRUE(isRarelyExecuted(loops.inner()));
  EXPECT_FALSE(isOuterLoop(loops.inner()));
}

TEST(LoopMarksTest, ThoseOfProgramsAreNot) {
  const Loops loops("", "");
  EXPECT_FALSE(isRarelyExecuted(loops.outer()));
  EXPECT_FALSE(isRarelyExecuted(loops.inner()));
}

TEST(LoopMarksTest, ThoseOfProgramsMayBeUnrolled) {
  EXPECT_TRUE(hasLoopsToUnroll(Loops(rows, "").info));
  EXPECT_TRUE(hasLoopsToUnroll(Loops("", items).info));
}

TEST(LoopMarksTest, OursMayBeUnrolledIfTheirCountIsKnown) {
  EXPECT_FALSE(hasLoopsToUnroll(Loops(rows, items).info));
  EXPECT_TRUE(hasLoopsToUnroll(Loops(rows, items, "8").info));
}

}  // namespace
}  // namespace compiler::passes
