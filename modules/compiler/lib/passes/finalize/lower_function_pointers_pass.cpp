// A program is whole when it is finalized: no other function can be the target of a call than those
// whose address the program takes, and those that the host may ask for. So a call through a pointer
// is a choice among known functions (indirect call promotion, but complete):
//
//   @table = constant [2 x ptr] [ptr @f, ptr @g]
//   %r = call i32 %p(i32 %x)
//
// becomes
//
//   @table = constant [2 x ptr] [ptr 1008, ptr 7504]        ; as inttoptr
//   %r = call i32 @kiln.indirect_call(i64 %pointer, i32 %x)
//
//   define internal i32 @kiln.indirect_call(i64 %pointer, i32 %x):
//     switch i64 %pointer, label %none [1008 → call @f(%x); 7504 → call @g(%x)]
//
// No later pass has to know of pointers. Barriers in a target are inlined with it. The vectoriser
// turns an inlined choice into masks, so that each target runs once for all lanes that chose it; a
// choice among many functions stays a call for each lane. Kernels may be compiled one by one: a
// number means the same function in all of them, and an address would not.
//
// A number is the hash of the function's name (LLVM's GUID, by which profiles name the targets of
// calls). SYCL compilers split a program by kernels, and objects made in one part are used in
// another: a function has the same number in all of them.
//
// Targets are told apart by their LLVM type alone. A call may therefore count as recursion although
// the program never makes it: CheckCallsPass reports it, since the depth of the stack has to be
// known.

#include "passes/finalize/lower_function_pointers_pass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace compiler::passes {
namespace {

using namespace llvm;

constexpr char functionPointers[] = "kiln.function_pointers";
// All numbers are multiples of it; see the header.
constexpr uint64_t numberStep = 16;

// Returns true if the program can call the function through a pointer.
bool isTarget(const Function &function) {
  return function.getCallingConv() != CallingConv::SPIR_KERNEL && !function.isIntrinsic() &&
         (function.hasFnAttribute(referencedIndirectlyAttribute) ||
          function.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false,
                                   /*IgnoreAssumeLikeCalls=*/true, /*IgnoreLLVMUsed=*/true));
}

// Returns true for a use that refers to the function's address, and not to the function as a
// callee, as the owner of a block or as an alias.
bool usesAddress(const Use &use) {
  const User *user = use.getUser();
  const auto *call = dyn_cast<CallBase>(user);
  const bool isCall = call && call->isCallee(&use) &&
                      call->getFunctionType() == cast<Function>(use.get())->getFunctionType();
  return !isCall && !isa<BlockAddress>(user) && !isa<GlobalAlias>(user);
}

// Returns the calls whose callee is a pointer. Inline assembly is none.
SmallVector<CallBase *> indirectCalls(Module &module) {
  SmallVector<CallBase *> calls;
  for (Function &function : module) {
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (call && !call->isInlineAsm() && !isa<Function>(call->getCalledOperand())) {
        calls.push_back(call);
      }
    }
  }
  return calls;
}

// The lowering of one module.
class Lowering {
 public:
  explicit Lowering(Module &module)
      : module_(module), numberType_(module.getDataLayout().getIntPtrType(module.getContext())) {
    for (Function &function : module) {
      if (isTarget(function)) {
        targets_.insert({&function, 0});
      }
    }
    chooseNumbers();
  }

  // Returns false if there is nothing to do.
  bool run() {
    const SmallVector<CallBase *> calls = indirectCalls(module_);
    if (calls.empty() && targets_.empty()) {
      return false;
    }
    for (CallBase *call : calls) {
      replaceCall(*call);
    }
    removeFromUsedLists(module_, [this](Constant *used) {
      auto *function = dyn_cast<Function>(used->stripPointerCasts());
      return function && targets_.contains(function);
    });
    for (auto [target, number] : targets_) {
      replaceAddress(*target, number);
    }
    describe();
    return true;
  }

 private:
  // Hashes the names. An internal function may have namesakes in other programs, so the names of
  // the kernels count with it. Of two functions with one hash, the later one takes the next free
  // number.
  void chooseNumbers() {
    std::string kernels;
    for (const Function &function : module_) {
      if (function.getCallingConv() == CallingConv::SPIR_KERNEL) {
        kernels += function.getName().str() + ';';
      }
    }
    const uint64_t mask = numberType_->getBitMask() & ~(numberStep - 1);
    DenseSet<uint64_t> taken;
    for (auto &[target, number] : targets_) {
      const std::string name =
          GlobalValue::getGlobalIdentifier(target->getName(), target->getLinkage(), kernels);
      number = GlobalValue::getGUIDAssumingExternalLinkage(name) & mask;
      while (number == 0 || !taken.insert(number).second) {
        number = (number + numberStep) & mask;
      }
    }
  }

  Constant *pointer(uint64_t number, Type *type) {
    return ConstantExpr::getIntToPtr(ConstantInt::get(numberType_, number), type);
  }

  // Calls the function that chooses. It has the parameters of the targets behind the number; their
  // attributes belong to the calls in it. A variadic call stays, since no function can pass its
  // arguments on.
  void replaceCall(CallBase &call) {
    FunctionType *type = call.getFunctionType();
    if (type->isVarArg() || !isa<CallInst>(call)) {
      return;
    }
    IRBuilder<> builder(&call);
    // A number is the same in all address spaces, so casts between them do not matter.
    Value *pointer = call.getCalledOperand()->stripPointerCasts();
    SmallVector<Value *> arguments = {builder.CreatePtrToInt(pointer, numberType_)};
    append_range(arguments, call.args());
    Function *&chooser = choosers_[type];
    if (!chooser) {
      chooser = makeChooser(*type);
    }
    CallInst *direct = builder.CreateCall(chooser, arguments);
    direct->setCallingConv(chooser->getCallingConv());
    direct->takeName(&call);
    call.replaceAllUsesWith(direct);
    call.eraseFromParent();
  }

  // Makes the function that compares a number with those of all targets of the type.
  Function *makeChooser(FunctionType &type) {
    SmallVector<Type *> parameters = {numberType_};
    append_range(parameters, type.params());
    auto *chooser = Function::Create(FunctionType::get(type.getReturnType(), parameters, false),
                                     GlobalValue::InternalLinkage, indirectCallPrefix, module_);
    chooser->setCallingConv(CallingConv::SPIR_FUNC);
    chooser->setDoesNotThrow();
    chooser->setConvergent();
    IRBuilder<> builder(BasicBlock::Create(module_.getContext(), "choose", chooser));
    auto *none = BasicBlock::Create(module_.getContext(), "none", chooser);
    SwitchInst *choice = builder.CreateSwitch(chooser->getArg(0), none);
    for (auto [target, number] : targets_) {
      if (target->getFunctionType() == &type) {
        choice->addCase(ConstantInt::get(numberType_, number), makeCall(*chooser, *target));
      }
    }
    builder.SetInsertPoint(none);
    leave(builder, zeroOf(type.getReturnType()));
    return chooser;
  }

  // Makes a block that calls the target and returns its result. The call has the attributes of the
  // target's parameters that decide how an argument is passed.
  BasicBlock *makeCall(Function &chooser, Function &target) {
    auto *block = BasicBlock::Create(module_.getContext(), "call", &chooser);
    IRBuilder<> builder(block);
    SmallVector<Value *> arguments;
    for (Argument &argument : drop_begin(chooser.args())) {
      arguments.push_back(&argument);
    }
    CallInst *call = builder.CreateCall(&target, arguments);
    call->setCallingConv(target.getCallingConv());
    for (const Argument &argument : target.args()) {
      for (Attribute::AttrKind kind : {Attribute::ByVal, Attribute::StructRet, Attribute::Alignment,
                                       Attribute::ZExt, Attribute::SExt}) {
        if (argument.hasAttribute(kind)) {
          call->addParamAttr(argument.getArgNo(), argument.getAttribute(kind));
        }
      }
    }
    leave(builder, call->getType()->isVoidTy() ? nullptr : call);
    return block;
  }

  // The result of a call without a target. Null for void; poison for images, which have no zero.
  static Constant *zeroOf(Type *type) {
    return type->isVoidTy()        ? nullptr
           : type->isTargetExtTy() ? PoisonValue::get(type)
                                   : Constant::getNullValue(type);
  }

  static void leave(IRBuilder<> &builder, Value *result) {
    result ? builder.CreateRet(result) : builder.CreateRetVoid();
  }

  // Replaces the address, in code and in initial values of variables. A cast of it to another
  // address space is replaced as a whole, for its number is the same in all of them.
  void replaceAddress(Function &function, uint64_t number) {
    const SmallVector<User *> users(function.users());
    for (User *user : users) {
      auto *cast = dyn_cast<ConstantExpr>(user);
      if (cast && cast->getOpcode() == Instruction::AddrSpaceCast) {
        cast->replaceAllUsesWith(pointer(number, cast->getType()));
        cast->destroyConstant();
      }
    }
    function.replaceUsesWithIf(pointer(number, function.getType()), usesAddress);
  }

  // Notes the numbers of functions with public names; the others have no name for the host.
  void describe() {
    NamedMDNode *list = module_.getOrInsertNamedMetadata(functionPointers);
    LLVMContext &context = module_.getContext();
    for (auto [target, number] : targets_) {
      if (!target->hasLocalLinkage() && !target->isDeclaration()) {
        auto *value = ConstantInt::get(Type::getInt64Ty(context), number);
        list->addOperand(MDNode::get(
            context, {MDString::get(context, target->getName()), ConstantAsMetadata::get(value)}));
      }
    }
    if (list->getNumOperands() == 0) {
      list->eraseFromParent();
    }
  }

  Module &module_;
  IntegerType *numberType_;
  MapVector<Function *, uint64_t> targets_;  ///< with their numbers
  MapVector<FunctionType *, Function *> choosers_;
};

}  // namespace

PreservedAnalyses LowerFunctionPointersPass::run(Module &module, ModuleAnalysisManager &) {
  return Lowering(module).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

}  // namespace compiler::passes
