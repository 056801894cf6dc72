#include "passes/lower_target_types_pass.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "passes/kernel_conventions.h"

namespace compiler::passes {

using namespace llvm;

namespace {

class TypeLowering : public ValueMapTypeRemapper {
 public:
  Type *remapType(Type *type) override {
    Type *&lowered = lowered_[type];
    if (!lowered) {
      Type *result = lower(type);
      lowered_[type] = result;
      return result;
    }
    return lowered;
  }

 private:
  Type *lower(Type *type) {
    if (auto *opaque = dyn_cast<TargetExtType>(type))
      return lowerOpaque(*opaque);
    if (auto *array = dyn_cast<ArrayType>(type))
      return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    if (auto *function = dyn_cast<FunctionType>(type)) {
      SmallVector<Type *> parameters;
      for (Type *parameter : function->params())
        parameters.push_back(remapType(parameter));
      return FunctionType::get(remapType(function->getReturnType()), parameters,
                               function->isVarArg());
    }
    if (auto *structure = dyn_cast<StructType>(type))
      return lowerStruct(*structure);
    return type;
  }

  static Type *lowerOpaque(TargetExtType &type) {
    LLVMContext &context = type.getContext();
    if (!type.getName().starts_with("spirv."))
      return &type;
    if (type.getName() == "spirv.Sampler")
      return Type::getInt32Ty(context);
    return PointerType::get(context, 0);
  }

  Type *lowerStruct(StructType &type) {
    if (type.isOpaque())
      return &type;
    SmallVector<Type *> elements;
    for (Type *element : type.elements())
      elements.push_back(remapType(element));
    if (ArrayRef<Type *>(elements) == type.elements())
      return &type;
    return StructType::get(type.getContext(), elements, type.isPacked());
  }

  DenseMap<Type *, Type *> lowered_;
};

/// A function of the lowered type with the old one's body.
Function *withLoweredType(Function &function, FunctionType *type, ValueToValueMapTy &map) {
  auto *lowered = Function::Create(type, function.getLinkage(), function.getAddressSpace());
  function.getParent()->getFunctionList().insert(function.getIterator(), lowered);
  lowered->takeName(&function);
  lowered->copyAttributesFrom(&function);
  lowered->copyMetadata(&function, 0);
  lowered->splice(lowered->begin(), &function);
  for (auto [from, to] : zip(function.args(), lowered->args())) {
    to.takeName(&from);
    map[&from] = &to;
  }
  map[&function] = lowered;
  return lowered;
}

bool usesTargetTypes(const Module &module) {
  auto isTarget = [](const Type *type) { return type->isTargetExtTy(); };
  auto holdsTarget = [&](const Type *type) {
    return isTarget(type) || (!type->isSingleValueType() && any_of(type->subtypes(), isTarget));
  };
  for (const Function &function : module) {
    if (holdsTarget(function.getFunctionType()))
      return true;
    for (const Instruction &instruction : instructions(function)) {
      const auto *slot = dyn_cast<AllocaInst>(&instruction);
      if (holdsTarget(instruction.getType()) || (slot && holdsTarget(slot->getAllocatedType())) ||
          any_of(instruction.operand_values(),
                 [&](const Value *value) { return isTarget(value->getType()); }))
        return true;
    }
  }
  return false;
}

}  // namespace

PreservedAnalyses LowerTargetTypesPass::run(Module &module, ModuleAnalysisManager &) {
  if (!usesTargetTypes(module))
    return PreservedAnalyses::all();
  TypeLowering lowering;
  ValueToValueMapTy map;
  SmallVector<Function *> replaced;
  for (Function &function : make_early_inc_range(module)) {
    auto *type = cast<FunctionType>(lowering.remapType(function.getFunctionType()));
    if (type == function.getFunctionType() || function.isIntrinsic())
      continue;
    withLoweredType(function, type, map);
    replaced.push_back(&function);
  }
  for (Function &function : module) {
    for (Instruction &instruction : instructions(function))
      RemapInstruction(&instruction, map, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges,
                       &lowering);
  }
  for (Function *function : replaced)
    function->eraseFromParent();
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
