#include "passes/lower_target_types_pass.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include "passes/kernel_conventions.h"
#include "passes/mux_builtins.h"

namespace compiler::passes {

using namespace llvm;

namespace {

constexpr unsigned globalSpace = 1;
constexpr unsigned constantSpace = 2;

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
    if (type.getName() == "spirv.ReserveId")
      return Type::getInt64Ty(context);
    if (type.getName() == "spirv.Pipe")
      return PointerType::get(context, globalSpace);
    return PointerType::get(context, type.getName() == "spirv.Image" ? constantSpace : 0);
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

/// Whatever writes through pointers, the launch's images stay what they are.
void markInvariant(Value &address) {
  for (User *user : address.users()) {
    if (isa<GetElementPtrInst>(user))
      markInvariant(*user);
    else if (auto *load = dyn_cast<LoadInst>(user))
      load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(load->getContext(), {}));
  }
}

bool isConversion(StringRef name) {
  return name == muxSamplerWord || name == muxSampler || name == muxPipeDataRead ||
         name == muxPipeDataWrite || name == muxReserveWord || name == muxReserveId;
}

/// The functions between an opaque value and what stands for it: now they are the same.
void foldConversions(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    const bool isImage = function.getName().contains(muxImageData);
    if (!function.isDeclaration() || !(isImage || isConversion(function.getName())))
      continue;
    for (CallInst *call : directCalls(function)) {
      if (call->arg_size() != 1 || call->getArgOperand(0)->getType() != call->getType())
        continue;
      if (isImage)
        markInvariant(*call);
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
    if (function.use_empty())
      function.eraseFromParent();
  }
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
  foldConversions(module);
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
