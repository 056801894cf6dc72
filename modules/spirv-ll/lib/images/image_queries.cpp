// Translates image queries (SPIR-V 1.5 §3.32.10) to OpenCL C's get_image_… builtins.
//
// Sizes of a mip level derive from level 0: halved for each level and at least 1. SPIR-V numbers
// channel orders and data types from 0 in the order of the API's constants, so a subtraction
// converts them.
//
// For example, of a two-dimensional array at level %l:
//
//   OpImageQuerySizeLod %int3 %image %l
//       width = max(get_image_width(image) >> %l, 1), likewise the height
//       layers = get_image_array_size(image), unscaled
#include "images/images.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// Translates OpImageQueryFormat and OpImageQueryOrder. SPIR-V counts orders and data types from 0,
/// in the order of the API's numbers from `first`.
template <uint32_t first>
void translateFormat(Translator &translator, const Instruction &instruction) {
  const Image image = readImage(translator, instruction.operand(0));
  llvm::IRBuilder<> &builder = translator.builder();
  if (!image.value) {
    return;
  }
  if (!translator.type(instruction.type)->isIntegerTy(32)) {
    return translator.fail("the result is no integer of 32 bits", Error::Kind::invalid);
  }
  const char *name = instruction.op == spv::Op::OpImageQueryFormat ? "get_image_channel_data_type"
                                                                   : "get_image_channel_order";
  if (Value *number = callImageQuery(translator, name, image.value, builder.getInt32Ty())) {
    translator.setValue(instruction, builder.CreateSub(number, builder.getInt32(first)));
  }
}

/// Reads width, height, depth and number of layers, as far as the image has them.
/// In the order of the components of the result (SPIR-V 1.6 §3.32.10).
std::vector<Value *> readSizes(Translator &translator, const Image &image) {
  llvm::Type *int32 = translator.builder().getInt32Ty();
  std::vector<Value *> sizes = {callImageQuery(translator, "get_image_width", image.value, int32)};
  if (image.dimension() == 1 || image.dimension() == 2) {
    sizes.push_back(callImageQuery(translator, "get_image_height", image.value, int32));
  }
  if (image.dimension() == 2) {
    sizes.push_back(callImageQuery(translator, "get_image_depth", image.value, int32));
  }
  if (image.isArray()) {
    sizes.push_back(
        callImageQuery(translator, "get_image_array_size", image.value, translator.sizeType()));
  }
  return sizes;
}

/// Scales the sizes of level 0 to a mip level: halves them for each level, down to 1.
/// A level beyond 31 shifts every size to 0, so the shift is limited and the size stays 1.
void scaleSizes(Translator &translator, const Image &image, Value *level,
                std::vector<Value *> &sizes) {
  if (!level->getType()->isIntegerTy(32)) {
    return translator.fail("the level of detail is no integer of 32 bits", Error::Kind::invalid);
  }
  auto *constant = llvm::dyn_cast<llvm::Constant>(level);
  if (constant && constant->isNullValue()) {
    return;
  }
  llvm::IRBuilder<> &builder = translator.builder();
  constexpr uint32_t most = 31;
  Value *places =
      builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, level, builder.getInt32(most));
  for (unsigned i = 0; i < image.axes(); ++i) {
    sizes[i] = builder.CreateBinaryIntrinsic(
        llvm::Intrinsic::umax, builder.CreateLShr(sizes[i], places), builder.getInt32(1));
  }
}

/// OpImageQueryLevels, by cl_khr_mipmap_image. An image over a buffer has no levels.
void translateLevels(Translator &translator, const Instruction &instruction) {
  const Image image = readImage(translator, instruction.operand(0));
  if (!image.value) {
    return;
  }
  if (image.isOverBuffer() || !translator.type(instruction.type)->isIntegerTy(32)) {
    return translator.fail("levels are of images that may have several, and an integer of 32 bits",
                           Error::Kind::invalid);
  }
  if (Value *levels = callImageQuery(translator, "get_image_num_mip_levels", image.value,
                                     translator.builder().getInt32Ty())) {
    translator.setValue(instruction, levels);
  }
}

/// Translates OpImageQuerySize and OpImageQuerySizeLod. LLVM's back end writes a vector with one
/// element too many.
void translateSize(Translator &translator, const Instruction &instruction) {
  const Image image = readImage(translator, instruction.operand(0));
  llvm::Type *type = translator.type(instruction.type);
  if (!image.value) {
    return;
  }
  std::vector<Value *> sizes = readSizes(translator, image);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const unsigned count = vector ? vector->getNumElements() : 1;
  if (translator.failed()) {
    return;
  }
  if (!type->getScalarType()->isIntegerTy() || count < sizes.size()) {
    return translator.fail("the result is not of the type that a size has", Error::Kind::invalid);
  }
  llvm::IRBuilder<> &builder = translator.builder();
  if (instruction.op == spv::Op::OpImageQuerySizeLod) {
    scaleSizes(translator, image, translator.value(instruction.operand(1)), sizes);
    if (translator.failed()) {
      return;
    }
  }
  Value *result = llvm::Constant::getNullValue(type);
  for (size_t i = 0; i < sizes.size(); ++i) {
    Value *size = builder.CreateZExtOrTrunc(sizes[i], type->getScalarType());
    result = vector ? builder.CreateInsertElement(result, size, i) : size;
  }
  translator.setValue(instruction, result);
}

constexpr uint32_t firstOrder = 0x10B0;     // CL_R
constexpr uint32_t firstDataType = 0x10D0;  // CL_SNORM_INT8
/// OpImageQuerySamples is refused: images have one sample for each pixel.
constexpr HandlerRow rows[] = {
    {spv::Op::OpImageQueryFormat, translateFormat<firstDataType>},
    {spv::Op::OpImageQueryOrder, translateFormat<firstOrder>},
    {spv::Op::OpImageQuerySize, translateSize},
    {spv::Op::OpImageQuerySizeLod, translateSize},
    {spv::Op::OpImageQueryLevels, translateLevels},
};

}  // namespace

llvm::Value *callImageQuery(Translator &translator, const char *name, llvm::Value *image,
                            llvm::Type *result) {
  return callBuiltin(translator, mangle(name, {{.type = image->getType()}}), result, {image});
}

HandlerTable imageQueryHandlers() {
  return rows;
}

}  // namespace spirv_ll
