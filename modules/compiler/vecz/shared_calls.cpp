#include "vecz/shared_calls.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "vecz/linearize.h"
#include "vecz/widen.h"

namespace compiler::vecz {

using namespace llvm;

Packet packetOfShared(const Function &function, unsigned width) {
  Packet packet;
  packet.width = width;
  packet.masked = true;
  packet.parameters.assign(function.arg_size(), Shape::varying());
  return packet;
}

Function *sharedForm(Function &function, unsigned width, const TargetTransformInfo &target) {
  // Its value is the form's name, or nothing if there is none.
  std::string attribute = "kiln-shared-form-" + std::to_string(width);
  if (function.hasFnAttribute(attribute))
    return function.getParent()->getFunction(function.getFnAttribute(attribute).getValueAsString());
  Packet packet = packetOfShared(function, width);
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&function, map);
  Function *form = nullptr;
  if (linearize(*copy, packet).empty())
    form = widen(*copy, packet, function.getName() + ".p" + Twine(width), target);
  copy->eraseFromParent();
  function.addFnAttr(attribute, form ? form->getName() : StringRef());
  return form;
}

}  // namespace compiler::vecz
