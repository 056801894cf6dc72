// The symbols of OpenCL C's builtins: what Clang makes of them for SPIR (the Itanium ABI with
// address spaces as vendor qualifiers).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "llvm/IR/Type.h"

namespace spirv_ll {

/// One parameter. LLVM's types know neither signs nor pointees.
struct Parameter {
  llvm::Type *type;  ///< of the value, or of what the pointer points to; target types as they are
  bool isSigned = false;
  bool isPointer = false;
  bool isConst = false;  ///< of the pointee
  unsigned addressSpace = 0;
};

/// `_Z3maxjj` and its like. The types are numbers, vectors of numbers, pointers to them, events,
/// samplers and images; for others the symbol is one that no builtin has.
std::string mangle(std::string_view name, std::span<const Parameter> parameters);
inline std::string mangle(std::string_view name, std::initializer_list<Parameter> parameters) {
  return mangle(name, std::span(parameters.begin(), parameters.size()));
}

/// "uint", "float4": the name of a type in OpenCL C.
std::string typeName(llvm::Type *type, bool isSigned);

}  // namespace spirv_ll
