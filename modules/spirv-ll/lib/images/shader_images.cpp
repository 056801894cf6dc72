// Translates image types of shaders (SPIR-V 1.5 §3.32.6) to those of kernels.
//
// A sampled image is read_only and a storage image read_write. The image object knows its pixel
// format at run time, so the declared format is ignored. OpImageFetch is a read without a sampler.
#include "images/images.h"
#include "llvm/IR/DerivedTypes.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

/// Sampled 1 is an image for samplers, 2 a storage image (SPIR-V 1.6 §3.32.6); 0, unknown before
/// run time, is for kernels. Texels are floats or 32-bit integers.
void translateImageType(Translator &translator, const Instruction &instruction) {
  constexpr uint32_t buffer = 5, isSampled = 1, isStorage = 2;
  constexpr unsigned readOnly = 0, readWrite = 2;
  const uint32_t dimension = instruction.operand(1);
  const uint32_t use = instruction.operand(5);
  llvm::Type *sampled = translator.type(instruction.operand(0));
  const bool isKnown = dimension <= 2 || dimension == buffer;
  const bool canBeArray = dimension < 2 || instruction.operand(3) == 0;
  if (!translator.hasFeature("__opencl_c_images") ||
      (use == isStorage && !translator.hasFeature("__opencl_c_read_write_images"))) {
    return translator.fail("the device has no such images");
  }
  if (!isKnown || !canBeArray || instruction.operand(4) != 0 ||
      (use != isSampled && use != isStorage) ||
      !(sampled->isFloatTy() || sampled->isIntegerTy(32))) {
    return translator.fail("images of this kind are not supported");
  }
  translator.types().set(
      instruction.id, llvm::TargetExtType::get(translator.context(), "spirv.Image",
                                               {translator.builder().getVoidTy()},
                                               {dimension, 0, instruction.operand(3) != 0, 0, 0, 0,
                                                use == isStorage ? readWrite : readOnly}));
}

/// Other instructions on images are the kernels'.
constexpr HandlerRow rows[] = {
    {spv::Op::OpTypeImage, translateImageType},
    {spv::Op::OpImageFetch, translateImageRead},
};

}  // namespace

HandlerTable shaderImageHandlers() {
  return rows;
}

}  // namespace spirv_ll
