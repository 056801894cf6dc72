// Tests a target's builtin units in check-symbols and link-builtins.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "passes/finalize/check_symbols_pass.h"
#include "passes/linking/link_builtins_pass.h"

namespace compiler::passes {
namespace {

using testing::HasSubstr;

class Collector : public llvm::DiagnosticHandler {
 public:
  explicit Collector(std::string &log) : log_(log) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    llvm::raw_string_ostream stream(log_);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    stream << "\n";
    return true;
  }

 private:
  std::string &log_;
};

class TargetUnits : public testing::Test {
 protected:
  TargetUnits() { context_.setDiagnosticHandler(std::make_unique<Collector>(log)); }

  std::unique_ptr<llvm::Module> parse(const std::string &text, llvm::LLVMContext &context) {
    llvm::SMDiagnostic error;
    auto module = llvm::parseIR(llvm::MemoryBufferRef(text, "test"), error, context);
    EXPECT_NE(module, nullptr) << error.getMessage().str() << "\n" << text;
    return module;
  }

  /// Adds a unit assembled from this text.
  void addUnit(std::string_view name, const std::string &body,
               const std::string &triple = "spir64") {
    llvm::LLVMContext context;
    auto module = parse("target triple = \"" + triple + "\"\n" + body, context);
    std::string &bytes = *storage_.emplace_back(std::make_unique<std::string>());
    llvm::raw_string_ostream stream(bytes);
    llvm::WriteBitcodeToFile(*module, stream);
    addBytes(name, bytes);
  }
  void addBytes(std::string_view name, const std::string &bytes) {
    units.push_back({name, std::as_bytes(std::span(bytes.data(), bytes.size()))});
  }
  std::string &unitBytes() { return *storage_.back(); }

  /// Runs the pass on a program and returns the text of the result.
  template <class Pass>
  std::string run(const std::string &program) {
    auto module = parse("target triple = \"spir64\"\n" + program, context_);
    llvm::ModuleAnalysisManager analyses;
    Pass(units).run(*module, analyses);
    std::string text;
    llvm::raw_string_ostream stream(text);
    EXPECT_FALSE(llvm::verifyModule(*module, &stream)) << text;
    module->print(stream, nullptr);
    return text;
  }

  std::vector<BuiltinUnit> units;
  std::string log;

 private:
  llvm::LLVMContext context_;
  std::vector<std::unique_ptr<std::string>> storage_;
};

const char callsMine[] = R"(
  declare spir_func i32 @mine(i32)
  define spir_kernel void @k(ptr addrspace(1) %p) #0 {
    %v = call spir_func i32 @mine(i32 1)
    store i32 %v, ptr addrspace(1) %p
    ret void
  }
  attributes #0 = { "mux-kernel"="entry-point" }
)";
const char definesMine[] = R"(
  define spir_func i32 @mine(i32 %x) {
    %y = call spir_func i32 @helper(i32 %x)
    ret i32 %y
  }
  define spir_func i32 @not_needed() { ret i32 0 }
  define internal spir_func i32 @helper(i32 %x) { ret i32 %x }
)";

TEST_F(TargetUnits, defineWhatProgramsMayCall) {
  EXPECT_EQ(run<CheckSymbolsPass>(callsMine).find("define"), std::string::npos);
  EXPECT_THAT(log, HasSubstr("undefined function 'mine'"));
  log.clear();
  addUnit("mine", definesMine);
  EXPECT_THAT(run<CheckSymbolsPass>(callsMine), HasSubstr("define spir_kernel void @k"));
  EXPECT_EQ(log, "");
}

TEST_F(TargetUnits, areLinkedAsFarAsTheyAreNeeded) {
  addUnit("mine", definesMine);
  const std::string text = run<LinkBuiltinsPass>(callsMine);
  EXPECT_THAT(text, HasSubstr("define internal spir_func i32 @mine(i32"));
  EXPECT_THAT(text, HasSubstr("define internal spir_func i32 @helper(i32"));
  EXPECT_EQ(text.find("not_needed"), std::string::npos);
  EXPECT_EQ(log, "");
}

TEST_F(TargetUnits, mayCallEachOtherAndShareVariables) {
  addUnit("mine", R"(
    @count = addrspace(1) global i32 0
    declare spir_func i32 @other(i32)
    define spir_func i32 @mine(i32 %x) {
      %y = call spir_func i32 @other(i32 %x)
      ret i32 %y
    }
    define spir_func void @tick() {
      store i32 1, ptr addrspace(1) @count
      ret void
    })");
  addUnit("other", R"(
    declare spir_func void @tick()
    define spir_func i32 @other(i32 %x) {
      call spir_func void @tick()
      ret i32 %x
    })");
  const std::string text = run<LinkBuiltinsPass>(callsMine);
  EXPECT_THAT(text, HasSubstr("define internal spir_func i32 @other(i32"));
  EXPECT_THAT(text, HasSubstr("@count = internal addrspace(1) global"));
  EXPECT_EQ(text.find("@count"), text.rfind("@count = ")) << "one variable, not two\n" << text;
  EXPECT_EQ(text.find("declare"), std::string::npos) << text;
  EXPECT_EQ(log, "");
}

TEST_F(TargetUnits, comeBeforeKilnsOwnDefinitions) {
  addUnit("sine", "define spir_func float @_Z3sinf(float %x) { ret float 4.2e1 }");
  const std::string text = run<LinkBuiltinsPass>(R"(
    declare spir_func float @_Z3sinf(float)
    define spir_func float @f(float %x) {
      %y = call spir_func float @_Z3sinf(float %x)
      ret float %y
    })");
  EXPECT_THAT(text, HasSubstr("ret float 4.2"));
  EXPECT_EQ(log, "");
}

TEST_F(TargetUnits, comeBeforeKilnsOwnTransfers) {
  addUnit("dma", R"(
    @waited = addrspace(1) global i32 0
    define spir_func void @__mux_dma_wait(i32 %token) {
      store i32 %token, ptr addrspace(1) @waited
      ret void
    })");
  const std::string text = run<LinkBuiltinsPass>(R"(
    declare spir_func void @_Z17wait_group_eventsiP9ocl_event(i32, ptr)
    define spir_func void @f(ptr %events) {
      call spir_func void @_Z17wait_group_eventsiP9ocl_event(i32 1, ptr %events)
      ret void
    })");
  EXPECT_THAT(text, HasSubstr("store i32 %token, ptr addrspace(1) @waited"));
  EXPECT_THAT(text, HasSubstr("call spir_func void @__mux_work_group_barrier"));
  EXPECT_EQ(log, "");
}

TEST_F(TargetUnits, thatAreNoBitcodeAreErrors) {
  const std::string bytes = "not bitcode at all";
  addBytes("broken", bytes);
  run<CheckSymbolsPass>(callsMine);
  EXPECT_THAT(log, HasSubstr("builtins unit broken: "));
  log.clear();
  EXPECT_EQ(run<LinkBuiltinsPass>(callsMine).find("define"), std::string::npos);
  EXPECT_THAT(log, HasSubstr("builtins unit broken: "));
}

TEST_F(TargetUnits, thatEndEarlyAreErrors) {
  addUnit("short", definesMine);
  const std::string whole = unitBytes();
  for (size_t size : {whole.size() / 4, whole.size() / 2, whole.size() - 8}) {
    const std::string part = whole.substr(0, size);
    units = {};
    addBytes("short", part);
    log.clear();
    run<LinkBuiltinsPass>(callsMine);
    EXPECT_THAT(log, HasSubstr("builtins unit short: ")) << size << " of " << whole.size();
  }
}

TEST_F(TargetUnits, thatAreForOtherAddressesAreErrors) {
  addUnit("narrow", definesMine, "spir");
  run<LinkBuiltinsPass>(callsMine);
  EXPECT_THAT(log, HasSubstr("builtins unit narrow: its triple is 'spir'"));
  log.clear();
  units.clear();
  addUnit("native", definesMine, "x86_64-linux-gnu");
  run<LinkBuiltinsPass>(callsMine);
  EXPECT_THAT(log, HasSubstr("builtins unit native: its triple is 'x86_64-linux-gnu'"));
}

TEST_F(TargetUnits, thatDefineTheSameFunctionAreErrors) {
  addUnit("one", definesMine);
  addUnit("two", "define spir_func i32 @mine(i32 %x) { ret i32 2 }");
  run<LinkBuiltinsPass>(callsMine);
  EXPECT_THAT(log, HasSubstr("builtins unit two: the function 'mine' is also in unit one"));
}

TEST_F(TargetUnits, thatDefineWhatThePassesKnowAreErrors) {
  addUnit("ids", "define spir_func i64 @__mux_get_local_id(i32 %d) { ret i64 0 }");
  addUnit("barrier", "define void @__mux_work_group_barrier(i32 %i, i32 %s, i32 %m) { ret void }");
  run<LinkBuiltinsPass>(callsMine);
  EXPECT_THAT(log, HasSubstr("unit ids: the function '__mux_get_local_id' is not a target's"));
  EXPECT_THAT(log, HasSubstr("unit barrier: the function '__mux_work_group_barrier' is not"));
}

}  // namespace
}  // namespace compiler::passes
