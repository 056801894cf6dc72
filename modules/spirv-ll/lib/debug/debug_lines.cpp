// Translates source files, lines and functions to LLVM's debug metadata (SPIR-V 1.5 §3.32.2).
// OpLine and the DebugLine of NonSemantic.Shader.DebugInfo.100 set the position of the instructions
// built next. A DISubprogram is created for a function on its first position, named and placed by
// its DebugFunction if there is one. debug_variables.cpp has the variables, debug_types.cpp the
// types.
#include "debug/debug_lines.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// Operands of OpLine: the id of the file's OpString, the line, the column.
void translateLine(Translator &translator, const Instruction &instruction) {
  translator.debugLines().set(instruction.operand(0), instruction.operand(1),
                              instruction.operand(2));
}

void translateNoLine(Translator &translator, const Instruction &) {
  translator.debugLines().clear();
}

/// Operands 0 to 3 of DebugFunction: name, type, source, line. Both sets have them in one order.
void describe(Translator &translator, const DebugExtension &function, uint32_t id) {
  translator.debugLines().describe(id, {.name = function.text(0),
                                        .file = function.file(2),
                                        .line = function.number(3),
                                        .type = function.id(1),
                                        .source = function.result()});
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpLine, translateLine},
    {spv::Op::OpNoLine, translateNoLine},
};

/// An OpExtInst between parameters can only be debug information.
bool isOfLines(const Instruction &instruction) {
  return instruction.op == spv::Op::OpLine || instruction.op == spv::Op::OpNoLine ||
         instruction.op == spv::Op::OpExtInst;
}

}  // namespace

void dropLinesOfParameters(std::vector<Instruction> &instructions) {
  const auto end = instructions.end();
  for (auto at = instructions.begin(); at != end; ++at) {
    if (at->op != spv::Op::OpFunction) {
      continue;
    }
    const auto first = std::next(at);
    const auto last = std::find_if(first, end, [](const Instruction &instruction) {
      return instruction.op != spv::Op::OpFunctionParameter && !isOfLines(instruction);
    });
    // Lines moved to the end begin the body, or end a function without one.
    (void)std::stable_partition(first, last, [](const Instruction &instruction) {
      return instruction.op == spv::Op::OpFunctionParameter;
    });
  }
}

void DebugLines::set(uint32_t file, uint32_t line, uint32_t column) {
  llvm::IRBuilder<> &builder = translator_.builder();
  if (!builder.GetInsertBlock() || !translator_.body().function()) {
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
  const Instruction *name = translator_.index().find(string);
  if (!name || name->op != spv::Op::OpString) {
    return nullptr;
  }
  if (!builder_) {
    builder_ = std::make_unique<llvm::DIBuilder>(translator_.module());
  }
  // LLVM requires a file name.
  const std::string path = readString(name->operands, 0).text;
  llvm::DIFile *file = builder_->createFile(path.empty() ? "<unknown>" : path, "");
  files_[string] = file;
  return file;
}

llvm::DICompileUnit *DebugLines::unitOf(llvm::DIFile *file) {
  if (!unit_) {
    llvm::Module &module = translator_.module();
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    module.addModuleFlag(llvm::Module::Warning, "Dwarf Version", 5);
    unit_ = builder_->createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_OpenCL),
                                        file, "kiln", false, "", 0);
  }
  return unit_;
}

DebugTypes &DebugLines::types() {
  if (!types_) {
    types_ = std::make_unique<DebugTypes>(translator_, *this, *builder_);
  }
  return *types_;
}

/// The name is the source's, and the linkage name LLVM's. A position of another file belongs to an
/// inlined function, so the file is the description's if there is one.
llvm::DISubprogram *DebugLines::subprogram(llvm::DIFile *file, uint32_t line) {
  llvm::Function &function = *translator_.body().function();
  if (llvm::DISubprogram *known = function.getSubprogram()) {
    return known;
  }
  unitOf(file);
  Description description = descriptions_[translator_.body().id()];
  if (llvm::DIFile *declared = fileOf(description.file)) {
    file = declared;
    line = description.line;
  }
  llvm::DISubroutineType *type = types().function(description.type);
  llvm::DISubprogram *made = builder_->createFunction(
      file, description.name.empty() ? function.getName() : llvm::StringRef(description.name),
      function.getName(), file, line, type, line, llvm::DINode::FlagZero,
      llvm::DISubprogram::SPFlagDefinition);
  function.setSubprogram(made);
  return made;
}

void DebugLines::endFunction() {
  clear();
  llvm::DISubprogram *known = translator_.body().function()->getSubprogram();
  if (!known) {
    return;
  }
  // LLVM's verifier requires a position on each call in a function with debug information, for the
  // inliner.
  for (llvm::Instruction &instruction : llvm::instructions(*translator_.body().function())) {
    if (llvm::isa<llvm::CallBase>(instruction) && !instruction.getDebugLoc()) {
      instruction.setDebugLoc(llvm::DILocation::get(translator_.context(), 0, 0, known));
    }
  }
}

void DebugLines::endModule() {
  describeGlobals();
  if (builder_) {
    builder_->finalize();
  }
}

/// OpenCL.DebugInfo.100 names the OpFunction in DebugFunction itself (operand 9). The shaders' set
/// binds the two inside of the function, by DebugFunctionDefinition.
void translateDebug(Translator &translator, const Instruction &instruction) {
  const DebugExtension extension(translator, instruction);
  const bool isOfShaders = extension.isOfShaders();
  if (translator.index().extendedSet(instruction.operand(0)) == ExtendedSet::information) {
    return;
  }
  if (extension.is(debugFunction) && !isOfShaders) {
    describe(translator, extension, extension.id(9));
  } else if (isOfShaders && extension.is(debugFunctionDefinition)) {
    const auto function = extension.operand(0);
    if (function && function->is(debugFunction)) {
      describe(translator, *function, extension.id(1));
    }
  } else if (extension.is(debugDeclare) || extension.is(debugValue)) {
    translator.debugLines().declareVariable(extension);
  } else if (extension.is(debugGlobalVariable)) {
    translator.debugLines().declareGlobal(extension);
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
