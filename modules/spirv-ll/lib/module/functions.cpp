// Translates functions and calls (SPIR-V 1.5 §3.32.9).
//
// All functions are declared before any body, so that calls may refer to later functions. Kernels
// have the calling convention spir_kernel, others spir_func; all are convergent until a pass proves
// otherwise.
//
// Decorations of parameters become attributes: ByVal, Sret, NoAlias, Zext, Sext, Alignment. A call
// must repeat the attributes that change how an argument is passed. Shader functions receive their
// interface variables as additional parameters (shader/interface_variables.h).
//
// For example:
//
//   OpDecorate %p FuncParamAttr ByVal
//   %f = OpFunction %void None %type          define internal spir_func void @f(
//   %p = OpFunctionParameter %pointer           ptr byval(%struct.S) %p)
//
//   %r = OpFunctionCall %void %f %q           call spir_func void @f(ptr byval(%struct.S) %q)
//
// A pass over a function sees the same attributes as for OpenCL C, and needs no case for SPIR-V.
// LLVM takes a call without byval for a call of another ABI, and the argument's bytes would not
// arrive.
#include "debug/debug_lines.h"
#include "shader/interface_variables.h"
#include "translator/handlers.h"
#include "translator/symbols.h"

namespace spirv_ll {
namespace {

/// True if a parameter may have the attribute sret, by LLVM's rules. Parameters of kernels may not.
bool canHoldResult(const llvm::Argument &argument) {
  const llvm::Function &function = *argument.getParent();
  return function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL &&
         function.getReturnType()->isVoidTy() && argument.getArgNo() < 2 &&
         llvm::none_of(
             function.args(), [](const llvm::Argument &other) { return other.hasStructRetAttr(); });
}

/// Adds the LLVM attribute of a FunctionParameterAttribute (SPIR-V 1.6 §3.19).
void addParameterAttribute(Translator &translator, llvm::Argument &argument,
                           const Instruction &parameter, uint32_t kind) {
  const bool isPointer = argument.getType()->isPointerTy();
  llvm::Type *pointee = nullptr;
  switch (static_cast<spv::FunctionParameterAttribute>(kind)) {
    case spv::FunctionParameterAttribute::ByVal:
    case spv::FunctionParameterAttribute::Sret:
      pointee = translator.types().memoryForm(
          translator.type(translator.index().pointeeId(parameter.type)));
      if (!isPointer || !pointee->isSized()) {
        return translator.fail(parameter, "this parameter cannot be passed by value");
      }
      if (argument.hasByValAttr() || argument.hasStructRetAttr() ||
          (kind == static_cast<uint32_t>(spv::FunctionParameterAttribute::Sret) &&
           !canHoldResult(argument))) {
        return translator.fail(parameter, "this parameter cannot be for a result",
                               Error::Kind::invalid);
      }
      argument.addAttr(kind == static_cast<uint32_t>(spv::FunctionParameterAttribute::ByVal)
                           ? llvm::Attribute::getWithByValType(translator.context(), pointee)
                           : llvm::Attribute::getWithStructRetType(translator.context(), pointee));
      break;
    case spv::FunctionParameterAttribute::NoAlias:
      if (isPointer) {
        argument.addAttr(llvm::Attribute::NoAlias);
      }
      break;
    case spv::FunctionParameterAttribute::Zext:
      if (argument.getType()->isIntegerTy() && !argument.hasSExtAttr()) {
        argument.addAttr(llvm::Attribute::ZExt);
      }
      break;
    case spv::FunctionParameterAttribute::Sext:
      if (argument.getType()->isIntegerTy() && !argument.hasZExtAttr()) {
        argument.addAttr(llvm::Attribute::SExt);
      }
      break;
    // Promises without an effect.
    case spv::FunctionParameterAttribute::NoCapture:
    case spv::FunctionParameterAttribute::NoWrite:
    case spv::FunctionParameterAttribute::NoReadWrite:
      break;
    default:
      translator.fail(parameter, "the attribute " + std::to_string(kind) + " is not supported");
  }
}

/// Adds the attributes by the decorations FuncParamAttr, Restrict and Alignment, and the OpName.
void decorateParameter(Translator &translator, llvm::Argument &argument,
                       const Instruction &parameter) {
  for (const Decoration &decoration : translator.annotations().decorations(parameter.id)) {
    if (decoration.kind == spv::Decoration::FuncParamAttr && !decoration.operands.empty()) {
      addParameterAttribute(translator, argument, parameter, decoration.operands[0]);
    } else if (decoration.kind == spv::Decoration::Restrict && argument.getType()->isPointerTy()) {
      argument.addAttr(llvm::Attribute::NoAlias);
    }
  }
  const uint64_t alignment = translator.alignment(parameter.id);
  if (alignment != 0 && argument.getType()->isPointerTy()) {
    argument.addAttr(
        llvm::Attribute::getWithAlignment(translator.context(), llvm::Align(alignment)));
  }
  argument.setName(translator.annotations().name(parameter.id));
}

/// Applies the function control (SPIR-V 1.6 §3.24). Inline is a hint in both languages; Const and
/// Pure are dropped.
void addControl(llvm::Function &function, uint32_t control) {
  constexpr uint32_t inlineBit = 1;
  constexpr uint32_t dontInlineBit = 2;
  if (control & inlineBit) {
    function.addFnAttr(llvm::Attribute::InlineHint);
  } else if (control & dontInlineBit) {
    function.addFnAttr(llvm::Attribute::NoInline);
  }
}

/// The declaration exists since declareFunctions().
void beginFunction(Translator &translator, const Instruction &instruction) {
  translator.body().begin(instruction.id,
                          llvm::cast<llvm::Function>(translator.value(instruction.id)));
}

/// Declared with the function.
void translateParameter(Translator &, const Instruction &) {}

/// Also for a function without a body: an import ends directly behind its parameters.
void endFunction(Translator &translator, const Instruction &) {
  translator.debugLines().endFunction();
  translator.builder().ClearInsertionPoint();
}

/// Checks number and types of the arguments, since LLVM asserts on a mismatch. The interface
/// variables of the callee follow its visible arguments.
void translateCall(Translator &translator, const Instruction &instruction) {
  auto *callee = llvm::dyn_cast<llvm::Function>(translator.value(instruction.operand(0)));
  if (!callee) {
    return translator.fail("a call of something that is no function", Error::Kind::invalid);
  }
  llvm::SmallVector<llvm::Value *> arguments;
  for (uint32_t id : instruction.operandsFrom(1)) {
    arguments.push_back(translator.value(id));
    refusePlaced(translator, id);
  }
  arguments.append(interfaceArguments(translator, instruction.operand(0)));
  if (arguments.size() != callee->arg_size()) {
    return translator.fail("the number of arguments is wrong", Error::Kind::invalid);
  }
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (arguments[i]->getType() != callee->getArg(i)->getType()) {
      return translator.fail("an argument does not fit", Error::Kind::invalid);
    }
  }
  llvm::CallInst *call = translator.builder().CreateCall(callee, arguments);
  call->setCallingConv(callee->getCallingConv());
  // The ABI attributes of a call must match the callee's.
  for (const llvm::Argument &argument : callee->args()) {
    for (llvm::Attribute::AttrKind kind :
         {llvm::Attribute::ByVal, llvm::Attribute::StructRet, llvm::Attribute::Alignment}) {
      if (argument.hasAttribute(kind)) {
        call->addParamAttr(argument.getArgNo(), argument.getAttribute(kind));
      }
    }
  }
  translator.setValue(instruction, call);
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpFunction, beginFunction},
    {spv::Op::OpFunctionParameter, translateParameter},
    {spv::Op::OpFunctionEnd, endFunction},
    {spv::Op::OpFunctionCall, translateCall},
};

}  // namespace

/// The name decides what other modules see: an entry point has its own, an exported or imported
/// function its LinkageAttributes, any other one an internal name. Clang's prefix for kernel bodies
/// stays reserved.
void declareFunction(Translator &translator, const Instruction &instruction,
                     std::span<const Instruction> parameters) {
  auto *type = llvm::dyn_cast<llvm::FunctionType>(translator.type(instruction.operand(1)));
  const EntryPoint *entry = translator.entryPoints().find(instruction.id);
  Symbol symbol{entry ? entry->name : "", llvm::GlobalValue::ExternalLinkage, false};
  if (!entry) {
    symbol = symbolOf(translator, instruction);
  } else if (entry->name.starts_with("__clang_ocl_kern_imp_")) {
    // Clang's name for the body of another kernel; finalize would delete the kernel.
    translator.fail("the name '" + entry->name + "' is reserved");
  } else {
    checkSymbol(translator, instruction, entry->name);
  }
  if (!type) {
    translator.fail("the type is not a function's", Error::Kind::invalid);
  }
  if (translator.failed()) {
    return;
  }
  llvm::SmallVector<llvm::Type *> parameterTypes(type->params());
  const size_t visible = parameterTypes.size();
  if (entry && translator.isShader() && visible != 0) {
    return translator.fail("an entry point has parameters", Error::Kind::invalid);
  }
  parameterTypes.append(interfaceParameters(translator, instruction.id));
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(type->getReturnType(), parameterTypes, false),
      symbol.isImport ? llvm::GlobalValue::ExternalLinkage : symbol.linkage,
      symbol.name.empty() ? internalName(translator, instruction) : symbol.name,
      translator.module());
  function->setCallingConv(entry ? llvm::CallingConv::SPIR_KERNEL : llvm::CallingConv::SPIR_FUNC);
  function->setDoesNotThrow();
  function->setConvergent();
  if (translator.annotations().has(instruction.id, spv::Decoration::ReferencedIndirectlyINTEL)) {
    function->addFnAttr("referenced-indirectly");  // read by LowerFunctionPointersPass
  }
  addControl(*function, instruction.operand(0));
  translator.setFunction(instruction, function);
  for (llvm::Argument &argument : function->args()) {
    if (argument.getArgNo() >= visible) {
      break;
    }
    if (argument.getArgNo() >= parameters.size() ||
        parameters[argument.getArgNo()].op != spv::Op::OpFunctionParameter) {
      return translator.fail("a parameter is missing", Error::Kind::invalid);
    }
    const Instruction &parameter = parameters[argument.getArgNo()];
    decorateParameter(translator, argument, parameter);
    translator.setValue(parameter, &argument);
  }
}

HandlerTable functionHandlers() {
  return rows;
}

}  // namespace spirv_ll
