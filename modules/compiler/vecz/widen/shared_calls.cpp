#include "vecz/widen/shared_calls.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "vecz/linearize/linearize.h"
#include "vecz/widen/widen.h"

namespace compiler::vecz {

using namespace llvm;

Packet packetOfShared(const CallBase &call, unsigned width,
                      function_ref<Shape(const Value *)> shapeOf) {
  Packet packet;
  packet.width = width;
  packet.masked = true;
  for (const Value *argument : call.args()) {
    bool mayBeOne = argument->getType()->isIntOrPtrTy();
    packet.parameters.push_back(mayBeOne && shapeOf(argument).isUniform() ? Shape::uniform()
                                                                          : Shape::varying());
  }
  return packet;
}

/// Tells forms of one function apart: 16, or 16uv where the first parameter is uniform.
static std::string nameOf(const Packet &packet) {
  std::string name = std::to_string(packet.width);
  if (any_of(packet.parameters, [](Shape shape) { return shape.isUniform(); })) {
    for (Shape shape : packet.parameters)
      name += shape.isUniform() ? 'u' : 'v';
  }
  return name;
}

Function *sharedForm(Function &function, const Packet &packet, const TargetTransformInfo &target) {
  // Its value is the form's name, or nothing if there is none.
  std::string attribute = "kiln-shared-form-" + nameOf(packet);
  if (function.hasFnAttribute(attribute))
    return function.getParent()->getFunction(function.getFnAttribute(attribute).getValueAsString());
  ValueToValueMapTy map;
  Function *copy = CloneFunction(&function, map);
  Function *form = nullptr;
  if (linearize(*copy, packet).empty())
    form = widen(*copy, packet, function.getName() + ".p" + nameOf(packet), target);
  copy->eraseFromParent();
  function.addFnAttr(attribute, form ? form->getName() : StringRef());
  return form;
}

}  // namespace compiler::vecz
