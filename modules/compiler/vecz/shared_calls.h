// Vector forms of functions that are not inlined.
#pragma once

#include "vecz/packet.h"

namespace llvm {
class Function;
class TargetTransformInfo;
}  // namespace llvm

namespace compiler::vecz {

/// The form of a shared function (passes/shared_functions.h) for `width` lanes, each with arguments
/// of its own: its parameters are vectors, and behind them the mask of the lanes that run,
/// <width x i1>. Made when it is first asked for. It returns a vector, or one value for all lanes.
/// Null if there is none.
llvm::Function *sharedForm(llvm::Function &function, unsigned width,
                           const llvm::TargetTransformInfo &target);

/// The packet that such a form runs.
Packet packetOfShared(const llvm::Function &function, unsigned width);

}  // namespace compiler::vecz
