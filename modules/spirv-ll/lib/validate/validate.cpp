// Runs SPIRV-Tools' validator and assembler, and maps the validator's messages back to the module.
#include "validate/validate.h"

#include <cstdlib>

#include <spirv-tools/libspirv.h>

#include "binary/grammar.h"
#include "shims/odd_integers.h"
#include "validate/relaxation.h"

namespace spirv_ll {
namespace {

/// The first line of the validator's message.
/// Further lines hold the disassembly of the instruction, in the numbers of the copy.
std::string firstLine(const char *text) {
  std::string line = text ? text : "not valid";
  return line.substr(0, line.find('\n'));
}

/// The operands that are ids, for annotations and entry points without their numbers and text.
std::span<const uint32_t> idsOf(const Instruction &instruction) {
  switch (instruction.op) {
    case spv::Op::OpName:
    case spv::Op::OpMemberName:
    case spv::Op::OpDecorate:
    case spv::Op::OpMemberDecorate:
    case spv::Op::OpExecutionMode:
      return instruction.operands.first(std::min<size_t>(1, instruction.operands.size()));
    case spv::Op::OpEntryPoint:
      return instruction.operandsFrom(1);  // behind the execution model
    default:
      return instruction.operands;
  }
}

/// Finds the first use of an undefined id. The validator reports no position for such ids, but
/// lists them on its second line. Empty for any other message.
std::optional<Error> findUndefined(const char *text, std::span<const Instruction> instructions) {
  const std::string_view message = text ? text : "";
  const size_t quote = message.find("\n'");
  if (!message.starts_with("The following forward referenced IDs") || quote == message.npos) {
    return std::nullopt;
  }
  const std::string list(message.substr(quote + 2));
  const auto id = static_cast<uint32_t>(std::strtoul(list.c_str(), nullptr, 10));
  const auto uses = [&](const Instruction &instruction) {
    const auto ids = idsOf(instruction);
    return instruction.type == id || std::ranges::find(ids, id) != ids.end();
  };
  // The operands of these are literals.
  const auto first = std::ranges::find_if(instructions, [&](const Instruction &instruction) {
    return instruction.op != spv::Op::OpCapability && instruction.op != spv::Op::OpMemoryModel &&
           instruction.op != spv::Op::OpConstant && instruction.op != spv::Op::OpTypeInt &&
           instruction.op != spv::Op::OpTypeFloat && uses(instruction);
  });
  if (id == 0 || first == instructions.end()) {
    return std::nullopt;
  }
  return Error{Error::Kind::invalid, first->word,
               opcodeName(static_cast<uint32_t>(first->op)) + ": %" + std::to_string(id) +
                   " is not defined"};
}

/// Allows every block layout that a feature of Vulkan permits.
void allowLayouts(spv_validator_options options) {
  spvValidatorOptionsSetRelaxBlockLayout(options, true);
  spvValidatorOptionsSetUniformBufferStandardLayout(options, true);
  spvValidatorOptionsSetScalarBlockLayout(options, true);
  spvValidatorOptionsSetWorkgroupScalarBlockLayout(options, true);
  spvValidatorOptionsSetAllowLocalSizeId(options, true);
}

}  // namespace

/// SPIRV-Tools reports the number of an instruction. The copy maps it to the word of its original.
std::optional<Error> validate(std::span<const uint32_t> words,
                              std::span<const Instruction> instructions, Api api) {
  const RoundedIntegers rounded(instructions);
  if (auto error = rounded.tooWide()) {
    return error;
  }
  const RelaxedModule relaxed = relax(words, rounded.instructions(), api);
  const spv_context context =
      spvContextCreate(api == Api::vulkan ? SPV_ENV_VULKAN_1_3 : SPV_ENV_UNIVERSAL_1_6);
  spv_const_binary_t binary = {relaxed.words.data(), relaxed.words.size()};
  const spv_validator_options options = spvValidatorOptionsCreate();
  if (api == Api::vulkan) {
    allowLayouts(options);
  }
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result = spvValidateWithOptions(context, options, &binary, &diagnostic);
  std::optional<Error> error;
  if (result != SPV_SUCCESS) {
    const size_t word = diagnostic ? relaxed.original(diagnostic->position.index) : 0;
    error = Error{Error::Kind::invalid, word,
                  (word != 0 ? opcodeName(words[word] & 0xffff) + ": " : "") +
                      firstLine(diagnostic ? diagnostic->error : nullptr)};
    if (auto place = findUndefined(diagnostic ? diagnostic->error : nullptr, instructions)) {
      error = std::move(place);
    }
  }
  spvDiagnosticDestroy(diagnostic);
  spvValidatorOptionsDestroy(options);
  spvContextDestroy(context);
  return error;
}

/// Numbers in names of ids are kept, so an error can be compared with the text.
std::optional<std::vector<uint32_t>> assemble(std::string_view text, std::string &error) {
  const spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_6);
  spv_binary binary = nullptr;
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t result = spvTextToBinaryWithOptions(
      context, text.data(), text.size(), SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary,
      &diagnostic);
  std::optional<std::vector<uint32_t>> words;
  if (result == SPV_SUCCESS) {
    words.emplace(binary->code, binary->code + binary->wordCount);
  } else if (diagnostic) {
    error = "line " + std::to_string(diagnostic->position.line + 1) + ": " +
            firstLine(diagnostic->error);
  }
  spvDiagnosticDestroy(diagnostic);
  spvBinaryDestroy(binary);
  spvContextDestroy(context);
  return words;
}

}  // namespace spirv_ll
