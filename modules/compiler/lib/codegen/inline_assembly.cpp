// A probe is a module with one function for each text of assembly. The function calls the assembly
// with its own parameters. Constant arguments stay constant, since a constraint may want an
// immediate operand:
//
//   define i32 @"0"(i32 %0) {
//     %2 = call i32 asm "shl $$2, $0", "=r,0"(i32 %0)
//     ret i32 %2
//   }
//
// LLVM's assembler parses the text only when the function's code is written, so the probe goes
// through the whole back end.
//
// On x86, assembly may change the flags without a constraint, as GCC defines it. Clang adds the
// constraints for x86 alone, and the text was compiled for SPIR-V. Without them a comparison in
// front of the assembly could decide a branch behind it.

#include "codegen/inline_assembly.h"

#include "codegen/code_emitter.h"
#include "codegen/machine_pool.h"
#include "compiler/target/target_machine.h"
#include "ir/diagnostics.h"
#include "ir/kernel_conventions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

namespace compiler {
namespace {

llvm::SmallVector<llvm::CallInst *> callsOf(llvm::Module &module) {
  llvm::SmallVector<llvm::CallInst *> calls;
  for (llvm::Function &function : module) {
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call && passes::isKnownAssembly(*call)) {
        calls.push_back(call);
      }
    }
  }
  return calls;
}

/// Adds the registers that are always changed to the constraints of a call.
void addClobbers(llvm::CallInst &call, const llvm::Triple &device) {
  if (!device.isX86()) {
    return;
  }
  const auto &old = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
  std::string constraints = old.getConstraintString().str();
  for (const char *clobber : {"~{dirflag}", "~{fpsr}", "~{flags}"}) {
    if (!llvm::StringRef(constraints).contains(clobber)) {
      constraints += (constraints.empty() ? "" : ",") + std::string(clobber);
    }
  }
  call.setCalledOperand(llvm::InlineAsm::get(old.getFunctionType(), old.getAsmString(), constraints,
                                             old.hasSideEffects(), old.isAlignStack(),
                                             old.getDialect(), old.canThrow()));
}

/// Returns true if assembly for `text`, a triple or the name of a processor, fits the device. The
/// triples of SPIR and SPIR-V stand for every device.
bool fits(llvm::StringRef text, const llvm::Triple &device) {
  const llvm::Triple triple(text);
  return text.empty() || triple.getArchName() == "unknown" || triple.isSPIROrSPIRV() ||
         triple.getArch() == device.getArch();
}

/// Returns true for a number, which stays as it is in the probe. Addresses of globals are constants
/// too, but belong to the program's module.
bool isNumber(const llvm::Use &argument) {
  return llvm::isa<llvm::ConstantData>(argument);
}

/// Adds a function that makes the same call.
void addProbe(const llvm::CallInst &call, llvm::Module &probe) {
  llvm::SmallVector<llvm::Type *> parameters;
  for (const llvm::Use &argument : call.args()) {
    if (!isNumber(argument)) {
      parameters.push_back(argument->getType());
    }
  }
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(call.getType(), parameters, false),
      llvm::GlobalValue::ExternalLinkage, std::to_string(probe.size()), probe);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(probe.getContext(), "", function));
  auto *copy = llvm::cast<llvm::CallInst>(call.clone());
  copy->dropUnknownNonDebugMetadata();
  copy->setDebugLoc({});
  llvm::Argument *next = function->arg_begin();
  for (llvm::Use &argument : copy->args()) {
    if (!isNumber(argument)) {
      argument.set(next++);
    }
  }
  builder.Insert(copy);
  if (copy->getType()->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    builder.CreateRet(copy);
  }
}

}  // namespace

/// Calls of one text without constant arguments need one probe.
Result<void> prepareInlineAssembly(llvm::Module &module, const BaseTarget &target,
                                   const frontend::BuildOptions &options) {
  const auto calls = callsOf(module);
  if (calls.empty()) {
    return {};
  }
  auto machine = leaseMachine(target, options);
  if (!machine) {
    return machine.error();
  }
  llvm::TargetMachine &back = *(*machine)->machine;
  llvm::Module probe("assembly", module.getContext());
  retarget(probe, back);
  llvm::SmallPtrSet<const llvm::Value *, 8> known;
  for (llvm::CallInst *call : calls) {
    const llvm::StringRef wanted =
        call->getFnAttr(passes::assemblyTargetAttribute).getValueAsString();
    if (!fits(wanted, back.getTargetTriple())) {
      passes::reportError(*call, "the inline assembly is for " + wanted.str() +
                                     ", and the device is " +
                                     back.getTargetTriple().getArchName().str());
      return {};
    }
    addClobbers(*call, back.getTargetTriple());
    if (known.insert(call->getCalledOperand()).second || llvm::any_of(call->args(), isNumber)) {
      addProbe(*call, probe);
    }
  }
  auto object = emitCode(probe, back, CodeKind::object);
  return object ? Result<void>() : Result<void>(object.error());
}

}  // namespace compiler
