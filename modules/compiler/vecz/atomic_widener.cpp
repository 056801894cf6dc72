#include "llvm/IR/Instructions.h"
#include "vecz/call_widener.h"

namespace compiler::vecz {

using namespace llvm;

void CallWidener::widen(AtomicRMWInst &atomic) {
  scalarize(atomic);
}

void CallWidener::widen(AtomicCmpXchgInst &atomic) {
  scalarize(atomic);
}

}  // namespace compiler::vecz
