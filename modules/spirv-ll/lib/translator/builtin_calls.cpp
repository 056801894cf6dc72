// Declares builtins on demand, with the attributes that Clang gives them.
#include "translator/builtin_calls.h"

namespace spirv_ll {
namespace {

/// The declaration of a builtin, made on first use. Null and an error if the module has something
/// else under this name.
llvm::Function *declareBuiltin(Translator &translator, const std::string &mangled,
                               llvm::FunctionType *type) {
  llvm::GlobalValue *known = translator.module().getNamedValue(mangled);
  auto *callee = llvm::dyn_cast_or_null<llvm::Function>(known);
  if (known && (!callee || callee->getFunctionType() != type)) {
    translator.fail("the module declares " + mangled + " with another type than the builtin");
    return nullptr;
  }
  if (!callee) {
    callee = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, mangled,
                                    translator.module());
    callee->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    callee->setDoesNotThrow();
    callee->setConvergent();
  }
  return callee;
}

}  // namespace

bool refuseOddInteger(Translator &translator, const llvm::Type *type) {
  if (isOddInteger(type)) {
    translator.fail("there are no builtins for integers of " +
                    std::to_string(type->getScalarSizeInBits()) + " bits");
    return true;
  }
  return false;
}

llvm::CallInst *callBuiltin(Translator &translator, const std::string &mangled, llvm::Type *result,
                            llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *> parameters;
  for (llvm::Value *argument : arguments) {
    parameters.push_back(argument->getType());
  }
  if (refuseOddInteger(translator, result) || llvm::any_of(parameters, [&](llvm::Type *type) {
        return refuseOddInteger(translator, type);
      })) {
    return nullptr;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  if (!builder.GetInsertBlock()) {
    translator.fail("a call of " + mangled + " outside of a function");
    return nullptr;
  }
  llvm::Function *callee =
      declareBuiltin(translator, mangled, llvm::FunctionType::get(result, parameters, false));
  if (!callee) {
    return nullptr;
  }
  llvm::CallInst *call = builder.CreateCall(callee, arguments);
  call->setCallingConv(callee->getCallingConv());
  return call;
}

}  // namespace spirv_ll
