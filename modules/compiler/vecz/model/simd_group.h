// Defines the SIMD group, the work-items that one call of a vector function runs, and the shapes
// of their values.
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

/// How a value differs between the lanes of a SIMD group.
///   uniform   the same in all lanes
///   strided   lane i has lane 0's value + i * stride, modulo 2^bits; the stride of pointers is in
///             bytes; integers and pointers only, and the stride is not 0
///   varying   anything
class Shape {
 public:
  static constexpr Shape uniform() { return Shape(Kind::uniform, 0); }
  static constexpr Shape varying() { return Shape(Kind::varying, 0); }
  /// Uniform if `stride` is 0.
  static constexpr Shape strided(int64_t stride) {
    return stride == 0 ? uniform() : Shape(Kind::strided, stride);
  }

  constexpr bool isUniform() const { return kind_ == Kind::uniform; }
  constexpr bool isStrided() const { return kind_ == Kind::strided; }
  constexpr bool isVarying() const { return kind_ == Kind::varying; }
  /// 0 if uniform; not for a varying shape.
  constexpr int64_t stride() const { return stride_; }
  constexpr bool operator==(const Shape &) const = default;

 private:
  enum class Kind : uint8_t { uniform, strided, varying };
  constexpr Shape(Kind kind, int64_t stride) : kind_(kind), stride_(stride) {}

  Kind kind_;
  int64_t stride_;
};

/// Work-items that one call of a vector function runs: `width` neighbours along a dimension.
/// Lane 0 is the work-item that kiln.set_work_item names.
struct SimdGroup {
  /// Neighbours along the linear local id, whatever the shape of the group.
  static constexpr unsigned linear = 3;

  unsigned width = 1;      ///< lanes, a power of 2; 1 until the cost model has chosen
  unsigned dimension = 0;  ///< 0 to 2, or linear
  /// Of the scalar function's parameters; those beyond are uniform.
  llvm::SmallVector<Shape> parameters = {};
  /// The vector function takes one more parameter, <width x i1>: the lanes that run. Otherwise
  /// all do.
  bool masked = false;
  /// The most lanes that the cost model may choose while `width` is 1.
  unsigned maxWidth = maximumWidth;

  /// The most lanes that the vector function may have. Code that runs before the width is chosen
  /// may rely only on facts that hold for all widths up to this one.
  unsigned widthLimit() const { return width > 1 ? width : maxWidth; }
};

/// Of a vector function: its SIMD group, without the parameters' shapes.
inline constexpr char simdGroupAttribute[] = "kiln-simd-group";  // width,dimension,masked
void setSimdGroup(llvm::Function &function, const SimdGroup &simdGroup);
SimdGroup simdGroupOf(const llvm::Function &function);

/// Functions between the vectoriser's steps; none is left behind them.
///   void kiln.mask(i1 active)   in a block before all that a lane may not do in vain: what follows
///                               there runs for the lanes whose `active` is set, and the block runs
///                               only if one's is
///   i1 kiln.any(i1 value)       whether any lane's value is set: uniform
///   i1 kiln.entry_mask()        whether the lane runs at all; only in a masked SIMD group
///   T kiln.base.<T>(T value)    lane 0's value, also where lane 0 is not active: uniform; the
///                               value is an integer and does not vary, or steps by 1 in the lanes
///                               that are active
///   i64 kiln.lane()             the lane's number
///   i64 kiln.last_lane()        the last lane's number: uniform
inline constexpr char maskName[] = "kiln.mask";
inline constexpr char anyName[] = "kiln.any";
inline constexpr char entryMaskName[] = "kiln.entry_mask";
inline constexpr char baseName[] = "kiln.base.";
inline constexpr char laneName[] = "kiln.lane";
inline constexpr char lastLaneName[] = "kiln.last_lane";
llvm::Function *declareMask(llvm::Module &module);
/// The call of kiln.mask in the block, or null: all lanes run.
llvm::CallInst *maskOf(llvm::BasicBlock &block);
llvm::Function *declareAny(llvm::Module &module);
llvm::Function *declareEntryMask(llvm::Module &module);
llvm::Function *declareBase(llvm::Module &module, llvm::Type *type);
llvm::Function *declareLane(llvm::Module &module);
llvm::Function *declareLastLane(llvm::Module &module);

/// The shape of a call's result that the callee alone decides (work-item builtins, kiln.any,
/// collectives), or nothing where it follows from the operands.
std::optional<Shape> shapeOfResult(const llvm::CallBase &call, const SimdGroup &simdGroup);

}  // namespace compiler::vecz
