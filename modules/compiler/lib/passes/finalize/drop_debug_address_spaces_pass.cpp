#include "passes/finalize/drop_debug_address_spaces_pass.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// The expression without its first four words, if they are constu, the space, swap and xderef.
DIExpression *withoutSpace(DIExpression *expression) {
  const ArrayRef<uint64_t> elements = expression->getElements();
  const bool hasSpace = elements.size() >= 4 && elements[0] == dwarf::DW_OP_constu &&
                        elements[2] == dwarf::DW_OP_swap && elements[3] == dwarf::DW_OP_xderef;
  return hasSpace ? DIExpression::get(expression->getContext(), elements.drop_front(4))
                  : expression;
}

}  // namespace

PreservedAnalyses DropDebugAddressSpacesPass::run(Function &function, FunctionAnalysisManager &) {
  if (!function.getSubprogram()) {
    return PreservedAnalyses::all();
  }
  for (Instruction &instruction : instructions(function)) {
    for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange())) {
      record.setExpression(withoutSpace(record.getExpression()));
    }
  }
  return PreservedAnalyses::all();
}

}  // namespace compiler::passes
