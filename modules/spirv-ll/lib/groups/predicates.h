// Calls group functions that take or return a truth value.
//
// OpenCL C has an int where SPIR-V has a boolean: a predicate is extended, and a result is true if
// it is any value but 0.
//
//   OpGroupAll %bool %workgroup %b      zext i1 %b to i32, call work_group_all(int), icmp ne 0
#pragma once

#include <string>

#include "translator/translator.h"

namespace spirv_ll {

/// Reads a boolean operand as an int. Null, and an error, for any other type.
llvm::Value *readPredicate(Translator &translator, uint32_t id);

/// Stores the int returned by a builtin as the boolean result of an instruction. No effect for
/// null, so that a call may be passed unchecked.
void setTruth(Translator &translator, const Instruction &instruction, llvm::Value *number);

/// Calls the vote `name`, such as work_group_any, with a boolean operand and stores the answer.
void callVote(Translator &translator, const Instruction &instruction, uint32_t predicate,
              const std::string &name);

}  // namespace spirv_ll
