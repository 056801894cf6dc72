// Compares the decoration FPMaxErrorDecorationINTEL (SPV_INTEL_fp_max_error) with Kiln's accuracy.
//
// The decoration states the largest error that a module tolerates, in units in the last place
// (ULP). It takes precedence over the client API, so it may ask for less or for more than OpenCL C
// guarantees. Kiln has one variant of each function. A smaller error than the guaranteed one leads
// to a warning, and a larger one has no effect.
//
// The guarantees are those of OpenCL C's full profile (OpenCL C 3.0 §7.4), which
// doc/builtins-accuracy.md compares with measured errors. All arithmetic and all conversions are
// correctly rounded: their error is at most 0.5 ULP.
#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "binary/grammar.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "shims/newer.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

constexpr float unbounded = std::numeric_limits<float>::infinity();
constexpr float rounded = 0.5F;

/// The guaranteed error of an instruction of OpenCL.std, in ULP, for float and double and for half.
/// A name that ends in '*' stands for all names with this beginning.
struct Guarantee {
  std::string_view function;
  float error, errorOfHalf;
};
/// Functions outside of the table are correctly rounded.
constexpr Guarantee guarantees[] = {
    {"acos", 4, 2},
    {"acosh", 4, 2},
    {"acospi", 5, 2},
    {"asin", 4, 2},
    {"asinh", 4, 2},
    {"asinpi", 5, 2},
    {"atan", 5, 2},
    {"atan2", 6, 2},
    {"atan2pi", 6, 2},
    {"atanh", 5, 2},
    {"atanpi", 5, 2},
    {"cbrt", 2, 2},
    {"cos", 4, 2},
    {"cosh", 4, 2},
    {"cospi", 4, 2},
    {"degrees", 2, 2},
    {"erf", 16, 4},
    {"erfc", 16, 4},
    {"exp", 3, 2},
    {"exp10", 3, 2},
    {"exp2", 3, 2},
    {"expm1", 3, 2},
    {"hypot", 4, 2},
    {"log", 3, 2},
    {"log10", 3, 2},
    {"log1p", 2, 2},
    {"log2", 3, 2},
    {"pow", 16, 4},
    {"pown", 16, 4},
    {"powr", 16, 4},
    {"radians", 2, 2},
    {"rootn", 16, 4},
    {"rsqrt", 2, 1},
    {"sin", 4, 2},
    {"sincos", 4, 2},
    {"sinh", 4, 2},
    {"sinpi", 4, 2},
    {"tan", 5, 2},
    {"tanh", 5, 2},
    {"tanpi", 6, 2},
    {"tgamma", 16, 4},
    // Without a bound in OpenCL C, or with an absolute one.
    {"half_*", 8192, 8192},
    {"native_*", unbounded, unbounded},
    {"fast_*", unbounded, unbounded},
    {"cross", unbounded, unbounded},
    {"distance", unbounded, unbounded},
    {"length", unbounded, unbounded},
    {"lgamma", unbounded, unbounded},
    {"lgamma_r", unbounded, unbounded},
    {"mad", unbounded, unbounded},
    {"mix", unbounded, unbounded},
    {"normalize", unbounded, unbounded},
    {"smoothstep", unbounded, unbounded},
};

bool matches(std::string_view pattern, std::string_view name) {
  return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1))
                                : name == pattern;
}

float errorOf(std::string_view function, bool isHalf) {
  for (const Guarantee &row : guarantees) {
    if (matches(row.function, function)) {
      return isHalf ? row.errorOfHalf : row.error;
    }
  }
  return rounded;
}

/// The name of an instruction in warnings, and its guaranteed error.
struct Operation {
  std::string name;
  float error;
};

/// The error of loads, calls of the module's functions and their like depends on other
/// instructions, and they have no guarantee of their own.
Operation operationOf(Translator &translator, const Instruction &instruction) {
  switch (instruction.op) {
    case spv::Op::OpExtInst: {
      const bool isOpencl =
          translator.index().extendedSet(instruction.operand(0)) == ExtendedSet::openclStd;
      const char *name = isOpencl ? openclStdName(instruction.operand(1)) : nullptr;
      const bool isHalf = translator.type(instruction.type)->getScalarType()->isHalfTy();
      return name ? Operation{name, errorOf(name, isHalf)} : Operation{"", 0};
    }
    case spv::Op::OpDot:
      return {"OpDot", unbounded};
    case spv::Op::OpFAdd:
    case spv::Op::OpFSub:
    case spv::Op::OpFMul:
    case spv::Op::OpFDiv:
    case spv::Op::OpFRem:
    case spv::Op::OpFMod:
    case spv::Op::OpVectorTimesScalar:
    case spv::Op::OpFConvert:
    case spv::Op::OpConvertSToF:
    case spv::Op::OpConvertUToF:
    case OpFmaKHR:
      return {opcodeName(static_cast<uint32_t>(instruction.op)), rounded};
    default:
      return {"", 0};
  }
}

std::string messageFor(const Operation &operation, float wanted) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "the module asks for an error of at most " << llvm::format("%g", double{wanted})
         << " ULP, and " << operation.name;
  if (operation.error == unbounded) {
    stream << " has no bound";
  } else {
    stream << " has up to " << llvm::format("%g", double{operation.error});
  }
  return text;
}

}  // namespace

/// One warning for each function and error: a loop of many calls says no more than one.
void checkMaxErrors(Translator &translator) {
  std::set<std::pair<std::string, float>> known;
  for (const Instruction &instruction : translator.index().functions()) {
    const Decoration *decoration =
        translator.annotations().find(instruction.id, FPMaxErrorDecorationINTEL);
    if (instruction.id == 0 || !decoration) {
      continue;
    }
    const float wanted =
        decoration->operands.empty() ? 0 : std::bit_cast<float>(decoration->operands[0]);
    if (!(wanted > 0)) {
      return translator.fail(instruction, "the largest error is not a positive number",
                             Error::Kind::invalid);
    }
    const Operation operation = operationOf(translator, instruction);
    if (operation.error > wanted && known.insert({operation.name, wanted}).second) {
      translator.diagnostics().warn(instruction, messageFor(operation, wanted));
    }
  }
}

}  // namespace spirv_ll
