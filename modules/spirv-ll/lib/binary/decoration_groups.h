// Expansion of decoration groups into decorations of their targets.
//
// Groups are deprecated (SPIR-V 1.6 §3.32.3), but older producers write them. Their decorations are
// those of each target, so the rules and the translator see plain decorations alone:
//
//   OpDecorate %g FuncParamAttr ByVal
//   %g = OpDecorationGroup
//   OpGroupDecorate %g %p %q        →   OpDecorate %p FuncParamAttr ByVal
//                                       OpDecorate %q FuncParamAttr ByVal
#pragma once

#include <optional>
#include <vector>

#include "binary/binary.h"
#include "spirv-ll/spirv_ll.h"

namespace spirv_ll {

/// Expands all groups. `words` gets the operands of the new instructions; it lives as long as they.
/// New instructions have the position of their OpGroupDecorate or OpGroupMemberDecorate.
///
/// A use of a group that is none, or that decorates another group, stays as it is: the validator
/// refuses it. Returns an error, and leaves the instructions as they are, if the result would be
/// larger than any module.
std::optional<Error> expandDecorationGroups(std::vector<Instruction> &instructions,
                                            std::vector<uint32_t> &words);

}  // namespace spirv_ll
