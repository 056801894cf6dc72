// Runs emitted loops over work-items on constants: each work-item of a group runs exactly once.

#include "passes/work_items/work_item_loop_builder.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"

namespace compiler::passes {
namespace {

using Sizes = std::array<uint64_t, 3>;

/// A work-item function with an effect for work-items from %from up to %n along x. Another one asks
/// for neighbours: inner work-items are those from 2 up to %n - 3 along x, behind the first row.
const char program[] = R"(
  define void @body(ptr %p, i64 %n, i64 %from) {
    %x = call i64 @__mux_get_local_id(i32 0)
    %below = icmp ult i64 %x, %n
    %behind = icmp uge i64 %x, %from
    %in = and i1 %below, %behind
    br i1 %in, label %then, label %end
  then:
    store i32 1, ptr %p
    br label %end
  end:
    ret void
  }
  define void @bordered(ptr %p, i64 %n, i64 %from) {
    %x = call i64 @__mux_get_global_id(i32 0)
    %y = call i64 @__mux_get_global_id(i32 1)
    %left = add i64 %x, -2
    %right = add i64 %x, 3
    %has.left = icmp sgt i64 %left, -1
    %has.right = icmp slt i64 %right, %n
    %is.top = icmp eq i64 %y, 0
    %both = and i1 %has.left, %has.right
    %inner = select i1 %is.top, i1 false, i1 %both
    store i1 %inner, ptr %p
    ret void
  }
  declare i64 @__mux_get_local_id(i32) nounwind willreturn memory(none)
  declare i64 @__mux_get_global_id(i32) nounwind willreturn memory(none)
)";

struct Launch {
  Sizes local;
  uint64_t globalSize = 1024;           ///< in each dimension
  uint64_t active = uint64_t{1} << 20;  ///< end of the work-items along x with an effect
  uint64_t first = 0;                   ///< the first of them

  uint64_t items() const { return local[0] * local[1] * local[2]; }
};

/// Counts the runs of each work-item, by linear id.
struct Runs {
  std::vector<unsigned> counts;
  std::vector<uint64_t> simdGroups;   ///< first work-items of SIMD groups, in order
  std::vector<uint64_t> plainGroups;  ///< those of the variant without a mask
  std::vector<uint64_t> innerGroups;  ///< those of the variant for inner work-items
  unsigned outside = 0;               ///< runs of no work-item of the group
  bool areIdsRight = true;            ///< linear ids agree with the others
};

/// A work-group function made of loops over calls of `item`, `simd`, `masked` and `unrolled`.
class WorkGroupFunction {
 public:
  WorkGroupFunction(WorkItemLoops loops, bool isNarrowed) : loops_(std::move(loops)) {
    llvm::SMDiagnostic error;
    module_ = llvm::parseAssemblyString(program, error, context_);
    EXPECT_TRUE(module_) << error.getMessage().str();
    llvm::Function &body = *module_->getFunction("body");
    function_ = llvm::Function::Create(body.getFunctionType(), llvm::GlobalValue::ExternalLinkage,
                                       "items", *module_);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context_, "entry", function_));
    ActiveRanges ranges(body);
    EXPECT_TRUE(ranges.narrows(0));
    EXPECT_EQ(ranges.decided(0).size(), 2U);
    ranges.prepare(builder, *function_);
    loops_.ranges = isNarrowed ? &ranges : nullptr;
    llvm::Function &bordered = *module_->getFunction("bordered");
    InnerRanges inner(bordered, ActiveRanges(bordered));
    EXPECT_EQ(inner.decided().size(), 3U);
    EXPECT_TRUE(inner.narrows(0) && inner.narrows(1) && !inner.narrows(2));
    inner.prepare(builder, *function_);
    loops_.inner = &inner;
    emitForAllWorkItems(builder, loops_);
    builder.CreateRetVoid();
    loops_.ranges = nullptr;
    loops_.inner = nullptr;
    EXPECT_FALSE(llvm::verifyFunction(*function_, &llvm::errs()));
  }

  Runs run(const Launch &launch) {
    launch_ = launch;
    runs_ = {};
    runs_.counts.resize(launch.items());
    values_.clear();
    values_[function_->getArg(1)] = number(launch.active);
    values_[function_->getArg(2)] = number(launch.first);
    const llvm::BasicBlock *from = nullptr;
    const llvm::BasicBlock *block = &function_->getEntryBlock();
    for (unsigned steps = 0; block; ++steps) {
      if (steps == maxBlocks) {
        ADD_FAILURE() << "a loop does not end";
        break;
      }
      const llvm::BasicBlock *next = runBlock(*block, from);
      from = block;
      block = next;
    }
    return runs_;
  }

 private:
  static constexpr unsigned maxBlocks = 10000;

  llvm::Constant *number(uint64_t value) {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context_), value);
  }
  llvm::Constant *valueOf(llvm::Value *value) {
    auto *constant = llvm::dyn_cast<llvm::Constant>(value);
    return constant ? constant : values_.lookup(value);
  }
  uint64_t numberOf(llvm::Value *value) {
    return llvm::cast<llvm::ConstantInt>(valueOf(value))->getZExtValue();
  }

  /// Runs one block; returns the next one, or null at the end.
  const llvm::BasicBlock *runBlock(const llvm::BasicBlock &block, const llvm::BasicBlock *from) {
    std::vector<std::pair<const llvm::PHINode *, llvm::Constant *>> phis;
    for (const llvm::PHINode &phi : block.phis()) {
      phis.emplace_back(&phi, valueOf(phi.getIncomingValueForBlock(from)));
    }
    for (auto [phi, value] : phis) {
      values_[phi] = value;
    }
    for (const llvm::Instruction &instruction : block) {
      if (llvm::isa<llvm::PHINode>(instruction) || instruction.isTerminator()) {
        continue;
      }
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call || call->getCalledFunction()->isIntrinsic()) {
        std::vector<llvm::Constant *> operands;
        for (llvm::Value *operand : instruction.operands()) {
          operands.push_back(valueOf(operand));
        }
        values_[&instruction] =
            llvm::ConstantFoldInstOperands(&instruction, operands, module_->getDataLayout());
      } else {
        runCall(*call);
      }
    }
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (!branch) {
      return nullptr;
    }
    const bool isSecond = branch->isConditional() && numberOf(branch->getCondition()) == 0;
    return branch->getSuccessor(isSecond ? 1 : 0);
  }

  void runCall(const llvm::CallInst &call) {
    const llvm::StringRef name = call.getCalledFunction()->getName();
    if (name == "__mux_get_local_size") {
      values_[&call] = number(launch_.local[numberOf(call.getArgOperand(0))]);
    } else if (name == "__mux_get_global_size") {
      values_[&call] = number(launch_.globalSize);
    } else if (name == "__mux_get_enqueued_local_size") {
      values_[&call] = number(launch_.local[numberOf(call.getArgOperand(0))]);
    } else if (name == "__mux_get_global_offset" || name == "__mux_get_group_id") {
      values_[&call] = number(0);
    } else if (name == "kiln.set_work_item") {
      const uint64_t x = numberOf(call.getArgOperand(0));
      const uint64_t y = numberOf(call.getArgOperand(1));
      const uint64_t z = numberOf(call.getArgOperand(2));
      current_ = numberOf(call.getArgOperand(3));
      runs_.areIdsRight &= current_ == (z * launch_.local[1] + y) * launch_.local[0] + x;
    } else if (name == "item") {
      count(current_, 1);
    } else if (name == "simd") {
      runs_.plainGroups.push_back(current_);
      count(current_, loops_.width);
    } else if (name == "inner") {
      runs_.innerGroups.push_back(current_);
      count(current_, loops_.width);
    } else if (name == "masked") {
      count(current_, numberOf(call.getArgOperand(0)));
    } else if (name == "unrolled") {
      const uint64_t step =
          strideOf(loops_.unrollDimension) * (loops_.unrollsAlongSimdGroups() ? loops_.width : 1);
      for (unsigned group = 0; group < loops_.unrollCount; ++group) {
        (loops_.innerGroup ? runs_.innerGroups : runs_.plainGroups)
            .push_back(current_ + group * step);
        count(current_ + group * step, loops_.width);
      }
    } else {
      ADD_FAILURE() << "a call of " << name.str();
    }
  }

  /// The difference of linear ids between neighbours.
  uint64_t strideOf(unsigned dimension) const {
    return dimension == 0   ? 1
           : dimension == 1 ? launch_.local[0]
                            : launch_.local[0] * launch_.local[1];
  }

  /// Counts a run of `lanes` neighbours along the SIMD dimension.
  void count(uint64_t first, uint64_t lanes) {
    if (lanes > 1) {
      runs_.simdGroups.push_back(first);
    }
    for (uint64_t lane = 0; lane < lanes; ++lane) {
      const uint64_t item = first + lane * strideOf(loops_.dimension);
      if (item < runs_.counts.size()) {
        ++runs_.counts[item];
      } else {
        ++runs_.outside;
      }
    }
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  llvm::Function *function_ = nullptr;
  WorkItemLoops loops_;
  Launch launch_;
  llvm::DenseMap<const llvm::Value *, llvm::Constant *> values_;
  uint64_t current_ = 0;
  Runs runs_;
};

/// Emits a call of the function with this name.
void call(llvm::IRBuilder<> &builder, llvm::StringRef name, llvm::ArrayRef<llvm::Value *> values) {
  std::vector<llvm::Type *> types(values.size(), builder.getInt64Ty());
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), types, false);
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  builder.CreateCall(module.getOrInsertFunction(name, type), values);
}

struct Variants {
  std::string name;
  bool simd = false;
  bool masked = false;
  unsigned unrollCount = 1;
  unsigned dimension = 0;
  unsigned unrollDimension = 0;
  unsigned leastRemainder = 1;
  Rows rows = Rows::distinct;
  bool rowsAligned = false;

  WorkItemLoops loops() const {
    WorkItemLoops loops;
    loops.width = 4;
    loops.dimension = dimension;
    loops.unrollDimension = unrollDimension;
    loops.unrollCount = unrollCount;
    loops.leastRemainder = leastRemainder;
    loops.rows = rows;
    loops.rowsAligned = rowsAligned;
    loops.item = [](llvm::IRBuilder<> &builder) { call(builder, "item", {}); };
    if (simd) {
      loops.simdGroup = [](llvm::IRBuilder<> &builder) { call(builder, "simd", {}); };
    }
    if (masked) {
      loops.maskedGroup = [](llvm::IRBuilder<> &builder, llvm::Value *lanes) {
        call(builder, "masked", {lanes});
      };
    }
    if (unrollCount > 1) {
      loops.unrolled = [](llvm::IRBuilder<> &builder) { call(builder, "unrolled", {}); };
    }
    return loops;
  }
};

/// Local sizes with and without remainders in each dimension.
std::vector<Sizes> localSizes() {
  std::vector<Sizes> sizes;
  for (uint64_t x : {1, 2, 3, 4, 5, 7, 8, 9, 12, 17}) {
    for (uint64_t y : {1, 2, 3, 4, 6}) {
      for (uint64_t z : {1, 2, 5}) {
        sizes.push_back({x, y, z});
      }
    }
  }
  return sizes;
}

std::string textOf(const Sizes &size) {
  return std::to_string(size[0]) + ", " + std::to_string(size[1]) + ", " + std::to_string(size[2]);
}

class WorkItemLoopsTest : public testing::TestWithParam<Variants> {};

TEST_P(WorkItemLoopsTest, RunEachWorkItemOnce) {
  WorkGroupFunction function(GetParam().loops(), false);
  for (const Sizes &size : localSizes()) {
    const Runs runs = function.run({size});
    EXPECT_EQ(runs.counts, std::vector<unsigned>(runs.counts.size(), 1U)) << textOf(size);
    EXPECT_EQ(runs.outside, 0U) << textOf(size);
    EXPECT_TRUE(runs.areIdsRight) << textOf(size);
  }
}

/// Checks one launch: work-items with an effect run once, others at most once.
void expectEffects(const Launch &launch, const Runs &runs) {
  const std::string text = textOf(launch.local) + " for " + std::to_string(launch.first) + " to " +
                           std::to_string(launch.active);
  for (uint64_t item = 0; item < runs.counts.size(); ++item) {
    const uint64_t x = item % launch.local[0];
    EXPECT_LE(runs.counts[item], 1U) << item << " of " << text;
    EXPECT_GE(runs.counts[item], x >= launch.first && x < launch.active ? 1U : 0U)
        << item << " of " << text;
  }
  EXPECT_EQ(runs.outside, 0U) << text;
  EXPECT_TRUE(runs.areIdsRight) << text;
}

TEST_P(WorkItemLoopsTest, RunEachWorkItemWithAnEffectOnce) {
  WorkGroupFunction function(GetParam().loops(), true);
  for (const Sizes &size : localSizes()) {
    for (uint64_t active : {0, 1, 2, 4, 7, 8, 20}) {
      for (uint64_t first : {0, 5}) {
        const Launch launch = {.local = size, .active = active, .first = first};
        expectEffects(launch, function.run(launch));
      }
    }
  }
}

TEST_P(WorkItemLoopsTest, RunOneByOneIfIdsMayReachTheSignBit) {
  WorkGroupFunction function(GetParam().loops(), false);
  for (const Sizes &size : localSizes()) {
    const Runs runs = function.run({.local = size, .globalSize = (uint64_t{1} << 31) + 1});
    EXPECT_EQ(runs.counts, std::vector<unsigned>(runs.counts.size(), 1U)) << textOf(size);
    EXPECT_TRUE(runs.simdGroups.empty()) << textOf(size);
  }
}

TEST(WithoutRowsTest, FillSimdGroupsFromSeveralRows) {
  for (const Variants &variants :
       {Variants{.name = "simd", .simd = true, .rows = Rows::none, .rowsAligned = true},
        Variants{.name = "masked", .simd = true, .masked = true, .rows = Rows::none},
        Variants{.name = "unrolled", .simd = true, .unrollCount = 2, .rows = Rows::none}}) {
    const WorkItemLoops loops = variants.loops();
    WorkGroupFunction function(loops, false);
    for (const Sizes &size : localSizes()) {
      const Runs runs = function.run({size});
      EXPECT_EQ(runs.counts, std::vector<unsigned>(runs.counts.size(), 1U)) << textOf(size);
      EXPECT_EQ(runs.outside, 0U) << textOf(size);
      EXPECT_EQ(runs.plainGroups.size(), runs.counts.size() / loops.width)
          << variants.name << " of " << textOf(size);
    }
  }
}

class SplitLoopsTest : public testing::TestWithParam<Variants> {};

TEST_P(SplitLoopsTest, KeepPlainSimdGroupsInTheSpan) {
  WorkItemLoops loops = GetParam().loops();
  loops.staysInSpan = true;
  WorkGroupFunction function(loops, true);
  for (const Sizes &size : localSizes()) {
    for (uint64_t active : {0, 1, 3, 4, 7, 8, 9, 13, 20}) {
      for (uint64_t first : {0UL, 1UL, 3UL, 4UL, 5UL, 8UL, 30UL, UINT64_MAX - 3, UINT64_MAX}) {
        const Launch launch = {.local = size, .active = active, .first = first};
        const Runs runs = function.run(launch);
        expectEffects(launch, runs);
        for (uint64_t group : runs.plainGroups) {
          const uint64_t x = group % size[0];
          EXPECT_GE(x, first) << textOf(size);
          EXPECT_LE(x + loops.width, active) << textOf(size);
          EXPECT_EQ(x % loops.width, 0U) << textOf(size);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, SplitLoopsTest,
    testing::Values(
        Variants{.name = "Simd", .simd = true, .masked = true},
        Variants{.name = "SimdFromTwo", .simd = true, .masked = true, .leastRemainder = 2},
        Variants{.name = "UnrolledAlongRow", .simd = true, .masked = true, .unrollCount = 2},
        Variants{.name = "UnrolledRows",
                 .simd = true,
                 .masked = true,
                 .unrollCount = 2,
                 .unrollDimension = 1}),
    [](const testing::TestParamInfo<Variants> &info) { return info.param.name; });

class BorderLoopsTest : public testing::TestWithParam<Variants> {};

TEST_P(BorderLoopsTest, KeepInnerSimdGroupsAwayFromBorders) {
  for (bool isNarrowed : {false, true}) {
    WorkItemLoops loops = GetParam().loops();
    loops.innerGroup = [](llvm::IRBuilder<> &builder) { call(builder, "inner", {}); };
    loops.staysInSpan = isNarrowed && loops.simdGroup && loops.maskedGroup;
    WorkGroupFunction function(loops, isNarrowed);
    size_t innerGroups = 0;
    for (const Sizes &size : localSizes()) {
      for (uint64_t active : {0, 7, 11, 12, 20}) {
        for (uint64_t first : {0, 5}) {
          const Launch launch = {.local = size, .active = active, .first = first};
          const Runs runs = function.run(launch);
          if (isNarrowed) {
            expectEffects(launch, runs);
          } else {
            EXPECT_EQ(runs.counts, std::vector<unsigned>(runs.counts.size(), 1U)) << textOf(size);
            EXPECT_EQ(runs.outside, 0U) << textOf(size);
            EXPECT_TRUE(runs.areIdsRight) << textOf(size);
          }
          for (uint64_t group : runs.innerGroups) {
            const uint64_t x = group % size[0], y = group / size[0] % size[1];
            EXPECT_GE(x, 2U) << textOf(size);
            EXPECT_LE(x + (loops.dimension == 0 ? loops.width : 1) + 3, active) << textOf(size);
            EXPECT_GE(y, 1U) << textOf(size);
          }
          innerGroups += runs.innerGroups.size();
        }
      }
    }
    EXPECT_GT(innerGroups, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BorderLoopsTest,
    testing::Values(
        Variants{.name = "Simd", .simd = true},
        Variants{.name = "SimdAlongZ", .simd = true, .dimension = 2},
        Variants{.name = "Masked", .simd = true, .masked = true, .leastRemainder = 2},
        Variants{.name = "AllMasked", .masked = true},
        Variants{.name = "UnrolledAlongRow", .simd = true, .masked = true, .unrollCount = 2},
        Variants{.name = "UnrolledRows", .simd = true, .unrollCount = 2, .unrollDimension = 1},
        Variants{.name = "UnrolledRowsAllMasked",
                 .masked = true,
                 .unrollCount = 2,
                 .unrollDimension = 1},
        Variants{.name = "UnrolledPlanes",
                 .simd = true,
                 .masked = true,
                 .unrollCount = 2,
                 .unrollDimension = 2}),
    [](const testing::TestParamInfo<Variants> &info) { return info.param.name; });

TEST(AlignedLoopsTest, StartSimdGroupsAtMultiplesOfTheWidth) {
  const Variants variants = {.name = "aligned", .simd = true, .masked = true, .rowsAligned = true};
  const WorkItemLoops loops = variants.loops();
  WorkGroupFunction function(loops, false);
  for (const Sizes &size : localSizes()) {
    for (uint64_t first : function.run({size}).simdGroups) {
      EXPECT_EQ(first % loops.width, 0U) << textOf(size);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, WorkItemLoopsTest,
    testing::Values(
        Variants{.name = "Items"}, Variants{.name = "AlikeItems", .rows = Rows::alike},
        Variants{.name = "Simd", .simd = true},
        Variants{.name = "SimdAlongY", .simd = true, .dimension = 1},
        Variants{.name = "SimdAlongZ", .simd = true, .dimension = 2},
        Variants{.name = "AlikeSimd", .simd = true, .rows = Rows::alike},
        Variants{.name = "AlignedSimd", .simd = true, .masked = true, .rowsAligned = true},
        Variants{.name = "MaskedRemainder", .simd = true, .masked = true, .leastRemainder = 2},
        Variants{.name = "AllMasked", .masked = true},
        Variants{.name = "AllMaskedFromTwo", .masked = true, .leastRemainder = 2},
        Variants{.name = "UnrolledAlongRow", .simd = true, .masked = true, .unrollCount = 2},
        Variants{.name = "UnrolledRows", .simd = true, .unrollCount = 2, .unrollDimension = 1},
        Variants{.name = "UnrolledPlanes",
                 .simd = true,
                 .masked = true,
                 .unrollCount = 2,
                 .dimension = 1,
                 .unrollDimension = 2}),
    [](const testing::TestParamInfo<Variants> &info) { return info.param.name; });

}  // namespace
}  // namespace compiler::passes
