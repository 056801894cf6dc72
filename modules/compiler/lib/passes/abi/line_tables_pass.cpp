#include "passes/abi/line_tables_pass.h"

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
  while (const DILocation *caller = location->getInlinedAt()) {
    location = caller;
  }
  return location;
}

/// A unit that types may belong to; of its global variables nothing is said. Null if there is none.
DICompileUnit *firstUnit(Module &module) {
  if (module.debug_compile_units().empty()) {
    return nullptr;
  }
  for (DICompileUnit *unit : module.debug_compile_units()) {
    unit->replaceGlobalVariables({});
    unit->replaceRetainedTypes({});
    unit->replaceImportedEntities({});
  }
  return *module.debug_compile_units_begin();
}

class LineTables {
 public:
  LineTables(Module &module, bool variables)
      : module_(module),
        variables_(variables),
        unit_(variables ? firstUnit(module) : nullptr),
        builder_(module, /*AllowUnresolved=*/true, unit_) {}

  void add(Function &function) {
    const DILocation *first = nullptr;
    for (Instruction &instruction : instructions(function)) {
      if ((first = instruction.getDebugLoc())) {
        break;
      }
    }
    if (!first) {
      return;
    }
    createUnit(first->getFile());
    DISubprogram *subprogram = createSubprogram(function, *first);
    function.setSubprogram(subprogram);
    scopes_.clear();
    described_.clear();
    parameters_.clear();
    for (Instruction &instruction : instructions(function)) {
      move(instruction, *subprogram);
      moveVariables(instruction, *subprogram);
      updateLoopMetadataDebugLocations(instruction, [&](Metadata *operand) -> Metadata * {
        auto *location = dyn_cast_or_null<DILocation>(operand);
        return location ? moved(location, *subprogram) : operand;
      });
    }
  }

  void finish() {
    builder_.finalize();
    if (!module_.getModuleFlag("Debug Info Version")) {
      module_.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
    }
    if (!module_.getModuleFlag("Dwarf Version")) {
      module_.addModuleFlag(Module::Max, "Dwarf Version", 5);
    }
  }

 private:
  void createUnit(DIFile *file) {
    if (!unit_) {
      unit_ = builder_.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_OpenCL), file, "kiln",
                                         true, "", 0);
    }
  }

  DISubprogram *createSubprogram(Function &function, const DILocation &first) {
    const DILocation *origin = outermost(&first);
    const DISubprogram *written = origin->getScope()->getSubprogram();
    DIFile *file = written ? written->getFile() : origin->getFile();
    const unsigned line = written ? written->getLine() : origin->getLine();
    auto *type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
    const bool hasName = variables_ && written && !written->getName().empty();
    return builder_.createFunction(
        file, hasName ? written->getName() : function.getName(), hasName ? function.getName() : "",
        file, line, type, line, DINode::FlagZero,
        DISubprogram::SPFlagDefinition |
            (variables_ ? DISubprogram::SPFlagZero : DISubprogram::SPFlagOptimized));
  }

  DILocation *moved(const DILocation *location, DISubprogram &subprogram) {
    DILocalScope *scope = &subprogram;
    if (variables_ && !location->getInlinedAt()) {
      scope = moved(location->getScope(), subprogram);
    } else if (location->getFile() != subprogram.getFile()) {
      scope = builder_.createLexicalBlockFile(&subprogram, location->getFile());
    }
    return DILocation::get(module_.getContext(), location->getLine(), location->getColumn(), scope);
  }

  /// Blocks tell variables of the same name apart.
  DILocalScope *moved(DILocalScope *scope, DISubprogram &subprogram) {
    auto *block = dyn_cast<DILexicalBlockBase>(scope);
    if (DILocalScope *known = scopes_.lookup(scope)) {
      return known;
    }
    DILocalScope *made = &subprogram;
    if (auto *inner = dyn_cast_or_null<DILexicalBlock>(block)) {
      made = builder_.createLexicalBlock(moved(inner->getScope(), subprogram), inner->getFile(),
                                         inner->getLine(), inner->getColumn());
    } else if (block) {
      made =
          builder_.createLexicalBlockFile(moved(block->getScope(), subprogram), block->getFile());
    } else if (scope->getFile() != subprogram.getFile()) {
      made = builder_.createLexicalBlockFile(&subprogram, scope->getFile());
    }
    scopes_[scope] = made;
    return made;
  }

  /// Each variable is described once for each function that has it; what became of others'
  /// variables by inlining is not described.
  void moveVariables(Instruction &instruction, DISubprogram &subprogram) {
    for (DbgRecord &record : make_early_inc_range(instruction.getDbgRecordRange())) {
      auto *variable = dyn_cast<DbgVariableRecord>(&record);
      const DILocation *location = record.getDebugLoc();
      if (!variables_ || !variable || !variable->isDbgDeclare() || location->getInlinedAt() ||
          !described_.insert(variable->getVariable()).second) {
        record.eraseFromParent();
        continue;
      }
      variable->setVariable(copyOf(*variable->getVariable(), subprogram));
      variable->setDebugLoc(moved(location, subprogram));
    }
  }

  DILocalVariable *copyOf(const DILocalVariable &variable, DISubprogram &subprogram) {
    DILocalScope *scope = moved(variable.getScope(), subprogram);
    const unsigned number = variable.getArg();
    if (number != 0 && scope == &subprogram && parameters_.insert(number).second) {
      return builder_.createParameterVariable(scope, variable.getName(), number, variable.getFile(),
                                              variable.getLine(), variable.getType(), true);
    }
    return builder_.createAutoVariable(scope, variable.getName(), variable.getFile(),
                                       variable.getLine(), variable.getType(), true);
  }

  void move(Instruction &instruction, DISubprogram &subprogram) {
    if (const DILocation *location = instruction.getDebugLoc()) {
      instruction.setDebugLoc(moved(location, subprogram));
    } else if (isa<CallBase>(instruction)) {  // which LLVM wants to have a place
      instruction.setDebugLoc(DILocation::get(module_.getContext(), 0, 0, &subprogram));
    }
  }

  Module &module_;
  const bool variables_;
  DICompileUnit *unit_;
  DIBuilder builder_;
  // Of the function at hand.
  DenseMap<const DILocalScope *, DILocalScope *> scopes_;
  DenseSet<const DILocalVariable *> described_;
  DenseSet<unsigned> parameters_;
};

}  // namespace

PreservedAnalyses LineTablesPass::run(Module &module, ModuleAnalysisManager &) {
  NamedMDNode *units = module.getNamedMetadata("llvm.dbg.cu");
  if (units && !variables_) {
    units->eraseFromParent();
  }
  LineTables tables(module, variables_);
  for (Function &function : module) {
    tables.add(function);
  }
  tables.finish();
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
