#include "vecz/model/remarks.h"

#include <algorithm>

#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

namespace compiler::vecz {

using namespace llvm;

namespace {

/// The work-group or work-item function called by the instruction, or null.
const Function *calledPiece(const Instruction &instruction) {
  const auto *call = dyn_cast<CallBase>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  const bool isPiece = callee && (callee->hasFnAttribute(passes::workGroupFunctionAttribute) ||
                                  callee->hasFnAttribute(passes::workItemFunctionAttribute));
  return isPiece ? callee : nullptr;
}

/// The debug information of the kernel that the function is, or is a piece of. Pieces have no
/// subprogram of their own, but all of their code was inlined into the kernel's: the outermost
/// scope of any instruction names it.
const DISubprogram *subprogramOf(const Function &function) {
  if (const DISubprogram *own = function.getSubprogram()) {
    return own;
  }
  for (const Instruction &instruction : instructions(function)) {
    if (const DILocation *location = instruction.getDebugLoc()) {
      while (const DILocation *outer = location->getInlinedAt()) {
        location = outer;
      }
      return location->getScope()->getSubprogram();
    }
    const Function *piece = calledPiece(instruction);
    if (const DISubprogram *subprogram = piece ? subprogramOf(*piece) : nullptr) {
      return subprogram;
    }
  }
  return nullptr;
}

/// The kernel's name in the source.
std::string nameOf(const Function &function) {
  if (const DISubprogram *subprogram = subprogramOf(function)) {
    return passes::sourceName(subprogram->getName());
  }
  const Attribute name = function.getFnAttribute(passes::kernelNameAttribute);
  return name.isValid() ? name.getValueAsString().str() : passes::sourceName(function.getName());
}

/// "16 work-items along dimension 0".
std::string widthOf(const SimdGroup &simdGroup) {
  const std::string text = std::to_string(simdGroup.width) + " work-items along ";
  return simdGroup.dimension == SimdGroup::linear
             ? text + "the linear local id"
             : text + "dimension " + std::to_string(simdGroup.dimension);
}

}  // namespace

void Remarks::add(const Function &function, const Twine &text, bool isDetail) {
  const DISubprogram *subprogram = subprogramOf(function);
  remarks_.push_back({isDetail, subprogram ? subprogram->getFilename().str() : "",
                      subprogram ? subprogram->getLine() : 0, 0, text.str()});
}

void Remarks::remark(const Function &function, const Twine &text) {
  if (wanted_) {
    add(function, text, /*isDetail=*/true);
  }
}

void Remarks::remark(const Instruction &at, const Twine &text) {
  const DILocation *location = at.getDebugLoc();
  if (!location || location->getLine() == 0) {
    return remark(*at.getFunction(), text);
  }
  if (wanted_) {
    remarks_.push_back({/*isDetail=*/true, location->getFilename().str(), location->getLine(),
                        location->getColumn(), text.str()});
  }
}

void Remarks::vectorized(const Function &kernel, const SimdGroup &simdGroup, double gain) {
  if (wanted_) {
    add(kernel,
        "kernel '" + nameOf(kernel) + "' is vectorised: " + widthOf(simdGroup) +
            formatv(", estimated gain {0:F1}", gain).str(),
        /*isDetail=*/false);
  }
}

void Remarks::notVectorized(const Function &kernel, const Twine &reason) {
  if (wanted_) {
    add(kernel, "kernel '" + nameOf(kernel) + "' is not vectorised: " + reason,
        /*isDetail=*/false);
  }
}

/// Sorts by file, line, column and text behind the summary; duplicates are neighbours then.
void Remarks::report(LLVMContext &context) {
  std::ranges::sort(remarks_);
  const auto repeated = std::ranges::unique(remarks_);
  remarks_.erase(repeated.begin(), repeated.end());
  for (const Remark &remark : remarks_) {
    std::string place = remark.file;
    for (unsigned number : {remark.line, remark.column}) {
      if (number != 0) {
        place += ":" + std::to_string(number);
      }
    }
    if (!place.empty()) {
      place += ": ";
    }
    context.diagnose(DiagnosticInfoGeneric(place + remark.text, DS_Remark));
  }
  clear();
}

}  // namespace compiler::vecz
