// A call becomes
//
//   result = __kiln_printf_<n>(id of the format, slot 0, …, slot n-1)
//
// with each argument (each element of a vector) in one 64-bit slot; all calls with the same number
// of slots share a function (printf_writer.h). For example:
//
//   printf("%d %v2f\n", i, v)    =>    __kiln_printf_3(0, sext i, bits of (double)v.x, … v.y)
//
// The conversion decides between sign and zero extension, since an argument of a call in IR has no
// sign. Floating-point values travel as double,
// extended here where Clang has not promoted them.
//
// A branch to a call becomes unlikely. Most report an error or one work-item's values; for the cost
// model a call in half of the work-items would outweigh the rest of the kernel.

#include "passes/finalize/lower_printf_pass.h"

#include "ir/diagnostics.h"
#include "ir/mux_builtins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "passes/finalize/printf_format.h"
#include "passes/finalize/printf_writer.h"

namespace compiler::passes {
namespace {

using llvm::CallInst;
using llvm::Value;

// Assigns ids to strings, and continues the numbering of metadata already in the module.
class StringTable {
 public:
  explicit StringTable(llvm::Module &module)
      : node_(*module.getOrInsertNamedMetadata(printfStrings)) {
    for (unsigned i = 0; i < node_.getNumOperands(); ++i) {
      ids_[node_.getOperand(i)] = i;
    }
  }

  // The id of a string, new or known.
  uint32_t id(llvm::StringRef text) {
    llvm::LLVMContext &context = node_.getParent()->getContext();
    llvm::MDNode *entry = llvm::MDNode::get(context, llvm::MDString::get(context, text));
    auto [position, isNew] = ids_.try_emplace(entry, node_.getNumOperands());
    if (isNew) {
      node_.addOperand(entry);
    }
    return position->second;
  }

 private:
  llvm::NamedMDNode &node_;
  llvm::DenseMap<llvm::MDNode *, uint32_t> ids_;
};

// Marks the branch to a block as rarely taken, if there is one without weights.
void makeUnlikely(llvm::BasicBlock &block) {
  llvm::BasicBlock *before = block.getSinglePredecessor();
  auto *branch = before ? llvm::dyn_cast<llvm::BranchInst>(before->getTerminator()) : nullptr;
  if (!branch || !branch->isConditional() || branch->hasMetadata(llvm::LLVMContext::MD_prof)) {
    return;
  }
  llvm::MDBuilder metadata(block.getContext());
  const bool isFirst = branch->getSuccessor(0) == &block;
  branch->setMetadata(llvm::LLVMContext::MD_prof, isFirst ? metadata.createUnlikelyBranchWeights()
                                                          : metadata.createLikelyBranchWeights());
}

// Lowers one call: checks all arguments first and changes nothing if the call is wrong.
class CallLowering {
 public:
  CallLowering(CallInst &call, StringTable &strings)
      : call_(call), strings_(strings), builder_(&call) {}

  // Returns false, with an error reported, if the call is wrong.
  bool run() {
    llvm::StringRef format;
    if (call_.arg_size() == 0 || !llvm::getConstantStringInfo(call_.getArgOperand(0), format)) {
      return fail("the format is not a string literal");
    }
    std::string error;
    const auto conversions = parsePrintfFormat({format.data(), format.size()}, error);
    if (!error.empty()) {
      return fail(error);
    }
    if (conversions.size() + 1 > call_.arg_size()) {
      return fail("the format has " + std::to_string(conversions.size()) +
                  " conversions, but the call " + std::to_string(call_.arg_size() - 1) +
                  " arguments");
    }
    for (unsigned i = 0; i < conversions.size(); ++i) {
      if (!addArgument(*call_.getArgOperand(i + 1), conversions[i])) {
        return fail("argument " + std::to_string(i + 1) + " does not fit '" +
                    std::string(conversions[i].text) + "'");
      }
    }
    emit(strings_.id(format));
    return true;
  }

 private:
  bool fail(const llvm::Twine &message) {
    reportError(call_,
                "printf in '" + sourceName(call_.getFunction()->getName()) + "': " + message);
    return false;
  }

  // Adds the slots of one argument. Returns false if it does not fit the conversion.
  bool addArgument(Value &argument, const PrintfConversion &conversion) {
    if (conversion.argument == PrintfArgument::string) {
      return addString(argument);
    }
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(argument.getType());
    if ((vector ? vector->getNumElements() : 1) != conversion.elements) {
      return false;
    }
    for (unsigned i = 0; i < conversion.elements; ++i) {
      Value *element = vector ? builder_.CreateExtractElement(&argument, i) : &argument;
      if (!addScalar(element, conversion.argument == PrintfArgument::signedInteger)) {
        return false;
      }
    }
    return true;
  }

  // Adds the id of a constant string, or all ones for a null pointer (mux/abi.h).
  bool addString(Value &argument) {
    constexpr uint64_t nullString = ~uint64_t{0};
    llvm::StringRef text;
    if (llvm::isa<llvm::ConstantPointerNull>(argument)) {
      slots_.push_back(builder_.getInt64(nullString));
    } else if (argument.getType()->isPointerTy() && llvm::getConstantStringInfo(&argument, text)) {
      slots_.push_back(builder_.getInt64(strings_.id(text)));
    } else {
      return false;
    }
    return true;
  }

  // Adds a number or pointer. A kind other than the conversion's (an integer for %f) is undefined
  // for the user, but the record stays well-formed.
  bool addScalar(Value *value, bool isSigned) {
    llvm::Type *type = value->getType();
    llvm::Type *slot = builder_.getInt64Ty();
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= slot->getIntegerBitWidth()) {
      value = builder_.CreateIntCast(value, slot, isSigned);
    } else if (type->isPointerTy()) {
      value = builder_.CreatePtrToInt(value, slot);
    } else if (type->isHalfTy() || type->isFloatTy() || type->isDoubleTy()) {
      value = builder_.CreateBitCast(builder_.CreateFPExt(value, builder_.getDoubleTy()), slot);
    } else {
      return false;
    }
    slots_.push_back(value);
    return true;
  }

  // Replaces the call. The writer returns printf's result, 0 or -1 (OpenCL C 3.0 §6.15.14).
  void emit(uint32_t formatId) {
    llvm::Function *writer = getPrintfWriter(*call_.getModule(), slots_.size());
    slots_.insert(slots_.begin(), builder_.getInt32(formatId));
    CallInst *result = builder_.CreateCall(writer, slots_);
    result->setCallingConv(writer->getCallingConv());
    makeUnlikely(*result->getParent());
    call_.replaceAllUsesWith(result);
    call_.eraseFromParent();
  }

  CallInst &call_;
  StringTable &strings_;
  llvm::IRBuilder<> builder_;
  llvm::SmallVector<Value *> slots_;
};

}  // namespace

llvm::PreservedAnalyses LowerPrintfPass::run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
  llvm::Function *printf = module.getFunction("printf");
  if (!printf || !printf->isDeclaration() || !printf->isVarArg() ||
      !printf->getReturnType()->isIntegerTy(32)) {
    return llvm::PreservedAnalyses::all();
  }
  StringTable strings(module);
  bool ok = true;
  for (CallInst *call : directCalls(*printf)) {
    ok &= CallLowering(*call, strings).run();
  }
  if (!ok) {
    abandonModule(module);
  } else if (printf->use_empty()) {
    printf->eraseFromParent();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace compiler::passes
