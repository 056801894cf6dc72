// What known producers of SPIR-V write that SPIR-V forbids and that has one meaning.
//
// The Khronos translator (up to version 15 at least) writes the blocks of a function in LLVM's
// order, in which a block may come before one that dominates it, and OpLoopMerge where LLVM has the
// metadata of a loop, which may be more than once for a block or not before the branch. Kernels
// are not structured: both say nothing about what a program does. It lists builtin variables alone
// in the interface of an entry point where version 1.4 wants all, puts variables of a function
// anywhere, constants before those that they are made of, gives its own functions a linkage
// that it calls internal, and in debug information what the set
// does not allow. In modules that name this producer blocks and constants are put in an order that
// is allowed, and the validator sees all variables, those of functions at their beginning, and
// neither merges nor debug information.
//
// LLVM's own back end (22) writes debug information of NonSemantic.Shader.DebugInfo.100 against
// that set's rules (pointers to nothing): the validator does not see it either.
#pragma once

#include <span>
#include <vector>

#include "binary/binary.h"

namespace spirv_ll {

/// By the module's header.
bool isOfKhronosTranslator(std::span<const uint32_t> words);
bool isOfLlvmBackEnd(std::span<const uint32_t> words);

/// Leaves out what its functions are decorated with that it calls internal.
void dropInternalLinkage(std::vector<Instruction> &instructions);

/// Puts constants, and their types, in front of the constants that are made of them.
void orderConstants(std::vector<Instruction> &instructions);

/// Puts the blocks of each function in reverse post-order, those that nothing leads to last.
void orderBlocks(std::vector<Instruction> &instructions);

}  // namespace spirv_ll
