// Translates source variables. DebugDeclare binds one to a SPIR-V variable, DebugValue to a value
// from here on, DebugGlobalVariable to a module-scope variable. Local variables are attached to the
// function as a whole, because OpLine does not name lexical blocks. Variables of inlined functions
// are dropped.
#include "debug/debug_lines.h"
#include "debug/debug_types.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// True if a variable's scope is the current function, or a block of it.
bool isHere(Translator &translator, const DebugExtension &variable) {
  constexpr int mostBlocks = 64;
  auto scope = variable.operand(5);
  for (int i = 0; scope && i < mostBlocks; ++i) {
    if (scope->is(debugFunction)) {
      return translator.debugLines().isDescribed(translator.body().id(), scope->result());
    }
    if (!scope->is(debugLexicalBlock) && !scope->is(debugLexicalBlockDiscriminator)) {
      return false;
    }
    scope = scope->operand(scope->is(debugLexicalBlock) ? 3 : 2);
  }
  return false;
}

/// True for an instruction or an argument of a function other than `function`.
bool isOfAnother(const llvm::Function &function, const llvm::Value &value) {
  const auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  const auto *argument = llvm::dyn_cast<llvm::Argument>(&value);
  return (instruction && instruction->getFunction() != &function) ||
         (argument && argument->getParent() != &function);
}

/// Appends the DWARF form of an operation; false for an operation without one here.
bool append(const DebugExtension &operation, llvm::SmallVectorImpl<uint64_t> &operations) {
  using namespace llvm::dwarf;
  enum : uint32_t { deref = 0, plusConstant = 3, stackValue = 7 };
  switch (operation.is(debugOperation) ? operation.number(0) : UINT32_MAX) {
    case deref:
      operations.push_back(DW_OP_deref);
      return true;
    case plusConstant:
      operations.append({DW_OP_plus_uconst, operation.number(1)});
      return true;
    case stackValue:
      operations.push_back(DW_OP_stack_value);
      return true;
    default:
      return false;
  }
}

/// True if an expression is Constu n, Swap, Xderef. The Khronos translator states an address space
/// so; the variable's type states it already.
bool isOfAddressSpace(const DebugExtension &expression) {
  constexpr uint32_t numbers[] = {8, 5, 6};
  for (size_t i = 0; i < std::size(numbers); ++i) {
    const auto operation = expression.operand(i);
    if (!operation || !operation->is(debugOperation) || operation->number(0) != numbers[i]) {
      return false;
    }
  }
  return expression.count() == std::size(numbers);
}

/// The expression of a declaration; null if an operation is not understood.
llvm::DIExpression *expressionOf(Translator &translator, const DebugExtension &use) {
  const auto expression = use.operand(2);
  if (!expression || !expression->is(debugExpression)) {
    return nullptr;
  }
  llvm::SmallVector<uint64_t> operations;
  for (size_t i = 0; i < expression->count() && !isOfAddressSpace(*expression); ++i) {
    const auto operation = expression->operand(i);
    if (!operation || !append(*operation, operations)) {
      return nullptr;
    }
  }
  auto *made = llvm::DIExpression::get(translator.context(), operations);
  return made->isValid() ? made : nullptr;
}

}  // namespace

/// A variable may have many declarations: they share one DILocalVariable per function. Two
/// parameters with one number would fail LLVM's verifier, so the second becomes a local variable.
void DebugLines::declareVariable(const DebugExtension &use) {
  const auto variable = use.operand(0);
  if (!variable || !variable->is(debugLocalVariable) || !isHere(translator_, *variable) ||
      use.count() != 3 || !translator_.hasValue(use.id(1))) {
    return;
  }
  llvm::DIExpression *expression = expressionOf(translator_, use);
  llvm::DIFile *file = fileOf(variable->file(2));
  llvm::BasicBlock *block = translator_.builder().GetInsertBlock();
  llvm::Value *value = translator_.value(use.id(1));
  const bool isDeclaration = use.is(debugDeclare);
  if (!expression || !file || !block || isOfAnother(*translator_.body().function(), *value) ||
      (isDeclaration && !value->getType()->isPointerTy())) {
    return;
  }
  const uint32_t line = variable->number(3);
  llvm::DISubprogram *scope = subprogram(file, line);
  llvm::DILocalVariable *&local = variables_[{translator_.body().id(), variable->result()}];
  if (!local) {
    const uint32_t argument = variable->count() > 7 ? variable->number(7) : 0;
    const bool isParameter = argument != 0 && argument <= UINT16_MAX &&
                             parameters_.insert({translator_.body().id(), argument}).second;
    llvm::DIType *type = types().get(variable->id(1));
    const std::string name = variable->text(0);
    local = isParameter ? builder_->createParameterVariable(scope, name, argument, file, line, type)
                        : builder_->createAutoVariable(scope, name, file, line, type);
  }
  const auto *location = llvm::DILocation::get(translator_.context(), line, 0, scope);
  if (isDeclaration) {
    builder_->insertDeclare(value, local, expression, location, block);
  } else {
    builder_->insertDbgValueIntrinsic(value, local, expression, location, block->end());
  }
}

/// Casts to a generic pointer are looked through; constants without a global have no place to
/// describe.
void DebugLines::describeGlobals() {
  for (const DebugExtension &global : globals_) {
    const uint32_t id = global.id(7);
    llvm::DIFile *file = fileOf(global.file(2));
    auto *variable =
        translator_.hasValue(id)
            ? llvm::dyn_cast<llvm::GlobalVariable>(translator_.value(id)->stripPointerCasts())
            : nullptr;
    if (variable && file) {
      llvm::DICompileUnit *unit = unitOf(file);
      variable->addDebugInfo(builder_->createGlobalVariableExpression(
          unit, global.text(0), variable->getName(), file, global.number(3),
          types().get(global.id(1)), variable->hasLocalLinkage()));
    }
  }
}

}  // namespace spirv_ll
