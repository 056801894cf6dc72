// Images in LLVM IR: values of target("spirv.Image") and queries of their type.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

/// An image value. The accessors read the integer parameters of its type, the operands of
/// OpTypeImage (SPIR-V 1.5 §3.32.6); they need a value.
/// The parameters are dimension, depth, arrayed, multisampled, sampled, format and access, in this
/// order.
struct Image {
  llvm::Value *value = nullptr;

  /// The operand Dim (§3.8). 0: 1D, 1: 2D, 2: 3D, 5: buffer.
  unsigned dimension() const { return property(0); }
  bool isOverBuffer() const { return dimension() == 5; }
  /// A depth image has one component per pixel.
  bool isDepth() const { return property(1) != 0; }
  /// A layer index follows the spatial coordinates.
  bool isArray() const { return property(2) != 0; }
  /// The number of coordinate components, layer index included.
  unsigned coordinates() const { return axes() + isArray(); }
  /// The number of spatial dimensions.
  unsigned axes() const { return dimension() == 1 ? 2 : dimension() == 2 ? 3 : 1; }

 private:
  unsigned property(unsigned index) const {
    return llvm::cast<llvm::TargetExtType>(value->getType())->getIntParameter(index);
  }
};

/// True if a type is target(name, …).
bool isOpaque(llvm::Type *type, llvm::StringRef name);

/// Reads an image operand. `value` is null, and an error is reported, if the id is no image.
Image readImage(Translator &translator, uint32_t id);

/// Translates OpImageRead and OpImageFetch (§3.32.10) to read_image….
void translateImageRead(Translator &translator, const Instruction &instruction);

/// Calls a query such as get_image_width (OpenCL C 3.0 §6.15.15) on an image. Null after an
/// error.
llvm::Value *callImageQuery(Translator &translator, const char *name, llvm::Value *image,
                            llvm::Type *result);

}  // namespace spirv_ll
