// Reads the description of kernels from their metadata, in OpenCL's terms.
//
// Clang and the readers of SPIR-V and SPIR write the same metadata: lists with one entry per
// argument (kernel_arg_type and so on), and nodes with sizes (reqd_work_group_size). The metadata
// of foreign SPIR may be malformed, so each access is checked.

#include <optional>

#include "frontend/frontend.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace compiler::frontend {
namespace {

using llvm::StringRef;

/// Prefix of the second function that Clang emits per kernel: a body for other kernels to call,
/// beside the entry point with the kernel's name.
constexpr StringRef bodyPrefix = "__clang_ocl_kern_imp_";

/// Returns true for the entry points of kernels, before and after finalize.
bool isKernel(const llvm::Function &function) {
  bool entry = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL ||
               function.getFnAttribute("mux-kernel").getValueAsString() == "entry-point";
  return entry && !function.isDeclaration() && !function.getName().starts_with(bodyPrefix);
}

/// Returns an integer operand of a node; nothing if it is missing or of another kind.
std::optional<uint64_t> integerAt(const llvm::MDNode &node, unsigned index) {
  if (index >= node.getNumOperands()) {
    return std::nullopt;
  }
  auto *value = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(node.getOperand(index));
  return value ? std::optional(value->getZExtValue()) : std::nullopt;
}

/// Likewise for a string operand.
std::optional<StringRef> stringAt(const llvm::MDNode &node, unsigned index) {
  if (index >= node.getNumOperands()) {
    return std::nullopt;
  }
  auto *text = llvm::dyn_cast_or_null<llvm::MDString>(node.getOperand(index));
  return text ? std::optional(text->getString()) : std::nullopt;
}

/// Reads a work-group size; zeros without one.
std::array<uint64_t, 3> readSize(const llvm::Function &function, StringRef kind) {
  std::array<uint64_t, 3> size = {};
  if (const llvm::MDNode *node = function.getMetadata(kind)) {
    for (unsigned i = 0; i < 3; ++i) {
      size[i] = integerAt(*node, i).value_or(0);
    }
  }
  return size;
}

/// Reads a single number; 0 without one.
uint32_t readNumber(const llvm::Function &function, StringRef kind) {
  const llvm::MDNode *node = function.getMetadata(kind);
  return node ? static_cast<uint32_t>(integerAt(*node, 0).value_or(0)) : 0;
}

/// Translates SPIR's number of an address space; nothing for other numbers.
std::optional<AddressSpace> addressSpaceOf(uint64_t number) {
  constexpr AddressSpace spaces[] = {AddressSpace::privateMemory, AddressSpace::global,
                                     AddressSpace::constant, AddressSpace::local,
                                     AddressSpace::generic};
  return number < std::size(spaces) ? std::optional(spaces[number]) : std::nullopt;
}

/// Translates kernel_arg_access_qual.
AccessQualifier accessOf(StringRef text) {
  if (text == "read_only") {
    return AccessQualifier::readOnly;
  }
  if (text == "write_only") {
    return AccessQualifier::writeOnly;
  }
  return text == "read_write" ? AccessQualifier::readWrite : AccessQualifier::none;
}

/// Translates kernel_arg_type_qual, a list of words, to a mask.
uint8_t typeQualifiersOf(StringRef text) {
  uint8_t bits = 0;
  while (!text.empty()) {
    auto [word, rest] = text.split(' ');
    bits |= word == "const"      ? typeConst
            : word == "restrict" ? typeRestrict
            : word == "volatile" ? typeVolatile
            : word == "pipe"     ? typePipe
                                 : 0;
    text = rest;
  }
  return bits;
}

/// Returns a type's name without white space, as CL_KERNEL_ARG_TYPE_NAME has it (CL 3.0 §5.9.4).
std::string withoutSpaces(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c != ' ') {
      result += c;
    }
  }
  return result;
}

/// Returns the kind of an argument with an opaque type.
ArgumentKind kindOf(const llvm::TargetExtType &type) {
  StringRef name = type.getName();
  return name == "spirv.Image"     ? ArgumentKind::image
         : name == "spirv.Sampler" ? ArgumentKind::sampler
         : name == "spirv.Pipe"    ? ArgumentKind::pipe
         : name == "spirv.Queue"   ? ArgumentKind::queue
                                   : ArgumentKind::value;
}

/// Sets an argument's kind and its size for clSetKernelArg, in bytes.
void readKindAndSize(const llvm::Argument &argument, ArgumentInfo &info) {
  const llvm::DataLayout &layout = argument.getParent()->getDataLayout();
  llvm::Type *type = argument.getType();
  if (auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) {
    info.kind = kindOf(*opaque);
    info.size = layout.getPointerSize();
  } else if (argument.hasByValAttr()) {
    info.size = layout.getTypeAllocSize(argument.getParamByValType());
  } else if (type->isPointerTy()) {
    bool local = info.addressSpace == AddressSpace::local;
    info.kind = local ? ArgumentKind::localPointer : ArgumentKind::pointer;
    info.size = layout.getPointerSize();
  } else {
    info.size = layout.getTypeAllocSize(type);
  }
}

/// The metadata lists of a kernel, one entry per argument; null if missing.
struct ArgumentLists {
  const llvm::MDNode *addressSpace, *access, *type, *qualifiers, *name;

  explicit ArgumentLists(const llvm::Function &function)
      : addressSpace(function.getMetadata("kernel_arg_addr_space")),
        access(function.getMetadata("kernel_arg_access_qual")),
        type(function.getMetadata("kernel_arg_type")),
        qualifiers(function.getMetadata("kernel_arg_type_qual")),
        name(function.getMetadata("kernel_arg_name")) {}

  bool complete() const { return addressSpace && access && type && qualifiers; }
};

/// Reads one argument; nothing if an entry is missing or malformed.
std::optional<ArgumentInfo> readArgument(const llvm::Argument &argument,
                                         const ArgumentLists &lists) {
  unsigned index = argument.getArgNo();
  auto number = integerAt(*lists.addressSpace, index);
  auto space = number ? addressSpaceOf(*number) : std::nullopt;
  auto access = stringAt(*lists.access, index);
  auto type = stringAt(*lists.type, index);
  auto qualifiers = stringAt(*lists.qualifiers, index);
  auto name = lists.name ? stringAt(*lists.name, index) : StringRef();
  if (!space || !access || !type || !qualifiers || !name) {
    return std::nullopt;
  }
  ArgumentInfo info;
  info.addressSpace = *space;
  info.access = accessOf(*access);
  info.typeQualifiers = typeQualifiersOf(*qualifiers);
  info.typeName = withoutSpaces(*type);
  info.name = name->str();
  readKindAndSize(argument, info);
  return info;
}

/// Returns OpenCL C's name of a scalar type; empty for others.
std::string scalarName(const llvm::Type &type, bool isSigned) {
  if (type.isHalfTy()) {
    return "half";
  }
  if (type.isFloatTy()) {
    return "float";
  }
  if (type.isDoubleTy()) {
    return "double";
  }
  switch (type.isIntegerTy() ? type.getIntegerBitWidth() : 0) {
    case 8:
      return isSigned ? "char" : "uchar";
    case 16:
      return isSigned ? "short" : "ushort";
    case 32:
      return isSigned ? "int" : "uint";
    case 64:
      return isSigned ? "long" : "ulong";
    default:
      return {};
  }
}

/// Returns the type of vec_type_hint as OpenCL C spells it, or an empty string.
std::string readVectorTypeHint(const llvm::Function &function) {
  const llvm::MDNode *node = function.getMetadata("vec_type_hint");
  auto *value = node && node->getNumOperands() == 2
                    ? llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(node->getOperand(0))
                    : nullptr;
  if (!value) {
    return {};
  }
  std::string name =
      scalarName(*value->getType()->getScalarType(), integerAt(*node, 1).value_or(0) != 0);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  return vector && !name.empty() ? name + std::to_string(vector->getNumElements()) : name;
}

/// "x,y,z".
std::string sizeText(const std::array<uint64_t, 3> &size) {
  return std::to_string(size[0]) + "," + std::to_string(size[1]) + "," + std::to_string(size[2]);
}

/// Returns the attributes as CL_KERNEL_ATTRIBUTES shows them, separated by spaces.
std::string attributesOf(const KernelInfo &info, const std::string &vectorTypeHint) {
  std::string text;
  auto append = [&](bool present, const char *name, const std::string &value) {
    if (present) {
      text += (text.empty() ? "" : " ") + std::string(name) + "(" + value + ")";
    }
  };
  append(info.requiredWorkGroupSize[0] != 0, "reqd_work_group_size",
         sizeText(info.requiredWorkGroupSize));
  append(info.workGroupSizeHint[0] != 0, "work_group_size_hint", sizeText(info.workGroupSizeHint));
  append(!vectorTypeHint.empty(), "vec_type_hint", vectorTypeHint);
  append(info.requiredSubGroupSize != 0, "intel_reqd_sub_group_size",
         std::to_string(info.requiredSubGroupSize));
  return text;
}

/// Reads one kernel; nothing if its metadata is missing or malformed.
std::optional<KernelInfo> readKernel(const llvm::Function &function) {
  KernelInfo info;
  info.name = function.getName();
  info.requiredWorkGroupSize = readSize(function, "reqd_work_group_size");
  info.workGroupSizeHint = readSize(function, "work_group_size_hint");
  info.requiredSubGroupSize = readNumber(function, "intel_reqd_sub_group_size");
  info.requiredSubGroups = readNumber(function, "kiln.reqd_num_sub_groups");
  info.needsFullSubGroups = readNumber(function, "kiln.full_sub_groups") != 0;
  info.attributes = attributesOf(info, readVectorTypeHint(function));
  ArgumentLists lists(function);
  if (!lists.complete()) {
    return std::nullopt;
  }
  info.hasArgumentInfo = lists.name != nullptr;
  for (const llvm::Argument &argument : function.args()) {
    auto argumentInfo = readArgument(argument, lists);
    if (!argumentInfo) {
      return std::nullopt;
    }
    info.arguments.push_back(std::move(*argumentInfo));
  }
  return info;
}

}  // namespace

Result<std::vector<KernelInfo>> readKernelInfo(const llvm::Module &module) {
  std::vector<KernelInfo> kernels;
  for (const llvm::Function &function : module) {
    if (!isKernel(function)) {
      continue;
    }
    auto info = readKernel(function);
    if (!info) {
      return Failure{
          Error::internalFailure,
          "the argument metadata of kernel " + function.getName().str() + " is missing or damaged"};
    }
    kernels.push_back(std::move(*info));
  }
  return kernels;
}

}  // namespace compiler::frontend
