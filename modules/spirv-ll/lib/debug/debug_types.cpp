// Translates types on first use, and keeps them by id.
//
// A structure may contain a pointer to itself. Its DICompositeType is entered in the table before
// its members are translated, so the pointer finds it, and the members are set at the end. Any
// other cycle meets a null in the table and becomes a type without a pointee.
#include "debug/debug_types.h"

#include "debug/debug_lines.h"
#include "llvm/BinaryFormat/Dwarf.h"

namespace spirv_ll {
namespace {

constexpr unsigned maximumDepth = 128;
constexpr uint64_t maximumBits = uint64_t{1} << 48;

llvm::DINode::DIFlags none() {
  return llvm::DINode::FlagZero;
}

/// A name for a type or an enumerator; LLVM requires one.
std::string nameOf(const DebugExtension &type, size_t index) {
  const std::string name = type.text(index);
  return name.empty() ? "unnamed" : name;
}

/// Limits a size, so that sums and products of sizes do not overflow.
uint64_t bits(uint64_t size) {
  return std::min(size, maximumBits);
}

}  // namespace

llvm::DIType *DebugTypes::find(uint32_t id) {
  if (const auto known = types_.find(id); known != types_.end()) {
    return known->second;
  }
  const auto type = DebugExtension::find(translator_, id);
  if (!type || depth_ >= maximumDepth) {
    return nullptr;
  }
  types_[id] = nullptr;
  ++depth_;
  llvm::DIType *made = make(*type);
  --depth_;
  types_[id] = made;
  return made;
}

llvm::DIType *DebugTypes::get(uint32_t id) {
  llvm::DIType *type = find(id);
  return type && !llvm::isa<llvm::DISubroutineType>(type) ? type
                                                          : builder_.createUnspecifiedType("void");
}

llvm::DISubroutineType *DebugTypes::function(uint32_t id) {
  auto *type = llvm::dyn_cast_or_null<llvm::DISubroutineType>(find(id));
  return type ? type : builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
}

llvm::DIType *DebugTypes::make(const DebugExtension &type) {
  if (type.is(debugTypeBasic)) {
    return basic(type);
  }
  if (type.is(debugTypePointer)) {
    return builder_.createPointerType(find(type.id(0)), translator_.device().addressBits);
  }
  if (type.is(debugTypeQualifier)) {
    return qualified(type);
  }
  if (type.is(debugTypeArray)) {
    return array(type);
  }
  if (type.is(debugTypeVector)) {
    return vector(type);
  }
  if (type.is(debugTypedef)) {
    llvm::DIFile *file = lines_.fileOf(type.file(2));
    return builder_.createTypedef(get(type.id(1)), type.text(0), file, type.number(3), file);
  }
  if (type.is(debugTypeFunction)) {
    llvm::SmallVector<llvm::Metadata *> types;
    for (size_t i = 1; i < type.count(); ++i) {
      types.push_back(i == 1 ? find(type.id(i)) : get(type.id(i)));
    }
    return builder_.createSubroutineType(builder_.getOrCreateTypeArray(types));
  }
  return type.is(debugTypeEnum)        ? enumeration(type)
         : type.is(debugTypeComposite) ? composite(type)
                                       : nullptr;
}

/// Maps the encoding of DebugTypeBasic, 1 to 7, to DWARF's DW_ATE constants.
llvm::DIType *DebugTypes::basic(const DebugExtension &type) {
  using namespace llvm::dwarf;
  constexpr unsigned encodings[] = {0,
                                    DW_ATE_address,
                                    DW_ATE_boolean,
                                    DW_ATE_float,
                                    DW_ATE_signed,
                                    DW_ATE_signed_char,
                                    DW_ATE_unsigned,
                                    DW_ATE_unsigned_char};
  const uint32_t encoding = type.number(2);
  const std::string name = nameOf(type, 0);
  return encoding == 0 || encoding >= std::size(encodings)
             ? builder_.createUnspecifiedType(name)
             : builder_.createBasicType(name, bits(type.constant(1)), encodings[encoding]);
}

/// Const, volatile, restrict, atomic, by the operand's number. An unknown qualifier is dropped.
llvm::DIType *DebugTypes::qualified(const DebugExtension &type) {
  using namespace llvm::dwarf;
  constexpr unsigned tags[] = {DW_TAG_const_type, DW_TAG_volatile_type, DW_TAG_restrict_type,
                               DW_TAG_atomic_type};
  const uint32_t qualifier = type.number(1);
  llvm::DIType *base = find(type.id(0));
  return qualifier < std::size(tags) ? builder_.createQualifiedType(tags[qualifier], base) : base;
}

/// Translates an array: constant lengths, outermost dimension first. A length that is not constant
/// is left out.
llvm::DIType *DebugTypes::array(const DebugExtension &type) {
  llvm::DIType *element = get(type.id(0));
  llvm::SmallVector<llvm::Metadata *> dimensions;
  uint64_t size = bits(element->getSizeInBits());
  for (size_t i = 1; i < type.count(); ++i) {
    if (const auto count = translator_.integer(type.id(i))) {
      const uint64_t bounded = std::min<uint64_t>(*count, UINT32_MAX);
      dimensions.push_back(builder_.getOrCreateSubrange(0, static_cast<int64_t>(bounded)));
      size = bounded != 0 && size > maximumBits / bounded ? maximumBits : size * bounded;
    }
  }
  return builder_.createArrayType(size, 0, element, builder_.getOrCreateArray(dimensions));
}

llvm::DIType *DebugTypes::vector(const DebugExtension &type) {
  llvm::DIType *element = get(type.id(0));
  const uint32_t count = std::min(type.number(1), 16u);
  // A vector of three elements occupies the memory of four.
  const uint64_t places = count == 3 ? 4 : count;
  return builder_.createVectorType(
      bits(element->getSizeInBits()) * places, 0, element,
      builder_.getOrCreateArray({builder_.getOrCreateSubrange(0, count)}));
}

/// Operands from 8 on are pairs of a value and a name.
llvm::DIType *DebugTypes::enumeration(const DebugExtension &type) {
  llvm::SmallVector<llvm::Metadata *> names;
  for (size_t i = 8; i + 1 < type.count(); i += 2) {
    names.push_back(builder_.createEnumerator(nameOf(type, i + 1), type.constant(i)));
  }
  llvm::DIFile *file = lines_.fileOf(type.file(2));
  return builder_.createEnumerationType(file, type.text(0), file, type.number(3),
                                        bits(type.constant(6)), 0, builder_.getOrCreateArray(names),
                                        find(type.id(1)));
}

/// Translates a structure. It enters the table in front of its members, which may point back to it.
llvm::DIType *DebugTypes::composite(const DebugExtension &type) {
  using namespace llvm::dwarf;
  constexpr unsigned tags[] = {DW_TAG_class_type, DW_TAG_structure_type, DW_TAG_union_type};
  llvm::DIFile *file = lines_.fileOf(type.file(2));
  auto *made = llvm::MDNode::replaceWithDistinct(
      llvm::TempDICompositeType(builder_.createReplaceableCompositeType(
          tags[std::min(type.number(1), 2u)], type.text(0), file, file, type.number(3), 0,
          bits(type.constant(7)), 0, none())));
  types_[type.result()] = made;
  llvm::SmallVector<llvm::Metadata *> members;
  for (size_t i = 9; i < type.count(); ++i) {
    if (const auto each = type.operand(i); each && each->is(debugTypeMember)) {
      members.push_back(member(*each, *made));
    }
  }
  builder_.replaceArrays(made, builder_.getOrCreateArray(members));
  return made;
}

llvm::DIType *DebugTypes::member(const DebugExtension &member, llvm::DICompositeType &parent) {
  const size_t offset =
      member.isOfShaders() ? 5 : 6;  // OpenCL.DebugInfo.100 has the parent in front
  return builder_.createMemberType(&parent, member.text(0), parent.getFile(), member.number(3),
                                   bits(member.constant(offset + 1)), 0,
                                   bits(member.constant(offset)), none(), get(member.id(1)));
}

}  // namespace spirv_ll
