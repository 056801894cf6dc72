#include "vecz/widen/shared_calls.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "vecz/linearize/linearize.h"
#include "vecz/widen/widen.h"

namespace compiler::vecz {

using namespace llvm;

SimdGroup simdGroupOfShared(const CallBase &call, unsigned width,
                            function_ref<Shape(const Value *)> shapeOf) {
  SimdGroup simdGroup;
  simdGroup.width = width;
  simdGroup.masked = true;
  for (const Value *argument : call.args()) {
    bool mayBeOne = argument->getType()->isIntOrPtrTy();
    simdGroup.parameters.push_back(mayBeOne && shapeOf(argument).isUniform() ? Shape::uniform()
                                                                             : Shape::varying());
  }
  return simdGroup;
}

// Distinguishes the variants of one function: "16", or "16uv" if the first of two parameters is
// uniform.
static std::string nameOf(const SimdGroup &simdGroup) {
  std::string name = std::to_string(simdGroup.width);
  if (any_of(simdGroup.parameters, [](Shape shape) { return shape.isUniform(); })) {
    for (Shape shape : simdGroup.parameters) {
      name += shape.isUniform() ? 'u' : 'v';
    }
  }
  return name;
}

Function *sharedVariant(Function &function, const SimdGroup &simdGroup,
                        const TargetTransformInfo &target) {
  // The value is the variant's name, or empty if there is none.
  std::string attribute = "kiln-shared-variant-" + nameOf(simdGroup);
  if (function.hasFnAttribute(attribute)) {
    return function.getParent()->getFunction(function.getFnAttribute(attribute).getValueAsString());
  }
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&function, map);
  Function *variant = nullptr;
  if (linearize(*copy, simdGroup).empty()) {
    variant = widen(*copy, simdGroup, function.getName() + ".p" + nameOf(simdGroup), target);
  }
  copy->eraseFromParent();
  function.addFnAttr(attribute, variant ? variant->getName() : StringRef());
  return variant;
}

}  // namespace compiler::vecz
