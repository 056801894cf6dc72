// Tests the points of the kernel pipeline at which a target's own passes run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ir/kernel_conventions.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "mux/abi.h"
#include "pipeline/pipeline.h"

namespace compiler::passes {
namespace {

using testing::ElementsAre;

const char program[] = R"(
  target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
  target triple = "x86_64-unknown-linux-gnu"
  declare void @__mux_work_group_barrier(i32, i32, i32) #1
  declare i64 @__mux_get_global_id(i32)
  define spir_kernel void @k(ptr addrspace(1) %p) #0 !kernel_arg_addr_space !{i32 1}
      !kernel_arg_access_qual !{!"none"} !kernel_arg_type !{!"int*"}
      !kernel_arg_base_type !{!"int*"} !kernel_arg_type_qual !{!""} !kernel_arg_name !{!"p"} {
    %i = call i64 @__mux_get_global_id(i32 0)
    %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
    %v = load i32, ptr addrspace(1) %p
    call void @__mux_work_group_barrier(i32 0, i32 2, i32 784)
    store i32 %v, ptr addrspace(1) %q
    ret void
  }
  attributes #0 = { "mux-kernel"="entry-point" }
  attributes #1 = { convergent nounwind }
)";

bool hasBarriers(const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (isBarrier(instruction)) {
        return true;
      }
    }
  }
  return false;
}

/// Records properties of the module at its place in the pipeline.
struct Witness : llvm::PassInfoMixin<Witness> {
  std::string point;
  std::vector<std::string> &notes;

  Witness(std::string name, std::vector<std::string> &list) : point(std::move(name)), notes(list) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &) {
    const bool hasTable = module.getNamedValue(MUX_KERNEL_TABLE_SYMBOL) != nullptr;
    notes.push_back(point + (hasBarriers(module) ? " barriers" : "") + (hasTable ? " table" : ""));
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

KernelOptions testOptions(llvm::OptimizationLevel level) {
  KernelOptions options;
  options.targetName = "test";
  options.maxWorkGroupSize = 256;
  options.level = level;
  return options;
}

void run(llvm::Module &module, llvm::PassBuilder &builder, const KernelOptions &options) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graph, modules);
  llvm::ModulePassManager passes;
  buildKernelPipeline(passes, builder, options);
  passes.run(module, modules);
}

std::unique_ptr<llvm::Module> parse(const std::string &text, llvm::LLVMContext &context) {
  llvm::SMDiagnostic error;
  auto module = llvm::parseIR(llvm::MemoryBufferRef(text, "test"), error, context);
  EXPECT_NE(module, nullptr) << error.getMessage().str() << " in line " << error.getLineNo();
  return module;
}

/// Runs the kernel pipeline and returns the records of all witnesses.
std::vector<std::string> runPipeline(llvm::OptimizationLevel level) {
  std::vector<std::string> notes;
  llvm::PassBuilder builder;
  builder.registerPipelineStartEPCallback(
      [&](llvm::ModulePassManager &passes, auto) { passes.addPass(Witness("start", notes)); });
  builder.registerOptimizerLastEPCallback(
      [&](llvm::ModulePassManager &passes, auto, auto) { passes.addPass(Witness("last", notes)); });
  KernelOptions options = testOptions(level);
  options.hooks.extendPipeline = [&](PipelinePoint point, llvm::ModulePassManager &passes) {
    const char *const names[] = {"workItems", "workGroups", "optimized"};
    passes.addPass(Witness(names[static_cast<size_t>(point)], notes));
  };
  llvm::LLVMContext context;
  run(*parse(program, context), builder, options);
  return notes;
}

TEST(PipelinePoints, AreWhereTheirNamesSay) {
  EXPECT_THAT(runPipeline(llvm::OptimizationLevel::O2),
              ElementsAre("workItems barriers", "workGroups", "start", "last", "optimized"));
}

TEST(PipelinePoints, AreThereWithoutOptimization) {
  EXPECT_THAT(runPipeline(llvm::OptimizationLevel::O0),
              ElementsAre("workItems barriers", "workGroups", "start", "last", "optimized"));
}

/// A target may implement a wait in any way: the barrier behind it still is one.
TEST(PipelinePoints, LeaveTheBarrierOfAWaitToTheLibrary) {
  llvm::LLVMContext context;
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(*parse(R"(
    target triple = "spir64"
    declare void @__mux_work_group_barrier(i32, i32, i32) #0
    define spir_func void @__mux_dma_wait(i32 %token) #0 {
      call void asm sideeffect "# wait $0", "r"(i32 %token)
      call void @__mux_work_group_barrier(i32 0, i32 2, i32 784)
      ret void
    }
    attributes #0 = { convergent nounwind })",
                                  context),
                           stream);
  const BuiltinUnit units[] = {{"wait", std::as_bytes(std::span(bitcode))}};
  auto module = parse(R"(
    target triple = "x86_64-unknown-linux-gnu"
    declare spir_func void @_Z17wait_group_eventsiP9ocl_event(i32, ptr)
    define spir_kernel void @k(ptr addrspace(1) %p) #0 {
      %e = alloca i64
      store i64 1, ptr %e
      call spir_func void @_Z17wait_group_eventsiP9ocl_event(i32 1, ptr %e)
      store i32 7, ptr addrspace(1) %p
      ret void
    }
    attributes #0 = { "mux-kernel"="entry-point" })",
                      context);
  llvm::PassBuilder builder;
  KernelOptions options = testOptions(llvm::OptimizationLevel::O2);
  options.hooks.builtins = units;
  bool split = false;
  options.hooks.extendPipeline = [&](PipelinePoint point, llvm::ModulePassManager &passes) {
    struct Check : llvm::PassInfoMixin<Check> {
      bool &split;
      explicit Check(bool &result) : split(result) {}
      llvm::PreservedAnalyses run(llvm::Module &checked, llvm::ModuleAnalysisManager &) {
        const llvm::Function *kernel = checked.getFunction("k");
        const auto flags =
            kernel ? properties(*kernel, flagProperties) : llvm::SmallVector<uint64_t>();
        split = !flags.empty() && (flags[0] & mux_kernel_has_barriers) && !hasBarriers(checked);
        return llvm::PreservedAnalyses::all();
      }
    };
    if (point == PipelinePoint::workGroups) {
      passes.addPass(Check(split));
    }
  };
  run(*module, builder, options);
  EXPECT_TRUE(split);
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  EXPECT_NE(text.find("# wait $0"), std::string::npos) << text;
  EXPECT_EQ(text.find("@__mux_work_group_barrier"), std::string::npos) << text;
}

}  // namespace
}  // namespace compiler::passes
