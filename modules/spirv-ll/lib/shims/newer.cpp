// Validates the instructions that the packaged SPIRV-Tools does not know.
//
// SPIRV-Tools sees a copy of the module without them (validate/relaxation.h). The grammar in
// newer.txt states for each instruction how many operands it has and the capabilities it needs;
// this file checks both, and the placement of computations inside functions (SPIR-V 1.6 §2.4).
// Types of operands are checked by the handlers. Without these checks, a handler would read
// operands that do not exist.
//
// For example, OpFmaKHR needs the capability FMAKHR, three operands, and a place in a function:
//
//   4427 OpFmaKHR, result type and id, fewest 3, most 3, capabilities "FMAKHR"
#include "shims/newer.h"

#include "binary/grammar.h"
#include "coverage/coverage.h"
#include "shims/declared_capabilities.h"

namespace spirv_ll {
namespace {

/// True if an instruction computes a value and therefore belongs inside a function.
bool isComputation(const Instruction &instruction, const OpcodeInfo &info) {
  return info.hasType && info.hasId && instruction.op != OpPoisonKHR &&
         instruction.op != OpExtInstWithForwardRefsKHR &&
         std::string_view(info.name).find("Constant") == std::string_view::npos;
}

/// Checks one newer instruction: the handler first, then operands, place and capability. Empty if
/// all is well.
std::optional<Error> check(const Instruction &instruction, const OpcodeInfo &info,
                           const DeclaredCapabilities &declared, Api api, bool isInFunction) {
  const size_t count = instruction.operands.size();
  const auto error = [&](const std::string &message) {
    return Error{Error::Kind::invalid, instruction.word, std::string(info.name) + ": " + message};
  };
  if (!isTranslatedInstruction(instruction.op, api)) {
    const char *reason = reasonAgainst(info.opcode, api);
    Error refused = error("the instruction is not supported" +
                          (reason ? std::string(": ") + reason : std::string()));
    refused.kind = Error::Kind::unsupported;
    return refused;
  }
  if (count < info.fewest || count > info.most) {
    return error("the number of operands is wrong");
  }
  if (!isInFunction && isComputation(instruction, info)) {
    return error("the instruction has to be in a function");
  }
  if (!declared.hasOneOf(info.capabilities)) {
    return error("the module does not declare the capability " +
                 std::string(splitNames(info.capabilities).front()));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> checkNewer(std::span<const Instruction> instructions, Api api) {
  const DeclaredCapabilities declared(instructions);
  bool isInFunction = false;
  for (const Instruction &instruction : instructions) {
    isInFunction |= instruction.op == spv::Op::OpFunction;
    const OpcodeInfo *info = findOpcode(static_cast<uint32_t>(instruction.op));
    if (info && info->isNewer) {
      if (auto error = check(instruction, *info, declared, api, isInFunction)) {
        return error;
      }
    }
  }
  return std::nullopt;
}

}  // namespace spirv_ll
