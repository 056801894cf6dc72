// Runs a translation: repairs and validates the module, then translates it in five steps.
//
// 1. Everything in front of the first function, in the module's order: SPIR-V puts annotations
//    before types and types before constants (SPIR-V 1.6 §2.4).
// 2. For shaders, the interface variables that each function uses.
// 3. A declaration of each function, so that calls may refer to later ones.
// 4. The bodies of the functions.
// 5. The metadata of kernels, and the end of the debug information.
//
// LLVM's verifier checks the result: a defect in a handler becomes an error, never broken IR.
//
// The way of a module:
//
//   words ──normalize, split──▶ instructions ──joinContinuations──▶ instructions
//          (binary/binary.h)                  (binary/long_composites.h)
//
//   instructions ──orderConstants, orderBlocks──▶ instructions
//                  (binary/producers.h)
//
//   instructions ──checkNewer, validate──▶ an error, or valid instructions
//                  (shims/, validate/)
//
//   valid instructions ──expandDecorationGroups, checkRules──▶ an error, or plain instructions
//                        (binary/decoration_groups.h, shims/)
//
//   plain instructions ──ModuleTranslation──▶ llvm::Module ──verifyModule──▶ the result
//
// A module is refused as a whole: no part of it is ever run after an error. Its author gets the
// first error with the position of the instruction in the original words.
#include "binary/decoration_groups.h"
#include "binary/long_composites.h"
#include "binary/producers.h"
#include "debug/debug_lines.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "shader/interface_variables.h"
#include "shader/shader.h"
#include "shims/bfloat16_rules.h"
#include "shims/newer.h"
#include "shims/rules.h"
#include "translator/handlers.h"
#include "translator/symbols.h"
#include "translator/translator.h"
#include "validate/validate.h"

namespace spirv_ll {
namespace {

/// Clang's data layouts of spir and spir64, so that modules of both front ends link with each
/// other.
constexpr char dataLayout32[] =
    "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";
constexpr char dataLayout64[] =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

/// Runs the steps of a translation on the state that the handlers share. Each step needs the one
/// before it: bodies need declarations, kernels need bodies.
class ModuleTranslation {
 public:
  /// `translator` must outlive the object.
  explicit ModuleTranslation(Translator &translator) : translator_(translator) {}

  /// Call it once. Null after an error, which the translator's diagnostics have.
  std::unique_ptr<llvm::Module> run() {
    prepareModule();
    translateGlobals();
    if (!translator_.failed() && translator_.isShader()) {
      findInterfaces(translator_);
    }
    declareFunctions();
    translateFunctions();
    if (!translator_.failed()) {
      describeMatrixUsers(translator_);
      describeKernels(translator_);
      checkMaxErrors(translator_);
      settleReservedImports(translator_);
      translator_.debugLines().endModule();
    }
    return !translator_.failed() && verify() ? translator_.takeModule() : nullptr;
  }

 private:
  /// The triple is SPIR's, not the device's: finalize works on target-neutral IR, and the kernel
  /// pipeline sets the target (doc/compiler-spec.md).
  void prepareModule() {
    const bool is32 = translator_.device().addressBits == 32;
    translator_.module().setTargetTriple(llvm::Triple(is32 ? "spir" : "spir64"));
    translator_.module().setDataLayout(is32 ? dataLayout32 : dataLayout64);
  }

  void translateGlobals() {
    for (const Instruction &instruction : translator_.index().globals()) {
      if (!translator_.failed()) {
        translator_.translate(instruction);
      }
    }
  }

  /// Declares public functions first, so that no internal function takes a public name. Functions
  /// whose pointer is a constant are declared already.
  void declareFunctions() {
    const auto instructions = translator_.index().functions();
    for (const bool known : {true, false}) {
      for (size_t i = 0; i < instructions.size() && !translator_.failed(); ++i) {
        const Instruction &instruction = instructions[i];
        if (instruction.op == spv::Op::OpFunction && isPublic(instruction.id) == known &&
            !translator_.hasValue(instruction.id)) {
          translator_.diagnostics().moveTo(&instruction);
          declareFunction(translator_, instruction, instructions.subspan(i + 1));
        }
      }
    }
  }

  bool isPublic(uint32_t function) const {
    return translator_.entryPoints().find(function) != nullptr ||
           translator_.annotations().linkage(function).has_value();
  }

  /// A function ends with its OpFunctionEnd; nothing stands between two functions.
  void translateFunctions() {
    auto rest = translator_.index().functions();
    while (!rest.empty() && !translator_.failed()) {
      const auto end = std::ranges::find(rest, spv::Op::OpFunctionEnd, &Instruction::op);
      const size_t size = std::min(static_cast<size_t>(end - rest.begin()) + 1, rest.size());
      translateBody(rest.first(size));
      rest = rest.subspan(size);
    }
    translator_.body().end();
  }

  /// Unreachable blocks are skipped up to the next label.
  void translateBody(std::span<const Instruction> body) {
    const auto reachable = reachableLabels(translator_, body);
    translator_.shader().places.clear();
    bool skipping = false;
    for (const Instruction &instruction : body) {
      if (translator_.failed()) {
        return;
      }
      if (instruction.op == spv::Op::OpLabel) {
        skipping = !reachable.contains(instruction.id);
      }
      if (!skipping || instruction.op == spv::Op::OpFunctionEnd) {
        translator_.translate(instruction);
      }
    }
    if (!translator_.failed()) {
      completePhis(translator_);
    }
  }

  /// SPIRV-Tools checks dominance too, but not for the instructions replaced in its copy. So a
  /// value without dominance is the module's fault, and anything else is Kiln's.
  bool verify() {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (llvm::verifyModule(translator_.module(), &stream)) {
      translator_.diagnostics().moveTo(nullptr);
      if (text.find("does not dominate") != std::string::npos) {
        translator_.fail("a value is used where it is not defined", Error::Kind::invalid);
      }
      translator_.fail("LLVM's verifier rejects the translated module: " +
                       text.substr(0, text.find('\n')));
    }
    return !translator_.failed();
  }

  Translator &translator_;
};

}  // namespace

/// Members are in the order of their use: types need the index, bodies the annotations.
Translator::Translator(llvm::LLVMContext &context, const Device &device,
                       std::span<const Specialization> specializations,
                       std::span<const Instruction> instructions)
    : device_(device),
      specializations_(specializations),
      module_(std::make_unique<llvm::Module>("<spirv>", context)),
      builder_(context),
      index_(instructions),
      types_(index_.declares(spv::Capability::ArbitraryPrecisionIntegersINTEL)),
      body_(annotations_),
      debugLines_(std::make_unique<DebugLines>(*this)),
      shader_(std::make_unique<ShaderState>()) {}

Translator::~Translator() = default;

/// The order matters. Repairs come before the validator, which would refuse the module.
/// Instructions unknown to SPIRV-Tools are checked on the original, since its copy lacks them.
/// Groups are expanded and lines move behind parameters only after validation, and the rules of
/// kernels see the result.
Result<std::unique_ptr<llvm::Module>> translate(llvm::LLVMContext &context,
                                                std::span<const uint32_t> words,
                                                const Device &device,
                                                std::span<const Specialization> specializations,
                                                std::string *warnings) {
  const auto normalized = normalize(words);
  if (!normalized) {
    return normalized.error();
  }
  auto instructions = split(*normalized);
  if (!instructions) {
    return instructions.error();
  }
  std::deque<std::vector<uint32_t>> ofComposites;
  if (auto invalid = joinContinuations(*instructions, ofComposites)) {
    return std::move(*invalid);
  }
  if (isOfKhronosTranslator(*normalized)) {
    dropInternalLinkage(*instructions);
    orderConstants(*instructions);
    orderFunctions(*instructions);
    orderBlocks(*instructions);
  }
  auto invalid = checkNewer(*instructions, device.api);
  if (!invalid) {
    invalid = checkBFloat16(*instructions);
  }
  if (!invalid) {
    invalid = validate(*normalized, *instructions, device.api);
  }
  std::vector<uint32_t> ofGroups;
  if (!invalid) {
    invalid = expandDecorationGroups(*instructions, ofGroups);
  }
  dropLinesOfParameters(*instructions);
  if (!invalid && device.api == Api::openCL) {
    invalid = checkRules(*normalized, *instructions);
  }
  if (invalid) {
    return std::move(*invalid);
  }
  Translator translator(context, device, specializations, *instructions);
  auto module = ModuleTranslation(translator).run();
  if (auto error = translator.diagnostics().take()) {
    return std::move(*error);
  }
  if (warnings) {
    *warnings += translator.diagnostics().warnings();
  }
  return module;
}

}  // namespace spirv_ll
