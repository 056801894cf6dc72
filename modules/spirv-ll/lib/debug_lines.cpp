// OpLine, and of the two instruction sets for debug information what says files, lines and
// functions; the rest of them is left out.
#include "debug_lines.h"

#include "handlers.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"

namespace spirv_ll {
namespace {

enum DebugInstruction : uint32_t {
  debugFunction = 20,
  debugSource = 35,
  debugFunctionDefinition = 101,
  debugLine = 103,
  debugNoLine = 104,
};

void translateLine(Translator &translator, const Instruction &instruction) {
  translator.debugLines().set(instruction.operand(0), instruction.operand(1),
                              instruction.operand(2));
}

void translateNoLine(Translator &translator, const Instruction &) {
  translator.debugLines().clear();
}

/// An instruction of one of the sets for debug information.
class DebugExtension {
 public:
  DebugExtension(Translator &translator, const Instruction &instruction)
      : translator_(translator), instruction_(instruction) {}

  bool is(uint32_t number) const {
    return instruction_.op == spv::Op::OpExtInst && instruction_.operand(1) == number;
  }
  uint32_t id(size_t index) const { return instruction_.operand(index + 2); }
  /// A literal, or a constant where the set has ids only.
  uint32_t number(size_t index) const {
    return isOfShaders() ? static_cast<uint32_t>(translator_.integer(id(index)).value_or(0))
                         : id(index);
  }
  bool isOfShaders() const {
    return translator_.extendedSet(instruction_.operand(0)) == ExtendedSet::shaderDebug;
  }
  /// The instruction of such a set that an operand refers to.
  std::optional<DebugExtension> operand(size_t index) const {
    const Instruction *found = translator_.definition(id(index));
    return found && found->op == spv::Op::OpExtInst
               ? std::optional(DebugExtension(translator_, *found))
               : std::nullopt;
  }
  /// The OpString that names the file of a DebugSource.
  uint32_t file(size_t index) const {
    const auto source = operand(index);
    return source && source->is(debugSource) ? source->id(0) : 0;
  }

  void describe(uint32_t function) const {
    const Instruction *name = translator_.definition(id(0));
    translator_.debugLines().describe(function, {.name = name && name->op == spv::Op::OpString
                                                             ? readString(name->operands, 0).text
                                                             : std::string(),
                                                 .file = file(2),
                                                 .line = number(3)});
  }

 private:
  Translator &translator_;
  const Instruction &instruction_;
};

constexpr HandlerRow rows[] = {
    {spv::Op::OpLine, translateLine},
    {spv::Op::OpNoLine, translateNoLine},
};

}  // namespace

void DebugLines::set(uint32_t file, uint32_t line, uint32_t column) {
  llvm::IRBuilder<> &builder = translator_.builder();
  if (!builder.GetInsertBlock() || !translator_.function) {
    return;
  }
  llvm::DIFile *where = fileOf(file);
  if (where) {
    builder.SetCurrentDebugLocation(
        llvm::DILocation::get(translator_.context(), line, column, subprogram(where, line)));
  }
}

llvm::DIFile *DebugLines::fileOf(uint32_t string) {
  if (llvm::DIFile *known = files_.lookup(string)) {
    return known;
  }
  const Instruction *name = translator_.definition(string);
  if (!name || name->op != spv::Op::OpString) {
    return nullptr;
  }
  if (!builder_) {
    builder_ = std::make_unique<llvm::DIBuilder>(translator_.module());
  }
  llvm::DIFile *file = builder_->createFile(readString(name->operands, 0).text, "");
  files_[string] = file;
  return file;
}

llvm::DISubprogram *DebugLines::subprogram(llvm::DIFile *file, uint32_t line) {
  llvm::Function &function = *translator_.function;
  if (llvm::DISubprogram *known = function.getSubprogram()) {
    return known;
  }
  llvm::Module &module = translator_.module();
  if (module.debug_compile_units().empty()) {
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    module.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 5);
    builder_->createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_OpenCL), file,
                                "kiln", false, "", 0);
  }
  Description description = descriptions_[translator_.functionId];
  if (llvm::DIFile *declared = fileOf(description.file)) {
    file = declared;
    line = description.line;
  }
  auto *type = builder_->createSubroutineType(builder_->getOrCreateTypeArray({}));
  llvm::DISubprogram *made = builder_->createFunction(
      file, description.name.empty() ? function.getName() : llvm::StringRef(description.name),
      function.getName(), file, line, type, line, llvm::DINode::FlagZero,
      llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(made);
  return made;
}

void DebugLines::endFunction() {
  clear();
  llvm::DISubprogram *known = translator_.function->getSubprogram();
  if (!known) {
    return;
  }
  // LLVM wants a place for each call, which may be inlined.
  for (llvm::Instruction &instruction : llvm::instructions(*translator_.function)) {
    if (llvm::isa<llvm::CallBase>(instruction) && !instruction.getDebugLoc()) {
      instruction.setDebugLoc(llvm::DILocation::get(translator_.context(), 0, 0, known));
    }
  }
}

void DebugLines::endModule() {
  if (builder_) {
    builder_->finalize();
  }
}

void translateDebug(Translator &translator, const Instruction &instruction) {
  const DebugExtension extension(translator, instruction);
  const bool isOfShaders = extension.isOfShaders();
  if (translator.extendedSet(instruction.operand(0)) == ExtendedSet::information) {
    return;
  }
  if (extension.is(debugFunction) && !isOfShaders) {
    extension.describe(extension.id(9));
  } else if (isOfShaders && extension.is(debugFunctionDefinition)) {
    const auto function = extension.operand(0);
    if (function && function->is(debugFunction)) {
      function->describe(extension.id(1));
    }
  } else if (isOfShaders && extension.is(debugLine)) {
    translator.debugLines().set(extension.file(0), extension.number(1), extension.number(3));
  } else if (isOfShaders && extension.is(debugNoLine)) {
    translator.debugLines().clear();
  }
}

HandlerTable debugHandlers() {
  return rows;
}

}  // namespace spirv_ll
