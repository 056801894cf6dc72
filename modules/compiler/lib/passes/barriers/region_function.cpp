// Outlining a region
// ------------------
// The region's blocks are cloned behind a new entry block. The entry block makes all values
// available that are live into the region; exits store values for other regions:
//
//   enter:  %id = call @__mux_get_global_id(0)            ; RegionEntry
//           %s = load float, kiln.item_frame(…)
//           br label %behind
//   …                                                     ; RegionBody
//           store float %t, kiln.item_frame(…)            ; RegionExits: defined here, needed
//           ret i32 2                                     ; behind barrier 2
//
// Regions overlap, so a value may have two definitions inside a region: one from before it (loaded
// in the entry block) and the region's own clone. Example: a loop with a barrier, where %i is
// computed above the barrier. The region behind the barrier starts with the %i of the last
// iteration, and then computes the next. SSAUpdater places phis and rewrites uses (Cytron et al.,
// TOPLAS 1991).
//
// makeRegionFunction() takes these steps, in order, since each relies on the ones before:
//
// 1. RegionValues: values that come in, go out, and are defined here. All other steps ask it.
// 2. RegionSignature: the empty function, with parameters for uniform values.
// 3. RegionBody: clones, still with the kernel's operands; phis lose edges from other regions.
// 4. RegionEntry::build: variables, incoming values.
// 5. RegionBody::remap: operands of clones become clones, or values of the entry block.
// 6. RegionExits: returns of continuations, SSA repair and stores, then the divergence of exits.

#include "passes/barriers/region_function.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "passes/barriers/region_entry.h"
#include "passes/barriers/region_exits.h"
#include "passes/barriers/region_signature.h"
#include "passes/barriers/region_values.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Clones the region's blocks into its function, and maps values of the kernel to the clones.
class RegionBody {
 public:
  // Clones the blocks, still with the kernel's operands. The region's first block has no phi, for a
  // barrier's successor has one predecessor.
  RegionBody(const RegionValues &values, Function &function) : values_(values) {
    for (BasicBlock *block : values.region().blocks) {
      copies_[block] = CloneBasicBlock(block, copies_, "", &function);
    }
    for (BasicBlock *block : values.region().blocks) {
      for (PHINode &phi : copyOf(block)->phis()) {
        dropForeignEdges(phi);
      }
    }
  }

  // The copy of the region's first block.
  BasicBlock *start() const { return copyOf(values_.region().entry); }
  // Blocks and values of the kernel, in this region. Complete after remap().
  const ValueToValueMapTy &copies() const { return copies_; }

  // Gives the clones operands of this function, from clones or from the finished entry block. A
  // value with both keeps its clone here; RegionExits repairs its uses.
  void remap(const RegionSignature &signature, const RegionEntry &entry) {
    replaceVariables(entry);
    for (const Argument &argument : values_.plan().kernel().args()) {
      copies_[&argument] = signature.parameter(&argument);
    }
    for (const Instruction *value : values_.incoming()) {
      if (!values_.isDefinedHere(value)) {
        copies_[value] = entry.incoming(value);
      }
    }
    remapInstructions();
  }

 private:
  BasicBlock *copyOf(BasicBlock *block) const { return cast<BasicBlock>(copies_.lookup(block)); }

  // Removes the phi's incoming values from blocks of other regions.
  void dropForeignEdges(PHINode &phi) {
    for (unsigned edge = phi.getNumIncomingValues(); edge-- > 0;) {
      if (!values_.region().blocks.contains(phi.getIncomingBlock(edge))) {
        phi.removeIncomingValue(edge, /*DeletePHIIfEmpty=*/false);
      }
    }
  }

  // Removes clones of variables. The entry block has a variable of its own for each.
  void replaceVariables(const RegionEntry &entry) {
    for (AllocaInst *variable : values_.plan().variables()) {
      if (auto copy = copies_.find(variable); copy != copies_.end()) {
        cast<Instruction>(copy->second)->eraseFromParent();
      }
      copies_[variable] = entry.variable(variable);
    }
  }

  // Maps operands. Lifetime markers go: a region's variables live as long as the region runs. Debug
  // records go too, since the entry block has new ones.
  void remapInstructions() {
    SmallVector<Instruction *> markers;
    for (BasicBlock *block : values_.region().blocks) {
      for (Instruction &instruction : *copyOf(block)) {
        instruction.dropDbgRecords();
        if (instruction.isLifetimeStartOrEnd()) {
          markers.push_back(&instruction);
        } else {
          RemapInstruction(&instruction, copies_, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
        }
      }
    }
    for (Instruction *marker : markers) {
      marker->eraseFromParent();
    }
  }

  const RegionValues &values_;
  ValueToValueMapTy copies_;
};

}  // namespace

RegionFunction makeRegionFunction(const BarrierPlan &plan, unsigned number) {
  RegionValues values(plan, number);
  RegionSignature signature(values);
  RegionEntry entry(values, signature);
  RegionBody body(values, signature.function());
  entry.build(body.start());
  body.remap(signature, entry);
  RegionExits exits(values, signature, entry, body.copies());
  exits.returnContinuations();
  exits.passValues();
  return {.function = &signature.function(),
          .uniformIn = to_vector(signature.uniformIn()),
          .uniformOut = to_vector(signature.uniformOut()),
          .exits = exits.continuations(),
          .exitsDiverge = exits.diverge()};
}

}  // namespace compiler::passes
