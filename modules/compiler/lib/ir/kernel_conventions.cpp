#include "ir/kernel_conventions.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

bool isKernel(const Function &function) {
  return !function.isDeclaration() &&
         function.getFnAttribute("mux-kernel").getValueAsString() == "entry-point";
}

SmallVector<Function *> kernelsOf(Module &module) {
  SmallVector<Function *> kernels;
  for (Function &function : module) {
    if (isKernel(function)) {
      kernels.push_back(&function);
    }
  }
  return kernels;
}

StringRef calledName(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee ? callee->getName() : StringRef();
}

bool isKnownAssembly(const CallBase &call) {
  return call.isInlineAsm() && call.hasFnAttr(assemblyTargetAttribute);
}

bool isBarrier(const Instruction &instruction) {
  return calledName(instruction) == barrierName;
}

Function *declareHelper(Module &module, StringRef name, Type *result, ArrayRef<Type *> parameters) {
  auto callee = module.getOrInsertFunction(name, FunctionType::get(result, parameters, false));
  auto *function = cast<Function>(callee.getCallee());
  function->setDoesNotThrow();
  return function;
}

namespace {

/// Declares a helper; a pure one has no side effects and returns, so calls may be merged or
/// removed.
Function *declare(Module &module, StringRef name, Type *result, ArrayRef<Type *> parameters,
                  bool pure) {
  Function *function = declareHelper(module, name, result, parameters);
  if (pure) {
    function->setDoesNotAccessMemory();
    function->addFnAttr(Attribute::WillReturn);
  }
  return function;
}

}  // namespace

Function *declareLocalMemory(Module &module) {
  LLVMContext &context = module.getContext();
  return declare(module, localMemoryName, PointerType::get(context, 3), {Type::getInt64Ty(context)},
                 true);
}

Function *declareWorkItemFrame(Module &module) {
  LLVMContext &context = module.getContext();
  Type *i64 = Type::getInt64Ty(context);
  Function *function =
      declare(module, itemFrameName, PointerType::get(context, 0), {i64, i64}, true);
  // Merging two calls would make a slot a phi or select of offsets, without a known address per
  // SIMD group.
  function->addFnAttr(Attribute::NoMerge);
  return function;
}

Function *declareFixedFrame(Module &module) {
  LLVMContext &context = module.getContext();
  return declare(module, fixedFrameName, PointerType::get(context, 0), {Type::getInt64Ty(context)},
                 true);
}

Function *declareSetWorkItem(Module &module) {
  LLVMContext &context = module.getContext();
  Type *i64 = Type::getInt64Ty(context);
  return declare(module, setWorkItemName, Type::getVoidTy(context), {i64, i64, i64, i64}, false);
}

Function *declareWorkItemBuiltin(Module &module, StringRef name) {
  LLVMContext &context = module.getContext();
  return declare(module, name, module.getDataLayout().getIntPtrType(context),
                 {Type::getInt32Ty(context)}, true);
}

/// Attributes are the body's, but the function must stay a call of its own until loops are built.
Function *createWorkGroupFunction(Function &body, const Twine &name) {
  Function *items = Function::Create(body.getFunctionType(), GlobalValue::InternalLinkage,
                                     body.getAddressSpace(), name, body.getParent());
  items->setAttributes(body.getAttributes());
  items->removeFnAttr(workItemFunctionAttribute);
  items->removeFnAttr(Attribute::AlwaysInline);
  items->addFnAttr(Attribute::NoInline);
  items->addFnAttr(workGroupFunctionAttribute);
  IRBuilder<> builder(BasicBlock::Create(body.getContext(), "items", items));
  SmallVector<Value *> arguments;
  for (auto [from, to] : zip(body.args(), items->args())) {
    to.setName(from.getName());
    arguments.push_back(&to);
  }
  CallInst *call = builder.CreateCall(&body, arguments);
  if (call->getType()->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    builder.CreateRet(call);
  }
  return items;
}

SmallVector<Function *> calledWorkGroupFunctions(Function &kernel) {
  SmallSetVector<Function *, 4> functions;
  forEachCall(kernel, [&](CallInst &call) {
    Function *callee = call.getCalledFunction();
    if (callee && callee->hasFnAttribute(workGroupFunctionAttribute)) {
      functions.insert(callee);
    }
  });
  return functions.takeVector();
}

SmallVector<Function *> workGroupFunctionsOf(Module &module) {
  SmallVector<Function *> functions;
  for (Function &function : module) {
    if (function.hasFnAttribute(workGroupFunctionAttribute) && !function.isDeclaration()) {
      functions.push_back(&function);
    }
  }
  return functions;
}

CallInst &workItemFunctionCall(Function &workGroupFunction) {
  return *cast<CallInst>(&workGroupFunction.getEntryBlock().front());
}

ConstantInt *constantResult(const Function &function) {
  ConstantInt *common = nullptr;
  for (const BasicBlock &block : function) {
    auto *exit = dyn_cast<ReturnInst>(block.getTerminator());
    if (!exit) {
      continue;
    }
    auto *value = dyn_cast_or_null<ConstantInt>(exit->getReturnValue());
    if (!value || (common && value != common)) {
      return nullptr;
    }
    common = value;
  }
  return common;
}

void setProperties(Function &function, StringRef name, ArrayRef<uint64_t> values) {
  LLVMContext &context = function.getContext();
  SmallVector<Metadata *> operands;
  for (uint64_t value : values) {
    operands.push_back(ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), value)));
  }
  function.setMetadata(name, MDNode::get(context, operands));
}

SmallVector<uint64_t> properties(const Function &function, StringRef name) {
  SmallVector<uint64_t> values;
  if (const MDNode *node = function.getMetadata(name)) {
    for (const MDOperand &operand : node->operands()) {
      if (auto *value = mdconst::dyn_extract<ConstantInt>(operand)) {
        values.push_back(value->getZExtValue());
      }
    }
  }
  return values;
}

FrameProperties frameOf(const Function &kernel) {
  SmallVector<uint64_t> values = properties(kernel, frameProperties);
  if (values.size() != 4) {
    return {};
  }
  return {values[0], values[1], values[2], values[3]};
}

void setFrame(Function &kernel, const FrameProperties &frame) {
  setProperties(kernel, frameProperties,
                {frame.fixedSize, frame.itemSize, frame.itemMultiple, frame.alignment});
}

void addFlags(Function &kernel, uint64_t flags) {
  for (uint64_t value : properties(kernel, flagProperties)) {
    flags |= value;
  }
  setProperties(kernel, flagProperties, {flags});
}

bool hasFlags(const Function &kernel, uint64_t flags) {
  return any_of(properties(kernel, flagProperties),
                [&](uint64_t value) { return (value & flags) != 0; });
}

void forEachCall(Function &function, function_ref<void(CallInst &)> visit) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (auto *call = dyn_cast<CallInst>(&instruction)) {
      visit(*call);
    }
  }
}

void copyTargetAttributes(const Function &from, Function &to) {
  for (const Attribute &attribute : from.getAttributes().getFnAttrs()) {
    StringRef name = attribute.isStringAttribute() ? attribute.getKindAsString() : "";
    if (!name.empty() && !name.starts_with("kiln-") && !name.starts_with("mux-")) {
      to.addFnAttr(attribute);
    }
  }
}

void retainValidAttributes(Function &function, bool keepNoAlias) {
  AttributeMask gone;
  for (Attribute::AttrKind kind :
       {Attribute::Memory, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree,
        Attribute::NoRecurse, Attribute::Convergent, Attribute::Speculatable, Attribute::NoInline,
        Attribute::AlwaysInline, Attribute::MustProgress}) {
    gone.addAttribute(kind);
  }
  function.removeFnAttrs(gone);
  AttributeMask parameterGone;
  for (Attribute::AttrKind kind :
       {Attribute::Captures, Attribute::Initializes, Attribute::WriteOnly, Attribute::ReadNone,
        Attribute::Returned, Attribute::NoFree}) {
    parameterGone.addAttribute(kind);
  }
  if (!keepNoAlias) {
    parameterGone.addAttribute(Attribute::NoAlias);
  }
  for (unsigned number = 0; number < function.arg_size(); ++number) {
    function.removeParamAttrs(number, parameterGone);
  }
}

namespace {

/// Depth-first search in post-order.
void visitCallees(Function &function, SmallPtrSetImpl<Function *> &seen,
                  SmallVectorImpl<Function *> &order) {
  if (!seen.insert(&function).second) {
    return;
  }
  forEachCall(function, [&](CallInst &call) {
    Function *callee = call.getCalledFunction();
    if (callee && !callee->isDeclaration()) {
      visitCallees(*callee, seen, order);
    }
  });
  order.push_back(&function);
}

}  // namespace

uint64_t bytesOf(const AllocaInst &variable) {
  auto size = variable.getAllocationSize(variable.getDataLayout());
  return size && !size->isScalable() ? size->getFixedValue() : 0;
}

uint64_t privateBytes(const Function &function) {
  uint64_t bytes = 0;
  for (const Instruction &instruction : instructions(function)) {
    if (auto *variable = dyn_cast<AllocaInst>(&instruction)) {
      bytes += bytesOf(*variable);
    }
  }
  return bytes;
}

bool describesVariables(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    return !filterDbgVars(instruction.getDbgRecordRange()).empty();
  });
}

SmallVector<Function *> calleesFirst(Module &module) {
  SmallPtrSet<Function *, 16> seen;
  SmallVector<Function *> order;
  for (Function &function : module) {
    if (!function.isDeclaration()) {
      visitCallees(function, seen, order);
    }
  }
  return order;
}

}  // namespace compiler::passes
