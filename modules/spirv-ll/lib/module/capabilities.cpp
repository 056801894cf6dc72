// OpCapability and OpExtension: refuses a module that needs more than the device has.
#include "binary/grammar.h"
#include "coverage/coverage.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

bool hasAllOf(Translator &translator, const Offer &offer) {
  return isThere(offer, [&](std::string_view feature) { return translator.hasFeature(feature); });
}

/// Accepts a capability in the list of offers whose features the device has. Handlers ask the index
/// for the few with an effect on them.
void translateCapability(Translator &translator, const Instruction &instruction) {
  const std::string name = enumerantName(EnumerantKind::Capability, instruction.operand(0));
  const Api api = translator.device().api;
  // A row without the features of the device is an error about the device, a missing row one about
  // this library.
  if (const Offer *row = findOffer(offeredCapabilities(api), name)) {
    if (!hasAllOf(translator, *row)) {
      translator.fail("the device does not support the capability " + name);
    }
    return;
  }
  const char *reason = reasonAgainst(name, api);
  translator.fail("the capability " + name + " is not supported" +
                  (reason ? std::string(": ") + reason : ""));
}

/// Names of extensions are as binding as capabilities: an unknown one could change the meaning of
/// instructions. SPV_codeplay_usm_generic_storage_class does, and handlers ask the index for it.
void translateExtension(Translator &translator, const Instruction &instruction) {
  const std::string name = readString(instruction.operands, 0).text;
  if (const Offer *row = findOffer(supportedExtensions(), name)) {
    if (!hasAllOf(translator, *row)) {
      translator.fail("the device does not support the extension " + name);
    }
    return;
  }
  const char *reason = reasonAgainstExtension(name);
  translator.fail("the extension " + name + " is not supported" +
                  (reason ? std::string(": ") + reason : ""));
}

/// Shaders replace OpExtension by a list of their own (shader_module.cpp) and share OpCapability.
constexpr HandlerRow rows[] = {
    {spv::Op::OpCapability, translateCapability},
    {spv::Op::OpExtension, translateExtension},
};

}  // namespace

HandlerTable capabilityHandlers() {
  return rows;
}

}  // namespace spirv_ll
