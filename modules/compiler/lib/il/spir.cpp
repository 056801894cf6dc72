// SPIR 1.2 and Clang's bitcode
// ----------------------------
// Two kinds of bitcode come with SPIR's triples. Clang's has the common form already, apart from
// the lists of -cl-kernel-arg-info. SPIR 1.2's is from Clang 3.2, with typed pointers, which LLVM's
// reader upgrades to opaque ones. It differs in three ways:
//
// * Kernels and their arguments are described by the named metadata opencl.kernels, instead of
//   metadata of each function (attachKernelMetadata).
// * The mangling puts a pointee's address space behind its qualifiers: PKU3AS1f where Clang now
//   writes PU3AS1Kf (modernMangling).
// * Images, samplers and events are pointers to opaque structures (spir_opaque.h).
//
// Invariants: nothing of a module is used before it has passed LLVM's verifier and the subset
// check. After compileSPIR() the rest of the compiler cannot tell SPIR from OpenCL C.
//
// The SPIR 1.2 specification defines the format.

#include "il/spir.h"

#include <cstring>

#include "frontend/module_checks.h"
#include "il/spir_opaque.h"
#include "il/spir_subset.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm_support/bitcode.h"

namespace compiler::il {
namespace {

using llvm::Function;
using llvm::StringRef;

// The data layouts of Clang for spir and spir64.
constexpr char dataLayout32[] =
    "e-p:32:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";
constexpr char dataLayout64[] =
    "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1";

/// Makes the failure, and the line in the log.
Failure invalid(const std::string &message, std::string &log) {
  log += "error: " + message + '\n';
  return {Error::invalidBinary, message};
}

/// Returns true if the bytes begin as bitcode, or as bitcode in the wrapper of some tools.
bool hasMagic(std::span<const std::byte> bytes) {
  constexpr unsigned char plain[] = {'B', 'C', 0xC0, 0xDE};
  constexpr unsigned char wrapper[] = {0xDE, 0xC0, 0x17, 0x0B};
  return bytes.size() >= sizeof plain && (std::memcmp(bytes.data(), plain, sizeof plain) == 0 ||
                                          std::memcmp(bytes.data(), wrapper, sizeof wrapper) == 0);
}

/// Runs LLVM's verifier; the first line of its output becomes the message.
support::Status verify(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream)) {
    return support::Failure{"the bitcode is damaged: " + text.substr(0, text.find('\n'))};
  }
  return {};
}

/// Removes declarations without uses. LLVM's reader leaves those of upgraded intrinsics, renamed to
/// something that no intrinsic is called; the subset check would refuse them.
void dropUnusedDeclarations(llvm::Module &module) {
  for (Function &function : llvm::make_early_inc_range(module)) {
    if (function.isDeclaration() && function.use_empty()) {
      function.eraseFromParent();
    }
  }
}

/// Splits a called kernel into a function with its body and a kernel that calls the function. Calls
/// of the kernel become calls of the function. SPIR allows a kernel to call another one; LLVM's
/// verifier no longer does.
void separateCalledKernel(Function &kernel) {
  Function *body =
      Function::Create(kernel.getFunctionType(), Function::InternalLinkage,
                       kernel.getAddressSpace(), kernel.getName() + ".called", kernel.getParent());
  body->copyAttributesFrom(&kernel);
  body->setVisibility(llvm::GlobalValue::DefaultVisibility);
  body->setDSOLocal(true);
  body->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  body->setSubprogram(kernel.getSubprogram());
  kernel.setSubprogram(nullptr);
  // Moves all blocks; the kernel gets a new one with the call.
  body->splice(body->end(), &kernel);
  for (llvm::User *user : llvm::make_early_inc_range(kernel.users())) {
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
        call && call->getCalledOperand() == &kernel) {
      call->setCalledFunction(body);
      call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    }
  }
  auto *block = llvm::BasicBlock::Create(kernel.getContext(), "", &kernel);
  llvm::SmallVector<llvm::Value *> arguments;
  for (auto [from, to] : llvm::zip(kernel.args(), body->args())) {
    to.takeName(&from);
    from.replaceAllUsesWith(&to);
    arguments.push_back(&from);
  }
  auto *call = llvm::CallInst::Create(body, arguments, "", block);
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  call->setAttributes(body->getAttributes());
  llvm::ReturnInst::Create(kernel.getContext(), block);
}

/// Splits each kernel with a direct call.
void separateCalledKernels(llvm::Module &module) {
  llvm::SmallVector<Function *> called;
  for (Function &function : module) {
    const bool isKernel = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
                          !function.isDeclaration() && function.getReturnType()->isVoidTy();
    if (isKernel && llvm::any_of(function.users(), [&](const llvm::User *user) {
          auto *call = llvm::dyn_cast<llvm::CallBase>(user);
          return call && call->getCalledOperand() == &function;
        })) {
      called.push_back(&function);
    }
  }
  for (Function *kernel : called) {
    separateCalledKernel(*kernel);
  }
}

/// Moves the entries of opencl.kernels to metadata of the kernels. Existing metadata wins;
/// malformed entries are passed over.
void attachKernelMetadata(llvm::Module &module) {
  // Each operand is a node with the kernel's function and lists, each led by its kind's name.
  llvm::NamedMDNode *kernels = module.getNamedMetadata("opencl.kernels");
  if (!kernels) {
    return;
  }
  for (llvm::MDNode *node : kernels->operands()) {
    auto *function = node->getNumOperands() > 0
                         ? llvm::mdconst::dyn_extract_or_null<Function>(node->getOperand(0))
                         : nullptr;
    for (unsigned i = 1; function && i < node->getNumOperands(); ++i) {
      auto *entry = llvm::dyn_cast_or_null<llvm::MDNode>(node->getOperand(i));
      auto *kind = entry && entry->getNumOperands() > 0
                       ? llvm::dyn_cast_or_null<llvm::MDString>(entry->getOperand(0))
                       : nullptr;
      if (kind && !function->hasMetadata(kind->getString())) {
        llvm::SmallVector<llvm::Metadata *> values;
        for (const llvm::MDOperand &operand : llvm::drop_begin(entry->operands())) {
          values.push_back(operand.get());
        }
        function->setMetadata(kind->getString(), llvm::MDNode::get(module.getContext(), values));
      }
    }
  }
  kernels->eraseFromParent();
}

/// Adds the lists of arguments required of every kernel, derived from the types alone. Without
/// kernel_arg_name, clGetKernelArgInfo does not show them as the program's own.
void completeKernelMetadata(Function &kernel) {
  llvm::LLVMContext &context = kernel.getContext();
  llvm::SmallVector<llvm::Metadata *> spaces, none, empty;
  for (const llvm::Argument &argument : kernel.args()) {
    const bool isPointer = argument.getType()->isPointerTy() && !argument.hasByValAttr();
    const unsigned space = isPointer ? argument.getType()->getPointerAddressSpace() : 0;
    spaces.push_back(llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), space)));
    none.push_back(llvm::MDString::get(context, "none"));
    empty.push_back(llvm::MDString::get(context, ""));
  }
  const std::pair<const char *, llvm::ArrayRef<llvm::Metadata *>> lists[] = {
      {"kernel_arg_addr_space", spaces},
      {"kernel_arg_access_qual", none},
      {"kernel_arg_type", empty},
      {"kernel_arg_base_type", empty},
      {"kernel_arg_type_qual", empty}};
  for (const auto &[kind, list] : lists) {
    const llvm::MDNode *known = kernel.getMetadata(kind);
    if (!known || known->getNumOperands() != kernel.arg_size()) {
      kernel.setMetadata(kind, llvm::MDNode::get(context, list));
    }
  }
}

/// Fills up a work-group size to three dimensions; SPIR may leave out the last ones. Returns false
/// for other operands, zeros, and more than 2^32 - 1 work-items.
bool completeSize(Function &kernel, StringRef kind) {
  const llvm::MDNode *known = kernel.getMetadata(kind);
  if (!known) {
    return true;
  }
  llvm::LLVMContext &context = kernel.getContext();
  llvm::Type *type = llvm::Type::getInt32Ty(context);
  llvm::SmallVector<llvm::Metadata *> size;
  uint64_t items = 1;
  for (const llvm::MDOperand &operand : known->operands()) {
    auto *number = llvm::mdconst::dyn_extract_or_null<llvm::ConstantInt>(operand.get());
    const uint64_t value = number ? number->getLimitedValue(uint64_t{UINT32_MAX} + 1) : 0;
    if (value == 0 || value > UINT32_MAX / items) {
      return false;
    }
    items *= value;
    size.push_back(llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, value)));
  }
  if (size.empty() || size.size() > 3) {
    return false;
  }
  // Dimensions left out have one work-item.
  size.resize(3, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(type, 1)));
  kernel.setMetadata(kind, llvm::MDNode::get(context, size));
  return true;
}

/// Fills up all sizes of a kernel. Returns false, with an error in `log`, for a wrong one.
bool completeSizes(Function &kernel, std::string &log) {
  for (const char *kind : {"reqd_work_group_size", "work_group_size_hint"}) {
    if (!completeSize(kernel, kind)) {
      log += "error: kernel '" + kernel.getName().str() + "': '" + kind +
             "' is no size of a work-group\n";
      return false;
    }
  }
  return true;
}

/// Returns a builtin's name in today's mangling: `_Z6vload4mPKU3AS1f` → `_Z6vload4mPU3AS1Kf`.
/// printf was overloadable and mangled; now it is neither.
std::string modernMangling(StringRef name) {
  if (name.starts_with("_Z6printf")) {
    return "printf";
  }
  std::string text;
  while (!name.empty()) {
    // The qualifiers of SPIR 1.2 come before the address space.
    const bool isQualified =
        name.starts_with("PKU3AS") || name.starts_with("PVU3AS") || name.starts_with("PVKU3AS");
    if (!isQualified) {
      text += name.front();
      name = name.drop_front();
      continue;
    }
    const StringRef qualifiers = name.drop_front().take_while([](char c) { return c != 'U'; });
    const StringRef space = name.drop_front(1 + qualifiers.size()).take_front(5);
    text += "P" + space.str() + qualifiers.str();
    name = name.drop_front(1 + qualifiers.size() + space.size());
  }
  return text;
}

/// Renames declared builtins. Returns false, with an error in `log`, if a module declares one with
/// two different types.
bool modernizeBuiltins(llvm::Module &module, std::string &log) {
  for (Function &function : llvm::make_early_inc_range(module)) {
    const StringRef name = function.getName();
    if (!function.isDeclaration() || !name.starts_with("_Z")) {
      continue;
    }
    const std::string modern = modernMangling(name);
    if (modern == name) {
      continue;
    }
    Function *other = module.getFunction(modern);
    if (!other) {
      function.setName(modern);
    } else if (other->getFunctionType() == function.getFunctionType()) {
      function.replaceAllUsesWith(other);
      function.eraseFromParent();
    } else {
      log += "error: '" + modern + "' is declared in two ways\n";
      return false;
    }
  }
  return true;
}

/// Replaces triple, data layout and module flags by Clang's. Debug information of another version
/// cannot be read by this LLVM and is removed.
void normalizeModule(llvm::Module &module, bool keepDebugInfo) {
  const bool is32 = module.getTargetTriple().isArch32Bit();
  module.setTargetTriple(llvm::Triple(is32 ? "spir" : "spir64"));
  module.setDataLayout(is32 ? dataLayout32 : dataLayout64);
  if (llvm::NamedMDNode *flags = module.getModuleFlagsMetadata()) {
    // Debug information needs the module flag with its version.
    const bool isKept = keepDebugInfo && llvm::getDebugMetadataVersionFromModule(module) ==
                                             llvm::DEBUG_METADATA_VERSION;
    flags->eraseFromParent();
    if (isKept) {
      module.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                           llvm::DEBUG_METADATA_VERSION);
    } else {
      StripDebugInfo(module);
    }
  }
}

/// Removes attributes for the writer's code generation, and makes conventions and linkage Clang's.
void normalizeFunction(Function &function) {
  if (function.isIntrinsic()) {
    return;
  }
  // The only string attribute with a meaning in OpenCL (-cl-uniform-work-group-size).
  const bool isUniform = function.getFnAttribute("uniform-work-group-size").getValueAsBool();
  // target-cpu, frame-pointer and the like are about the writer's target.
  llvm::AttributeMask strings;
  for (const llvm::Attribute &attribute : function.getAttributes().getFnAttrs()) {
    if (attribute.isStringAttribute()) {
      strings.addAttribute(attribute.getKindAsString());
    }
  }
  function.removeFnAttrs(strings);
  function.removeFnAttr(llvm::Attribute::OptimizeNone);
  if (isUniform) {
    function.addFnAttr("uniform-work-group-size", "true");
  }
  if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
    function.setCallingConv(llvm::CallingConv::SPIR_FUNC);
  }
  if (function.hasAvailableExternallyLinkage()) {
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

/// Removes the initialisers of local variables. Old versions of Clang wrote zeros for OpenCL C,
/// which has none (OpenCL C 3.0 §6.7.2).
void dropLocalInitializers(llvm::Module &module) {
  constexpr unsigned localSpace = 3;
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (variable.getAddressSpace() == localSpace && variable.hasInitializer()) {
      variable.setInitializer(llvm::UndefValue::get(variable.getValueType()));
    }
  }
}

/// Gives calls their callee's calling convention. LLVM treats a mismatch as undefined behaviour and
/// would remove the call.
void normalizeCalls(Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call && call->getCalledFunction()) {
      call->setCallingConv(call->getCalledFunction()->getCallingConv());
    }
  }
}

/// Returns true for triples of this address size. Clang's bitcode for spirv32 and spirv64 equals
/// spir's, unless a vendor has changed it.
bool isFor(const llvm::Triple &triple, uint32_t addressBits) {
  const bool is32 = addressBits == 32;
  return triple.getArch() == (is32 ? llvm::Triple::spir : llvm::Triple::spir64) ||
         (triple.getArch() == (is32 ? llvm::Triple::spirv32 : llvm::Triple::spirv64) &&
          triple.getVendor() == llvm::Triple::UnknownVendor);
}

}  // namespace

Result<std::unique_ptr<llvm::Module>> loadSPIR(llvm::LLVMContext &context,
                                               std::span<const std::byte> bitcode,
                                               const DeviceProperties &properties,
                                               std::string &log) {
  if (!hasMagic(bitcode)) {
    return invalid("the bytes are no LLVM bitcode", log);
  }
  auto read = readBitcode(bitcode, context);
  if (!read) {
    return invalid("the bitcode cannot be read: " + read.error().message, log);
  }
  auto module = std::move(*read);
  dropUnusedDeclarations(*module);
  const llvm::Triple &triple = module->getTargetTriple();
  // Pointers of another size would change every structure, so the triple has to fit.
  if (!isFor(triple, properties.addressBits)) {
    return invalid("the bitcode is for '" + triple.str() + "', the device takes " +
                       (properties.addressBits == 32 ? "spir and spirv32" : "spir64 and spirv64"),
                   log);
  }
  // Before the verifier, because it refuses calls of kernels.
  separateCalledKernels(*module);
  if (const auto verified = verify(*module); !verified) {
    return invalid(verified.error().message, log);
  }
  // After the verifier: the check relies on a valid module.
  if (const std::string foreign = findForeign(*module); !foreign.empty()) {
    return invalid(foreign, log);
  }
  const std::string unsupported = frontend::findUnsupported(*module);
  if (!unsupported.empty()) {
    log += unsupported;
    return Failure{Error::invalidBinary, "the program uses constructs unknown to OpenCL C"};
  }
  return module;
}

Result<void> compileSPIR(llvm::Module &module, bool keepDebugInfo, std::string &log) {
  normalizeModule(module, keepDebugInfo);
  dropLocalInitializers(module);
  attachKernelMetadata(module);
  if (!modernizeBuiltins(module, log) || !modernizeOpaqueTypes(module, log)) {
    return Failure{Error::compileFailure, "the program cannot be compiled"};
  }
  for (Function &function : module) {
    normalizeFunction(function);
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      completeKernelMetadata(function);
      if (!completeSizes(function, log)) {
        return Failure{Error::compileFailure, "the program cannot be compiled"};
      }
    }
  }
  for (Function &function : module) {
    // Once all functions have their final conventions.
    normalizeCalls(function);
  }
  if (const auto verified = verify(module); !verified) {
    log += "error: " + verified.error().message + '\n';
    return Failure{Error::compileFailure, "the program cannot be compiled"};
  }
  return {};
}

}  // namespace compiler::il
