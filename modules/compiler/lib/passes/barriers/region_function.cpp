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

class RegionCloner {
 public:
  RegionCloner(const BarrierPlan &plan, unsigned number)
      : plan_(plan), region_(plan.regions().regions()[number]), number_(number) {}

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
  /// The result of a group function is there only behind it.
  bool isDefinedHere(const Instruction *value) const {
    return !groupFunction(*value) &&
           region_.blocks.contains(const_cast<BasicBlock *>(value->getParent()));
  }

  /// Values that some region behind this one's barriers needs and that are computed here.
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

  void setAttributes(const Function &kernel) {
    AttributeList attributes = kernel.getAttributes();
    function_->setAttributes(attributes);
    retainValidAttributes(*function_, !plan_.pointersCross());
    function_->removeFnAttr("mux-kernel");
    function_->addFnAttr(Attribute::NoInline);
    function_->addFnAttr(workItemFunctionAttribute);
  }

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

  void dropForeignEdges(PHINode &phi) {
    for (unsigned edge = phi.getNumIncomingValues(); edge-- > 0;) {
      if (!region_.blocks.contains(phi.getIncomingBlock(edge))) {
        phi.removeIncomingValue(edge, /*DeletePHIIfEmpty=*/false);
      }
    }
  }

  bool isUsedHere(const AllocaInst &variable) const {
    return any_of(variable.users(), [&](const User *user) {
      auto *instruction = cast<Instruction>(user);
      return !instruction->isLifetimeStartOrEnd() && isDefinedHere(instruction);
    });
  }

  /// Variables in the frame get their address, others a new place if this region uses them.
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

  /// For debuggers: the variable is in this place as long as the region runs.
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

  /// Makes the values that are live into the region available at its start.
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

  Value *load(IRBuilder<> &builder, const Instruction &value) {
    Type *type = memoryTypeOf(value.getType());
    Value *loaded = builder.CreateLoad(type, slotAddress(&value), value.getName());
    return type == value.getType() ? loaded : builder.CreateTrunc(loaded, value.getType());
  }

  Value *slotAddress(const Instruction *value) { return slotAddress(plan_.slot(value)); }

  /// In the entry block, once for each slot.
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

  void remap() {
    for (Instruction *copy : clonedVariables_) {
      copy->eraseFromParent();
    }
    SmallVector<Instruction *> markers;
    for (BasicBlock *block : region_.blocks) {
      for (Instruction &instruction : *cast<BasicBlock>(map_[block])) {
        instruction.dropDbgRecords();  // describe() has said it anew
        // Variables of regions have other lifetimes than those of the kernel.
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

  /// Barriers and the kernel's returns become returns of what comes next.
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

  void store(IRBuilder<> &builder, Value *value, Type *type, unsigned slot) {
    if (value->getType()->isIntegerTy()) {
      value = builder.CreateZExt(value, type);
    }
    builder.CreateStore(value, slotAddress(slot));
  }

  /// Stores what the work-item brings to a group function.
  void storeOperands(IRBuilder<> &builder, const CallInst &call, const GroupExchange &exchange) {
    store(builder, call.getArgOperand(0), memoryTypeOf(exchange.type), exchange.slot);
    if (exchange.function.takesNumber() && !exchange.index) {
      builder.CreateStore(call.getArgOperand(1), slotAddress(exchange.indexSlot));
    }
  }

  /// Two definitions of one value can meet here: the one from before the region, and the
  /// region's own. Puts the right one before each use, and into the slots at the exits.
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

  /// Exits diverge if a divergent branch decides between them: if its ways do not meet
  /// again before they leave the region.
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
  ValueToValueMapTy map_;       ///< for what is inside of the region
  ValueToValueMapTy entryMap_;  ///< what is known at its start
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
