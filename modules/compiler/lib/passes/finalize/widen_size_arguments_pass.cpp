// Mangling shows a size_t as `m` (unsigned long) for 64 bits and `j` (unsigned int) for 32. Only
// the position says which `j` is a size and which a uint of the data:
//
//   vload4(size_t, const global float *)     _Z6vload4jPU3AS1Kf        first letter
//   vstore4(uint4, size_t, global uint *)    _Z7vstore4Dv4_jjPU3AS1j    letter before the pointer
//   prefetch(const global int *, size_t)     _Z8prefetchPU3AS1Kij       last letter
//
// A table has the position for each family of builtins. The new name counts only if the library has
// it, so a wrong guess changes nothing.

#include "passes/finalize/widen_size_arguments_pass.h"

#include "builtins/library.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// A family of builtins by the start of their names: parameters firstSize to firstSize + sizes - 1
// are sizes, and `position` finds their letters in the mangled parameters.
struct Family {
  StringRef name;
  unsigned firstSize, sizes;
  enum class Position { first, beforePointer, beforeEvent, last } position;
};
constexpr Family families[] = {
    {"vload", 0, 1, Family::Position::first},
    {"vstore", 1, 1, Family::Position::beforePointer},
    {"async_work_group_copy", 2, 1, Family::Position::beforeEvent},
    {"async_work_group_strided_copy", 2, 2, Family::Position::beforeEvent},
    {"prefetch", 1, 1, Family::Position::last},
};

// The only builtin with a size as result at this point; LowerBuiltinsPass has lowered the others.
constexpr StringLiteral sizeOfArray = "get_image_array_size";

// Splits _Z<length><name><parameters>. `parameters` is the offset of the last part, 0 on failure.
StringRef sourceName(StringRef mangled, size_t &parameters) {
  parameters = 0;
  StringRef rest = mangled;
  unsigned length = 0;
  if (!rest.consume_front("_Z") || rest.consumeInteger(10, length) || length > rest.size()) {
    return {};
  }
  parameters = mangled.size() - rest.size() + length;
  return rest.take_front(length);
}

// Offset of the first size's letter in the mangled parameters; npos if there is none.
size_t findLetters(StringRef parameters, const Family &family) {
  size_t end = StringRef::npos;
  switch (family.position) {
    case Family::Position::first:
      end = 1;
      break;
    case Family::Position::beforePointer:
      end = parameters.find('P');
      break;
    case Family::Position::beforeEvent:
      end = parameters.rfind("9ocl_event");
      break;
    case Family::Position::last:
      end = parameters.size();
      break;
  }
  return end == StringRef::npos || end < family.sizes ? StringRef::npos : end - family.sizes;
}

// The library's name of this builtin; empty if the library has none or a letter is no size.
std::string wideName(StringRef mangled, const Family &family, size_t parameters) {
  const size_t letters = findLetters(mangled.substr(parameters), family);
  if (letters == StringRef::npos) {
    return {};
  }
  std::string name = mangled.str();
  for (size_t i = 0; i < family.sizes; ++i) {
    char &letter = name[parameters + letters + i];
    if (letter != 'j') {
      return {};
    }
    letter = 'm';
  }
  return builtins::findUnit(name) ? name : std::string();
}

// The type with i64 sizes; null if the function does not have the family's parameters.
FunctionType *wideType(const Function &function, const Family &family) {
  SmallVector<Type *> parameters(function.getFunctionType()->params());
  if (parameters.size() < family.firstSize + family.sizes || function.isVarArg()) {
    return nullptr;
  }
  for (Type *&type : MutableArrayRef<Type *>(parameters).slice(family.firstSize, family.sizes)) {
    if (!type->isIntegerTy(32)) {
      return nullptr;
    }
    type = Type::getInt64Ty(function.getContext());
  }
  return FunctionType::get(function.getReturnType(), parameters, false);
}

// Replaces one call, with its attributes and calling convention.
void widenCall(CallInst &call, FunctionCallee wide, const Family &family) {
  IRBuilder<> builder(&call);
  SmallVector<Value *> arguments(call.args());
  for (Value *&size : MutableArrayRef<Value *>(arguments).slice(family.firstSize, family.sizes)) {
    size = builder.CreateZExt(size, builder.getInt64Ty());
  }
  CallInst *made = builder.CreateCall(wide, arguments);
  made->setCallingConv(call.getCallingConv());
  made->setAttributes(call.getAttributes());
  made->setTailCallKind(call.getTailCallKind());
  made->takeName(&call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

// Redirects all calls of one declaration.
void widen(Function &function, const Family &family, size_t parameters) {
  const std::string name = wideName(function.getName(), family, parameters);
  FunctionType *type = wideType(function, family);
  if (name.empty() || !type) {
    return;
  }
  FunctionCallee wide =
      function.getParent()->getOrInsertFunction(name, type, function.getAttributes());
  if (auto *made = dyn_cast<Function>(wide.getCallee())) {
    made->setCallingConv(function.getCallingConv());
  }
  for (User *user : make_early_inc_range(function.users())) {
    auto *call = dyn_cast<CallInst>(user);
    if (call && call->getCalledOperand() == &function &&
        call->getFunctionType() == function.getFunctionType()) {
      widenCall(*call, wide, family);
    }
  }
  if (function.use_empty()) {
    function.eraseFromParent();
  }
}

// Replaces a declaration with an i32 size as result by the library's with an i64 of the same name.
void narrowResult(Function &function) {
  Type *size = function.getReturnType();
  if (!size->isIntegerTy(32)) {
    return;
  }
  Module &module = *function.getParent();
  auto *type = FunctionType::get(Type::getInt64Ty(module.getContext()),
                                 function.getFunctionType()->params(), function.isVarArg());
  Function *wide = Function::Create(type, function.getLinkage(), "", module);
  wide->takeName(&function);
  wide->setAttributes(function.getAttributes());
  wide->setCallingConv(function.getCallingConv());
  for (User *user : make_early_inc_range(function.users())) {
    auto *call = dyn_cast<CallInst>(user);
    if (!call || call->getCalledOperand() != &function) {
      continue;
    }
    IRBuilder<> builder(call);
    SmallVector<Value *> arguments(call->args());
    CallInst *made = builder.CreateCall(wide, arguments);
    made->setCallingConv(call->getCallingConv());
    made->setAttributes(call->getAttributes());
    call->replaceAllUsesWith(builder.CreateTrunc(made, size));
    call->eraseFromParent();
  }
  if (function.use_empty()) {
    function.eraseFromParent();
  }
}

}  // namespace

PreservedAnalyses WidenSizeArgumentsPass::run(Module &module, ModuleAnalysisManager &) {
  if (module.getDataLayout().getPointerSize() != 4) {
    return PreservedAnalyses::all();
  }
  for (Function &function : make_early_inc_range(module)) {
    size_t parameters = 0;
    const StringRef name = sourceName(function.getName(), parameters);
    if (function.isDeclaration() && name == sizeOfArray) {
      narrowResult(function);
      continue;
    }
    if (!function.isDeclaration() || name.empty() || builtins::findUnit(function.getName())) {
      continue;
    }
    for (const Family &family : families) {
      if (name.starts_with(family.name)) {
        widen(function, family, parameters);
        break;
      }
    }
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
