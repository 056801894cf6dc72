// Mangles by the Itanium C++ ABI, restricted to the types of OpenCL C's builtins.
//
// A symbol is _Z, the length of the name, the name and the parameters. Vectors are Dv<n>_<element>,
// pointers P<qualifiers><pointee>. A component seen before is a substitution: the second float4 of
// `fmin(float4, float4)` is S_, so the symbol is _Z4fminDv4_fS_. Numbers themselves are never
// substituted.
#include "translator/mangling.h"

#include <algorithm>

#include "llvm/IR/DerivedTypes.h"

namespace spirv_ll {
namespace {

/// The name of an image type, such as "ocl_image2d_array_depth_ro"; empty for types unknown to
/// OpenCL C.
/// The parameters of spirv.Image are those of OpTypeImage (SPIR-V 1.6 §3.32.6): dimension, depth,
/// arrayed, multisampled, sampled, format, access.
std::string imageName(const llvm::TargetExtType &type) {
  constexpr const char *dimensions[] = {"1d", "2d", "3d"};
  constexpr unsigned buffer = 5;
  constexpr const char *accesses[] = {"ro", "wo", "rw"};
  const llvm::ArrayRef<unsigned> properties = type.int_params();
  if (properties.size() != 7 ||
      (properties[0] >= std::size(dimensions) && properties[0] != buffer) ||
      properties[6] >= std::size(accesses)) {
    return {};
  }
  std::string name = "ocl_image";
  name += properties[0] == buffer ? "1d_buffer" : dimensions[properties[0]];
  name += properties[2] != 0 ? "_array" : "";
  name += properties[3] != 0 ? "_msaa" : "";
  name += properties[1] != 0 ? "_depth" : "";
  return name + "_" + accesses[properties[6]];
}

std::string mangleOpaque(const llvm::TargetExtType &type) {
  const std::string name = type.getName() == "spirv.Event"     ? "ocl_event"
                           : type.getName() == "spirv.Sampler" ? "ocl_sampler"
                           : type.getName() == "spirv.Image"   ? imageName(type)
                                                               : "";
  return std::to_string(name.size()) + name;
}

/// The letters of the Itanium ABI's <builtin-type>. An unsupported type is "v", so the symbol has
/// no definition and the link reports it.
std::string mangleScalar(llvm::Type *type, bool isSigned) {
  if (type->isHalfTy()) {
    return "Dh";
  }
  if (type->isFloatTy()) {
    return "f";
  }
  if (type->isDoubleTy()) {
    return "d";
  }
  if (const auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) {
    return mangleOpaque(*opaque);
  }
  switch (type->isIntegerTy() ? type->getIntegerBitWidth() : 0) {
    case 8:
      return isSigned ? "c" : "h";
    case 16:
      return isSigned ? "s" : "t";
    case 32:
      return isSigned ? "i" : "j";
    case 64:
      return isSigned ? "l" : "m";
    default:
      return "v";
  }
}

/// Mangles the parameters of one symbol. Repeated components become substitutions S_, S0_ and so on
/// (Itanium C++ ABI, "Compression").
class Writer {
 public:
  std::string write(const Parameter &parameter) {
    if (!parameter.isPointer) {
      return writeType(parameter.type, parameter.isSigned);
    }
    // Substitutions are looked up by the full form: the shortened form depends on earlier
    // parameters.
    const std::string pointee = writeQualified(parameter);
    return substitute("P" + fullQualified(parameter), "P" + pointee);
  }

 private:
  static std::string fullType(llvm::Type *type, bool isSigned) {
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    return vector ? "Dv" + std::to_string(vector->getNumElements()) + "_" +
                        mangleScalar(vector->getElementType(), isSigned)
                  : mangleScalar(type, isSigned);
  }

  static std::string qualifiers(const Parameter &parameter) {
    std::string text;
    if (parameter.addressSpace != 0) {
      text = "U3AS" + std::to_string(parameter.addressSpace);
    }
    return parameter.isConst ? text + "K" : text;
  }

  static std::string fullQualified(const Parameter &parameter) {
    return qualifiers(parameter) + fullType(parameter.type, parameter.isSigned);
  }

  std::string writeType(llvm::Type *type, bool isSigned) {
    const std::string full = fullType(type, isSigned);
    const bool isBuiltin = !type->isVectorTy() && !type->isTargetExtTy();
    return isBuiltin ? full : substitute(full, full);
  }

  std::string writeQualified(const Parameter &parameter) {
    const std::string marks = qualifiers(parameter);
    if (marks.empty()) {
      return writeType(parameter.type, parameter.isSigned);
    }
    const std::string full = fullQualified(parameter);
    if (std::ranges::find(seen_, full) != seen_.end()) {
      return substitute(full, {});
    }
    const std::string type = writeType(parameter.type, parameter.isSigned);
    return substitute(full, marks + type);
  }

  /// The substitution for `full` if it occurred before; else notes it and returns `text`.
  std::string substitute(const std::string &full, const std::string &text) {
    const auto found = std::ranges::find(seen_, full);
    if (found == seen_.end()) {
      seen_.push_back(full);
      return text;
    }
    const auto number = found - seen_.begin();
    return number == 0 ? "S_" : "S" + std::to_string(number - 1) + "_";
  }

  std::vector<std::string> seen_;
};

}  // namespace

std::string mangle(std::string_view name, std::span<const Parameter> parameters) {
  std::string text = "_Z" + std::to_string(name.size()) + std::string(name);
  Writer writer;
  for (const Parameter &parameter : parameters) {
    text += writer.write(parameter);
  }
  return parameters.empty() ? text + "v" : text;
}

std::string typeName(llvm::Type *type, bool isSigned) {
  llvm::Type *scalar = type->getScalarType();
  std::string name = scalar->isHalfTy() ? "half" : scalar->isFloatTy() ? "float" : "double";
  if (scalar->isIntegerTy()) {
    const unsigned width = scalar->getIntegerBitWidth();
    name = isSigned ? "" : "u";
    name += width == 8 ? "char" : width == 16 ? "short" : width == 32 ? "int" : "long";
  }
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector ? name + std::to_string(vector->getNumElements()) : name;
}

}  // namespace spirv_ll
