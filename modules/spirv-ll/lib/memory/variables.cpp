// Translates OpVariable (SPIR-V 1.5 §3.32.8) to allocas and global variables.
//
// A variable of a function is an alloca in the entry block, where LLVM's SROA promotes it. A
// constant initializer is stored there too, because the Khronos translator puts variables into any
// block.
//
// A module-scope variable is a global variable in the address space of its storage class. Variables
// in Workgroup have no initial value (OpenCL C 3.0 §6.7.2); others without an initializer are zero.
// Builtin variables get a local copy in each function that uses them (builtin_variables.cpp).
//
// With SPV_codeplay_usm_generic_storage_class, Generic is a valid storage class of variables. Such
// a variable is private inside functions and global otherwise; its uses see a generic pointer.
#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "memory/memory_access.h"
#include "shims/newer.h"
#include "translator/handlers.h"
#include "translator/memory_form.h"
#include "translator/symbols.h"

namespace spirv_ll {
namespace {

/// The decoration Alignment, or the ABI alignment of the memory type.
llvm::Align alignmentOf(Translator &translator, const Instruction &variable, llvm::Type *type) {
  const uint64_t wanted = translator.alignment(variable.id);
  return wanted != 0 ? llvm::Align(wanted) : naturalAlignment(translator, type);
}

/// The memory type of a variable's content. i32 and an error for an opaque type.
llvm::Type *contentOf(Translator &translator, const Instruction &variable) {
  llvm::Type *type = translator.type(translator.index().pointeeId(variable.type));
  if (!type->isSized()) {
    translator.fail("a variable of this type is not supported");
    return translator.builder().getInt32Ty();
  }
  return translator.types().memoryForm(type);
}

/// Casts the address to the pointer type of the variable's declaration.
llvm::Value *asDeclared(Translator &translator, const Instruction &variable, llvm::Value *address,
                        llvm::IRBuilder<> &builder) {
  llvm::Type *type = translator.type(variable.type);
  return type->isPointerTy() ? builder.CreateAddrSpaceCast(address, type) : address;
}

/// True if an initializer has the variable's type; reports an error if not.
bool isInitializer(Translator &translator, const Instruction &variable, const llvm::Value &value) {
  if (value.getType() != translator.type(translator.index().pointeeId(variable.type))) {
    translator.fail("the initializer does not fit", Error::Kind::invalid);
    return false;
  }
  return true;
}

/// Translates a variable of a function.
/// The alloca stands at the beginning of the function, wherever the declaration stands.
void translateLocal(Translator &translator, const Instruction &variable) {
  llvm::Type *type = contentOf(translator, variable);
  if (translator.body().function()->empty()) {
    return translator.fail("the variable is in no block", Error::Kind::invalid);
  }
  llvm::BasicBlock &entry = translator.body().function()->getEntryBlock();
  llvm::IRBuilder<> atEntry(&entry, entry.getFirstInsertionPt());
  llvm::AllocaInst *alloca = atEntry.CreateAlloca(type);
  alloca->setAlignment(alignmentOf(translator, variable, type));
  if (variable.operands.size() > 1) {
    llvm::Value *initial = translator.value(variable.operand(1));
    if (!isInitializer(translator, variable, *initial)) {
      return;
    }
    if (!llvm::isa<llvm::UndefValue>(initial)) {
      // A constant is stored in the entry block: the Khronos translator puts variables into any
      // block.
      llvm::IRBuilder<> &builder =
          llvm::isa<llvm::Constant>(initial) ? atEntry : translator.builder();
      if (llvm::Value *stored = toMemory(translator, builder, initial)) {
        builder.CreateAlignedStore(stored, alloca, alloca->getAlign());
      }
    }
  }
  translator.setValue(variable, asDeclared(translator, variable, alloca, atEntry));
}

/// The initializer of a module-scope variable. Null after an error. Variables in Workgroup have
/// zeros or nothing: SYCL compilers write OpConstantNull or OpUndef.
llvm::Constant *initializerOf(Translator &translator, const Instruction &variable, llvm::Type *type,
                              bool isLocal) {
  llvm::Constant *initial =
      isLocal ? llvm::UndefValue::get(type) : llvm::Constant::getNullValue(type);
  if (variable.operands.size() > 1) {
    llvm::Constant *given = translator.constant(variable.operand(1));
    if (!given || !isInitializer(translator, variable, *given)) {
      return nullptr;
    }
    if (isLocal && !given->isNullValue() && !llvm::isa<llvm::UndefValue>(given)) {
      translator.fail("an initializer in the storage class Workgroup has to be null");
      return nullptr;
    }
    initial = toMemory(translator, given);
  }
  return initial;
}

/// The access of HostAccessINTEL in the numbers of the published extension. Its draft has others:
/// read, write, both, none.
uint32_t hostAccessOf(const Decoration &decoration) {
  constexpr uint32_t ofDraft[] = {1, 2, 3, 0};
  const uint32_t given = decoration.operands[0];
  return decoration.kind == HostAccessDraftINTEL && given < std::size(ofDraft) ? ofDraft[given]
                                                                               : given;
}

/// Gives the variable the name and the access that the host has by HostAccessINTEL, as metadata
/// !{!"name", i32 access} (doc/compiler-spec.md). Reports an error for another access.
void markHostAccess(Translator &translator, const Instruction &variable,
                    llvm::GlobalVariable &global) {
  const Decoration *decoration = translator.annotations().find(variable.id, HostAccessINTEL);
  if (!decoration) {
    decoration = translator.annotations().find(variable.id, HostAccessDraftINTEL);
  }
  if (!decoration) {
    return;
  }
  if (decoration->operands.size() < 2 || decoration->operands[0] > 3) {
    return translator.fail("the operands of HostAccessINTEL are malformed", Error::Kind::invalid);
  }
  llvm::LLVMContext &context = translator.module().getContext();
  auto *access = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), hostAccessOf(*decoration));
  global.setMetadata(
      "kiln.host_access",
      llvm::MDNode::get(context,
                        {llvm::MDString::get(context, readString(decoration->operands, 1).text),
                         llvm::ConstantAsMetadata::get(access)}));
}

/// Imports have no initializer: the exporting module has it. Variables in UniformConstant are
/// constant, so that LLVM may fold loads of them.
void translateGlobal(Translator &translator, const Instruction &variable) {
  llvm::Type *type = contentOf(translator, variable);
  const bool isOmitted = translator.index().declares(storageClassExtension) &&
                         variable.operand(0) == static_cast<uint32_t>(spv::StorageClass::Generic);
  const unsigned space = isOmitted ? globalSpace : addressSpace(translator, variable.operand(0));
  const Symbol symbol = symbolOf(translator, variable);
  if (translator.failed()) {
    return;
  }
  if (holdsOpaque(type)) {
    return translator.fail("a variable of a module cannot hold images or samplers");
  }
  if (space == privateSpace || space == genericSpace) {
    return translator.fail("a variable of a module in this storage class is not supported");
  }
  llvm::Constant *initial = nullptr;
  if (!symbol.isImport) {
    initial = initializerOf(translator, variable, type, space == localSpace);
    if (!initial) {
      return;
    }
  }
  const bool isConstant = space == constantSpace ||
                          translator.annotations().has(variable.id, spv::Decoration::Constant);
  auto *global = new llvm::GlobalVariable(
      translator.module(), type, isConstant, symbol.linkage, initial,
      symbol.name.empty() ? internalName(translator, variable) : symbol.name, nullptr,
      llvm::GlobalValue::NotThreadLocal, space);
  global->setAlignment(alignmentOf(translator, variable, type));
  markHostAccess(translator, variable, *global);
  translator.setValue(variable, isOmitted
                                    ? asDeclared(translator, variable, global, translator.builder())
                                    : global);
}

/// Tells the kinds of variables apart: of a function, a builtin variable, an unsupported input, of
/// the module.
void translateVariable(Translator &translator, const Instruction &instruction) {
  const auto storage = static_cast<spv::StorageClass>(instruction.operand(0));
  if (translator.body().function()) {
    translateLocal(translator, instruction);
  } else if (translator.annotations().has(instruction.id, spv::Decoration::BuiltIn)) {
    // builtinVariable() makes a copy where it is used. LLVM's back end writes builtins in
    // CrossWorkgroup.
  } else if (translator.index().samplerOf(instruction.id) != 0) {
    // Loads of it are the constant.
  } else if (storage == spv::StorageClass::Input) {
    translator.fail("an input that is not a builtin variable is not supported");
  } else {
    translateGlobal(translator, instruction);
  }
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpVariable, translateVariable},
};

}  // namespace

HandlerTable variableHandlers() {
  return rows;
}

}  // namespace spirv_ll
