// Options of the vectoriser for one program; free of LLVM.
#pragma once

#include <cstdint>
#include <optional>

namespace compiler::vecz {

/// The widest SIMD group, in work-items.
inline constexpr unsigned maximumWidth = 64;

struct VectorizeOptions {
  enum class Mode : uint8_t {
    automatic,  ///< where the cost model expects a gain
    always,     ///< wherever it can be done
    never,
  };
  Mode mode = Mode::automatic;
  /// Work-items per SIMD group, a power of 2 up to maximumWidth; 0: the cost model's choice.
  unsigned width = 0;
  /// The only dimension along which SIMD groups may form (SimdGroup::dimension); nothing: the cost
  /// model's choice.
  std::optional<unsigned> dimension = {};
  /// Say for each kernel what was done and why, as remarks on its LLVMContext
  /// (vecz/model/remarks.h).
  bool remarks = false;

  bool operator==(const VectorizeOptions &) const = default;
};

}  // namespace compiler::vecz
