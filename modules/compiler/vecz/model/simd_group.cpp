#include "vecz/model/simd_group.h"

#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// Declares a helper that returns for all inputs, so LLVM may move or drop its calls as far as
/// effects permit.
Function *declare(Module &module, StringRef name, Type *result, ArrayRef<Type *> parameters) {
  Function *function = passes::declareHelper(module, name, result, parameters);
  function->addFnAttr(Attribute::WillReturn);
  return function;
}

constexpr unsigned allDimensions = 3;

/// The shape of __mux_get_global_id and __mux_get_local_id: neighbours differ by one in the SIMD
/// group's dimension. An unknown dimension varies, because it may be the group's own.
Shape shapeOfId(const CallBase &call, const SimdGroup &simdGroup) {
  auto *dimension = dyn_cast<ConstantInt>(call.getArgOperand(0));
  if (!dimension || simdGroup.dimension == SimdGroup::linear) {
    return Shape::varying();
  }
  if (dimension->getValue().uge(allDimensions)) {
    return Shape::uniform();
  }
  return Shape::strided(dimension->getZExtValue() == simdGroup.dimension ? 1 : 0);
}

/// The shape of a value that counts along the linear local id.
Shape shapeAlongLinearId(const SimdGroup &simdGroup, int64_t stride) {
  bool follows = simdGroup.dimension == 0 || simdGroup.dimension == SimdGroup::linear;
  return follows ? Shape::strided(stride) : Shape::varying();
}

/// Ids of and in sub-groups. SIMD groups of bodies with sub-groups start at a multiple of their
/// width by the linear local id (passes/work_items/work_item_loop_builder.h). A sub-group at least
/// as large as the SIMD group therefore holds all of its lanes. In a wider SIMD group the ids start
/// again at each sub-group.
Shape shapeInSubGroup(const CallBase &call, const SimdGroup &simdGroup, int64_t stride) {
  bool isWithin =
      simdGroup.dimension == 0 && simdGroup.widthLimit() <= passes::sizeOfSubGroupId(call);
  return isWithin ? Shape::strided(stride) : Shape::varying();
}

/// Slots of the work-group's frame are an array over the linear local id, `size` bytes each.
Shape shapeOfSlot(const CallBase &call, const SimdGroup &simdGroup) {
  auto *prefix = dyn_cast<ConstantInt>(call.getArgOperand(0));
  auto *size = dyn_cast<ConstantInt>(call.getArgOperand(1));
  return prefix && size ? shapeAlongLinearId(simdGroup, size->getSExtValue()) : Shape::varying();
}

/// A function of one integer, with a result of its type.
Function *declareOfInteger(Module &module, StringRef prefix, Type *type) {
  Function *function =
      declare(module, (prefix + "i" + Twine(type->getIntegerBitWidth())).str(), type, {type});
  function->setDoesNotAccessMemory();
  return function;
}

}  // namespace

void setSimdGroup(Function &function, const SimdGroup &simdGroup) {
  function.addFnAttr(simdGroupAttribute,
                     (Twine(simdGroup.width) + "," + Twine(simdGroup.dimension) + "," +
                      Twine(unsigned{simdGroup.masked}))
                         .str());
}

/// Missing or malformed fields keep their defaults.
SimdGroup simdGroupOf(const Function &function) {
  SimdGroup simdGroup;
  SmallVector<StringRef> fields;
  function.getFnAttribute(simdGroupAttribute).getValueAsString().split(fields, ',');
  unsigned masked = 0;
  if (fields.size() > 0) {
    fields[0].getAsInteger(10, simdGroup.width);
  }
  if (fields.size() > 1) {
    fields[1].getAsInteger(10, simdGroup.dimension);
  }
  if (fields.size() > 2) {
    fields[2].getAsInteger(10, masked);
  }
  simdGroup.masked = masked != 0;
  return simdGroup;
}

Function *declareMask(Module &module) {
  LLVMContext &context = module.getContext();
  return declare(module, maskName, Type::getVoidTy(context), {Type::getInt1Ty(context)});
}

/// The mask stands in front of all accesses of its block, so the search ends at the first one. The
/// call itself counts as an access to memory, hence the order of the two tests.
CallInst *maskOf(BasicBlock &block) {
  for (Instruction &instruction : block) {
    if (passes::calledName(instruction) == maskName) {
      return cast<CallInst>(&instruction);
    }
    if (instruction.mayReadOrWriteMemory()) {
      return nullptr;
    }
  }
  return nullptr;
}

Function *declareAny(Module &module) {
  Type *i1 = Type::getInt1Ty(module.getContext());
  Function *function = declare(module, anyName, i1, {i1});
  function->setDoesNotAccessMemory();
  return function;
}

Function *declareEntryMask(Module &module) {
  Function *function = declare(module, entryMaskName, Type::getInt1Ty(module.getContext()), {});
  function->setDoesNotAccessMemory();
  return function;
}

Function *declareBase(Module &module, Type *type) {
  return declareOfInteger(module, baseName, type);
}

Function *declareFirst(Module &module, Type *type) {
  return declareOfInteger(module, firstName, type);
}

Function *declareLane(Module &module) {
  Function *function = declare(module, laneName, Type::getInt64Ty(module.getContext()), {});
  function->setDoesNotAccessMemory();
  return function;
}

Function *declareLastLane(Module &module) {
  Function *function = declare(module, lastLaneName, Type::getInt64Ty(module.getContext()), {});
  function->setDoesNotAccessMemory();
  return function;
}

/// A closed list: a function added to the conventions needs its shape here, or it varies.
std::optional<Shape> shapeOfResult(const CallBase &call, const SimdGroup &simdGroup) {
  StringRef name = passes::calledName(call);
  if (name == anyName || name == lastLaneName || name.starts_with(baseName) ||
      name.starts_with(firstName)) {
    return Shape::uniform();
  }
  if (name == laneName) {
    return Shape::strided(1);
  }
  if (name == entryMaskName) {
    return Shape::varying();
  }
  if (name == "__mux_get_global_id" || name == "__mux_get_local_id") {
    return shapeOfId(call, simdGroup);
  }
  if (name == "__mux_get_local_linear_id") {
    return shapeAlongLinearId(simdGroup, 1);
  }
  if (name == "__mux_get_global_linear_id") {
    return simdGroup.dimension == 0 ? Shape::strided(1) : Shape::varying();
  }
  if (name == passes::itemFrameName) {
    return shapeOfSlot(call, simdGroup);
  }
  if (name == passes::subGroupIdName) {
    return shapeInSubGroup(call, simdGroup, 0);
  }
  if (name == passes::subGroupLocalIdName) {
    return shapeInSubGroup(call, simdGroup, 1);
  }
  return std::nullopt;
}

}  // namespace compiler::vecz
