// Translates decorations and variables of shaders (SPIR-V 1.5 §3.32.3, §3.32.8).
//
// Variables in Workgroup become global variables in local memory, without an initial value.
// Variables of functions are allocas of the size that block_layout.h computes. Descriptors, push
// constants and variables in Private are interface variables (interface_variables.h). Decorations
// of structure members go to ShaderState, where block_layout.cpp reads them.
#include <algorithm>

#include "binary/grammar.h"
#include "llvm/IR/Constants.h"
#include "shader/interface_variables.h"
#include "shader/shader_memory.h"
#include "translator/handlers.h"
#include "translator/symbols.h"

namespace spirv_ll {
namespace {

using Kind = spv::Decoration;

/// Decorations of ids and of structure members.
constexpr Kind known[] = {
    // The layout of memory.
    Kind::Block,
    Kind::BufferBlock,
    Kind::Offset,
    Kind::ArrayStride,
    Kind::MatrixStride,
    Kind::RowMajor,
    Kind::ColMajor,
    // The interface.
    Kind::DescriptorSet,
    Kind::Binding,
    Kind::BuiltIn,
    Kind::SpecId,
    // Accesses.
    Kind::Volatile,
    Kind::Restrict,
    Kind::Alignment,
    Kind::AlignmentId,
    // Arithmetic.
    Kind::FPRoundingMode,
    Kind::NoSignedWrap,
    Kind::NoUnsignedWrap,
    // Defaults, and promises without an effect.
    Kind::NoContraction,
    Kind::RelaxedPrecision,
    Kind::Aliased,
    Kind::AliasedPointer,
    Kind::RestrictPointer,
    Kind::Coherent,
    Kind::NonWritable,
    Kind::NonReadable,
    Kind::Invariant,
    Kind::UserSemantic,
    Kind::Uniform,
    Kind::UniformId,
    Kind::NonUniform,
    Kind::CounterBuffer,
    Kind::MaxByteOffset,
    Kind::MaxByteOffsetId,
};

/// Reports an error for a decoration outside of the list, since it could change the meaning.
bool isKnown(Translator &translator, uint32_t kind) {
  if (std::ranges::find(known, static_cast<Kind>(kind)) != std::end(known)) {
    return true;
  }
  translator.fail("the decoration " + enumerantName(EnumerantKind::Decoration, kind) +
                  " is not supported here");
  return false;
}

/// The constant WorkgroupSize is noted, since it sets the size of work-groups.
void decorateId(Translator &translator, uint32_t id, const Decoration &decoration) {
  translator.annotations().decorate(id, decoration);
  if (decoration.kind == Kind::BuiltIn && !decoration.operands.empty() &&
      static_cast<spv::BuiltIn>(decoration.operands[0]) == spv::BuiltIn::WorkgroupSize &&
      translator.index().opOf(id) != spv::Op::OpVariable) {
    translator.entryPoints().setWorkgroupSize(id);
  }
}

void decorate(Translator &translator, const Instruction &instruction) {
  const uint32_t kind = instruction.operand(1);
  if (isKnown(translator, kind)) {
    decorateId(translator, instruction.operand(0),
               {static_cast<Kind>(kind), instruction.operandsFrom(2)});
  }
}

/// Stored by structure and member.
void decorateMember(Translator &translator, const Instruction &instruction) {
  const uint32_t kind = instruction.operand(2);
  if (isKnown(translator, kind)) {
    translator.shader().members[{instruction.operand(0), instruction.operand(1)}].push_back(
        {static_cast<Kind>(kind), instruction.operandsFrom(3)});
  }
}

/// An initializer is stored where the variable is declared, at the beginning of its function.
void translateFunctionVariable(Translator &translator, const Instruction &variable) {
  const uint32_t type = translator.index().pointeeId(variable.type);
  llvm::Type *memory = memoryType(translator, type);
  if (translator.failed()) {
    return;
  }
  llvm::BasicBlock &entry = translator.body().function()->getEntryBlock();
  llvm::IRBuilder<> atEntry(&entry, entry.getFirstInsertionPt());
  llvm::AllocaInst *alloca = atEntry.CreateAlloca(memory);
  alloca->setAlignment(llvm::Align(extentOf(translator, type).alignment));
  if (variable.operands.size() > 1) {
    llvm::Value *initial = translator.value(variable.operand(1));
    if (initial->getType() != translator.type(type)) {
      return translator.fail("the initializer does not fit", Error::Kind::invalid);
    }
    if (!llvm::isa<llvm::UndefValue>(initial)) {
      initialize(translator, alloca, type, initial);
    }
  }
  translator.setValue(variable, alloca);
}

/// At most 16 MiB.
void translateWorkgroupVariable(Translator &translator, const Instruction &variable) {
  constexpr uint64_t largest = uint64_t{1} << 24;
  const uint32_t type = translator.index().pointeeId(variable.type);
  llvm::Type *memory = memoryType(translator, type);
  if (translator.failed()) {
    return;
  }
  llvm::Constant *initial = llvm::UndefValue::get(memory);
  if (variable.operands.size() > 1) {
    const llvm::Constant *given = translator.constant(variable.operand(1));
    if (!given || !given->isNullValue()) {
      return translator.fail("an initializer in the storage class Workgroup has to be null");
    }
    initial = llvm::Constant::getNullValue(memory);
  }
  const Extent extent = extentOf(translator, type);
  if (extent.size > largest) {
    return translator.fail("a variable of a work-group with more than " + std::to_string(largest) +
                           " bytes is not supported");
  }
  auto *global = new llvm::GlobalVariable(
      translator.module(), memory, false, llvm::GlobalValue::InternalLinkage, initial,
      internalName(translator, variable), nullptr, llvm::GlobalValue::NotThreadLocal, localSpace);
  global->setAlignment(llvm::Align(extent.alignment));
  translator.setValue(variable, global);
}

/// Chooses by the storage class (SPIR-V 1.6 §3.7).
void translateVariable(Translator &translator, const Instruction &variable) {
  if (translator.body().function()) {
    return translateFunctionVariable(translator, variable);
  }
  switch (static_cast<spv::StorageClass>(variable.operand(0))) {
    case spv::StorageClass::Workgroup:
      return translateWorkgroupVariable(translator, variable);
    case spv::StorageClass::Input:
      if (!translator.annotations().has(variable.id, Kind::BuiltIn)) {
        translator.fail("an input that is not a builtin variable is not supported");
      }
      return;
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
    case spv::StorageClass::UniformConstant:
    case spv::StorageClass::PushConstant:
    case spv::StorageClass::Private:
      return addInterfaceVariable(translator, variable);
    default:
      translator.fail("a variable of a module in the storage class " +
                      enumerantName(EnumerantKind::StorageClass, variable.operand(0)) +
                      " is not supported");
  }
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpVariable, translateVariable},
    {spv::Op::OpDecorate, decorate},
    {spv::Op::OpDecorateId, decorate},
    {spv::Op::OpMemberDecorate, decorateMember},
};

}  // namespace

HandlerTable shaderVariableHandlers() {
  return rows;
}

}  // namespace spirv_ll
