// Repairs harmless deviations from the specification in modules of known producers.
//
// The header's generator word (SPIR-V 1.6 §2.3) names the tool that wrote a module. Two tools in
// wide use write modules that violate a rule and still have one meaning:
//
// The Khronos translator (up to version 15 at least)
//   * keeps LLVM's order of blocks, so that a block may precede its dominator (§2.4 forbids it);
//   * writes OpLoopMerge wherever LLVM has loop metadata: twice for a block, or not in front of the
//     branch. Kernels are not structured, so merges carry no meaning;
//   * lists builtin variables only in the interface of an entry point, although version 1.4 wants
//     every variable of the module;
//   * puts variables anywhere in a function, and constants before their parts;
//   * writes functions with constant pointers to them first, before declarations of others;
//   * gives internal functions a linkage type of its own, and breaks the rules of
//     OpenCL.DebugInfo.100.
//
// LLVM's SPIR-V back end (22) breaks the rules of NonSemantic.Shader.DebugInfo.100.
//
// The functions below reorder functions, blocks and constants before validation. The validator's
// copy of the module (validate/relaxation.h) hides the rest. Without these repairs, most modules
// compiled by clang --target=spirv64 would be refused.
#pragma once

#include <span>
#include <vector>

#include "binary/binary.h"

namespace spirv_ll {

/// True if the module's header names the Khronos LLVM/SPIR-V translator as the generator.
/// False for a module without a complete header.
bool isOfKhronosTranslator(std::span<const uint32_t> words);
/// True if the module's header names LLVM's SPIR-V back end as the generator.
bool isOfLlvmBackEnd(std::span<const uint32_t> words);

/// Removes the Khronos translator's decorations LinkageAttributes with its own type "internal".
/// SPIR-V has no such type (SPIR-V 1.6 §3.17): internal functions go without the decoration.
void dropInternalLinkage(std::vector<Instruction> &instructions);

/// Moves constants, variables and types behind the constants and types they refer to. The order
/// is stable where it was correct; a cycle stays for the validator to report.
/// An id must be defined before its use in a constant (SPIR-V 1.6 §2.4).
void orderConstants(std::vector<Instruction> &instructions);

/// Moves declarations of functions in front of definitions (SPIR-V 1.6 §2.4). The order among
/// either is stable, and a line in front of a function stays with it.
void orderFunctions(std::vector<Instruction> &instructions);

/// Puts the blocks of each function in reverse post-order, unreachable blocks last.
/// So each block follows its immediate dominator, as the specification demands (SPIR-V 1.6 §2.4).
void orderBlocks(std::vector<Instruction> &instructions);

}  // namespace spirv_ll
