// LLVM's ValueMapper changes types of instructions in place, but not of functions and arguments. So
// functions are made anew first, with the old body spliced in and old arguments mapped to new ones.
// Then one walk over all instructions remaps operands and types.

#include "passes/lowering/type_replacement.h"

#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Drops attributes of parameters and result that the new types cannot have (noundef stays,
// nofpclass of a half does not).
template <typename Callable>
void dropAttributes(Callable &callable, const FunctionType &type) {
  AttributeList attributes = callable.getAttributes();
  LLVMContext &context = type.getContext();
  const AttributeSet results = attributes.getRetAttrs();
  attributes = attributes.removeRetAttributes(
      context, AttributeFuncs::typeIncompatible(type.getReturnType(), results));
  for (unsigned i = 0; i < type.getNumParams(); ++i) {
    const AttributeSet own = attributes.getParamAttrs(i);
    attributes = attributes.removeParamAttributes(
        context, i, AttributeFuncs::typeIncompatible(type.getParamType(i), own));
  }
  callable.setAttributes(attributes);
}

// Replaces a function by one of the new type, with the old one's body, attributes, metadata and
// uses. The old one stays, empty, until the map has served.
void replaceFunction(Function &function, FunctionType *type, ValueToValueMapTy &map) {
  auto *made = Function::Create(type, function.getLinkage(), function.getAddressSpace());
  function.getParent()->getFunctionList().insert(function.getIterator(), made);
  made->takeName(&function);
  made->copyAttributesFrom(&function);
  dropAttributes(*made, *type);
  made->copyMetadata(&function, 0);
  made->splice(made->begin(), &function);
  for (auto [from, to] : zip(function.args(), made->args())) {
    to.takeName(&from);
    map[&from] = &to;
  }
  function.replaceAllUsesWith(made);
}

}  // namespace

Type *TypeReplacement::remapType(Type *type) {
  if (Type *known = known_.lookup(type)) {
    return known;
  }
  Type *made = make(type);
  known_[type] = made;
  return made;
}

// The replaced type, computed from its elements.
Type *TypeReplacement::make(Type *type) {
  if (auto *array = dyn_cast<ArrayType>(type)) {
    return ArrayType::get(remapType(array->getElementType()), array->getNumElements());
  }
  if (auto *function = dyn_cast<FunctionType>(type)) {
    SmallVector<Type *> parameters;
    for (Type *parameter : function->params()) {
      parameters.push_back(remapType(parameter));
    }
    return FunctionType::get(remapType(function->getReturnType()), parameters,
                             function->isVarArg());
  }
  if (auto *structure = dyn_cast<StructType>(type)) {
    return makeStruct(*structure);
  }
  return replace(type);
}

// A literal structure of replaced elements; the structure itself if none changes. Opaque ones stay.
Type *TypeReplacement::makeStruct(StructType &type) {
  if (type.isOpaque()) {
    return &type;
  }
  SmallVector<Type *> elements;
  for (Type *element : type.elements()) {
    elements.push_back(remapType(element));
  }
  if (ArrayRef<Type *>(elements) == type.elements()) {
    return &type;
  }
  return StructType::get(type.getContext(), elements, type.isPacked());
}

void replaceTypes(Module &module, TypeReplacement &types, ValueMaterializer *constants) {
  ValueToValueMapTy map;
  SmallVector<Function *> replaced;
  for (Function &function : make_early_inc_range(module)) {
    auto *type = cast<FunctionType>(types.remapType(function.getFunctionType()));
    if (type == function.getFunctionType() || function.isIntrinsic()) {
      continue;
    }
    replaceFunction(function, type, map);
    replaced.push_back(&function);
  }
  for (Function &function : module) {
    for (Instruction &instruction : instructions(function)) {
      RemapInstruction(&instruction, map, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges, &types,
                       constants);
      if (auto *call = dyn_cast<CallBase>(&instruction)) {
        dropAttributes(*call, *call->getFunctionType());
      }
    }
  }
  for (Function *function : replaced) {
    function->eraseFromParent();
  }
}

}  // namespace compiler::passes
