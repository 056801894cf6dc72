// Defines the SIMD group, the work-items of one call of a vector function, and the shapes of their
// values.
//
// In a SIMD group of 4 work-items along dimension 0, beginning at work-item 8:
//
//   value                  lanes                  shape
//   n, an argument         n n n n                uniform.
//   get_global_id(0)       8 9 10 11              strided by 1.
//   &a[get_global_id(0)]   p p+4 p+8 p+12         strided by 4: strides of pointers are bytes.
//   a[get_global_id(0)]    any values             varying.
//
// The header also declares the functions (kiln.mask and others) by which the steps of the
// vectoriser pass masks and lane numbers to each other inside a still scalar function.
#pragma once

#include <cstdint>
#include <optional>

#include "llvm/ADT/SmallVector.h"
#include "vecz/model/options.h"

namespace llvm {
class BasicBlock;
class CallBase;
class CallInst;
class Function;
class Module;
class Type;
class Value;
}  // namespace llvm

namespace compiler::vecz {

/// How a value differs between the lanes of a SIMD group. A uniform value is the same in all lanes.
/// In a strided one lane i has lane 0's value + i * stride, modulo 2^bits. A varying one may be
/// anything.
///
/// Only integers and pointers are strided, pointers by bytes. A strided value's stride is not 0.
class Shape {
 public:
  /// The shape of constants, and of all values that lanes compute alike.
  static constexpr Shape uniform() { return Shape(Kind::uniform, 0); }
  /// The shape of values without a known relation between lanes; always a safe answer.
  static constexpr Shape varying() { return Shape(Kind::varying, 0); }
  /// A shape with this stride; uniform if it is 0.
  static constexpr Shape strided(int64_t stride) {
    return stride == 0 ? uniform() : Shape(Kind::strided, stride);
  }

  constexpr bool isUniform() const { return kind_ == Kind::uniform; }
  constexpr bool isStrided() const { return kind_ == Kind::strided; }
  constexpr bool isVarying() const { return kind_ == Kind::varying; }
  /// The stride, 0 if uniform. Meaningless for a varying shape.
  constexpr int64_t stride() const { return stride_; }
  constexpr bool operator==(const Shape &) const = default;

 private:
  enum class Kind : uint8_t { uniform, strided, varying };
  constexpr Shape(Kind kind, int64_t stride) : kind_(kind), stride_(stride) {}

  Kind kind_;
  int64_t stride_;
};

/// The work-items of one call of a vector function: `width` neighbours along a dimension. Lane 0 is
/// the work-item named by kiln.set_work_item.
///
/// While candidates are compared, `width` is 1 and `maxWidth` bounds the choice. Steps before the
/// choice (linearisation, preparation) then give code valid for all widths up to widthLimit().
struct SimdGroup {
  /// A value of `dimension`: neighbours along the linear local id, whatever the shape of the
  /// work-group.
  static constexpr unsigned linear = 3;

  /// Lanes, a power of 2; 1 until the cost model has chosen.
  unsigned width = 1;
  /// The dimension along which lanes are neighbours: 0 to 2, or `linear`.
  unsigned dimension = 0;
  /// Shapes of the scalar function's parameters; the ones beyond are uniform.
  llvm::SmallVector<Shape> parameters = {};
  /// True if the vector function takes one more parameter, <width x i1>: the active lanes. It runs
  /// the remainder of a row of work-items. Otherwise all lanes are active.
  bool masked = false;
  /// True if the masked function runs the ends of rows alone, at most twice for each row of
  /// work-items: less code is worth more than speed.
  bool remaindersOnly = false;
  /// The bound on the cost model's choice while `width` is 1, in lanes.
  unsigned maxWidth = maximumWidth;

  /// The bound on the lanes of the vector function, before and after the choice of the width.
  /// Earlier code may rely only on properties of all widths up to this one.
  unsigned widthLimit() const { return width > 1 ? width : maxWidth; }
};

/// Attribute of a vector function: its SIMD group as "width,dimension,masked", without the
/// parameters' shapes.
inline constexpr char simdGroupAttribute[] = "kiln-simd-group";  // width,dimension,masked
/// Writes the attribute.
void setSimdGroup(llvm::Function &function, const SimdGroup &simdGroup);
/// Reads the attribute; a group of one work-item if there is none.
SimdGroup simdGroupOf(const llvm::Function &function);

/// Attribute of a work-item function in a large kernel: code behind failed checks of strides
/// (checked_strides.h) gets no windows and is shared, to keep rarely executed code small. The SIMD
/// function inherits it.
inline constexpr char plainBoundariesAttribute[] = "kiln-plain-boundaries";

/// void kiln.mask(i1 active), in a block in front of everything not to be done in vain. The code
/// behind it in the block runs for the lanes with `active` set. The block itself is entered only if
/// one lane is active.
///
/// All functions of this group exist between the vectoriser's steps only; widening replaces each of
/// them.
inline constexpr char maskName[] = "kiln.mask";
/// i1 kiln.any(i1 value): whether the value is set in any lane. Uniform.
inline constexpr char anyName[] = "kiln.any";
/// i1 kiln.entry_mask(): whether the lane is active at all. Only in a masked SIMD group.
inline constexpr char entryMaskName[] = "kiln.entry_mask";
/// T kiln.base.<T>(T value): lane 0's value, even if lane 0 is inactive. Uniform. The value is an
/// integer and does not vary, or steps by 1 between the active lanes.
inline constexpr char baseName[] = "kiln.base.";
/// T kiln.first.<T>(T value): the value in the first active lane of the block. Uniform.
inline constexpr char firstName[] = "kiln.first.";
/// i64 kiln.lane(): the lane's number. Strided by 1.
inline constexpr char laneName[] = "kiln.lane";
/// i64 kiln.last_lane(): the last lane's number, width - 1. Uniform.
inline constexpr char lastLaneName[] = "kiln.last_lane";
/// Declares kiln.mask in the module, or finds it; likewise the other declare functions.
llvm::Function *declareMask(llvm::Module &module);
/// The call of kiln.mask in the block, or null if all lanes are active there.
llvm::CallInst *maskOf(llvm::BasicBlock &block);
llvm::Function *declareAny(llvm::Module &module);
llvm::Function *declareEntryMask(llvm::Module &module);
/// `type` is the integer type of the value.
llvm::Function *declareBase(llvm::Module &module, llvm::Type *type);
llvm::Function *declareFirst(llvm::Module &module, llvm::Type *type);
llvm::Function *declareLane(llvm::Module &module);
llvm::Function *declareLastLane(llvm::Module &module);

/// The shape of a call's result if the callee alone decides it: work-item builtins, slots of the
/// frame, and the functions above. Nothing where the shape follows from the operands, or where the
/// callee is unknown (lane_uniformity.h).
std::optional<Shape> shapeOfResult(const llvm::CallBase &call, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
