// Widening
// --------
//
// linearize() has left a function for one work-item in which all branches are uniform: the lanes of
// a SIMD group take the same path through it. Where only some lanes should act, kiln.mask at the
// head of the block names them. So the SIMD function has the same blocks and branches, and each
// instruction is widened by itself, in an order in which definitions come before uses (except for
// phis). The shape of its value decides (shape_analysis.h):
//
//   * uniform: the instruction itself, once. A block is entered only if a lane is active there, so
//     the instruction acts for this lane.
//   * strided: the instruction itself, for lane 0; lane i's value follows from it. Most loop
//     counters, indices and addresses of a kernel are strided. They cost as much as for one
//     work-item, and they make accesses contiguous. Lane 0 may be inactive, or its value unused, so
//     it must never be poison where another lane's is not: flags like nsw are dropped.
//   * varying: the same operation on <width x type>, flags and metadata included: poison stays in
//     its lane. Results of inactive lanes are never used. Only traps need care: divisions
//     (operation_widener.cpp), accesses (memory_widener.h) and calls (call_widener.h).
//
//      %i = call i64 @get_global_id(0)            %i = call …                  strided, lane 0;
//      %p = getelementptr float, ptr %a, i64 %i   %p = getelementptr …         strided;
//      %x = load float, ptr %p                    %x = load <8 x float>, %p    varying;
//      %y = fmul float %x, %f                     %y = fmul <8 x float> %x, splat(%f)
//
// Values change between these representations on demand. A strided value that is used as a vector
// is the splat of lane 0's plus <0, s, 2s, …>, made once behind the definition (lane_values.h). A
// varying value never becomes scalar, except for single lanes in code that runs once per lane.
//
// Before that (prepare_widening.h) vector types are split, since a float4 in each of W lanes is
// best kept as four <W x float>. Structures become structures of vectors, and vectors that could
// not be split become arrays of vectors (lane_access.h). Anything else without a vector variant
// runs once per active lane (CallWidener::scalarize).
//
// Phis are created empty, in the representation of their shape, and filled when all blocks are
// done. A block may end in another block than it began, where code runs per lane.

#include "vecz/widen/widen.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Module.h"
#include "vecz/analysis/linear_address.h"
#include "vecz/lanes/lane_access.h"
#include "vecz/lanes/lane_values.h"
#include "vecz/linearize/cold_values.h"
#include "vecz/memory/joined_versions.h"
#include "vecz/memory/memory_widener.h"
#include "vecz/prepare/prepare_widening.h"
#include "vecz/widen/call_widener.h"
#include "vecz/widen/grid_prefetches.h"
#include "vecz/widen/operation_widener.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

// Uniform if the function returns nothing; a strided result counts as varying.
Shape shapeOfReturn(Function &function, const ShapeAnalysis &shapes) {
  for (BasicBlock &block : function) {
    auto *exit = dyn_cast<ReturnInst>(block.getTerminator());
    if (exit && exit->getReturnValue() && !shapes[exit->getReturnValue()].isUniform()) {
      return Shape::varying();
    }
  }
  return Shape::uniform();
}

// Copies attributes and metadata. Attributes of parameters and of the result hold for values that
// stayed as they were only.
void describe(Function &simdFunction, Function &scalar, const SimdGroup &simdGroup) {
  simdFunction.copyAttributesFrom(&scalar);
  AttributeList old = scalar.getAttributes();
  SmallVector<AttributeSet> parameters;
  for (unsigned number = 0; number < simdFunction.arg_size(); ++number) {
    bool uniform = number < scalar.arg_size() && (number >= simdGroup.parameters.size() ||
                                                  simdGroup.parameters[number].isUniform());
    parameters.push_back(uniform ? old.getParamAttrs(number) : AttributeSet());
  }
  bool sameReturn = simdFunction.getReturnType() == scalar.getReturnType();
  simdFunction.setAttributes(AttributeList::get(scalar.getContext(), old.getFnAttrs(),
                                                sameReturn ? old.getRetAttrs() : AttributeSet(),
                                                parameters));
  simdFunction.copyMetadata(&scalar, 0);
  // A subprogram describes one function, and `scalar` is to be erased.
  scalar.setSubprogram(nullptr);
}

// The SIMD function without a body.
Function *declareSimdGroupFunction(Function &scalar, const SimdGroup &simdGroup, Shape result,
                                   const Twine &name) {
  SmallVector<Type *> parameters;
  for (Argument &argument : scalar.args()) {
    unsigned number = argument.getArgNo();
    bool varying = number < simdGroup.parameters.size() && simdGroup.parameters[number].isVarying();
    Type *type = argument.getType();
    parameters.push_back(varying ? widenType(type, simdGroup.width) : type);
  }
  LLVMContext &context = scalar.getContext();
  if (simdGroup.masked) {
    parameters.push_back(FixedVectorType::get(Type::getInt1Ty(context), simdGroup.width));
  }
  Type *type = scalar.getReturnType();
  if (!result.isUniform()) {
    type = widenType(type, simdGroup.width);
  }
  auto *function = Function::Create(FunctionType::get(type, parameters, false), scalar.getLinkage(),
                                    scalar.getAddressSpace(), name);
  scalar.getParent()->getFunctionList().insertAfter(scalar.getIterator(), function);
  describe(*function, scalar, simdGroup);
  return function;
}

// Fills one SIMD function. The order of the members matters: LaneValues first.
class Widener {
 public:
  Widener(Function &scalar, Function &simdFunction, const SimdGroup &simdGroup,
          ShapeAnalysis &shapes, const TargetTransformInfo &target)
      : scalar_(scalar),
        values_(simdFunction, simdGroup, shapes),
        operations_(values_, target),
        calls_(values_, target),
        memory_(values_, scalar, target) {}

  void run() {
    mapParameters();
    for (BasicBlock &block : scalar_) {
      begins_[&block] = BasicBlock::Create(block.getContext(), block.getName(), &function());
    }
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&scalar_)) {
      widenBlock(*block);
    }
    for (PHINode *phi : phis_) {
      fill(*phi);
    }
  }

 private:
  Function &function() { return values_.function(); }
  IRBuilder<> &builder() { return values_.builder(); }

  // Makes the parameters known to the LaneValues.
  void mapParameters() {
    for (auto [from, to] : zip(scalar_.args(), function().args())) {
      to.setName(from.getName());
      if (values_.shape(&from).isVarying()) {
        values_.setVector(&from, &to);
      } else {
        values_.setScalar(&from, &to);
      }
    }
    if (values_.simdGroup().masked) {
      function().getArg(scalar_.arg_size())->setName("active");
    }
  }

  // Widens a block into the block of the same name. The mask is the block's own.
  void widenBlock(BasicBlock &block) {
    values_.setMask(nullptr);
    builder().SetInsertPoint(begins_[&block]);
    for (Instruction &instruction : block) {
      builder().SetCurrentDebugLocation(instruction.getDebugLoc());
      widen(instruction);
    }
    ends_[&block] = builder().GetInsertBlock();
  }

  // Chooses the widener of an instruction.
  void widen(Instruction &instruction) {
    if (auto *phi = dyn_cast<PHINode>(&instruction)) {
      return begin(*phi);
    }
    if (auto *exit = dyn_cast<ReturnInst>(&instruction)) {
      return leave(*exit);
    }
    if (instruction.isTerminator()) {
      return branch(instruction);
    }
    if (passes::calledName(instruction) == maskName) {
      return enterMask(*instruction.getOperand(0));
    }
    if (auto *call = dyn_cast<CallInst>(&instruction)) {
      return calls_.widen(*call);
    }
    if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction)) {
      return calls_.widen(*atomic);
    }
    if (auto *atomic = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      return calls_.widen(*atomic);
    }
    if (isa<AllocaInst, LoadInst, StoreInst>(instruction)) {
      return access(instruction);
    }
    if (auto *select = dyn_cast<SelectInst>(&instruction); select && choosesNothing(*select)) {
      return values_.setScalar(select, values_.scalar(select->getTrueValue()));
    }
    if (isa<FenceInst>(instruction) || !values_.shape(&instruction).isVarying()) {
      values_.copyScalar(instruction);
      return;
    }
    if (!operations_.widen(instruction)) {
      calls_.scalarize(instruction);
    }
  }

  // Returns true for a select of two equal operands that do not vary: the condition may vary then.
  bool choosesNothing(const SelectInst &select) const {
    return select.getTrueValue() == select.getFalseValue() && !values_.shape(&select).isVarying();
  }

  // A uniform mask means that all lanes are active, since one is.
  void enterMask(Value &active) {
    values_.setMask(values_.shape(&active).isUniform() ? nullptr : values_.vector(&active));
  }

  bool areUniform(const User &instruction) const {
    return all_of(instruction.operands(),
                  [&](const Value *operand) { return values_.shape(operand).isUniform(); });
  }

  // Uniform simple accesses are copied. All others go to the memory widener.
  void access(Instruction &instruction) {
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      // The size is not constant.
      if (values_.shape(variable).isVarying()) {
        return calls_.scalarize(instruction);
      }
      return memory_.copy(*variable);
    }
    if (isSimpleAccess(instruction) && areUniform(instruction)) {
      values_.copyScalar(instruction);
    } else {
      memory_.widen(instruction);
    }
  }

  // The one return, in the representation of the result.
  void leave(ReturnInst &exit) {
    Value *value = exit.getReturnValue();
    if (!value) {
      builder().CreateRetVoid();
    } else if (function().getReturnType() == scalar_.getReturnType()) {
      builder().CreateRet(values_.scalar(value));
    } else {
      builder().CreateRet(values_.vector(value));
    }
  }

  // Copies a uniform terminator. Its successors are the first blocks of the widened ones.
  void branch(Instruction &terminator) {
    Instruction *copy = terminator.clone();
    for (Use &operand : copy->operands()) {
      if (auto *block = dyn_cast<BasicBlock>(operand)) {
        operand.set(begins_[block]);
      } else {
        operand.set(values_.scalar(operand));
      }
    }
    builder().Insert(copy);
  }

  // An empty phi, to be filled by fill().
  void begin(PHINode &phi) {
    bool varying = values_.shape(&phi).isVarying();
    Type *type = varying ? values_.widen(phi.getType()) : phi.getType();
    PHINode *made = builder().CreatePHI(type, phi.getNumIncomingValues(), phi.getName());
    if (varying) {
      values_.setVector(&phi, made);
    } else {
      values_.setScalar(&phi, made);
    }
    phis_.push_back(&phi);
  }

  // Converts incoming values at the end of the block from which they come.
  void fill(PHINode &phi) {
    bool varying = values_.shape(&phi).isVarying();
    auto *made = cast<PHINode>(varying ? values_.vector(&phi) : values_.scalar(&phi));
    for (auto [value, block] : zip(phi.incoming_values(), phi.blocks())) {
      BasicBlock *end = ends_[block];
      builder().SetInsertPoint(end->getTerminator());
      made->addIncoming(varying ? values_.vector(value) : values_.scalar(value), end);
    }
  }

  Function &scalar_;
  LaneValues values_;
  OperationWidener operations_;
  CallWidener calls_;
  MemoryWidener memory_;
  DenseMap<BasicBlock *, BasicBlock *> begins_;
  DenseMap<BasicBlock *, BasicBlock *> ends_;
  SmallVector<PHINode *> phis_;
};

// Returns true if all lanes leave each block to the same successor.
bool hasUniformBranches(Function &function, const ShapeAnalysis &shapes) {
  return all_of(function, [&](BasicBlock &block) {
    Instruction *terminator = block.getTerminator();
    return isa<ReturnInst>(terminator) || all_of(terminator->operands(), [&](Value *operand) {
             return shapes[operand].isUniform();
           });
  });
}

}  // namespace

Function *widen(Function &function, const SimdGroup &simdGroup, const Twine &name,
                const TargetTransformInfo &target) {
  prepareWidening(function, simdGroup);
  ShapeAnalysis shapes(function, simdGroup);
  if (!hasUniformBranches(function, shapes)) {
    return nullptr;
  }
  Function *simdFunction =
      declareSimdGroupFunction(function, simdGroup, shapeOfReturn(function, shapes), name);
  Widener(function, *simdFunction, simdGroup, shapes, target).run();
  joinVersions(*simdFunction);
  prefetchGridStrides(*simdFunction);
  sinkColdValues(*simdFunction);
  setSimdGroup(*simdFunction, simdGroup);
  return simdFunction;
}

}  // namespace compiler::vecz
