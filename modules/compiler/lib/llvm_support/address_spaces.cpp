#include "llvm_support/address_spaces.h"

#include "registry/step_gate.h"

namespace compiler {

using namespace llvm;

AnalysisKey AddressSpaceAnalysis::Key;

// SPIR's numbers of the address spaces.
static constexpr unsigned global = 1, constant = 2, local = 3;

// Returns true if no object lies in both address spaces.
static bool areDisjoint(unsigned left, unsigned right) {
  auto isBuffer = [](unsigned space) { return space == global || space == constant; };
  return (left == local && isBuffer(right)) || (right == local && isBuffer(left));
}

AliasResult AddressSpaceAliases::alias(const MemoryLocation &left, const MemoryLocation &right,
                                       AAQueryInfo &, const Instruction *) {
  return isOn && areDisjoint(left.Ptr->getType()->getPointerAddressSpace(),
                             right.Ptr->getType()->getPointerAddressSpace())
             ? AliasResult::NoAlias
             : AliasResult::MayAlias;
}

ModRefInfo AddressSpaceAliases::getModRefInfoMask(const MemoryLocation &location, AAQueryInfo &,
                                                  bool) {
  return isOn && location.Ptr->getType()->getPointerAddressSpace() == constant
             ? ModRefInfo::NoModRef
             : ModRefInfo::ModRef;
}

AddressSpaceAliases AddressSpaceAnalysis::run(Function &function, FunctionAnalysisManager &) {
  return AddressSpaceAliases(runsStep("separate-address-spaces", function));
}

}  // namespace compiler
