// Compares random functions, linearised and run by lanes in step, with the same functions run by
// each lane alone. The lanes' machine is stricter than a CPU. It refuses three things: a branch
// with a condition not uniform by its operands, the use of poison, and a masked block without an
// active lane.
#include "vecz/linearize/linearize.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "flow_generator.h"
#include "lane_machine.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace compiler::vecz {
namespace {

constexpr unsigned width = 4;
constexpr unsigned functions = 2000;
/// With loops of several entries.
constexpr unsigned irreducibleFunctions = 500;

std::string textOf(const llvm::Function &function) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  function.print(stream);
  return text;
}

/// Runs the active lanes of the function, each alone or all in step; the result has their memory.
LaneMachine runFunction(llvm::Function &function, unsigned seed, unsigned active, bool inStep) {
  LaneMachine machine(width, seed);
  if (inStep) {
    machine.runInStep(function, active);
    return machine;
  }
  for (unsigned lane = 0; lane < width; ++lane) {
    if (active >> lane & 1) {
      machine.runAlone(function, lane);
    }
  }
  return machine;
}

void check(unsigned seed, bool masked, bool irreducible) {
  llvm::LLVMContext context;
  llvm::Module module("random", context);
  llvm::Function *original = FlowGenerator(module, seed, irreducible).function();
  ASSERT_FALSE(llvm::verifyFunction(*original, &llvm::errs())) << textOf(*original);
  llvm::ValueToValueMapTy values;
  llvm::Function *linear = llvm::CloneFunction(original, values);
  SimdGroup simdGroup;
  simdGroup.width = width;
  simdGroup.masked = masked;
  ASSERT_EQ(linearize(*linear, simdGroup), "") << textOf(*original);
  std::string both = textOf(*original) + textOf(*linear);
  ASSERT_FALSE(llvm::verifyFunction(*linear, &llvm::errs())) << both;
  for (unsigned active : {15u, 1u, 10u, 6u}) {
    if (!masked && active != 15) {
      continue;
    }
    LaneMachine alone = runFunction(*original, seed, active, false);
    LaneMachine together = runFunction(*linear, seed, active, true);
    ASSERT_EQ(alone.error(), "") << both;
    ASSERT_EQ(together.error(), "") << both;
    ASSERT_EQ(alone.memory(), together.memory()) << both;
  }
}

/// Masked lanes, and loops with several entries.
class Linearize : public testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(Linearize, ChangesNoLane) {
  const auto [masked, irreducible] = GetParam();
  std::vector<unsigned> seeds = {2548, 9807};  // once wrong
  for (unsigned seed = 0; seed < (irreducible ? irreducibleFunctions : functions); ++seed) {
    seeds.push_back(seed);
  }
  for (unsigned seed : seeds) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    check(seed, masked, irreducible);
    if (HasFatalFailure()) {
      return;
    }
  }
}

std::string nameOf(const testing::TestParamInfo<std::tuple<bool, bool>> &info) {
  return std::string(std::get<0>(info.param) ? "masked" : "full") +
         (std::get<1>(info.param) ? "_irreducible" : "");
}

INSTANTIATE_TEST_SUITE_P(Masks, Linearize, testing::Combine(testing::Bool(), testing::Bool()),
                         nameOf);

}  // namespace
}  // namespace compiler::vecz
