// Assigns kernel arguments to the interface variables of shaders.
//
// The uses of each function are the least fixed point over the call graph: a caller uses all
// variables of its callees. Variables of an entry point are sorted by (set, binding) and grouped
// into slots; a slot is one descriptor, whose variables share its arguments. An array of buffers is
// passed to other functions as two tables, of addresses and of sizes, that the kernel fills at its
// beginning.
//
// The numbers of variables, of uses and of buffers in an array are limited, because LLVM's compile
// time grows with the number of arguments.
//
// For example, a shader with two buffers and push constants, where main() calls f() and f() uses
// the second buffer:
//
//   set 0, binding 0: struct { float data[]; }     kernel arguments 0 (pointer) and 1 (size)
//   set 0, binding 1: struct { uint n; }           kernel argument 2
//
//   push constants                                 kernel argument 3, byval
//   f()                                            one parameter: the pointer of binding 1
//
// The launcher finds set and binding of each argument in kernel_arg_type: "buffer:0:0", "size:0:0",
// "buffer:0:1", "push_constants".
#include "shader/interface_variables.h"

#include <algorithm>
#include <set>

#include "binary/grammar.h"
#include "llvm/IR/Constants.h"
#include "shader/shader_memory.h"
#include "translator/handlers.h"

namespace spirv_ll {
namespace {

using Kind = InterfaceVariable::Kind;
using llvm::Value;

/// Far above real shaders, and low enough for LLVM's passes over arguments.
constexpr size_t maximumVariables = 512;  // of one function
constexpr size_t maximumUses = 1 << 20;   // of all functions
constexpr uint64_t maximumBuffers = 64;
constexpr uint64_t maximumPushConstants = 4096;
/// The alignment of descriptor memory and of push constants, in bytes.
constexpr uint64_t descriptorAlignment = 16;

/// The operand of the first decoration of a kind; empty without one.
std::optional<uint32_t> numberOf(Translator &translator, uint32_t id, spv::Decoration kind) {
  const Decoration *decoration = translator.annotations().find(id, kind);
  return decoration && !decoration->operands.empty() ? std::optional(decoration->operands[0])
                                                     : std::nullopt;
}

/// True if the last member of a block is a runtime array.
bool endsOpen(Translator &translator, uint32_t block) {
  const Instruction *type = translator.index().find(block);
  return type && type->op == spv::Op::OpTypeStruct && !type->operands.empty() &&
         translator.index().opOf(type->operands.back()) == spv::Op::OpTypeRuntimeArray;
}

/// Reads a buffer variable: a block or an array of blocks.
/// An array of buffers has a constant length of at most 64; specialization may set it.
void readBuffer(Translator &translator, InterfaceVariable &made) {
  const Instruction *type = translator.index().find(made.content);
  if (type && type->op == spv::Op::OpTypeRuntimeArray) {
    return translator.fail("an array of buffers without a length is not supported");
  }
  if (type && type->op == spv::Op::OpTypeArray) {
    const auto count = translator.integer(type->operand(1));
    if (!count || *count > maximumBuffers) {
      return translator.fail("an array of more than " + std::to_string(maximumBuffers) +
                             " buffers is not supported");
    }
    made.count = static_cast<uint32_t>(*count);
    made.content = type->operand(0);
  }
  if (translator.index().opOf(made.content) != spv::Op::OpTypeStruct) {
    return translator.fail("a buffer holds a structure", Error::Kind::invalid);
  }
  made.hasLength = endsOpen(translator, made.content);
}

/// Reads a variable in UniformConstant: an image, a sampler, or both.
void readHandle(Translator &translator, InterfaceVariable &made) {
  switch (translator.index().opOf(made.content)) {
    case spv::Op::OpTypeImage:
      made.kind = Kind::image;
      break;
    case spv::Op::OpTypeSampler:
      made.kind = Kind::sampler;
      break;
    case spv::Op::OpTypeSampledImage:
      made.kind = Kind::sampledImage;
      break;
    default:
      translator.fail("a descriptor of this type is not supported");
  }
}

/// The kind follows from the storage class, and in UniformConstant from the type.
void readKind(Translator &translator, spv::StorageClass storage, InterfaceVariable &made) {
  switch (storage) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
      return readBuffer(translator, made);
    case spv::StorageClass::UniformConstant:
      return readHandle(translator, made);
    case spv::StorageClass::PushConstant:
      made.kind = Kind::pushConstants;
      break;
    default:
      made.kind = Kind::ownMemory;
  }
}

/// True if a variable has a set and a binding.
bool isDescriptor(const InterfaceVariable &variable) {
  return variable.kind != Kind::pushConstants && variable.kind != Kind::ownMemory;
}

/// True if two variables with one binding may share an argument.
/// Buffers may have different block types: shaders see one buffer as several types.
bool areAlike(const InterfaceVariable &a, const InterfaceVariable &b) {
  return a.kind == b.kind && a.count == b.count &&
         (a.kind == Kind::buffer || a.content == b.content);
}

/// The operands of an instruction that may be variables. Literals are excluded, since they look
/// like ids. Operands with a pointer come first in most instructions. Missing a use here would
/// leave a function without its parameter, and Translator::value() would report an error.
std::vector<uint32_t> pointersIn(Translator &translator, const Instruction &instruction) {
  const auto first = [&](size_t count) {
    const auto some = instruction.operands.first(std::min(count, instruction.operands.size()));
    return std::vector<uint32_t>(some.begin(), some.end());
  };
  const auto from = [&](size_t begin) {
    const auto some = instruction.operandsFrom(begin);
    return std::vector<uint32_t>(some.begin(), some.end());
  };
  switch (instruction.op) {
    case spv::Op::OpStore:
    case spv::Op::OpCopyMemory:
    case spv::Op::OpPtrEqual:
    case spv::Op::OpPtrNotEqual:
    case spv::Op::OpPtrDiff:
      return first(2);
    case spv::Op::OpPhi:
    case spv::Op::OpSelect:
      return from(0);
    case spv::Op::OpFunctionCall:
    case spv::Op::OpVariable:
      return from(1);
    case spv::Op::OpExtInst:
      return translator.index().extendedSet(instruction.operand(0)) == ExtendedSet::glslStd450
                 ? from(2)
                 : std::vector<uint32_t>();
    case spv::Op::OpSwitch:
    case spv::Op::OpLine:
    case spv::Op::OpConstant:
      return {};
    default:
      return first(1);
  }
}

using Uses = std::map<uint32_t, std::set<uint32_t>>;

/// The variables that functions use directly, and the call graph.
/// `callers` has the reverse edges of calls, since uses flow from callees to callers.
struct Graph {
  Uses variables;
  Uses callers;
};

/// One walk over all bodies. Only direct uses and calls are noted.
Graph readGraph(Translator &translator) {
  Graph graph;
  uint32_t function = 0;
  for (const Instruction &instruction : translator.index().functions()) {
    if (instruction.op == spv::Op::OpFunction) {
      function = instruction.id;
      continue;
    }
    if (instruction.op == spv::Op::OpFunctionCall) {
      graph.callers[instruction.operand(0)].insert(function);
    }
    for (uint32_t id : pointersIn(translator, instruction)) {
      if (translator.shader().variables.contains(id)) {
        graph.variables[function].insert(id);
      }
    }
  }
  return graph;
}

/// Propagates the uses of functions to their callers, until nothing changes. A work list of
/// (function, variable) pairs: each pair is handled once.
Uses findUses(Translator &translator) {
  Graph graph = readGraph(translator);
  std::vector<std::pair<uint32_t, uint32_t>> work;
  for (const auto &[function, variables] : graph.variables) {
    for (uint32_t variable : variables) {
      work.emplace_back(function, variable);
    }
  }
  for (size_t count = 0; !work.empty(); ++count) {
    const auto [function, variable] = work.back();
    work.pop_back();
    for (uint32_t caller : graph.callers[function]) {
      std::set<uint32_t> &used = graph.variables[caller];
      if (used.insert(variable).second) {
        work.emplace_back(caller, variable);
      }
      if (count > maximumUses || used.size() > maximumVariables) {
        translator.fail("the functions use too many variables of the module");
        return {};
      }
    }
  }
  return std::move(graph.variables);
}

/// The variable of an id in a list of uses; it exists.
const InterfaceVariable &variableOf(Translator &translator, uint32_t id) {
  return translator.shader().variables.at(id);
}

/// Sorts variables: descriptors by set and binding, then push constants, then Private.
/// The id breaks ties, so the order does not depend on containers.
std::vector<uint32_t> inOrder(Translator &translator, const std::set<uint32_t> &ids) {
  std::vector<uint32_t> result(ids.begin(), ids.end());
  std::ranges::sort(result, {}, [&](uint32_t id) {
    const InterfaceVariable &variable = variableOf(translator, id);
    return std::tuple(!isDescriptor(variable), variable.kind == Kind::ownMemory, variable.set,
                      variable.binding, id);
  });
  return result;
}

/// The consecutive kernel arguments of one descriptor, with all variables that share it.
/// `first` decides the kind for all variables of the slot.
struct Slot {
  std::vector<uint32_t> variables;
  const InterfaceVariable *first;
  bool hasLength = false;
  unsigned argument = 0;  ///< index of the first argument

  /// The number of arguments: one or two for each element of an array of buffers.
  unsigned count() const {
    const unsigned each = 1 + (hasLength || first->kind == Kind::sampledImage);
    return each * std::max(first->count, 1U);
  }
};

/// The slots of an entry point. Reports an error if variables cannot share a descriptor.
/// Uses are sorted by set and binding, so variables of one descriptor are neighbours.
std::vector<Slot> slotsOf(Translator &translator, uint32_t function) {
  std::vector<Slot> slots;
  for (uint32_t id : translator.shader().uses[function]) {
    const InterfaceVariable &variable = variableOf(translator, id);
    if (variable.kind == Kind::ownMemory) {
      continue;
    }
    Slot *last = slots.empty() ? nullptr : &slots.back();
    const bool isSame = last && isDescriptor(variable) && last->first->set == variable.set &&
                        last->first->binding == variable.binding;
    if (isSame && !areAlike(*last->first, variable)) {
      translator.fail(*variable.variable,
                      "a variable of another kind has the same set and binding");
    }
    if (last && last->first->kind == Kind::pushConstants) {
      translator.fail(*variable.variable, "an entry point uses two blocks of push constants",
                      Error::Kind::invalid);
    }
    if (!isSame) {
      slots.push_back({.variables = {}, .first = &variable});
    }
    slots.back().variables.push_back(id);
    slots.back().hasLength |= variable.hasLength;
  }
  unsigned argument = 0;
  for (Slot &slot : slots) {
    slot.argument = argument;
    argument += slot.count();
  }
  return slots;
}

/// An opaque pointer in an address space.
llvm::PointerType *pointerTo(Translator &translator, unsigned space) {
  return llvm::PointerType::get(translator.context(), space);
}

/// The types of one descriptor's arguments, arrays aside.
/// A buffer with a length has two: its size divides into the length of the array.
llvm::SmallVector<llvm::Type *, 2> partsOf(Translator &translator,
                                           const InterfaceVariable &variable, bool hasLength) {
  switch (variable.kind) {
    case Kind::buffer:
      if (hasLength) {
        return {pointerTo(translator, globalSpace), translator.sizeType()};
      }
      return {pointerTo(translator, globalSpace)};
    case Kind::image:
    case Kind::sampler:
      return {translator.type(variable.content)};
    case Kind::sampledImage: {
      const Instruction *type = translator.index().find(variable.content);
      return {translator.type(type->operand(0)),
              llvm::TargetExtType::get(translator.context(), "spirv.Sampler")};
    }
    default:
      return {pointerTo(translator, privateSpace)};
  }
}

/// The parameter types of a variable in functions other than kernels. An array of buffers is a
/// pointer to each table.
/// A table is indexed at run time, and arguments cannot be.
llvm::SmallVector<llvm::Type *, 2> passedParts(Translator &translator,
                                               const InterfaceVariable &variable) {
  auto parts = partsOf(translator, variable, variable.hasLength);
  if (variable.count != 0) {
    std::ranges::fill(parts, pointerTo(translator, privateSpace));
  }
  return parts;
}

/// Moves the builder to the beginning of the function.
/// Used under a guard of the insertion point.
void goToEntry(Translator &translator) {
  llvm::BasicBlock &entry = translator.body().function()->getEntryBlock();
  translator.builder().SetInsertPoint(&entry, entry.getFirstInsertionPt());
}

/// Creates the local variable for a variable in Private, with its initial value.
/// One per work-item and launch, as Private demands (SPIR-V 1.6 §3.7).
Value *makeOwnMemory(Translator &translator, const InterfaceVariable &variable) {
  llvm::Type *type = memoryType(translator, variable.content);
  if (translator.failed()) {
    return nullptr;
  }
  llvm::AllocaInst *memory = translator.builder().CreateAlloca(type);
  memory->setAlignment(llvm::Align(extentOf(translator, variable.content).alignment));
  if (variable.variable->operands.size() > 1) {
    llvm::Constant *initial = translator.constant(variable.variable->operand(1));
    if (!initial || initial->getType() != translator.type(variable.content)) {
      translator.fail(*variable.variable, "the initializer does not fit", Error::Kind::invalid);
      return nullptr;
    }
    if (!llvm::isa<llvm::UndefValue>(initial)) {
      initialize(translator, memory, variable.content, initial);
    }
  }
  return memory;
}

/// Stores every `step`th argument from `first` on into a table.
/// Sizes and addresses alternate among the arguments, so each table takes every second one.
Value *makeTable(Translator &translator, unsigned first, unsigned step, unsigned count) {
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *element = translator.body().function()->getArg(first)->getType();
  llvm::Type *type = llvm::ArrayType::get(element, count);
  Value *table = builder.CreateAlloca(type);
  for (unsigned i = 0; i < count; ++i) {
    builder.CreateStore(translator.body().function()->getArg(first + i * step),
                        builder.CreateConstInBoundsGEP2_32(type, table, 0, i));
  }
  return table;
}

/// The arguments of the slot with the variable; all variables of a slot share them.
Place placeInKernel(Translator &translator, uint32_t id, const InterfaceVariable &variable) {
  if (variable.kind == Kind::ownMemory) {
    return {makeOwnMemory(translator, variable), nullptr};
  }
  for (const Slot &slot : slotsOf(translator, translator.body().id())) {
    if (std::ranges::find(slot.variables, id) == slot.variables.end()) {
      continue;
    }
    llvm::Function &kernel = *translator.body().function();
    const bool isPair = slot.hasLength || variable.kind == Kind::sampledImage;
    if (variable.count == 0) {
      return {kernel.getArg(slot.argument), isPair ? kernel.getArg(slot.argument + 1) : nullptr};
    }
    return {makeTable(translator, slot.argument, 1U + isPair, variable.count),
            isPair ? makeTable(translator, slot.argument + 1, 2, variable.count) : nullptr};
  }
  return {};
}

/// Parameters are counted from the end, in the order of interfaceParameters().
Place placeInFunction(Translator &translator, uint32_t id) {
  const auto &uses = translator.shader().uses[translator.body().id()];
  auto number = static_cast<unsigned>(translator.body().function()->arg_size());
  // Parameters of interface variables are the last ones.
  for (auto each = uses.rbegin(); each != uses.rend(); ++each) {
    const InterfaceVariable &variable = variableOf(translator, *each);
    const auto count = static_cast<unsigned>(passedParts(translator, variable).size());
    number -= count;
    if (*each == id) {
      return {translator.body().function()->getArg(number),
              count > 1 ? translator.body().function()->getArg(number + 1) : nullptr};
    }
  }
  return {};
}

/// The beginning of a kernel_arg_type.
const char *kindName(Kind kind) {
  switch (kind) {
    case Kind::buffer:
      return "buffer";
    case Kind::image:
      return "image";
    case Kind::sampler:
      return "sampler";
    case Kind::sampledImage:
      return "sampled_image";
    default:
      return "push_constants";
  }
}

/// The argument metadata of one kernel.
/// The lists are the ones of kernels (module/kernels.cpp), with other texts as type names.
struct ArgumentLists {
  llvm::LLVMContext &context;
  llvm::SmallVector<llvm::Metadata *> spaces = {}, access = {}, types = {}, qualifiers = {},
                                      names = {};

  /// Appends the entries of one argument.
  void add(const llvm::Argument &argument, const std::string &type, llvm::StringRef name) {
    auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(argument.getType());
    const bool isImage = opaque && opaque->getName() == "spirv.Image";
    constexpr const char *accesses[] = {"read_only", "write_only", "read_write"};
    const unsigned space = isImage ? globalSpace
                           : argument.getType()->isPointerTy() && !argument.hasByValAttr()
                               ? argument.getType()->getPointerAddressSpace()
                               : 0;
    spaces.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), space)));
    access.push_back(
        llvm::MDString::get(context, isImage ? accesses[opaque->getIntParameter(6)] : "none"));
    types.push_back(llvm::MDString::get(context, type));
    qualifiers.push_back(llvm::MDString::get(context, ""));
    names.push_back(llvm::MDString::get(context, name));
  }

  void attachTo(llvm::Function &kernel) const {
    const auto attach = [&](const char *kind, const auto &list) {
      kernel.setMetadata(kind, llvm::MDNode::get(context, list));
    };
    attach("kernel_arg_addr_space", spaces);
    attach("kernel_arg_access_qual", access);
    attach("kernel_arg_type", types);
    attach("kernel_arg_base_type", types);
    attach("kernel_arg_type_qual", qualifiers);
    attach("kernel_arg_name", names);
  }
};

/// Adds byval, noalias and the alignment. Without Restrict, buffers may alias.
/// Promises to LLVM: memory of a descriptor is aligned to 16 bytes by the launcher.
void addPointerAttributes(Translator &translator, const Slot &slot, llvm::Argument &argument) {
  if (slot.first->kind == Kind::pushConstants) {
    argument.addAttr(llvm::Attribute::getWithByValType(
        translator.context(), memoryType(translator, slot.first->content)));
  } else if (slot.variables.size() == 1 &&
             translator.annotations().has(slot.variables[0], spv::Decoration::Restrict)) {
    argument.addAttr(llvm::Attribute::NoAlias);
  }
  argument.addAttr(
      llvm::Attribute::getWithAlignment(translator.context(), llvm::Align(descriptorAlignment)));
}

/// The kernel_arg_type of an argument: kind, set, binding and index in an array, such as
/// "buffer:0:1", "size:0:1" or "buffer:0:2:5".
/// Arguments of an array have an index as well; a pair of arguments shares it.
std::string nameOfPart(const Slot &slot, unsigned part) {
  const InterfaceVariable &variable = *slot.first;
  if (!isDescriptor(variable)) {
    return kindName(variable.kind);
  }
  const unsigned each = slot.count() / std::max(variable.count, 1U);
  const bool isSecond = each == 2 && part % 2 == 1;
  std::string name = variable.kind == Kind::sampledImage ? (isSecond ? "sampler" : "image")
                     : isSecond                          ? "size"
                                                         : kindName(variable.kind);
  name += ":" + std::to_string(variable.set) + ":" + std::to_string(variable.binding);
  return variable.count != 0 ? name + ":" + std::to_string(part / each) : name;
}

}  // namespace

/// Set and binding are required for descriptors only.
void addInterfaceVariable(Translator &translator, const Instruction &variable) {
  InterfaceVariable made;
  made.variable = &variable;
  made.content = translator.index().pointeeId(variable.type);
  readKind(translator, static_cast<spv::StorageClass>(variable.operand(0)), made);
  const auto set = numberOf(translator, variable.id, spv::Decoration::DescriptorSet);
  const auto binding = numberOf(translator, variable.id, spv::Decoration::Binding);
  if (isDescriptor(made) && (!set || !binding)) {
    return translator.fail("the variable has no set or no binding", Error::Kind::invalid);
  }
  made.set = set.value_or(0);
  made.binding = binding.value_or(0);
  if (made.kind == Kind::pushConstants &&
      extentOf(translator, made.content).size > maximumPushConstants) {
    return translator.fail("push constants of more than " + std::to_string(maximumPushConstants) +
                           " bytes are not supported");
  }
  translator.shader().variables[variable.id] = made;
}

/// Sorting fixes the order of parameters once, for declarations and calls alike.
void findInterfaces(Translator &translator) {
  for (const auto &[function, variables] : findUses(translator)) {
    if (variables.size() > maximumVariables) {
      return translator.fail("a function uses too many variables of the module");
    }
    translator.shader().uses[function] = inOrder(translator, variables);
  }
}

/// An array of buffers in a kernel is a run of arguments, elsewhere one or two tables.
llvm::SmallVector<llvm::Type *> interfaceParameters(Translator &translator, uint32_t functionId) {
  llvm::SmallVector<llvm::Type *> types;
  if (!translator.isShader()) {
    return types;
  }
  if (translator.entryPoints().find(functionId)) {
    for (const Slot &slot : slotsOf(translator, functionId)) {
      const auto parts = partsOf(translator, *slot.first, slot.hasLength);
      for (unsigned i = 0; i < std::max(slot.first->count, 1U); ++i) {
        types.append(parts.begin(), parts.end());
      }
    }
    return types;
  }
  for (uint32_t id : translator.shader().uses[functionId]) {
    const auto parts = passedParts(translator, variableOf(translator, id));
    types.append(parts.begin(), parts.end());
  }
  return types;
}

/// The order is the one of the callee's parameters; the caller has all of the variables, since its
/// uses include the callee's.
llvm::SmallVector<Value *> interfaceArguments(Translator &translator, uint32_t functionId) {
  llvm::SmallVector<Value *> values;
  if (!translator.isShader()) {
    return values;
  }
  for (uint32_t id : translator.shader().uses[functionId]) {
    const Place place = placeOf(translator, id);
    const auto count = passedParts(translator, variableOf(translator, id)).size();
    values.push_back(place.first);
    if (count > 1) {
      values.push_back(place.second);
    }
    if (translator.failed() || llvm::is_contained(values, nullptr)) {
      translator.fail("a variable of the module cannot be passed on");
      return {};
    }
  }
  return values;
}

/// Cached for the current function.
Place placeOf(Translator &translator, uint32_t id) {
  const auto known = translator.shader().places.find(id);
  if (known != translator.shader().places.end()) {
    return known->second;
  }
  const auto found = translator.shader().variables.find(id);
  if (found == translator.shader().variables.end() || !translator.body().function()) {
    return {};
  }
  Place place;
  if (translator.entryPoints().find(translator.body().id())) {
    llvm::IRBuilderBase::InsertPointGuard guard(translator.builder());
    goToEntry(translator);
    place = placeInKernel(translator, id, found->second);
  } else {
    place = placeInFunction(translator, id);
  }
  translator.shader().places[id] = place;
  return place;
}

/// An array of buffers is used by access chains, a sampled image by OpLoad; both have ways of their
/// own.
Value *interfaceVariable(Translator &translator, const Instruction &variable) {
  const auto found = translator.shader().variables.find(variable.id);
  if (found == translator.shader().variables.end()) {
    return nullptr;
  }
  if (found->second.count != 0 || found->second.kind == Kind::sampledImage) {
    translator.fail("an array of buffers or a sampled image cannot be used in this way");
    return nullptr;
  }
  return placeOf(translator, variable.id).first;
}

/// Parts of one descriptor share the name of its first variable.
void describeArguments(Translator &translator, uint32_t functionId, llvm::Function &kernel) {
  ArgumentLists lists{translator.context()};
  for (const Slot &slot : slotsOf(translator, functionId)) {
    const llvm::StringRef name = translator.annotations().name(slot.variables[0]);
    for (unsigned part = 0; part < slot.count(); ++part) {
      llvm::Argument &argument = *kernel.getArg(slot.argument + part);
      if (argument.getType()->isPointerTy()) {
        addPointerAttributes(translator, slot, argument);
      }
      lists.add(argument, nameOfPart(slot, part), name);
    }
  }
  lists.attachTo(kernel);
}

const InterfaceVariable *findBufferArray(Translator &translator, uint32_t id) {
  const auto found = translator.shader().variables.find(id);
  return found != translator.shader().variables.end() && found->second.count != 0 ? &found->second
                                                                                  : nullptr;
}

/// An index out of range is undefined, as in Vulkan.
Place bufferOfArray(Translator &translator, uint32_t array, uint32_t indexId) {
  const Place tables = placeOf(translator, array);
  Value *index = translator.value(indexId);
  if (!tables.first || !index->getType()->isIntegerTy()) {
    translator.fail("an index is not an integer", Error::Kind::invalid);
    return {translator.builder().getInt32(0), nullptr};
  }
  llvm::IRBuilder<> &builder = translator.builder();
  const auto read = [&](Value *table, llvm::Type *type) -> Value * {
    return table ? builder.CreateLoad(type, builder.CreateInBoundsGEP(type, table, index))
                 : nullptr;
  };
  return {read(tables.first, pointerTo(translator, globalSpace)),
          read(tables.second, translator.sizeType())};
}

/// Copies of the pointer are followed. A pointer chosen by a phi or a select has no known buffer.
Value *bufferSize(Translator &translator, uint32_t pointerId) {
  const Instruction *pointer = translator.index().find(pointerId);
  while (pointer && pointer->op == spv::Op::OpCopyObject) {
    pointer = translator.index().find(pointer->operand(0));
  }
  Value *size = nullptr;
  if (pointer && pointer->op == spv::Op::OpVariable) {
    size = placeOf(translator, pointer->id).second;
  } else if (pointer &&
             (pointer->op == spv::Op::OpAccessChain ||
              pointer->op == spv::Op::OpInBoundsAccessChain) &&
             pointer->operands.size() == 2 && findBufferArray(translator, pointer->operand(0))) {
    size = bufferOfArray(translator, pointer->operand(0), pointer->operand(1)).second;
  }
  if (!size) {
    translator.fail(
        "the length of an array in a buffer that is chosen by other means than an index "
        "is not supported");
  }
  return size;
}

/// By the opcode, since pointers to such types are the types themselves in LLVM.
bool isHandle(Translator &translator, uint32_t type) {
  const spv::Op op = translator.index().opOf(type);
  return op == spv::Op::OpTypeImage || op == spv::Op::OpTypeSampler ||
         op == spv::Op::OpTypeSampledImage;
}

/// A pointer to an image is the image. A sampled image is looked up where it is used.
void loadHandle(Translator &translator, const Instruction &instruction) {
  if (translator.index().opOf(instruction.type) == spv::Op::OpTypeSampledImage) {
    if (!placeOf(translator, instruction.operand(0)).second) {
      translator.fail("a sampled image that is not a variable of the module is not supported");
    }
    return;
  }
  translator.setValue(instruction, translator.value(instruction.operand(0)));
}

}  // namespace spirv_ll
