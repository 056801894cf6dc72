// Outlining a region
// ------------------
// The region's blocks are cloned behind a new entry block. The entry block makes all values
// available that are live into the region, each by its Passage:
//
//   enter:  %id = call @__mux_get_global_id(0)            ; recompute
//           ; %n is a parameter                           ; uniform
//           %s = load float, kiln.item_frame(…)           ; item: its slot
//           br label %behind
//   …
//           store float %t, kiln.item_frame(…)            ; defined here, needed behind barrier 2
//           ret i32 2
//
// Regions overlap, so a value may have two definitions inside a region: one from before it (loaded
// in the entry block) and the region's own clone. Example: a loop with a barrier, where %i is
// computed above the barrier. The region behind the barrier starts with the %i of the last
// iteration, and then computes the next. SSAUpdater places phis and rewrites uses (Cytron et al.,
// TOPLAS 1991).
//
// Steps of RegionCloner::clone(), in order, since each relies on those before:
//
// 1. declare: signature and attributes.
// 2. cloneBlocks: clones, still with the kernel's operands; phis lose edges from other regions.
// 3. createVariables: address of each variable (frame or new alloca).
// 4. materializeLiveIns: fills the entry block and the value map.
// 5. remap: operands of clones become clones, or values of the entry block.
// 6. returnNext: barriers and returns become returns of continuations.
// 7. repairAndStore: SSA repair, and stores into slots at exits.
// 8. findExits: whether exits diverge.

#include "passes/barriers/region_function.h"

#include "ir/kernel_conventions.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "passes/barriers/group_arrays.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Outlines one region; see the steps above. Used once.
class RegionCloner {
 public:
  RegionCloner(const BarrierPlan &plan, unsigned number)
      : plan_(plan), region_(plan.regions().regions()[number]), number_(number) {}

  // Runs the steps in order; each has its contract below.
  RegionFunction clone() {
    declare();
    cloneBlocks();
    createVariables();
    materializeLiveIns();
    remap();
    returnNext();
    repairAndStore();
    findExits();
    return std::move(result_);
  }

 private:
  // Returns true if the region has a clone of the value. The result of a collective function has
  // none: the call stands at the end of the region in front of it.
  bool isDefinedHere(const Instruction *value) const {
    return !groupFunction(*value) &&
           region_.blocks.contains(const_cast<BasicBlock *>(value->getParent()));
  }

  // Values defined here and live into a region behind one of this region's barriers.
  SmallVector<Instruction *> outgoing() const {
    SmallSetVector<Instruction *, 16> values;
    for (BasicBlock *block : region_.blocks) {
      if (unsigned next = plan_.regions().regionAfter(block)) {
        for (Instruction *value : plan_.liveness().liveInto(next)) {
          if (isDefinedHere(value)) {
            values.insert(value);
          }
        }
      }
    }
    return values.takeVector();
  }

  // Creates the function. Uniform values come behind the kernel's parameters, first those in, then
  // addresses of those out.
  void declare() {
    Function &kernel = plan_.kernel();
    LLVMContext &context = kernel.getContext();
    SmallVector<Type *> parameters(kernel.getFunctionType()->params());
    for (Instruction *value : plan_.liveness().liveInto(number_)) {
      if (plan_.passage(value) != Passage::uniform) {
        continue;
      }
      result_.uniformIn.push_back(value);
      parameters.push_back(value->getType());
    }
    for (Instruction *value : outgoing()) {
      if (plan_.passage(value) != Passage::uniform) {
        continue;
      }
      result_.uniformOut.push_back(value);
      parameters.push_back(PointerType::get(context, 0));
    }
    auto *type = FunctionType::get(Type::getInt32Ty(context), parameters, false);
    function_ = Function::Create(type, GlobalValue::InternalLinkage,
                                 kernel.getName() + ".region" + Twine(number_), kernel.getParent());
    result_.function = function_;
    setAttributes(kernel);
    nameParameters(kernel);
  }

  // Attributes of the kernel apply as far as they hold for a part of it (retainValidAttributes()).
  // noalias goes if pointers cross a barrier in memory.
  void setAttributes(const Function &kernel) {
    AttributeList attributes = kernel.getAttributes();
    function_->setAttributes(attributes);
    retainValidAttributes(*function_, !plan_.pointersCross());
    function_->removeFnAttr("mux-kernel");
    function_->addFnAttr(Attribute::NoInline);
    function_->addFnAttr(workItemFunctionAttribute);
  }

  // Maps parameters for rematerialisation and marks addresses of uniform values as variables of the
  // region dispatcher: work-items store equal values there.
  void nameParameters(const Function &kernel) {
    auto parameter = function_->arg_begin();
    for (const Argument &argument : kernel.args()) {
      parameter->setName(argument.getName());
      entryMap_[&argument] = &*parameter++;
    }
    for (Instruction *value : result_.uniformIn) {
      entryMap_[value] = &*parameter++;
    }
    for (Instruction *value : result_.uniformOut) {
      parameter->addAttr(Attribute::get(function_->getContext(), dispatcherVariableAttribute));
      uniformAddress_[value] = &*parameter++;
    }
  }

  // Clones the region's blocks. The entry block has no phi, for a barrier's successor has one
  // predecessor.
  void cloneBlocks() {
    entry_ = BasicBlock::Create(function_->getContext(), "enter", function_);
    for (BasicBlock *block : region_.blocks) {
      map_[block] = CloneBasicBlock(block, map_, "", function_);
    }
    for (BasicBlock *block : region_.blocks) {
      for (PHINode &phi : cast<BasicBlock>(map_[block])->phis()) {
        dropForeignEdges(phi);
      }
    }
  }

  // Removes the phi's incoming values from blocks of other regions.
  void dropForeignEdges(PHINode &phi) {
    for (unsigned edge = phi.getNumIncomingValues(); edge-- > 0;) {
      if (!region_.blocks.contains(phi.getIncomingBlock(edge))) {
        phi.removeIncomingValue(edge, /*DeletePHIIfEmpty=*/false);
      }
    }
  }

  // Returns true if this region uses the variable, other than by lifetime markers.
  bool isUsedHere(const AllocaInst &variable) const {
    return any_of(variable.users(), [&](const User *user) {
      auto *instruction = cast<Instruction>(user);
      return !instruction->isLifetimeStartOrEnd() && isDefinedHere(instruction);
    });
  }

  // Maps each variable to its slot in the frame, to an alloca of this region, or to poison without
  // a use.
  void createVariables() {
    IRBuilder<> builder(entry_);
    for (AllocaInst *variable : plan_.variables()) {
      Value *variableAddress = nullptr;
      if (plan_.isInFrame(variable)) {
        variableAddress = plan_.frame().address(builder, plan_.slot(variable));
        variableAddress->setName(variable->getName());
        if (variable->getType() != variableAddress->getType()) {
          variableAddress = builder.CreateAddrSpaceCast(variableAddress, variable->getType());
        }
      } else if (isUsedHere(*variable)) {
        variableAddress = builder.Insert(variable->clone(), variable->getName());
      } else {
        variableAddress = PoisonValue::get(variable->getType());
      }
      entryMap_[variable] = variableAddress;
      describe(*variable, variableAddress);
      if (auto copy = map_.find(variable); copy != map_.end()) {
        clonedVariables_.push_back(cast<Instruction>(copy->second));
      }
      map_[variable] = variableAddress;
    }
  }

  // Declares a variable at its address in this region. The address is stored in an alloca
  // (volatile, to survive), because a frame's address is no constant offset of the stack pointer.
  void describe(AllocaInst &variable, Value *variableAddress) {
    for (DbgVariableRecord *declaration : findDVRDeclares(&variable)) {
      IRBuilder<> builder(entry_);
      AllocaInst *address = builder.CreateAlloca(variableAddress->getType());
      builder.CreateStore(variableAddress, address, /*isVolatile=*/true);
      descriptions_.push_back(DbgVariableRecord::createDVRDeclare(
          address, declaration->getVariable(),
          DIExpression::prepend(declaration->getExpression(), DIExpression::DerefBefore),
          declaration->getDebugLoc().get()));
    }
  }

  // Makes values live into the region available in its entry block. A value with a clone in the
  // region is recorded for SSA repair instead of being mapped.
  void materializeLiveIns() {
    IRBuilder<> builder(entry_);
    for (auto [parameter, argument] : zip(plan_.kernel().args(), function_->args())) {
      map_[&parameter] = &argument;
    }
    for (Instruction *value : plan_.liveness().liveInto(number_)) {
      Value *here = nullptr;
      switch (plan_.passage(value)) {
        case Passage::recompute:
          here = RematerializableValues::compute(builder, *value, entryMap_);
          break;
        case Passage::uniform:
          here = entryMap_[value];
          break;
        default:
          here = load(builder, *value);
          break;
      }
      atEntry_[value] = here;
      if (!isDefinedHere(value)) {
        map_[value] = here;
      }
    }
    builder.CreateBr(cast<BasicBlock>(map_[region_.entry]));
    for (DbgVariableRecord *description : descriptions_) {
      entry_->insertDbgRecordBefore(description, entry_->getTerminator()->getIterator());
    }
  }

  // Loads the value's slot; an i1 is an i8 in memory.
  Value *load(IRBuilder<> &builder, const Instruction &value) {
    Type *type = memoryTypeOf(value.getType());
    Value *loaded = builder.CreateLoad(type, slotAddress(&value), value.getName());
    return type == value.getType() ? loaded : builder.CreateTrunc(loaded, value.getType());
  }

  Value *slotAddress(const Instruction *value) { return slotAddress(plan_.slot(value)); }

  // The address of a slot, computed in the entry block once. Exits reuse it.
  Value *slotAddress(unsigned slot) {
    Value *&address = slotAddress_[slot];
    if (!address) {
      IRBuilder<> builder(entry_);
      if (Instruction *end = entry_->getTerminator()) {
        builder.SetInsertPoint(end);
      }
      address = plan_.frame().address(builder, slot);
    }
    return address;
  }

  // Maps operands. Lifetime markers go: a region's variables live as long as the region runs. Debug
  // records go too, since describe() has added new ones.
  void remap() {
    for (Instruction *copy : clonedVariables_) {
      copy->eraseFromParent();
    }
    SmallVector<Instruction *> markers;
    for (BasicBlock *block : region_.blocks) {
      for (Instruction &instruction : *cast<BasicBlock>(map_[block])) {
        instruction.dropDbgRecords();
        // The kernel's lifetimes do not hold for variables of a region.
        if (instruction.isLifetimeStartOrEnd()) {
          markers.push_back(&instruction);
        } else {
          RemapInstruction(&instruction, map_, RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
        }
      }
    }
    for (Instruction *marker : markers) {
      marker->eraseFromParent();
    }
  }

  // Replaces each barrier and each return of the kernel by a return of the continuation. Operands
  // of a collective function are stored first.
  void returnNext() {
    for (BasicBlock *block : region_.blocks) {
      auto *copy = cast<BasicBlock>(map_[block]);
      Instruction *end = copy->getTerminator();
      unsigned next = plan_.regions().regionAfter(block);
      if (next == 0 && !isa<ReturnInst>(end)) {
        continue;
      }
      IRBuilder<> builder(end);
      if (next != 0) {
        auto *call = cast<CallInst>(end->getPrevNode());
        if (const GroupExchange *exchange = plan_.exchange(next)) {
          storeOperands(builder, *call, *exchange);
        }
        call->eraseFromParent();
      }
      ReturnInst *result = builder.CreateRet(builder.getInt32(next));
      end->eraseFromParent();
      returns_[next].push_back(result);
    }
  }

  // Stores a value in a slot, extended from i1 to i8 where necessary.
  void store(IRBuilder<> &builder, Value *value, Type *type, unsigned slot) {
    if (value->getType()->isIntegerTy()) {
      value = builder.CreateZExt(value, type);
    }
    builder.CreateStore(value, slotAddress(slot));
  }

  // Stores the operands of a collective function for its evaluation in the region dispatcher.
  void storeOperands(IRBuilder<> &builder, const CallInst &call, const GroupExchange &exchange) {
    store(builder, call.getArgOperand(0), memoryTypeOf(exchange.type), exchange.slot);
    if (exchange.function.takesNumber() && !exchange.index) {
      builder.CreateStore(call.getArgOperand(1), slotAddress(exchange.indexSlot));
    }
  }

  // Handles values with two definitions, and values to be stored for other regions.
  void repairAndStore() {
    SmallSetVector<Instruction *, 16> values;
    for (Instruction *value : plan_.liveness().liveInto(number_)) {
      if (isDefinedHere(value)) {
        values.insert(value);
      }
    }
    values.insert_range(outgoing());
    for (Instruction *value : values) {
      repairAndStore(value);
    }
  }

  // Gives SSAUpdater both definitions, rewrites uses, and stores the reaching definition at each
  // exit to a region with the value live at its entry. Recomputed values need no store.
  void repairAndStore(Instruction *value) {
    auto *definition = cast<Instruction>(map_[value]);
    SSAUpdater updater;
    updater.Initialize(value->getType(), value->getName());
    updater.AddAvailableValue(definition->getParent(), definition);
    if (Value *before = atEntry_.lookup(value)) {
      updater.AddAvailableValue(entry_, before);
      rewriteUses(*definition, updater);
    }
    if (plan_.passage(value) == Passage::recompute) {
      return;
    }
    for (auto &[next, returns] : returns_) {
      if (next == 0 || !is_contained(plan_.liveness().liveInto(next), value)) {
        continue;
      }
      for (ReturnInst *result : returns) {
        Value *last = updater.GetValueAtEndOfBlock(result->getParent());
        IRBuilder<> builder(result);
        if (plan_.passage(value) == Passage::uniform) {
          builder.CreateStore(last, uniformAddress_[value]);
        } else {
          store(builder, last, memoryTypeOf(last->getType()), plan_.slot(value));
        }
      }
    }
  }

  // Rewrites uses outside of the definition's block and in phis. A use in the same block comes
  // behind the definition: LLVM's SSA form leaves no other order without a phi.
  static void rewriteUses(Instruction &definition, SSAUpdater &updater) {
    SmallVector<Use *> uses;
    for (Use &use : definition.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      if (isa<PHINode>(user) || user->getParent() != definition.getParent()) {
        uses.push_back(&use);
      }
    }
    for (Use *use : uses) {
      updater.RewriteUse(*use);
    }
  }

  // Continuations that a work-item may return from `start` on.
  SmallSet<unsigned, 4> exitsReachableFrom(BasicBlock *start) const {
    SmallSetVector<BasicBlock *, 16> blocks;
    blocks.insert(start);
    SmallSet<unsigned, 4> exits;
    for (unsigned next = 0; next < blocks.size(); ++next) {
      BasicBlock *block = blocks[next];
      blocks.insert_range(successors(block));
      if (auto *result = dyn_cast<ReturnInst>(block->getTerminator())) {
        exits.insert(cast<ConstantInt>(result->getReturnValue())->getZExtValue());
      }
    }
    return exits;
  }

  // Collects the exits and decides on divergence: a divergent branch matters if its ways do not
  // meet before the function's returns and lead to more than one exit. Post-dominance answers the
  // first.
  void findExits() {
    for (const auto &[next, returns] : returns_) {
      result_.exits.push_back(next);
    }
    sort(result_.exits);
    if (result_.exits.size() < 2) {
      return;
    }
    PostDominatorTree postDominators(*function_);
    for (BasicBlock *block : region_.blocks) {
      if (!plan_.uniformity().branchDiverges(*block)) {
        continue;
      }
      auto *copy = cast<BasicBlock>(map_[block]);
      auto *node = postDominators.getNode(copy);
      bool meets = node && node->getIDom() && node->getIDom()->getBlock();
      if (!meets && exitsReachableFrom(copy).size() > 1) {
        result_.exitsDiverge = true;
      }
    }
  }

  const BarrierPlan &plan_;
  SmallVector<DbgVariableRecord *> descriptions_;
  const BarrierRegion &region_;
  const unsigned number_;
  RegionFunction result_;
  Function *function_ = nullptr;
  BasicBlock *entry_ = nullptr;
  ValueToValueMapTy map_;       ///< values of the kernel to values inside of the region
  ValueToValueMapTy entryMap_;  ///< values of the kernel available in the entry block
  DenseMap<Instruction *, Value *> atEntry_;
  DenseMap<Instruction *, Value *> uniformAddress_;
  DenseMap<unsigned, Value *> slotAddress_;
  SmallVector<Instruction *> clonedVariables_;
  MapVector<unsigned, SmallVector<ReturnInst *>> returns_;
};

}  // namespace

RegionFunction makeRegionFunction(const BarrierPlan &plan, unsigned number) {
  return RegionCloner(plan, number).clone();
}

}  // namespace compiler::passes
