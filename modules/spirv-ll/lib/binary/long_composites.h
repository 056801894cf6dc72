// Joins composites that several instructions spell out (SPV_INTEL_long_composites).
//
// An instruction has at most 65535 words. A longer structure, constant or composite begins with a
// usual instruction, and continuations without type and id follow it directly:
//
//   %s = OpTypeStruct %a %b                      %s = OpTypeStruct %a %b %c %d
//        OpTypeStructContinuedINTEL %c %d
//
// All later steps see the joined instruction on the right, which may have more than 65535 words.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "binary/binary.h"

namespace spirv_ll {

/// True for the four instructions that continue another one.
bool isContinuation(spv::Op op);

/// Joins each composite with its continuations. `operands` receives the joined operands and must
/// outlive the instructions. An error for a continuation that does not directly follow an
/// instruction of its kind, or without the capability; empty if all is well.
/// Linear in the size of the module.
std::optional<Error> joinContinuations(std::vector<Instruction> &instructions,
                                       std::deque<std::vector<uint32_t>> &operands);

}  // namespace spirv_ll
