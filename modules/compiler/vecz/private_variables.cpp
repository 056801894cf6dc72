#include "vecz/private_variables.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// On a variable with room for all lanes: !{i64 laneStride}.
constexpr char strideName[] = "kiln.lane_stride";

}  // namespace

int64_t laneStride(const AllocaInst &variable) {
  if (const MDNode *node = variable.getMetadata(strideName))
    return mdconst::extract<ConstantInt>(node->getOperand(0))->getSExtValue();
  auto size = variable.getAllocationSize(variable.getDataLayout());
  return size ? static_cast<int64_t>(size->getFixedValue()) : 0;
}

}  // namespace compiler::vecz
