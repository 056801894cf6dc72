// Translates program-scope pipes (OpConstantPipeStorage, SPIR-V 1.5 §3.32.7) to global variables.
//
// The variable holds an empty ring in the layout of mux/pipe_data.h: a header, one state per
// packet, then the packets. OpTypePipeStorage is the pointer to it, so a storage can be an
// initializer or a structure member like any other constant. A pipe made from it is the same
// pointer that a kernel argument would carry.
//
// The program image contains the rings, so their total size is limited to 16 MiB.
#include <algorithm>
#include <cstddef>

#include "images/images.h"
#include "llvm/IR/Constants.h"
#include "mux/pipe_data.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/symbols.h"

namespace spirv_ll {
namespace {

constexpr uint64_t packetAlignment = 128;  // of the largest type

/// A storage is a pointer, so a structure or an array may hold it.
void translateStorageType(Translator &translator, const Instruction &instruction) {
  translator.types().set(instruction.id, llvm::PointerType::get(translator.context(), globalSpace));
}

/// An initializer for an empty ring: the header, then `bytes` of zeros for states and packets.
/// The assertions tie the fields to the structure of the runtime; a moved field fails to compile.
llvm::Constant *emptyRing(Translator &translator, uint32_t packetSize, uint32_t capacity,
                          uint64_t offset, uint64_t bytes) {
  llvm::IRBuilder<> &builder = translator.builder();
  constexpr size_t said = offsetof(mux_pipe_data_t, padding);
  static_assert(offsetof(mux_pipe_data_t, packet_size) == 0 &&
                offsetof(mux_pipe_data_t, max_packets) == 4 &&
                offsetof(mux_pipe_data_t, packets) == 8 && said == 16);
  llvm::Constant *fields[] = {
      builder.getInt32(packetSize), builder.getInt32(capacity), builder.getInt64(offset),
      llvm::ConstantAggregateZero::get(llvm::ArrayType::get(builder.getInt8Ty(), bytes - said))};
  return llvm::ConstantStruct::getAnon(fields);
}

/// Operands: packet size, packet alignment, capacity (SPIR-V 1.6 §3.32.7). A capacity of 0 becomes
/// 1, since a ring needs a slot.
void translateStorage(Translator &translator, const Instruction &instruction) {
  const uint32_t size = instruction.operand(0), alignment = instruction.operand(1);
  const uint32_t capacity = std::max(instruction.operand(2), 1u);
  if (translator.index().opOf(instruction.type) != spv::Op::OpTypePipeStorage) {
    return translator.fail("the type is not OpTypePipeStorage", Error::Kind::invalid);
  }
  if (translator.body().function()) {
    return translator.fail("a constant is in a function", Error::Kind::invalid);
  }
  if (size == 0 || !llvm::isPowerOf2_32(alignment) || size % alignment != 0) {
    return translator.fail(
        "a packet of " + std::to_string(size) + " bytes aligned to " + std::to_string(alignment),
        Error::Kind::invalid);
  }
  const uint64_t offset =
      llvm::alignTo(sizeof(mux_pipe_data_t) + uint64_t{4} * capacity, packetAlignment);
  // Neither the product nor the sum overflows 64 bits, but both may 32 bits.
  const uint64_t bytes = offset + uint64_t{size} * capacity;
  if (alignment > packetAlignment || !translator.pipeBudget().take(bytes)) {
    return translator.fail(
        "the program's pipes are larger than " + std::to_string(PipeBudget::largest >> 20) +
        " MiB, or packets aligned to more than " + std::to_string(packetAlignment) + " bytes");
  }
  llvm::Constant *ring = emptyRing(translator, size, capacity, offset, bytes);
  auto *storage = new llvm::GlobalVariable(translator.module(), ring->getType(), false,
                                           llvm::GlobalValue::InternalLinkage, ring,
                                           internalName(translator, instruction), nullptr,
                                           llvm::GlobalValue::NotThreadLocal, globalSpace);
  storage->setAlignment(llvm::Align(packetAlignment));
  translator.setValue(instruction, storage);
}

/// The access qualifier of the result's type chooses the function; passes lower it to the pointer.
void translatePipe(Translator &translator, const Instruction &instruction) {
  llvm::Type *pipe = translator.type(instruction.type);
  const uint32_t storageType = translator.index().typeIdOf(instruction.operand(0));
  if (!isOpaque(pipe, "spirv.Pipe") ||
      translator.index().opOf(storageType) != spv::Op::OpTypePipeStorage) {
    return translator.fail("an operand is of the wrong type", Error::Kind::invalid);
  }
  const bool isRead = llvm::cast<llvm::TargetExtType>(pipe)->getIntParameter(0) == 0;
  const std::string name = "__spirv_CreatePipeFromPipeStorage";
  translator.setValue(instruction, callBuiltin(translator, name + (isRead ? "_read" : "_write"),
                                               pipe, {translator.value(instruction.operand(0))}));
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpTypePipeStorage, translateStorageType},
    {spv::Op::OpConstantPipeStorage, translateStorage},
    {spv::Op::OpCreatePipeFromPipeStorage, translatePipe},
};

}  // namespace

HandlerTable pipeStorageHandlers() {
  return rows;
}

}  // namespace spirv_ll
