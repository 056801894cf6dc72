#include "vecz/model/remarks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

namespace compiler::vecz {
namespace {

using testing::ElementsAre;

// `item` is a piece of the kernel k; the load in it was inlined from a function at line 2.
constexpr char source[] = R"(
define void @item(ptr %p, i32 %i) #2 {
  %q = getelementptr i32, ptr %p, i32 %i, !dbg !5
  %v = load i32, ptr %q, !dbg !6
  store i32 %v, ptr %p, !dbg !8
  store i32 1, ptr %p
  store i32 2, ptr %p, !dbg !9
  ret void
}
define void @kernel(ptr %p) {
  call void @items(ptr %p)
  ret void
}
define void @items(ptr %p) #1 {
  call void @item(ptr %p, i32 0)
  ret void
}
define void @unknown() {
  ret void
}
define void @kiln.user.sinf() #0 {
  ret void
}
attributes #0 = { "kiln-kernel-name"="sinf" }
attributes #1 = { "kiln-work-group-function" }
attributes #2 = { "kiln-work-item-function" }
!llvm.module.flags = !{!0}
!llvm.dbg.cu = !{!1}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: LineTablesOnly)
!2 = !DIFile(filename: "a.cl", directory: "")
!3 = distinct !DISubprogram(name: "k", file: !2, line: 10, type: !7, unit: !1,
                            spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "helper", file: !2, line: 1, type: !7, unit: !1,
                            spFlags: DISPFlagDefinition)
!5 = !DILocation(line: 12, column: 9, scope: !3)
!6 = !DILocation(line: 2, column: 4, scope: !4, inlinedAt: !5)
!7 = !DISubroutineType(types: !{})
!8 = !DILocation(line: 12, column: 3, scope: !3)
!9 = !DILocation(line: 0, scope: !3)
)";

class Collector : public llvm::DiagnosticHandler {
 public:
  explicit Collector(std::vector<std::string> &texts) : texts_(texts) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    EXPECT_EQ(info.getSeverity(), llvm::DS_Remark);
    llvm::raw_string_ostream stream(texts_.emplace_back());
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    return true;
  }

 private:
  std::vector<std::string> &texts_;
};

class RemarksTest : public testing::Test {
 protected:
  void SetUp() override {
    llvm::SMDiagnostic error;
    module_ = llvm::parseAssemblyString(source, error, context_);
    ASSERT_TRUE(module_) << error.getMessage().str();
    context_.setDiagnosticHandler(std::make_unique<Collector>(texts_));
  }
  const llvm::Function &function(const char *name) { return *module_->getFunction(name); }
  const llvm::Instruction &instruction(unsigned number) {
    return *std::next(llvm::inst_begin(function("item")), number);
  }
  std::vector<std::string> report(Remarks &remarks) {
    texts_.clear();
    remarks.report(context_);
    return texts_;
  }

  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::vector<std::string> texts_;
};

TEST_F(RemarksTest, theLastWordComesFirstAndTheRestInTheOrderOfTheSource) {
  Remarks remarks(true);
  remarks.remark(instruction(2), "scatter");
  remarks.remark(instruction(1), "gather");
  remarks.remark(instruction(0), "an address");
  remarks.remark(instruction(1), "gather");
  remarks.remark(function("item"), "two loops");
  remarks.vectorized(function("item"), {.width = 8, .dimension = 1}, 2.345);
  EXPECT_THAT(report(remarks), ElementsAre("a.cl:10: kernel 'k' is vectorised: 8 work-items along "
                                           "dimension 1, estimated gain 2.3",
                                           "a.cl:2:4: gather", "a.cl:10: two loops",
                                           "a.cl:12:3: scatter", "a.cl:12:9: an address"));
  EXPECT_THAT(report(remarks), ElementsAre());
}

TEST_F(RemarksTest, whatHasNoPlaceHasItsFunctionsPlace) {
  Remarks remarks(true);
  remarks.remark(instruction(3), "no location");
  remarks.remark(instruction(4), "line 0");
  EXPECT_THAT(report(remarks), ElementsAre("a.cl:10: line 0", "a.cl:10: no location"));
}

TEST_F(RemarksTest, aKernelIsWhereItsPiecesAre) {
  Remarks remarks(true);
  remarks.notVectorized(function("kernel"), "vectors do not pay");
  EXPECT_THAT(report(remarks),
              ElementsAre("a.cl:10: kernel 'k' is not vectorised: vectors do not pay"));
}

TEST_F(RemarksTest, withoutDebugInformationThereIsTheNameAlone) {
  Remarks remarks(true);
  remarks.notVectorized(function("unknown"), "it is too odd");
  EXPECT_THAT(report(remarks), ElementsAre("kernel 'unknown' is not vectorised: it is too odd"));
  remarks.vectorized(function("kiln.user.sinf"), {.width = 4, .dimension = SimdGroup::linear}, 3);
  EXPECT_THAT(report(remarks),
              ElementsAre("kernel 'sinf' is vectorised: 4 work-items along the linear local id, "
                          "estimated gain 3.0"));
}

TEST_F(RemarksTest, whatIsClearedOrNotWantedIsNotReported) {
  Remarks remarks(true);
  remarks.remark(instruction(1), "gather");
  remarks.clear();
  EXPECT_THAT(report(remarks), ElementsAre());
  Remarks unwanted;
  unwanted.remark(instruction(1), "gather");
  unwanted.notVectorized(function("item"), "why");
  EXPECT_THAT(report(unwanted), ElementsAre());
}

}  // namespace
}  // namespace compiler::vecz
