// Options of the vectoriser for one program; free of LLVM.
//
// The front end parses them from the build options (frontend/build_options.h), and they travel with
// the program to code generation. So this header must not include LLVM.
//
// doc/vectoriser.md describes the options for users.
#pragma once

#include <cstdint>
#include <optional>

namespace compiler::vecz {

/// The widest SIMD group, in work-items. Masks of lanes fit an integer of 64 bits.
inline constexpr unsigned maximumWidth = 64;

/// How the kernels of one program are vectorised; the defaults are those of a build without
/// options.
struct VectorizeOptions {
  /// The value of -cl-kiln-vectorize.
  enum class Mode : uint8_t {
    automatic,  ///< where the cost model expects a profit
    always,     ///< wherever it is possible; unroll-and-jam too
    never,      ///< not at all: the reference for all other modes
  };
  Mode mode = Mode::automatic;
  /// Work-items per SIMD group, a power of 2 from 2 to maximumWidth; 0 leaves the choice to the
  /// cost model. A width forces vectorisation, as `always` does.
  unsigned width = 0;
  /// The only dimension along which SIMD groups may form (SimdGroup::dimension); nothing leaves the
  /// choice to the cost model.
  std::optional<unsigned> dimension = {};
  /// Reports for each kernel what was done and why, as remarks on its LLVMContext
  /// (vecz/model/remarks.h).
  bool remarks = false;

  /// Returns true if SIMD groups form wherever it is possible, regardless of the cost.
  bool isForced() const { return mode == Mode::always || width != 0; }
  bool operator==(const VectorizeOptions &) const = default;
};

}  // namespace compiler::vecz
