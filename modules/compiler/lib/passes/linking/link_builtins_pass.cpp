// The library is divided into units, each a small bitcode module. Linking is a worklist over
// missing symbols:
//
//   the program calls f       =>  link the unit of f;
//   its f calls g             =>  link the unit of g, and so on until no missing symbol has a unit
//
// LLVM's linker with LinkOnlyNeeded takes referenced functions alone from a unit. Functions must
// stay external until the end: a unit that refers to an internal function would get a second one.
//
// Afterwards the module is adapted, in this order: duplicate module metadata goes, 64-bit queries
// are narrowed on 32-bit targets, target attributes are copied, and questions are answered. All of
// it needs to tell functions of the program (`before`) from linked ones.

#include "passes/linking/link_builtins_pass.h"

#include "builtins/library.h"
#include "ir/builtin_index.h"
#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "ir/mux_builtins.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "passes/linking/constant_powers.h"
#include "passes/linking/fast_math.h"
#include "passes/linking/relaxed_calls.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Keeps the first operand of named metadata that each unit repeats, such as the version of OpenCL.
void dropUnitMetadata(Module &module) {
  for (StringRef name : {"opencl.ocl.version", "opencl.spir.version", "llvm.ident"}) {
    NamedMDNode *node = module.getNamedMetadata(name);
    if (node && node->getNumOperands() > 1) {
      MDNode *first = node->getOperand(0);
      node->clearOperands();
      node->addOperand(first);
    }
  }
}

// A unit to link, and one symbol it was chosen for.
struct Need {
  BuiltinUnit unit;
  std::string symbol;
  bool isTargets;
};

// The declaration with this result; the function itself, if it has it already.
Function *declareNarrow(Function &function, Type *result) {
  if (function.getReturnType() == result) {
    return &function;
  }
  FunctionType *type = FunctionType::get(result, function.getFunctionType()->params(), false);
  Function *narrow = Function::Create(type, function.getLinkage(), "", function.getParent());
  narrow->takeName(&function);
  narrow->setAttributes(function.getAttributes());
  return narrow;
}

// Converts queries with 64-bit results, as units have them, to the target's size_t, and extends the
// results. LowerBuiltinsPass made the program's own queries of the right size.
void narrowWorkItemFunctions(Module &module) {
  Type *size = module.getDataLayout().getIntPtrType(module.getContext());
  if (size->isIntegerTy(64)) {
    return;
  }
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().starts_with("__mux_get_")) {
      continue;
    }
    SmallVector<CallInst *> wide;
    for (User *user : function.users()) {
      auto *call = dyn_cast<CallInst>(user);
      if (call && call->getCalledOperand() == &function && call->getType()->isIntegerTy(64)) {
        wide.push_back(call);
      }
    }
    if (wide.empty()) {
      continue;
    }
    Function *narrow = declareNarrow(function, size);
    for (CallInst *call : wide) {
      IRBuilder<> builder(call);
      SmallVector<Value *> arguments(call->args());
      Value *result = builder.CreateCall(narrow, arguments);
      call->replaceAllUsesWith(builder.CreateZExt(result, call->getType()));
      call->eraseFromParent();
    }
  }
}

// Returns true if the cost model takes fma for an instruction; a call of a function costs ten.
bool hasFma(const TargetTransformInfo &costs, Type *type) {
  const IntrinsicCostAttributes fma(Intrinsic::fma, type, {type, type, type});
  const InstructionCost cost =
      costs.getIntrinsicInstrCost(fma, TargetTransformInfo::TCK_RecipThroughput);
  return cost.isValid() && cost < TargetTransformInfo::TCC_Expensive;
}

// Replaces __mux_has_fma(bits) by a constant, so that one unit serves all targets.
void answerFeatureQuestions(Module &module, ModuleAnalysisManager &analyses) {
  Function *question = module.getFunction(muxHasFma);
  if (!question) {
    return;
  }
  auto &functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (CallInst *call : directCalls(*question)) {
    const auto &costs = functions.getResult<TargetIRAnalysis>(*call->getFunction());
    const auto *bits = dyn_cast<ConstantInt>(call->getArgOperand(0));
    Type *type = bits && bits->equalsInt(64) ? Type::getDoubleTy(module.getContext())
                                             : Type::getFloatTy(module.getContext());
    call->replaceAllUsesWith(ConstantInt::get(call->getType(), hasFma(costs, type)));
    call->eraseFromParent();
  }
  if (question->use_empty()) {
    question->eraseFromParent();
  }
}

// Links units into one module; errors are reported on the module.
class UnitLinker {
 public:
  UnitLinker(Module &module, std::span<const BuiltinUnit> targetUnits)
      : module_(module), index_(targetUnits, module), linker_(module) {}

  // The units with definitions of used but undefined functions, each unit once.
  SmallVector<Need> missing() const;
  // Links the units and whatever they need in turn. Returns false, with an error reported, on
  // failure.
  bool linkAll(SmallVector<Need> needs);
  // Makes linked functions internal. Not to be called between units, see the top of the file.
  void internalize();
  // False if the index of the target's units has reported an error.
  bool ok() const { return index_.ok(); }
  const UnitIndex &targetUnits() const { return index_; }

 private:
  bool link(const Need &need);
  bool verify(const BuiltinUnit &unit, Module &source);
  bool typesAgree(const Module &source);
  void leaveToTarget(Module &source);
  bool fail(const BuiltinUnit &unit, const Twine &message);

  Module &module_;
  UnitIndex index_;
  Linker linker_;
  StringSet<> linked_;
};

SmallVector<Need> UnitLinker::missing() const {
  SmallVector<Need> needs;
  for (const Function &function : module_) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) {
      continue;
    }
    Need need{{}, function.getName().str(), false};
    if (const BuiltinUnit *own = index_.find(need.symbol)) {
      need.unit = *own;
      need.isTargets = true;
    } else if (const builtins::Unit *unit = builtins::findUnit(need.symbol)) {
      need.unit = {unit->name, unit->bitcode};
    } else {
      continue;
    }
    if (none_of(needs, [&](const Need &other) {
          return other.unit.bitcode.data() == need.unit.bitcode.data();
        })) {
      needs.push_back(std::move(need));
    }
  }
  return needs;
}

// Reports an error with the unit's name; returns false.
bool UnitLinker::fail(const BuiltinUnit &unit, const Twine &message) {
  reportError(module_, "builtins unit " + Twine(unit.name) + ": " + message);
  return false;
}

// Reads and verifies a unit of the target entirely: lazy loading would find a damaged body only
// while linking. Kiln's own units are trusted.
bool UnitLinker::verify(const BuiltinUnit &unit, Module &source) {
  if (llvm::Error error = source.materializeAll()) {
    return fail(unit, toString(std::move(error)));
  }
  std::string text;
  raw_string_ostream stream(text);
  return !verifyModule(source, &stream) || fail(unit, text);
}

// Returns true if program and unit agree on the types of common functions. A program may declare or
// define a function of another type: in foreign bitcode, or by an asm label. Passes ignore calls
// with another type than the callee's, so the mismatch is an error.
bool UnitLinker::typesAgree(const Module &source) {
  for (const Function &function : source) {
    const Function *own = module_.getFunction(function.getName());
    if (!own || own->isIntrinsic() || own->getName().starts_with(muxPrefix) ||
        own->getFunctionType() == function.getFunctionType()) {
      continue;
    }
    reportError(*own, "'" + sourceName(function.getName()) +
                          "' is declared with other types than the builtin function has");
    return false;
  }
  return true;
}

// Deletes bodies of the library's functions with a definition by the target.
void UnitLinker::leaveToTarget(Module &source) {
  for (Function &function : source) {
    if (!function.isDeclaration() && !function.hasLocalLinkage() &&
        index_.find(function.getName())) {
      function.deleteBody();
    }
  }
}

// Links one unit under the module's triple and data layout, and checks for the wanted symbol.
bool UnitLinker::link(const Need &need) {
  std::unique_ptr<Module> source = openUnit(need.unit, module_.getContext());
  if (!source || (need.isTargets && !verify(need.unit, *source)) || !typesAgree(*source)) {
    return false;
  }
  if (!need.isTargets && !index_.empty()) {
    leaveToTarget(*source);
  }
  source->setTargetTriple(module_.getTargetTriple());
  source->setDataLayout(module_.getDataLayout());
  const bool failed = linker_.linkInModule(
      std::move(source), Linker::LinkOnlyNeeded,
      [this](Module &, const StringSet<> &names) { linked_.insert_range(names.keys()); });
  if (failed) {
    return fail(need.unit, "it cannot be linked");
  }
  const Function *symbol = module_.getFunction(need.symbol);
  return (symbol && !symbol->isDeclaration()) ||
         fail(need.unit, "it does not define '" + sourceName(need.symbol) + "'");
}

bool UnitLinker::linkAll(SmallVector<Need> needs) {
  for (; !needs.empty(); needs = missing()) {
    for (const Need &need : needs) {
      if (!link(need)) {
        return false;
      }
    }
  }
  return true;
}

void UnitLinker::internalize() {
  for (StringRef name : linked_.keys()) {
    GlobalValue *value = module_.getNamedValue(name);
    if (value && !value->isDeclaration()) {
      value->setLinkage(GlobalValue::InternalLinkage);
      value->setVisibility(GlobalValue::DefaultVisibility);
    }
  }
}

}  // namespace

// Powers and relaxed calls come first, since they change which symbols are missing.
PreservedAnalyses LinkBuiltinsPass::run(Module &module, ModuleAnalysisManager &analyses) {
  UnitLinker linker(module, targetUnits_);
  const bool changed = multiplyPowers(module, linker.targetUnits());
  relaxCalls(module, linker.targetUnits());
  SmallVector<Need> needs = linker.missing();
  if (needs.empty() && linker.ok()) {
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  SmallPtrSet<const Function *, 16> before;
  for (const Function &function : module) {
    if (!function.isDeclaration()) {
      before.insert(&function);
    }
  }
  if (!linker.ok() || !linker.linkAll(std::move(needs))) {
    abandonModule(module);
    return PreservedAnalyses::none();
  }
  linker.internalize();
  dropUnitMetadata(module);
  narrowWorkItemFunctions(module);
  SmallVector<Function *> kernels = kernelsOf(module);
  for (Function &function : module) {
    if (function.isDeclaration() || before.contains(&function)) {
      continue;
    }
    if (!kernels.empty()) {
      copyTargetAttributes(*kernels.front(), function);
    }
  }
  answerFastMath(module, [&](const Function &function) { return before.contains(&function); });
  answerFeatureQuestions(module, analyses);
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
