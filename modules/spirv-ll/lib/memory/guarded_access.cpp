// Makes the functions of guarded accesses, and their calls.
#include "memory/guarded_access.h"

#include "llvm/ADT/StringExtras.h"
#include "translator/memory_form.h"

namespace spirv_ll {

using llvm::Value;

GuardedAccess::GuardedAccess(Translator &translator, llvm::Type *type, unsigned space,
                             uint64_t alignment)
    : translator_(translator),
      type_(type),
      form_(translator.types().memoryForm(type)),
      pointer_(llvm::PointerType::get(translator.context(), space)),
      alignment_(alignment != 0 ? llvm::Align(alignment)
                                : translator.module().getDataLayout().getABITypeAlign(form_)) {}

Value *GuardedAccess::load(Value *pointer, Value *condition, Value *otherwise) {
  llvm::Function *function =
      find("spirv.load.if", type_, {pointer_, condition->getType(), type_},
           [&](llvm::IRBuilder<> &builder, llvm::Function &made) {
             Value *loaded = builder.CreateAlignedLoad(form_, made.getArg(0), alignment_);
             return fromMemory(translator_, builder, loaded, type_);
           });
  return call(*function, {pointer, condition, otherwise});
}

void GuardedAccess::store(Value *pointer, Value *condition, Value *value) {
  llvm::Function *function = find(
      "spirv.store.if", translator_.builder().getVoidTy(), {pointer_, condition->getType(), type_},
      [&](llvm::IRBuilder<> &builder, llvm::Function &made) -> Value * {
        builder.CreateAlignedStore(toMemory(translator_, builder, made.getArg(2)), made.getArg(0),
                                   alignment_);
        return nullptr;
      });
  call(*function, {pointer, condition, value});
}

/// A name for each type, address space and alignment.
std::string GuardedAccess::nameOf(const char *beginning) const {
  std::string name;
  llvm::raw_string_ostream(name) << beginning << '.' << *type_ << ".p"
                                 << pointer_->getAddressSpace() << ".a" << alignment_.value();
  std::ranges::replace_if(name, [](char c) { return !llvm::isAlnum(c); }, '.');
  return name;
}

/// The function of this name, made on first use. If a function of the program has the name, LLVM
/// gives the new one another.
llvm::Function *GuardedAccess::find(const char *beginning, llvm::Type *result,
                                    llvm::ArrayRef<llvm::Type *> parameters, Access access) {
  const std::string name = nameOf(beginning);
  auto *type = llvm::FunctionType::get(result, parameters, false);
  llvm::Function *known = translator_.module().getFunction(name);
  if (known && known->hasInternalLinkage() && known->getFunctionType() == type) {
    return known;
  }
  auto *function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, translator_.module());
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  define(*function, access);
  return function;
}

/// Parameters: the pointer, the condition, and the value to store or to return otherwise.
void GuardedAccess::define(llvm::Function &function, Access access) {
  llvm::LLVMContext &context = function.getContext();
  auto *entry = llvm::BasicBlock::Create(context, "entry", &function);
  auto *then = llvm::BasicBlock::Create(context, "then", &function);
  auto *end = llvm::BasicBlock::Create(context, "end", &function);
  llvm::IRBuilder<> builder(entry);
  builder.CreateCondBr(function.getArg(1), then, end);
  builder.SetInsertPoint(then);
  Value *made = access(builder, function);
  builder.CreateBr(end);
  builder.SetInsertPoint(end);
  if (!made) {
    builder.CreateRetVoid();
    return;
  }
  llvm::PHINode *result = builder.CreatePHI(made->getType(), 2);
  result->addIncoming(function.getArg(2), entry);
  result->addIncoming(made, then);
  builder.CreateRet(result);
}

Value *GuardedAccess::call(llvm::Function &function, llvm::ArrayRef<Value *> arguments) {
  llvm::CallInst *made = translator_.builder().CreateCall(&function, arguments);
  made->setCallingConv(function.getCallingConv());
  return made;
}

}  // namespace spirv_ll
