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
//   words ──normalize, split──▶ instructions ──orderConstants, orderBlocks──▶ instructions
//          (binary/binary.h)                   (binary/producers.h)
//
//   instructions ──checkNewer, validate, checkRules──▶ an error, or valid instructions
//                  (shims/, validate/)
//
//   valid instructions ──Translator::run──▶ llvm::Module ──verifyModule──▶ the result
//
// A module is refused as a whole: no part of it is ever run after an error. Its author gets the
// first error with the position of the instruction in the original words.
#include "binary/producers.h"
#include "debug/debug_lines.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "shader/interface_variables.h"
#include "shader/shader.h"
#include "shims/newer.h"
#include "shims/rules.h"
#include "translator/handlers.h"
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

}  // namespace

Translator::Translator(llvm::LLVMContext &context, const Device &device,
                       std::span<const Specialization> specializations,
                       std::span<const Instruction> instructions)
    : device_(device),
      specializations_(specializations),
      instructions_(instructions),
      module_(std::make_unique<llvm::Module>("<spirv>", context)),
      builder_(context),
      debugLines_(std::make_unique<DebugLines>(*this)),
      shader_(std::make_unique<ShaderState>()) {}

Translator::~Translator() = default;

/// One walk over the module. An id defined twice is refused by the validator before.
void Translator::index() {
  firstFunction_ = instructions_.size();
  for (size_t i = 0; i < instructions_.size(); ++i) {
    const Instruction &instruction = instructions_[i];
    if (instruction.id != 0) {
      definitions_[instruction.id] = &instruction;
    }
    if (instruction.op == spv::Op::OpFunction && firstFunction_ == instructions_.size()) {
      firstFunction_ = i;
    }
  }
}

/// The triple is SPIR's, not the device's: finalize works on target-neutral IR, and the kernel
/// pipeline sets the target (doc/compiler-spec.md).
void Translator::prepareModule() {
  const bool is32 = device_.addressBits == 32;
  module_->setTargetTriple(llvm::Triple(is32 ? "spir" : "spir64"));
  module_->setDataLayout(is32 ? dataLayout32 : dataLayout64);
}

void Translator::translateGlobals() {
  for (size_t i = 0; i < firstFunction_ && !failed(); ++i) {
    translate(instructions_[i]);
  }
}

/// Declares public functions first, so that no internal function takes a public name.
void Translator::declareFunctions() {
  for (const bool known : {true, false}) {
    for (size_t i = firstFunction_; i < instructions_.size() && !failed(); ++i) {
      const Instruction &instruction = instructions_[i];
      if (instruction.op != spv::Op::OpFunction) {
        continue;
      }
      const bool isEntry = llvm::any_of(
          entryPoints, [&](const EntryPoint &entry) { return entry.function == instruction.id; });
      if ((isEntry || linkage(instruction.id).has_value()) == known) {
        current_ = &instruction;
        declareFunction(*this, instruction, instructions_.subspan(i + 1));
      }
    }
  }
}

/// Unreachable blocks are skipped up to the next label. The state of a function is cleared first:
/// blocks, copies of builtin variables, pending phis.
void Translator::translateBody(size_t first, size_t last) {
  const auto reachable = reachableLabels(*this, instructions_.subspan(first, last - first));
  blocks_.clear();
  builtinVariables.clear();
  shader_->places.clear();
  hasSavedMemory = false;
  pendingPhis.clear();
  bool skipping = false;
  for (size_t i = first; i < last && !failed(); ++i) {
    const Instruction &instruction = instructions_[i];
    if (instruction.op == spv::Op::OpLabel) {
      skipping = !reachable.contains(instruction.id);
    }
    if (!skipping || instruction.op == spv::Op::OpFunctionEnd) {
      translate(instruction);
    }
  }
  if (!failed()) {
    completePhis(*this);
  }
}

/// A function ends with its OpFunctionEnd; nothing stands between two functions.
void Translator::translateFunctions() {
  size_t first = firstFunction_;
  while (first < instructions_.size() && !failed()) {
    size_t last = first;
    while (last < instructions_.size() && instructions_[last].op != spv::Op::OpFunctionEnd) {
      ++last;
    }
    translateBody(first, std::min(last + 1, instructions_.size()));
    first = last + 1;
  }
  function = nullptr;
}

/// SPIRV-Tools checks dominance too, but not for the instructions replaced in its copy. So a value
/// without dominance is the module's fault, and anything else is Kiln's.
bool Translator::verify() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(*module_, &stream)) {
    current_ = nullptr;
    if (text.find("does not dominate") != std::string::npos) {
      fail("a value is used where it is not defined", Error::Kind::invalid);
    }
    fail("LLVM's verifier rejects the translated module: " + text.substr(0, text.find('\n')));
  }
  return !failed();
}

/// Each step needs the one before it: bodies need declarations, kernels need bodies.
std::unique_ptr<llvm::Module> Translator::run() {
  index();
  prepareModule();
  translateGlobals();
  if (!failed() && isShader()) {
    findInterfaces(*this);
  }
  if (!failed()) {
    declareFunctions();
  }
  if (!failed()) {
    translateFunctions();
  }
  if (!failed()) {
    describeKernels(*this);
    debugLines_->endModule();
  }
  if (failed() || !verify()) {
    return nullptr;
  }
  return std::move(module_);
}

/// The order matters. Repairs come before the validator, which would refuse the module.
/// Instructions unknown to SPIRV-Tools are checked on the original, since its copy lacks them.
/// Lines move behind parameters only after validation, and the rules of kernels see the result.
Translation translate(llvm::LLVMContext &context, std::span<const uint32_t> words,
                      const Device &device, std::span<const Specialization> specializations) {
  Error error{};
  const auto normalized = normalize(words, error);
  if (!normalized) {
    return {nullptr, std::move(error)};
  }
  auto instructions = split(*normalized, error);
  if (!instructions) {
    return {nullptr, std::move(error)};
  }
  if (isOfKhronosTranslator(*normalized)) {
    dropInternalLinkage(*instructions);
    orderConstants(*instructions);
    orderBlocks(*instructions);
  }
  auto invalid = checkNewer(*instructions, device.api);
  if (!invalid) {
    invalid = validate(*normalized, *instructions, device.api);
  }
  dropLinesOfParameters(*instructions);
  if (!invalid && device.api == Api::openCL) {
    invalid = checkRules(*normalized, *instructions);
  }
  if (invalid) {
    return {nullptr, std::move(*invalid)};
  }
  Translator translator(context, device, specializations, *instructions);
  auto module = translator.run();
  return {std::move(module), translator.takeError()};
}

}  // namespace spirv_ll
