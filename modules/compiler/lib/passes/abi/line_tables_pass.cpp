// Line tables after whole-module code motion
// ------------------------------------------
// A work-item function contains code of the kernel and of all inlined callees, in variants for
// single work-items and for SIMD groups. Each instruction still has a DILocation, but the scopes
// lead to subprograms of functions which no longer exist:
//
//   before   define void @k.region1() { …  !dbg !DILocation(line: 7, scope: !k, inlinedAt: …) }
//   after    define void @k.region1() !dbg !r { …  !dbg !DILocation(line: 7, scope: !r) }
//
// The class LineTables visits each function once and rebuilds its locations under a subprogram of
// its own. A location in another file keeps that file through a DILexicalBlockFile, which is enough
// for a line table. Call chains of inlined code are given up: a profiler attributes samples to
// lines, and a debugger at -O0 sees no inlined code of the program's own.
//
// With variables, lexical blocks are copied too, once per function, because they tell apart
// variables of one name. Two parameters with one number would be invalid, so the second becomes an
// automatic variable.

#include "passes/abi/line_tables_pass.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Follows inlinedAt to the location in the function that holds the instruction now.
const DILocation *outermost(const DILocation *location) {
  while (const DILocation *caller = location->getInlinedAt()) {
    location = caller;
  }
  return location;
}

// The unit for types and subprograms if variables are described; null if there is none. Lists of
// global variables, retained types and imports are emptied, since they refer to code that has gone.
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

// Rebuilds the debug information of one function after the other; finish() resolves it.
class LineTables {
 public:
  LineTables(Module &module, bool variables)
      : module_(module),
        variables_(variables),
        unit_(variables ? firstUnit(module) : nullptr),
        builder_(module, /*AllowUnresolved=*/true, unit_) {}

  // Rebuilds one function. A function without any location gets no subprogram. The maps at the end
  // of the class hold copies for the current function only, hence the calls of clear().
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

  // Resolves all nodes and adds the module flags, without which LLVM drops debug information.
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
  // The single unit of a module without variables; the first function's file names it.
  void createUnit(DIFile *file) {
    if (!unit_) {
      unit_ = builder_.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_OpenCL), file, "kiln",
                                         true, "", 0);
    }
  }

  // A subprogram with file and line of the function that its code was written in. With variables it
  // has the source name, and the symbol as linkage name; otherwise it is marked as optimised.
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

  // The same line and column, in the function's subprogram or (with variables) the copy of its
  // block.
  DILocation *moved(const DILocation *location, DISubprogram &subprogram) {
    DILocalScope *scope = &subprogram;
    if (variables_ && !location->getInlinedAt()) {
      scope = moved(location->getScope(), subprogram);
    } else if (location->getFile() != subprogram.getFile()) {
      scope = builder_.createLexicalBlockFile(&subprogram, location->getFile());
    }
    return DILocation::get(module_.getContext(), location->getLine(), location->getColumn(), scope);
  }

  // The copy of a block for the current function. A block of the subprogram itself becomes the
  // subprogram, or a block for its file if the code was written in another one.
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

  // Keeps the first dbg_declare of each variable of the function itself, and erases all other
  // records. Records of inlined variables would need the call chains, which are gone.
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

  // A variable in the copied scope. It is a parameter only in the subprogram's own scope, once for
  // each number.
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

  // Moves one location. A call without a location gets line 0: LLVM's verifier requires a location
  // at calls in functions with a subprogram.
  void move(Instruction &instruction, DISubprogram &subprogram) {
    if (const DILocation *location = instruction.getDebugLoc()) {
      instruction.setDebugLoc(moved(location, subprogram));
    } else if (isa<CallBase>(instruction)) {
      instruction.setDebugLoc(DILocation::get(module_.getContext(), 0, 0, &subprogram));
    }
  }

  Module &module_;
  const bool variables_;
  DICompileUnit *unit_;
  DIBuilder builder_;
  // Copies for the current function only; add() clears them.
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
