// Warming up: two small functions are compiled and thrown away.
//
// The first one is empty. It makes target machines and their passes, which go into the pool for the
// build to come (machine_pool.h). The second one has what kernels have, a vector loop and masked
// accesses, and exercises instruction selection, scheduling and register allocation. It uses a
// machine of its own: it takes longer than a small program's front end, and the pool's machine must
// be free by then.

#include "codegen/warm_up.h"

#include <atomic>

#include "codegen/machine_pool.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm_support/log_handler.h"
#include "thread/compile_threads.h"
#include "thread/processors.h"

namespace compiler {
namespace {

/// Builds `void sample(float *a, float *b, i64 n)`: a loop over vectors of eight floats, then a
/// masked load and store, as in most kernels' code.
class SampleFunction {
 public:
  explicit SampleFunction(llvm::Module &module)
      : builder_(module.getContext()),
        vector_(llvm::FixedVectorType::get(builder_.getFloatTy(), 8)) {
    llvm::Type *pointer = builder_.getPtrTy();
    llvm::Type *size = builder_.getInt64Ty();
    auto *type = llvm::FunctionType::get(builder_.getVoidTy(), {pointer, pointer, size}, false);
    function_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "sample", module);
  }

  /// Gives the function a body without instructions.
  void defineEmpty() {
    builder_.SetInsertPoint(llvm::BasicBlock::Create(function_->getContext(), "entry", function_));
    builder_.CreateRetVoid();
  }

  /// Gives the function the vector loop and the masked accesses.
  void define() {
    llvm::LLVMContext &context = function_->getContext();
    auto *entry = llvm::BasicBlock::Create(context, "entry", function_);
    auto *loop = llvm::BasicBlock::Create(context, "loop", function_);
    auto *rest = llvm::BasicBlock::Create(context, "rest", function_);
    llvm::Value *limit = function_->getArg(2);
    builder_.SetInsertPoint(entry);
    llvm::Value *start = builder_.CreateURem(builder_.getInt64(96), limit);
    builder_.CreateCondBr(builder_.CreateICmpULT(start, limit), loop, rest);
    builder_.SetInsertPoint(loop);
    llvm::PHINode *index = builder_.CreatePHI(limit->getType(), 2);
    llvm::Value *next = builder_.CreateNUWAdd(index, builder_.getInt64(8));
    index->addIncoming(start, entry);
    index->addIncoming(next, loop);
    llvm::Value *values = builder_.CreateAlignedLoad(vector_, element(0, index), align_);
    llvm::Value *sum = builder_.CreateFAdd(values, builder_.CreateFMul(values, values));
    builder_.CreateAlignedStore(sum, element(1, index), align_);
    builder_.CreateCondBr(builder_.CreateICmpULT(next, limit), loop, rest);
    builder_.SetInsertPoint(rest);
    emitMasked(limit);
    builder_.CreateRetVoid();
  }

 private:
  /// Returns the address of an element of a pointer argument.
  llvm::Value *element(unsigned argument, llvm::Value *index) {
    return builder_.CreateGEP(builder_.getFloatTy(), function_->getArg(argument), index);
  }

  /// Loads and stores eight elements under the mask "lane number below limit".
  void emitMasked(llvm::Value *limit) {
    llvm::Value *splat =
        builder_.CreateVectorSplat(8, builder_.CreateTrunc(limit, builder_.getInt32Ty()));
    llvm::Value *mask = builder_.CreateICmpULT(
        llvm::ConstantDataVector::get(function_->getContext(),
                                      llvm::ArrayRef<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}),
        splat);
    llvm::Value *values = builder_.CreateMaskedLoad(vector_, element(0, limit), align_, mask,
                                                    llvm::Constant::getNullValue(vector_));
    builder_.CreateMaskedStore(values, element(1, limit), align_, mask);
  }

  llvm::IRBuilder<> builder_;
  llvm::FixedVectorType *vector_;
  llvm::Function *function_ = nullptr;
  const llvm::Align align_{4};
};

/// Generates code for one function and drops it. Errors are dropped, too: the build that follows
/// meets and reports them.
void generate(CodeMachine &machine, void (*define)(llvm::Module &)) {
  std::string log;
  llvm::LLVMContext context;
  const DiagnosticLog diagnostics(context, log);
  llvm::Module module("sample", context);
  retarget(module, *machine.machine);
  define(module);
  (void)machine.emitter.emit(module);
}

/// Makes the pool's machines first, because the build may need them any moment: the one for
/// baseline code before the one for optimised code.
void warmUp(const CodeModel &model, bool optDisable) {
  for (const bool isDisabled : {true, optDisable}) {
    auto machine = leaseMachine(model, isDisabled);
    if (!machine) {
      return;
    }
    generate(**machine, [](llvm::Module &module) { SampleFunction(module).defineEmpty(); });
  }
  if (auto created = createTargetMachine(model, levelOf(optDisable))) {
    CodeMachine machine(std::move(*created));
    generate(machine, [](llvm::Module &module) { SampleFunction(module).define(); });
  }
}

}  // namespace

void warmUpCodeGeneration(const BaseTarget &target, const frontend::BuildOptions &options) {
  static std::atomic<bool> isFirst = true;
  if (!isFirst.exchange(false) || processorsOfThread() < 2) {
    return;
  }
  CompileThreads::instance().runBeside(
      [model = target.codeModel(options), optDisable = options.optDisable] {
        warmUp(model, optDisable);
      });
}

}  // namespace compiler
