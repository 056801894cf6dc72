// Images as values.
#pragma once

#include "translator/translator.h"

namespace spirv_ll {

struct Image {
  llvm::Value *value = nullptr;

  /// 0: 1D, 1: 2D, 2: 3D, 5: over a buffer.
  unsigned dimension() const { return fact(0); }
  bool isOverBuffer() const { return dimension() == 5; }
  bool isDepth() const { return fact(1) != 0; }
  bool isArray() const { return fact(2) != 0; }
  /// How many elements of a coordinate have a meaning.
  unsigned coordinates() const { return axes() + isArray(); }
  /// As many of them as are no layer's number.
  unsigned axes() const { return dimension() == 1 ? 2 : dimension() == 2 ? 3 : 1; }

 private:
  unsigned fact(unsigned index) const {
    return llvm::cast<llvm::TargetExtType>(value->getType())->getIntParameter(index);
  }
};

/// Whether it is target(name, …).
bool isOpaque(llvm::Type *type, llvm::StringRef name);

/// The value is null, and an error is reported, if the id is no image.
Image readImage(Translator &translator, uint32_t id);

/// OpImageRead and OpImageFetch.
void translateImageRead(Translator &translator, const Instruction &instruction);

/// A call of a query of OpenCL C whose only parameter is the image. Null after an error.
llvm::Value *callImageQuery(Translator &translator, const char *name, llvm::Value *image,
                            llvm::Type *result);

}  // namespace spirv_ll
