// Attaches to kernels the metadata that Clang would emit (doc/compiler-spec.md, section 1).
//
// Address spaces and access qualifiers of arguments follow from their types. Type names are lost in
// SPIR-V; the Khronos translator saves them in an OpString, "kernel_arg_type.<kernel>.float*,int,".
// Without this string kernel_arg_name is left out too, and clGetKernelArgInfo reports no
// information (CL 3.0 §5.9.4).
//
// Execution modes (SPIR-V 1.6 §3.6) become metadata: LocalSize is reqd_work_group_size,
// LocalSizeHint work_group_size_hint, SubgroupSize intel_reqd_sub_group_size, VecTypeHint
// vec_type_hint.
//
// A function may be the target of several entry points. All but the first get a copy of the
// function, since metadata and names differ. The number of copied instructions is limited to 2^20
// for the module.
//
// Parameters that a host cannot pass directly are replaced: generic pointers by global ones,
// integers of unusual widths by their memory type.
//
// For example, a kernel `copy` with the mode LocalSize 64 1 1 gets:
//
//   define spir_kernel void @copy(ptr addrspace(1) %in, ptr addrspace(1) %out)
//
//       !kernel_arg_addr_space !{i32 1, i32 1}
//       !kernel_arg_access_qual !{!"none", !"none"}
//       !kernel_arg_type !{!"float*", !"float*"}
//       !kernel_arg_type_qual !{!"const", !""}
//
//       !kernel_arg_name !{!"in", !"out"}
//       !reqd_work_group_size !{i32 64, i32 1, i32 1}
//
// The passes read local sizes and sub-group sizes from it, and the program metadata of a binary has
// the rest for clGetKernelArgInfo.
#include "binary/grammar.h"
#include "coverage/coverage.h"
#include "images/images.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "shader/interface_variables.h"
#include "shims/newer.h"
#include "translator/handlers.h"
#include "translator/mangling.h"
#include "translator/memory_form.h"
#include "translator/symbols.h"

namespace spirv_ll {
namespace {

using Metadata = llvm::SmallVector<llvm::Metadata *>;

/// The items of the OpString "<kind>.<kernel>.", if there are `count` of them; else none.
std::vector<std::string> findList(Translator &translator, const std::string &kind,
                                  const std::string &kernel, size_t count) {
  const std::string prefix = kind + "." + kernel + ".";
  for (const std::string &text : translator.annotations().strings()) {
    if (!text.starts_with(prefix)) {
      continue;
    }
    std::vector<std::string> items;
    size_t position = prefix.size();
    for (size_t comma; (comma = text.find(',', position)) != std::string::npos;
         position = comma + 1) {
      items.push_back(text.substr(position, comma - position));
    }
    if (items.size() == count) {
      return items;
    }
  }
  return {};
}

bool isImage(llvm::Type &type) {
  return isOpaque(&type, "spirv.Image");
}
bool isPipe(llvm::Type &type) {
  return isOpaque(&type, "spirv.Pipe");
}

/// The access qualifier of an image or a pipe; "none" for any other type.
const char *accessOf(llvm::Type &type) {
  const unsigned place = isPipe(type) ? 0 : 6;
  constexpr const char *names[] = {"read_only", "write_only", "read_write"};
  return isImage(type) || isPipe(type)
             ? names[llvm::cast<llvm::TargetExtType>(type).getIntParameter(place)]
             : "none";
}

/// The text of kernel_arg_type_qual: "const restrict", as Clang writes it. Const of the pointee is
/// lost in SPIR-V, so NoWrite stands for it.
std::string qualifiersOf(Translator &translator, uint32_t parameter,
                         const llvm::Argument &argument) {
  std::string text;
  const auto append = [&](const char *word) {
    text += (text.empty() ? "" : " ") + std::string(word);
  };
  for (const Decoration &decoration : translator.annotations().decorations(parameter)) {
    if (decoration.kind == spv::Decoration::FuncParamAttr && !decoration.operands.empty() &&
        decoration.operands[0] == static_cast<uint32_t>(spv::FunctionParameterAttribute::NoWrite) &&
        !argument.hasByValAttr()) {
      append("const");
    }
  }
  if (isPipe(*argument.getType())) {
    append("pipe");
  }
  if (argument.hasNoAliasAttr()) {
    append("restrict");
  }
  if (translator.annotations().has(parameter, spv::Decoration::Volatile)) {
    append("volatile");
  }
  return text;
}

/// The metadata lists of one kernel.
class ArgumentMetadata {
 public:
  ArgumentMetadata(Translator &translator, llvm::Function &kernel, const std::string &name)
      : translator_(translator),
        kernel_(kernel),
        types_(findList(translator, "kernel_arg_type", name, kernel.arg_size())),
        qualifiers_(findList(translator, "kernel_arg_type_qual", name, kernel.arg_size())) {}

  /// Adds the entries of one argument. Images and pipes count as global memory, as in Clang's
  /// metadata; an argument passed by value has no address space.
  void add(const llvm::Argument &argument, uint32_t parameter) {
    const unsigned number = argument.getArgNo();
    const unsigned space = isImage(*argument.getType()) || isPipe(*argument.getType()) ? globalSpace
                           : argument.getType()->isPointerTy() && !argument.hasByValAttr()
                               ? argument.getType()->getPointerAddressSpace()
                               : 0;
    spaces_.push_back(llvm::ConstantAsMetadata::get(translator_.builder().getInt32(space)));
    push(access_, accessOf(*argument.getType()));
    push(typeNames_, types_.empty() ? "" : types_[number]);
    push(typeQualifiers_, qualifiers_.empty() ? qualifiersOf(translator_, parameter, argument)
                                              : qualifiers_[number]);
    push(names_, translator_.annotations().name(parameter));
  }

  void attachTo(llvm::Function &function) {
    attach(function, "kernel_arg_addr_space", spaces_);
    attach(function, "kernel_arg_access_qual", access_);
    attach(function, "kernel_arg_type", typeNames_);
    attach(function, "kernel_arg_base_type", typeNames_);
    attach(function, "kernel_arg_type_qual", typeQualifiers_);
    if (!types_.empty() || kernel_.arg_empty()) {
      attach(function, "kernel_arg_name", names_);
    }
  }

 private:
  void push(Metadata &list, llvm::StringRef text) {
    list.push_back(llvm::MDString::get(translator_.context(), text));
  }
  void attach(llvm::Function &function, const char *kind, const Metadata &list) {
    function.setMetadata(kind, llvm::MDNode::get(translator_.context(), list));
  }

  Translator &translator_;
  llvm::Function &kernel_;
  std::vector<std::string> types_, qualifiers_;
  Metadata spaces_, access_, typeNames_, typeQualifiers_, names_;
};

/// Attaches a list of i32 constants.
void setNumbers(llvm::Function &function, const char *kind, llvm::ArrayRef<uint64_t> numbers) {
  llvm::LLVMContext &context = function.getContext();
  Metadata list;
  for (uint64_t number : numbers) {
    list.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), number)));
  }
  function.setMetadata(kind, llvm::MDNode::get(context, list));
}

/// Reads a size of three literals or, for modes with ids, three constants.
std::optional<std::array<uint64_t, 3>> readSize(Translator &translator, const Instruction &mode,
                                                bool areIds) {
  std::array<uint64_t, 3> size = {};
  for (size_t i = 0; i < 3; ++i) {
    const uint32_t operand = mode.operand(i + 2);
    const auto number = areIds ? translator.integer(operand) : operand;
    if (!number || *number == 0 || *number > UINT32_MAX) {
      translator.fail(mode, "a size is not a positive constant", Error::Kind::invalid);
      return std::nullopt;
    }
    size[i] = *number;
  }
  return size;
}

/// Applies SubgroupsPerWorkgroup: the number of sub-groups in each work-group.
void setSubGroups(Translator &translator, const Instruction &mode, bool isId,
                  llvm::Function &function) {
  const uint32_t operand = mode.operand(2);
  const auto count = isId ? translator.integer(operand) : operand;
  if (!count || *count == 0 || *count > UINT32_MAX) {
    return translator.fail(mode, "the number of sub-groups is not a positive constant",
                           Error::Kind::invalid);
  }
  setNumbers(function, "kiln.reqd_num_sub_groups", *count);
}

/// Applies VecTypeHint. The operand's high half is the number of components, the low half the
/// scalar type (SPIR-V 1.6 §3.6).
void setVectorHint(Translator &translator, const Instruction &mode, llvm::Function &function) {
  const uint32_t count = mode.operand(2) >> 16;
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *scalars[] = {builder.getInt8Ty(),  builder.getInt16Ty(), builder.getInt32Ty(),
                           builder.getInt64Ty(), builder.getHalfTy(),  builder.getFloatTy(),
                           builder.getDoubleTy()};
  const uint32_t kind = mode.operand(2) & 0xffff;
  if (kind >= std::size(scalars) || count > 16) {
    return translator.fail(mode, "the type is not supported");
  }
  llvm::Type *type = count > 1 ? llvm::FixedVectorType::get(scalars[kind], count) : scalars[kind];
  function.setMetadata("vec_type_hint",
                       llvm::MDNode::get(translator.context(),
                                         {llvm::ValueAsMetadata::get(llvm::PoisonValue::get(type)),
                                          llvm::ConstantAsMetadata::get(builder.getInt32(1))}));
}

/// The first part has a case in setMode().
constexpr spv::ExecutionMode knownModes[] = {
    spv::ExecutionMode::LocalSize,
    spv::ExecutionMode::LocalSizeId,
    spv::ExecutionMode::LocalSizeHint,
    spv::ExecutionMode::LocalSizeHintId,
    spv::ExecutionMode::SubgroupSize,
    spv::ExecutionMode::SubgroupsPerWorkgroup,
    spv::ExecutionMode::SubgroupsPerWorkgroupId,
    spv::ExecutionMode::VecTypeHint,
    // Defaults, promises and hints without an effect.
    spv::ExecutionMode::ContractionOff,
    spv::ExecutionMode::DenormPreserve,
    spv::ExecutionMode::SignedZeroInfNanPreserve,
    spv::ExecutionMode::RoundingModeRTE,
    spv::ExecutionMode::FloatingPointModeIEEEINTEL,
    spv::ExecutionMode::MaxWorkgroupSizeINTEL,
    spv::ExecutionMode::MaxWorkDimINTEL,
    spv::ExecutionMode::NoGlobalOffsetINTEL,
    spv::ExecutionMode::NumSIMDWorkitemsINTEL,
    spv::ExecutionMode::SchedulerTargetFmaxMhzINTEL,
    ArithmeticPoisonKHR,
    MaximumRegistersINTEL,
    MaximumRegistersIdINTEL,
    NamedMaximumRegistersINTEL,
};

/// Each mode replaces the metadata of an earlier one of its kind.
void setMode(Translator &translator, const Instruction &mode, llvm::Function &function) {
  const auto kind = static_cast<spv::ExecutionMode>(mode.operand(1));
  const bool areIds = mode.op == spv::Op::OpExecutionModeId;
  switch (kind) {
    case spv::ExecutionMode::LocalSize:
    case spv::ExecutionMode::LocalSizeId:
    case spv::ExecutionMode::LocalSizeHint:
    case spv::ExecutionMode::LocalSizeHintId: {
      const bool isHint =
          kind == spv::ExecutionMode::LocalSizeHint || kind == spv::ExecutionMode::LocalSizeHintId;
      if (const auto size = readSize(translator, mode, areIds)) {
        setNumbers(function, isHint ? "work_group_size_hint" : "reqd_work_group_size", *size);
      }
      break;
    }
    case spv::ExecutionMode::SubgroupSize:
      setNumbers(function, "intel_reqd_sub_group_size", {mode.operand(2)});
      break;
    case spv::ExecutionMode::SubgroupsPerWorkgroup:
    case spv::ExecutionMode::SubgroupsPerWorkgroupId:
      setSubGroups(translator, mode, areIds, function);
      break;
    case spv::ExecutionMode::VecTypeHint:
      setVectorHint(translator, mode, function);
      break;
    default:
      if (!isTranslated(EnumerantKind::ExecutionMode, mode.operand(1))) {
        translator.fail(
            mode, refusal("the execution mode ", EnumerantKind::ExecutionMode, mode.operand(1)));
      }
  }
}

/// Applies the size of a shader's work-groups. A constant decorated WorkgroupSize overrides
/// LocalSize.
void setWorkgroupSize(Translator &translator, const EntryPoint &entry, llvm::Function &function) {
  if (const uint32_t id = translator.entryPoints().workgroupSize()) {
    std::array<uint64_t, 3> size = {};
    llvm::Constant *value = translator.constant(id);
    for (unsigned i = 0; i < 3; ++i) {
      auto *number = value
                         ? llvm::dyn_cast_or_null<llvm::ConstantInt>(value->getAggregateElement(i))
                         : nullptr;
      size[i] = number ? number->getZExtValue() : 0;
    }
    setNumbers(function, "reqd_work_group_size", size);
  }
  const llvm::MDNode *size = function.getMetadata("reqd_work_group_size");
  const auto isZero = [](const llvm::MDOperand &operand) {
    return llvm::mdconst::extract<llvm::ConstantInt>(operand)->isZero();
  };
  if (!size || llvm::any_of(size->operands(), isZero)) {
    translator.fail(*entry.instruction, "the size of work-groups is not given, or is 0",
                    Error::Kind::invalid);
  }
}

/// Applies all modes of the entry point's function. Modes belong to functions, so all entry points
/// of a function share them.
void setModes(Translator &translator, const EntryPoint &entry, llvm::Function &function) {
  for (const Instruction *mode : translator.entryPoints().modes(entry.function)) {
    setMode(translator, *mode, function);
  }
  if (translator.isShader()) {
    setWorkgroupSize(translator, entry, function);
  }
}

/// The type that a host passes for a parameter: a global pointer for a generic one, the memory type
/// for an integer of unusual width.
llvm::Type *passed(Translator &translator, const llvm::Argument &argument) {
  llvm::Type *type = argument.getType();
  if (!translator.index().declares(storageClassExtension) || !type->isPointerTy() ||
      type->getPointerAddressSpace() != genericSpace) {
    return translator.types().memoryForm(type);
  }
  return llvm::PointerType::get(type->getContext(),
                                argument.hasByValAttr() ? privateSpace : globalSpace);
}

/// Replaces a kernel by one with passable parameters. Returns the kernel itself if nothing changes.
/// The body moves over as it is; a cast or a truncation at its beginning makes the old types.
llvm::Function *withPassedParameters(Translator &translator, const EntryPoint &entry,
                                     llvm::Function *kernel) {
  llvm::SmallVector<llvm::Type *> types;
  for (const llvm::Argument &argument : kernel->args()) {
    types.push_back(passed(translator, argument));
  }
  auto *type = llvm::FunctionType::get(kernel->getReturnType(), types, false);
  if (type == kernel->getFunctionType()) {
    return kernel;
  }
  if (!kernel->use_empty()) {
    translator.fail(*entry.instruction, "a kernel with such parameters is called");
    return kernel;
  }
  auto *made = llvm::Function::Create(type, kernel->getLinkage(), "", translator.module());
  made->takeName(kernel);
  made->copyAttributesFrom(kernel);
  made->copyMetadata(kernel, 0);
  made->splice(made->begin(), kernel);
  llvm::IRBuilder<> builder(&made->getEntryBlock(), made->getEntryBlock().getFirstInsertionPt());
  for (llvm::Argument &old : kernel->args()) {
    llvm::Argument *argument = made->getArg(old.getArgNo());
    argument->takeName(&old);
    llvm::Value *taken = old.getType()->isPointerTy()
                             ? builder.CreateAddrSpaceCast(argument, old.getType())
                             : fromMemory(translator, builder, argument, old.getType());
    if (taken) {
      old.replaceAllUsesWith(taken);
    }
  }
  kernel->eraseFromParent();
  translator.setFunction(*translator.index().find(entry.function), made);
  return made;
}

/// Copies the function for each entry point but the first. `copied` counts instructions of all
/// copies.
void copyKernel(Translator &translator, const EntryPoint &entry, size_t &copied) {
  constexpr size_t largest = size_t{1} << 20;
  auto *kernel = llvm::cast<llvm::Function>(translator.value(entry.function));
  if (kernel->getName() == entry.name || !checkSymbol(translator, *entry.instruction, entry.name)) {
    return;
  }
  copied += kernel->getInstructionCount() + 1;
  if (copied > largest) {
    return translator.fail(*entry.instruction, "too many entry points of large functions");
  }
  llvm::ValueToValueMapTy values;
  llvm::CloneFunction(kernel, values)->setName(entry.name);
}

/// A kernel has a body and no result (SPIR-V 1.6 §3.32.9); only now is it certain, since
/// declarations come first.
void describe(Translator &translator, const EntryPoint &entry) {
  llvm::Function *kernel = translator.module().getFunction(entry.name);
  if (kernel->isDeclaration() || !kernel->getReturnType()->isVoidTy()) {
    return translator.fail(*entry.instruction, "the function is not a kernel",
                           Error::Kind::invalid);
  }
  if (translator.isShader()) {
    describeArguments(translator, entry.function, *kernel);
    return setModes(translator, entry, *kernel);
  }
  kernel = withPassedParameters(translator, entry, kernel);
  ArgumentMetadata metadata(translator, *kernel, entry.name);
  const auto parameters = translator.index().parametersOf(entry.function);
  for (const llvm::Argument &argument : kernel->args()) {
    metadata.add(argument, parameters[argument.getArgNo()].id);
  }
  // The body function that Clang generates for a kernel; finalize moves it into the kernel.
  llvm::Function *body = translator.module().getFunction("__clang_ocl_kern_imp_" + entry.name);
  const bool hasBody = body && body->getFunctionType() == kernel->getFunctionType();
  for (llvm::Function *function : {kernel, hasBody ? body : nullptr}) {
    if (!function) {
      continue;
    }
    metadata.attachTo(*function);
    setModes(translator, entry, *function);
  }
}

}  // namespace

bool isTranslatedMode(uint32_t mode) {
  return llvm::is_contained(knownModes, static_cast<spv::ExecutionMode>(mode));
}

/// Copies are made before anything is attached: CloneFunction copies metadata, and each kernel
/// needs its own.
void describeKernels(Translator &translator) {
  size_t copied = 0;
  for (const EntryPoint &entry : translator.entryPoints().all()) {
    if (translator.failed()) {
      return;
    }
    if (!translator.hasValue(entry.function)) {
      return translator.fail(*entry.instruction, "the function of the entry point does not exist",
                             Error::Kind::invalid);
    }
    copyKernel(translator, entry, copied);
  }
  for (const EntryPoint &entry : translator.entryPoints().all()) {
    if (!translator.failed()) {
      describe(translator, entry);
    }
  }
}

}  // namespace spirv_ll
