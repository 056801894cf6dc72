// Computes the symbols of OpenCL C's builtin functions, as Clang mangles them for SPIR.
//
// Clang uses the Itanium C++ ABI (§5.1, mangling) with address spaces as vendor qualifiers (U3AS1)
// and OpenCL's opaque types as named types (14ocl_image2d_ro). Equal symbols let translated SPIR-V
// link with the builtins library that Clang has compiled.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "llvm/IR/Type.h"

namespace spirv_ll {

/// One parameter of a builtin. LLVM's types have neither signs nor pointees, so both are given.
/// A pointer needs its pointee, because the symbol has it: `max(int, int)` is _Z3maxii, and
/// `sincos(float, global float *)` is _Z6sincosfPU3AS1f.
struct Parameter {
  llvm::Type *type;  ///< of the value, or of the pointee for a pointer
  bool isSigned = false;
  bool isPointer = false;
  bool isConst = false;  ///< the pointee is const
  unsigned addressSpace = 0;
};

/// The symbol of a builtin, such as `_Z3maxjj`. Supported types are numbers, vectors of numbers,
/// pointers to them, events, samplers and images; any other type yields a symbol without a
/// definition. Thread-safe.
/// Signs come from the caller, since the instruction and not the SPIR-V type decides them. A wrong
/// sign calls another overload or leaves an undefined symbol, found when the builtins are linked.
std::string mangle(std::string_view name, std::span<const Parameter> parameters);
inline std::string mangle(std::string_view name, std::initializer_list<Parameter> parameters) {
  return mangle(name, std::span(parameters.begin(), parameters.size()));
}

/// The name of a number or vector type in OpenCL C: "uint", "float4".
/// For builtins with the type in their name, such as convert_float4.
std::string typeName(llvm::Type *type, bool isSigned);

}  // namespace spirv_ll
