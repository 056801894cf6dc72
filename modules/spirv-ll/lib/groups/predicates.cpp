// Extends predicates to int, and compares answers with 0.
#include "groups/predicates.h"

#include "translator/builtin_calls.h"
#include "translator/mangling.h"

namespace spirv_ll {

llvm::Value *readPredicate(Translator &translator, uint32_t id) {
  llvm::Value *value = translator.value(id);
  if (!value->getType()->isIntegerTy(1)) {
    translator.fail("the predicate is no boolean", Error::Kind::invalid);
    return nullptr;
  }
  return translator.builder().CreateZExt(value, translator.builder().getInt32Ty());
}

void setTruth(Translator &translator, const Instruction &instruction, llvm::Value *number) {
  if (number) {
    translator.setValue(instruction, translator.builder().CreateIsNotNull(number));
  }
}

void callVote(Translator &translator, const Instruction &instruction, uint32_t predicate,
              const std::string &name) {
  if (llvm::Value *number = readPredicate(translator, predicate)) {
    const std::string mangled = mangle(name, {{.type = number->getType(), .isSigned = true}});
    setTruth(translator, instruction,
             callBuiltin(translator, mangled, number->getType(), {number}));
  }
}

}  // namespace spirv_ll
