// Translates SPV_INTEL_subgroups to the builtins of cl_intel_subgroups.
//
// Shuffles take one or two values and a lane. Block reads and writes move consecutive elements of a
// buffer or an image row; the suffix of the builtin (_us4) gives width and count. Buffers must be
// in global memory, images two-dimensional and without layers.
//
// For example:
//
//   OpSubgroupShuffleXorINTEL %float %x %one    call intel_sub_group_shuffle_xor(float, uint)
//   OpSubgroupBlockReadINTEL %ushort4 %p        call intel_sub_group_block_read_us4(pointer)
//
// A block of n elements has n times the sub-group's size: work-item i gets the elements i, i +
// size, and so on.
#include "images/images.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// True if the builtins have an overload for the type; reports an error if not.
bool isData(Translator &translator, llvm::Type *type) {
  llvm::Type *scalar = type->getScalarType();
  if ((scalar->isIntegerTy() && !scalar->isIntegerTy(1)) || scalar->isFloatingPointTy()) {
    return true;
  }
  translator.fail("an operand is of a type that no builtin takes", Error::Kind::invalid);
  return false;
}

struct ShuffleRow {
  spv::Op op;
  const char *name;
};
constexpr ShuffleRow shuffles[] = {
    {spv::Op::OpSubgroupShuffleINTEL, "intel_sub_group_shuffle"},
    {spv::Op::OpSubgroupShuffleXorINTEL, "intel_sub_group_shuffle_xor"},
    {spv::Op::OpSubgroupShuffleUpINTEL, "intel_sub_group_shuffle_up"},
    {spv::Op::OpSubgroupShuffleDownINTEL, "intel_sub_group_shuffle_down"},
};

/// Translates the shuffles: one or two values, and a lane or a distance. Up and down take two
/// values: lanes beyond the sub-group come from the other one.
void translateShuffle(Translator &translator, const Instruction &instruction) {
  const auto *row = std::ranges::find(shuffles, instruction.op, &ShuffleRow::op);
  llvm::Type *type = translator.type(instruction.type);
  if (!isData(translator, type) || instruction.operands.empty()) {
    return;
  }
  std::vector<Parameter> parameters;
  llvm::SmallVector<Value *> arguments;
  for (uint32_t id : instruction.operands.first(instruction.operands.size() - 1)) {
    arguments.push_back(translator.value(id));
    parameters.push_back({.type = type});
    if (arguments.back()->getType() != type) {
      return translator.fail("an operand is not of the result's type", Error::Kind::invalid);
    }
  }
  Value *number = translator.value(instruction.operands.back());
  if (!number->getType()->isIntegerTy(32)) {
    return translator.fail("the last operand is no integer of 32 bits", Error::Kind::invalid);
  }
  parameters.push_back({.type = number->getType()});
  arguments.push_back(number);
  translator.setValue(instruction,
                      callBuiltin(translator, mangle(row->name, parameters), type, arguments));
}

/// The suffix of a block builtin, such as "_us4", by element width and count. Empty, and an error,
/// for unsupported types.
/// Floats are read as integers of their size and cast by the producer.
std::string blockSuffix(Translator &translator, llvm::Type *type) {
  const unsigned width = type->getScalarSizeInBits();
  const char *letters = width == 8    ? "_uc"
                        : width == 16 ? "_us"
                        : width == 32 ? "_ui"
                        : width == 64 ? "_ul"
                                      : nullptr;
  if (!letters || !type->isIntOrIntVectorTy()) {
    translator.fail("blocks of this type are not supported", Error::Kind::invalid);
    return {};
  }
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return letters + (vector ? std::to_string(vector->getNumElements()) : "");
}

/// Describes the pointer of a buffer block; an error outside of global memory.
/// The builtin's parameter points to a scalar, whatever the count of the block.
std::optional<Parameter> blockPointer(Translator &translator, Value *pointer, llvm::Type *type,
                                      bool isConst) {
  if (!pointer->getType()->isPointerTy() ||
      pointer->getType()->getPointerAddressSpace() != globalSpace) {
    translator.fail("blocks are in global memory only");
    return std::nullopt;
  }
  return Parameter{.type = type->getScalarType(),
                   .isPointer = true,
                   .isConst = isConst,
                   .addressSpace = globalSpace};
}

/// Operand: the pointer. The result's type tells width and count of a block.
void translateBlockRead(Translator &translator, const Instruction &instruction) {
  Value *pointer = translator.value(instruction.operand(0));
  llvm::Type *type = translator.type(instruction.type);
  const std::string suffix = blockSuffix(translator, type);
  const auto parameter = blockPointer(translator, pointer, type, true);
  if (!suffix.empty() && parameter) {
    translator.setValue(
        instruction,
        callBuiltin(translator, mangle("intel_sub_group_block_read" + suffix, {*parameter}), type,
                    {pointer}));
  }
}

/// Operands: the pointer and the data.
void translateBlockWrite(Translator &translator, const Instruction &instruction) {
  Value *pointer = translator.value(instruction.operand(0));
  Value *data = translator.value(instruction.operand(1));
  const std::string suffix = blockSuffix(translator, data->getType());
  const auto parameter = blockPointer(translator, pointer, data->getType(), false);
  if (!suffix.empty() && parameter) {
    callBuiltin(
        translator,
        mangle("intel_sub_group_block_write" + suffix, {*parameter, {.type = data->getType()}}),
        translator.builder().getVoidTy(), {pointer, data});
  }
}

/// True if an image supports blocks of the type at this coordinate; reports an error if not.
/// Blocks of eight words are the largest in OpenCL C.
bool isImageBlock(Translator &translator, const Image &image, Value *at, llvm::Type *type) {
  constexpr unsigned mostInts = 8;
  if (!image.value) {
    return false;
  }
  auto *place = llvm::dyn_cast<llvm::FixedVectorType>(at->getType());
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (image.dimension() != 1 || image.isArray() || image.isDepth()) {
    translator.fail("blocks are of two-dimensional images of colours");
  } else if (!place || place->getNumElements() != 2 || !place->getElementType()->isIntegerTy(32)) {
    translator.fail("the coordinate is no vector of two integers of 32 bits", Error::Kind::invalid);
  } else if (vector && type->getScalarSizeInBits() == 32 && vector->getNumElements() > mostInts) {
    translator.fail("blocks of this type are not supported");
  } else {
    return true;
  }
  return false;
}

/// Operands: the image and the coordinate, in bytes horizontally.
void translateImageBlockRead(Translator &translator, const Instruction &instruction) {
  const Image image = readImage(translator, instruction.operand(0));
  Value *at = translator.value(instruction.operand(1));
  llvm::Type *type = translator.type(instruction.type);
  const std::string suffix = blockSuffix(translator, type);
  if (!suffix.empty() && isImageBlock(translator, image, at, type)) {
    const std::vector<Parameter> parameters = {{.type = image.value->getType()},
                                               {.type = at->getType(), .isSigned = true}};
    translator.setValue(
        instruction,
        callBuiltin(translator, mangle("intel_sub_group_block_read" + suffix, parameters), type,
                    {image.value, at}));
  }
}

/// Operands: the image, the coordinate and the data.
void translateImageBlockWrite(Translator &translator, const Instruction &instruction) {
  const Image image = readImage(translator, instruction.operand(0));
  Value *at = translator.value(instruction.operand(1));
  Value *data = translator.value(instruction.operand(2));
  const std::string suffix = blockSuffix(translator, data->getType());
  if (!suffix.empty() && isImageBlock(translator, image, at, data->getType())) {
    const std::vector<Parameter> parameters = {{.type = image.value->getType()},
                                               {.type = at->getType(), .isSigned = true},
                                               {.type = data->getType()}};
    callBuiltin(translator, mangle("intel_sub_group_block_write" + suffix, parameters),
                translator.builder().getVoidTy(), {image.value, at, data});
  }
}

/// Media blocks and prefetches of newer extensions are refused (coverage/kernel_capabilities.cpp).
constexpr HandlerRow rows[] = {
    {spv::Op::OpSubgroupShuffleINTEL, translateShuffle},
    {spv::Op::OpSubgroupShuffleXorINTEL, translateShuffle},
    {spv::Op::OpSubgroupShuffleUpINTEL, translateShuffle},
    {spv::Op::OpSubgroupShuffleDownINTEL, translateShuffle},
    {spv::Op::OpSubgroupBlockReadINTEL, translateBlockRead},
    {spv::Op::OpSubgroupBlockWriteINTEL, translateBlockWrite},
    {spv::Op::OpSubgroupImageBlockReadINTEL, translateImageBlockRead},
    {spv::Op::OpSubgroupImageBlockWriteINTEL, translateImageBlockWrite},
};

}  // namespace

HandlerTable intelSubgroupHandlers() {
  return rows;
}

}  // namespace spirv_ll
