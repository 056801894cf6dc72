// Opaque types of SPIR 1.2
// ------------------------
// Behind LLVM's upgrade an image is just a `ptr addrspace(1)`. Its type is still known in two
// places: in the mangled names of builtins with images, and in the metadata kernel_arg_base_type of
// kernels. Only there values get their modern types (target("spirv.Image", …)):
//
//     call @_Z11read_imagef11ocl_image2d11ocl_samplerDv2_f(ptr %i, i32 %s, …)     as written
//     store ptr %i, ptr %slot;  %image = load target("spirv.Image", …), ptr %slot
//     %sampler = call target("spirv.Sampler") @__translate_sampler_initializer(i32 %s)
//     call @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(%image, %sampler, …)
//
// In between values keep the writer's types. A change of type goes through memory, or for samplers
// through their word. finalize and the kernel pipeline lower these types to pointers and words, so
// nothing of the detour is left in the code.
//
// A sampler is a word: __translate_sampler_initializer makes one, __translate_sampler_word reads
// it.

#include "il/spir_opaque.h"

#include <functional>
#include <iterator>
#include <optional>

#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace compiler::il {
namespace {

using llvm::Function;
using llvm::StringRef;

/// Clang's function from a word to a sampler, and Kiln's from a sampler to its word.
constexpr llvm::StringLiteral samplerMaker = "__translate_sampler_initializer";
constexpr llvm::StringLiteral samplerWord = "__translate_sampler_word";

/// An image type: its name in today's mangling, its name in Clang 3's (without underscores), and
/// the parameters of LLVM's target extension type.
struct ImageKind {
  llvm::StringLiteral name, squeezed;
  unsigned dimension, isDepth, isArray;
};
constexpr ImageKind imageKinds[] = {{"1d", "1d", 0, 0, 0},
                                    {"1d_array", "1darray", 0, 0, 1},
                                    {"1d_buffer", "1dbuffer", 5, 0, 0},
                                    {"2d", "2d", 1, 0, 0},
                                    {"2d_array", "2darray", 1, 0, 1},
                                    {"2d_depth", "2ddepth", 1, 1, 0},
                                    {"2d_array_depth", "2darraydepth", 1, 1, 1},
                                    {"3d", "3d", 2, 0, 0}};
/// An image whose name has no access qualifier.
constexpr unsigned anyAccess = 3;
constexpr llvm::StringLiteral accessSuffixes[] = {"_ro", "_wo", "_rw"};
constexpr llvm::StringLiteral accessQualifiers[] = {"read_only", "write_only", "read_write"};

/// An image type with its access qualifier (0 read, 1 write, 2 both).
struct Image {
  const ImageKind *kind;
  unsigned access;

  /// The name in today's mangling, with its length in front.
  std::string mangled() const {
    const std::string text = "ocl_image" + kind->name.str() + accessSuffixes[access].str();
    return std::to_string(text.size()) + text;
  }
  /// The type in LLVM IR (SPIR-V's parameters of OpTypeImage).
  llvm::TargetExtType *type(llvm::LLVMContext &context) const {
    return llvm::TargetExtType::get(
        context, "spirv.Image", {llvm::Type::getVoidTy(context)},
        {kind->dimension, kind->isDepth, kind->isArray, 0, 0, 0, access});
  }
};

/// Finds a kind by either name; null without one.
const ImageKind *findKind(StringRef name) {
  const auto *found = llvm::find_if(imageKinds, [&](const ImageKind &kind) {
    return name == kind.name || name == kind.squeezed;
  });
  return found != std::end(imageKinds) ? found : nullptr;
}

/// Parses the text behind "ocl_image" in a mangled name.
std::optional<Image> parseImage(StringRef text) {
  unsigned access = 0;
  while (access < anyAccess && !text.consume_back(accessSuffixes[access])) {
    ++access;
  }
  const ImageKind *kind = findKind(text);
  return kind ? std::optional(Image{kind, access}) : std::nullopt;
}

/// The name of an image builtin, in parts: `head` is `_Z` with the function's name, then the
/// image's type, and `tail` is all else.
struct ImageFunction {
  StringRef head, tail;
  Image image;
  bool hasSampler;

  /// The builtin's name in today's mangling.
  std::string mangled() const { return head.str() + image.mangled() + tail.str(); }
};

/// Parses a builtin's name; nothing for other names. The image is the first argument, a sampler the
/// second. Without an access qualifier, write_image writes and all others read.
std::optional<ImageFunction> parseImageFunction(StringRef name) {
  StringRef rest = name;
  unsigned length = 0;
  if (!rest.consume_front("_Z") || rest.consumeInteger(10, length) || length > rest.size()) {
    return std::nullopt;
  }
  const StringRef function = rest.take_front(length);
  const StringRef head = name.drop_back(rest.size() - length);
  rest = rest.drop_front(length);
  const bool isRead = function.starts_with("read_image");
  const bool isWrite = function.starts_with("write_image");
  if (!isRead && !isWrite && !function.starts_with("get_image_")) {
    return std::nullopt;
  }
  if (rest.consumeInteger(10, length) || length > rest.size()) {
    return std::nullopt;
  }
  StringRef text = rest.take_front(length);
  auto image = text.consume_front("ocl_image") ? parseImage(text) : std::nullopt;
  if (!image) {
    return std::nullopt;
  }
  image->access = image->access == anyAccess ? isWrite : image->access;
  const StringRef tail = rest.drop_front(length);
  return ImageFunction{head, tail, *image, tail.starts_with("11ocl_sampler")};
}

/// The type of samplers.
llvm::TargetExtType *samplerType(llvm::LLVMContext &context) {
  return llvm::TargetExtType::get(context, "spirv.Sampler");
}

/// Returns true for the type of samplers.
bool isSampler(const llvm::Type *type) {
  const auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(type);
  return opaque && opaque->getName() == "spirv.Sampler";
}

/// Emits a call of a function of one argument, declared at the first use.
llvm::CallInst *call(llvm::IRBuilder<> &builder, StringRef name, llvm::Type *result,
                     llvm::Value *argument) {
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  auto *type = llvm::FunctionType::get(result, {argument->getType()}, false);
  const llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
  return builder.CreateCall(callee, {argument});
}

/// Converts a value by storing it and loading another type of the same size.
llvm::Value *throughMemory(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *type) {
  llvm::BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  llvm::IRBuilder<> atEntry(&entry, entry.begin());
  llvm::AllocaInst *slot = atEntry.CreateAlloca(builder.getPtrTy());
  builder.CreateStore(value, slot);
  return builder.CreateLoad(type, slot);
}

/// Converts a value from the writer's type to the modern one, or the other way round.
llvm::Value *reinterpret(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *type) {
  llvm::Type *given = value->getType();
  if (given == type) {
    return value;
  }
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value);
      constant && constant->isNullValue() && !isSampler(type)) {
    return llvm::Constant::getNullValue(type);
  }
  llvm::Type *word = builder.getInt32Ty();
  if (isSampler(type)) {
    llvm::Value *bits = given->isPointerTy() ? builder.CreatePtrToInt(value, word) : value;
    return call(builder, samplerMaker, type, bits);
  }
  if (isSampler(given)) {
    llvm::Value *bits = call(builder, samplerWord, word, value);
    return type->isPointerTy() ? builder.CreateIntToPtr(bits, type) : bits;
  }
  return throughMemory(builder, value, type);
}

/// Returns true if the writer's type can be converted to the modern one.
bool isOldForm(const llvm::Type *type, const llvm::Type *modern) {
  return type == modern || type->isPointerTy() || (isSampler(modern) && type->isIntegerTy(32));
}

/// Replaces a declaration by one with other types and name, with its calls. Returns false if the
/// function is used in another way, or if the new name has another type already.
bool replaceDeclaration(Function &function, const std::string &name, llvm::Type *result,
                        llvm::ArrayRef<llvm::Type *> parameters) {
  llvm::LLVMContext &context = function.getContext();
  auto *type = llvm::FunctionType::get(result, parameters, false);
  // The new declaration gets the name, even if it stays the same.
  function.setName(name + ".old");
  Function *modern = function.getParent()->getFunction(name);
  if (!modern) {
    modern = Function::Create(type, function.getLinkage(), name, function.getParent());
    modern->setCallingConv(function.getCallingConv());
    modern->setAttributes(
        llvm::AttributeList::get(context, function.getAttributes().getFnAttrs(), {}, {}));
  }
  // The program has a function of this name already, with another type.
  if (modern->getFunctionType() != type) {
    return false;
  }
  for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
    auto *old = llvm::dyn_cast<llvm::CallInst>(user);
    if (!old || old->getCalledFunction() != &function || old->arg_size() != parameters.size() ||
        old->getFunctionType() != function.getFunctionType()) {
      return false;
    }
    llvm::IRBuilder<> builder(old);
    llvm::SmallVector<llvm::Value *> arguments;
    for (unsigned i = 0; i < old->arg_size(); ++i) {
      arguments.push_back(reinterpret(builder, old->getArgOperand(i), parameters[i]));
    }
    llvm::CallInst *replacement = builder.CreateCall(modern, arguments);
    replacement->setCallingConv(modern->getCallingConv());
    replacement->setDebugLoc(old->getDebugLoc());
    if (!old->getType()->isVoidTy()) {
      old->replaceAllUsesWith(reinterpret(builder, replacement, old->getType()));
    }
    old->eraseFromParent();
  }
  function.eraseFromParent();
  return true;
}

/// Returns true for modern types.
bool isOurs(const llvm::Type *type) {
  return type->isTargetExtTy();
}

/// Converts async_work_group_copy and its relative: they take and return events as values.
bool modernizeAsyncCopy(Function &function) {
  llvm::SmallVector<llvm::Type *> parameters(function.getFunctionType()->params());
  if (parameters.empty() || !parameters.back()->isPointerTy() ||
      !function.getReturnType()->isPointerTy() || function.isVarArg()) {
    return false;
  }
  auto *event = llvm::TargetExtType::get(function.getContext(), "spirv.Event");
  parameters.back() = event;
  return replaceDeclaration(function, function.getName().str(), event, parameters);
}

/// Converts a builtin with an image, and its sampler. False if the types do not fit the name.
bool modernizeImageFunction(Function &function, const ImageFunction &parsed) {
  llvm::LLVMContext &context = function.getContext();
  llvm::SmallVector<llvm::Type *> parameters(function.getFunctionType()->params());
  llvm::Type *image = parsed.image.type(context);
  llvm::Type *sampler = samplerType(context);
  if (function.isVarArg() || parameters.empty() || !isOldForm(parameters[0], image) ||
      (parsed.hasSampler && (parameters.size() < 2 || !isOldForm(parameters[1], sampler)))) {
    return false;
  }
  parameters[0] = image;
  if (parsed.hasSampler) {
    parameters[1] = sampler;
  }
  return replaceDeclaration(function, parsed.mangled(), function.getReturnType(), parameters);
}

/// Converts Clang 4's function, with a pointer as its result.
bool modernizeSamplerMaker(Function &function) {
  llvm::Type *word = llvm::Type::getInt32Ty(function.getContext());
  return function.arg_size() == 1 && !function.isVarArg() &&
         function.getFunctionType()->getParamType(0) == word &&
         function.getReturnType()->isPointerTy() &&
         replaceDeclaration(function, samplerMaker.str(), samplerType(function.getContext()),
                            {word});
}

/// Converts a declaration; true if it is modern afterwards. Nothing for all other functions.
std::optional<bool> modernize(Function &function) {
  const StringRef name = function.getName();
  if (name == samplerMaker) {
    return isSampler(function.getReturnType()) || modernizeSamplerMaker(function);
  }
  if (name.starts_with("_Z21async_work_group_copy") ||
      name.starts_with("_Z29async_work_group_strided_copy")) {
    return isOurs(function.getReturnType()) || modernizeAsyncCopy(function);
  }
  if (const auto parsed = parseImageFunction(name)) {
    return (function.arg_size() > 0 && isOurs(function.getFunctionType()->getParamType(0))) ||
           modernizeImageFunction(function, *parsed);
  }
  return std::nullopt;
}

/// Returns a string operand of a list, or an empty string.
StringRef textAt(const llvm::MDNode *node, unsigned index) {
  const auto *text = node && index < node->getNumOperands()
                         ? llvm::dyn_cast_or_null<llvm::MDString>(node->getOperand(index))
                         : nullptr;
  return text ? text->getString() : StringRef();
}

/// Returns the modern type of a kernel's parameter, from its metadata. Null for parameters other
/// than images and samplers.
llvm::TargetExtType *opaqueParameter(const Function &kernel, unsigned index) {
  const llvm::MDNode *types = kernel.getMetadata("kernel_arg_base_type");
  types = types ? types : kernel.getMetadata("kernel_arg_type");
  StringRef name = textAt(types, index).rsplit(' ').second;
  name = name.empty() ? textAt(types, index) : name;
  if (name == "sampler_t") {
    return samplerType(kernel.getContext());
  }
  if (!name.consume_front("image") || !name.consume_back("_t")) {
    return nullptr;
  }
  const ImageKind *kind = findKind(name);
  const StringRef access = textAt(kernel.getMetadata("kernel_arg_access_qual"), index);
  const auto *qualifier = llvm::find(accessQualifiers, access);
  const auto number = qualifier != std::end(accessQualifiers)
                          ? static_cast<unsigned>(qualifier - std::begin(accessQualifiers))
                          : 0;
  return kind ? Image{kind, number}.type(kernel.getContext()) : nullptr;
}

/// Replaces a kernel by one with other parameter types. Its body starts with conversions back to
/// the old types.
bool replaceParameters(Function &kernel, llvm::ArrayRef<llvm::Type *> parameters) {
  auto *type = llvm::FunctionType::get(kernel.getReturnType(), parameters, false);
  Function *modern =
      Function::Create(type, kernel.getLinkage(), kernel.getAddressSpace(), "", kernel.getParent());
  modern->copyAttributesFrom(&kernel);
  modern->copyMetadata(&kernel, 0);
  modern->splice(modern->begin(), &kernel);
  // Conversions at the entry: the body keeps the writer's types.
  llvm::BasicBlock &entry = modern->getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstInsertionPt());
  for (unsigned i = 0; i < parameters.size(); ++i) {
    llvm::Argument *old = kernel.getArg(i);
    llvm::Argument *argument = modern->getArg(i);
    argument->takeName(old);
    if (argument->getType() != old->getType()) {
      modern->removeParamAttrs(i, llvm::AttributeFuncs::typeIncompatible(argument->getType(), {}));
      modern->removeParamAttr(i, llvm::Attribute::NoUndef);
    }
    old->replaceAllUsesWith(reinterpret(builder, argument, old->getType()));
  }
  kernel.clearMetadata();
  const std::string name = kernel.getName().str();
  kernel.setName(name + ".old");
  modern->setName(name);
  // Calls of the kernel are converted like those of a builtin.
  return replaceDeclaration(kernel, name, type->getReturnType(), parameters);
}

/// Converts a kernel if one of its parameters is old. False if a type does not fit its metadata.
bool modernizeKernel(Function &kernel) {
  llvm::SmallVector<llvm::Type *> parameters(kernel.getFunctionType()->params());
  bool isOld = false;
  for (unsigned i = 0; i < parameters.size(); ++i) {
    llvm::Type *modern = opaqueParameter(kernel, i);
    if (modern && modern != parameters[i] && !isOurs(parameters[i])) {
      if (!isOldForm(parameters[i], modern)) {
        return false;
      }
      parameters[i] = modern;
      isOld = true;
    }
  }
  return !isOld || (!kernel.isVarArg() && replaceParameters(kernel, parameters));
}

/// Reports a function whose type or use contradicts its name.
bool refuse(const std::string &name, std::string &log) {
  log += "error: '" + name + "' has another type than the builtin of this name\n";
  return false;
}

/// Returns true unless the program defines something else under the names of the conversions.
bool hasConversions(const llvm::Module &module) {
  llvm::Type *word = llvm::Type::getInt32Ty(module.getContext());
  llvm::Type *sampler = samplerType(module.getContext());
  const std::pair<StringRef, llvm::FunctionType *> types[] = {
      {samplerMaker, llvm::FunctionType::get(sampler, {word}, false)},
      {samplerWord, llvm::FunctionType::get(word, {sampler}, false)}};
  return llvm::all_of(types, [&](const auto &each) {
    const llvm::GlobalValue *known = module.getNamedValue(each.first);
    return !known || known->getValueType() == each.second;
  });
}

/// Returns true for defined kernels.
bool isKernel(const Function &function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

/// Returns the functions with a property, before any of them is replaced.
template <class Predicate>
llvm::SmallVector<Function *> functionsWhich(llvm::Module &module, const Predicate &wanted) {
  llvm::SmallVector<Function *> functions;
  for (Function &function : module) {
    if (std::invoke(wanted, function)) {
      functions.push_back(&function);
    }
  }
  return functions;
}

}  // namespace

bool isOpaqueOfOpenCL(const llvm::TargetExtType &type) {
  llvm::LLVMContext &context = type.getContext();
  const StringRef name = type.getName();
  if (name != "spirv.Image") {
    return name == "spirv.Event" || name == "spirv.Sampler";
  }
  return llvm::any_of(imageKinds, [&](const ImageKind &kind) {
    const bool isOne = Image{&kind, 0}.type(context) == &type;
    return isOne || Image{&kind, 1}.type(context) == &type ||
           Image{&kind, 2}.type(context) == &type;
  });
}

bool modernizeOpaqueTypes(llvm::Module &module, std::string &log) {
  // The maker of samplers comes first: reinterpret() calls it.
  Function *maker = module.getFunction(samplerMaker);
  // Refuses a module that uses the name for another function.
  if (maker && !modernize(*maker).value_or(true)) {
    return refuse(samplerMaker.str(), log);
  }
  if (!hasConversions(module)) {
    return refuse(samplerMaker.str(), log);
  }
  for (Function *function : functionsWhich(module, &Function::isDeclaration)) {
    const std::string name = function->getName().str();
    if (!modernize(*function).value_or(true)) {
      return refuse(name, log);
    }
  }
  for (Function *kernel : functionsWhich(module, isKernel)) {
    const std::string name = kernel->getName().str();
    if (!modernizeKernel(*kernel)) {
      log += "error: the kernel '" + name +
             "' has an argument of another type than its metadata says\n";
      return false;
    }
  }
  return true;
}

}  // namespace compiler::il
