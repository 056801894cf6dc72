#include "passes/line_tables_pass.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

/// Where what is now in a function was written: not what was inlined, but where to.
const DILocation *outermost(const DILocation *location) {
  while (const DILocation *caller = location->getInlinedAt())
    location = caller;
  return location;
}

class LineTables {
 public:
  explicit LineTables(Module &module) : module_(module), builder_(module) {}

  void add(Function &function) {
    const DILocation *first = nullptr;
    for (Instruction &instruction : instructions(function)) {
      if ((first = instruction.getDebugLoc()))
        break;
    }
    if (!first)
      return;
    createUnit(first->getFile());
    DISubprogram *subprogram = createSubprogram(function, *first);
    function.setSubprogram(subprogram);
    for (Instruction &instruction : instructions(function)) {
      move(instruction, *subprogram);
      updateLoopMetadataDebugLocations(instruction, [&](Metadata *part) -> Metadata * {
        auto *location = dyn_cast_or_null<DILocation>(part);
        return location ? moved(location, *subprogram) : part;
      });
    }
  }

  void finish() {
    builder_.finalize();
    if (!module_.getModuleFlag("Debug Info Version"))
      module_.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
    if (!module_.getModuleFlag("Dwarf Version"))
      module_.addModuleFlag(Module::Max, "Dwarf Version", 5);
  }

 private:
  void createUnit(DIFile *file) {
    if (!unit_)
      unit_ = builder_.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_OpenCL), file, "kiln",
                                         true, "", 0);
  }

  DISubprogram *createSubprogram(Function &function, const DILocation &first) {
    const DILocation *origin = outermost(&first);
    const DISubprogram *written = origin->getScope()->getSubprogram();
    DIFile *file = written ? written->getFile() : origin->getFile();
    const unsigned line = written ? written->getLine() : origin->getLine();
    auto *type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
    return builder_.createFunction(file, function.getName(), "", file, line, type, line,
                                   DINode::FlagZero,
                                   DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized);
  }

  DILocation *moved(const DILocation *location, DISubprogram &subprogram) {
    DILocalScope *scope = &subprogram;
    if (location->getFile() != subprogram.getFile())
      scope = builder_.createLexicalBlockFile(&subprogram, location->getFile());
    return DILocation::get(module_.getContext(), location->getLine(), location->getColumn(), scope);
  }

  void move(Instruction &instruction, DISubprogram &subprogram) {
    if (const DILocation *location = instruction.getDebugLoc())
      instruction.setDebugLoc(moved(location, subprogram));
    else if (isa<CallBase>(instruction))  // which LLVM wants to have a place
      instruction.setDebugLoc(DILocation::get(module_.getContext(), 0, 0, &subprogram));
  }

  Module &module_;
  DIBuilder builder_;
  DICompileUnit *unit_ = nullptr;
};

}  // namespace

PreservedAnalyses LineTablesPass::run(Module &module, ModuleAnalysisManager &) {
  if (NamedMDNode *units = module.getNamedMetadata("llvm.dbg.cu"))
    units->eraseFromParent();
  LineTables tables(module);
  for (Function &function : module)
    tables.add(function);
  tables.finish();
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
