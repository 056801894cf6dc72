#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "compile_fixture.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "temporary_folder.h"

namespace compiler::frontend {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(CompileTest, emitsSpir64Kernels) {
  ASSERT_TRUE(compile("kernel void f(global float *a) { a[get_global_id(0)] += 1; }")) << log;
  EXPECT_EQ(module->getTargetTriple().str(), "spir64");
  EXPECT_FALSE(llvm::verifyModule(*module));
  llvm::Function *kernel = module->getFunction("f");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->getCallingConv(), llvm::CallingConv::SPIR_KERNEL);
  EXPECT_NE(module->getFunction("_Z13get_global_idj"), nullptr);
  EXPECT_EQ(log, "");
}

TEST_F(CompileTest, emitsSpirFor32BitDevices) {
  properties.addressBits = 32;
  ASSERT_TRUE(compile("kernel void f(global size_t *a) { *a = sizeof(void *); }")) << log;
  EXPECT_EQ(module->getTargetTriple().str(), "spir");
  EXPECT_EQ(module->getDataLayout().getPointerSizeInBits(0), 32u);
}

TEST_F(CompileTest, neverForbidsOptimisation) {
  const char *source = "int g(int x) { return x; } kernel void f(global int *a) { *a = g(*a); }";
  for (const char *options : {"", "-cl-opt-disable", "-O0", "-g"}) {
    ASSERT_TRUE(compile(source, options)) << log;
    for (const llvm::Function &function : *module) {
      EXPECT_FALSE(function.hasOptNone()) << options;
      EXPECT_FALSE(function.hasFnAttribute(llvm::Attribute::NoInline)) << options;
    }
  }
}

TEST_F(CompileTest, inlineFunctionsAreDefined) {
  ASSERT_TRUE(
      compile("inline int g(int x) { return x; }\n"
              "kernel void f(global int *a) { *a = g(*a); }"))
      << log;
  ASSERT_NE(module->getFunction("g"), nullptr);
  EXPECT_TRUE(module->getFunction("g")->hasLocalLinkage());
  EXPECT_FALSE(module->getFunction("g")->isDeclaration());
}

TEST_F(CompileTest, debugInfoHasTheLinesOfTheSource) {
  ASSERT_TRUE(compile("\nkernel void f(global int *a) {\n  *a = 1;\n}", "-g")) << log;
  unsigned last = 0;
  for (const auto &instruction :
       llvm::instructions(module->getFunction("__clang_ocl_kern_imp_f"))) {
    if (llvm::isa<llvm::StoreInst>(instruction) && instruction.getDebugLoc()) {
      last = instruction.getDebugLoc().getLine();
    }
  }
  EXPECT_EQ(last, 3u);
  ASSERT_TRUE(compile("kernel void f() {}"));
  EXPECT_EQ(module->getFunction("f")->getSubprogram(), nullptr);
}

TEST_F(CompileTest, remarksHaveTheLinesOfTheSourceAndNothingElse) {
  ASSERT_TRUE(compile("kernel void f(global int *a) {\n  *a = 1;\n}", "-cl-kiln-remarks")) << log;
  const llvm::Function *body = module->getFunction("__clang_ocl_kern_imp_f");
  ASSERT_NE(body->getSubprogram(), nullptr);
  EXPECT_EQ(body->getSubprogram()->getUnit()->getEmissionKind(),
            llvm::DICompileUnit::LineTablesOnly);
  ASSERT_TRUE(compile("kernel void f() {}", "-cl-kiln-remarks -g")) << log;
  EXPECT_EQ(module->getFunction("f")->getSubprogram()->getUnit()->getEmissionKind(),
            llvm::DICompileUnit::FullDebug);
}

TEST_F(CompileTest, diagnosticsAreInTheLogAsClangWritesThem) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  EXPECT_FALSE(compile("kernel void f(global int *a) {\n  *a = b;\n}"));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(error, Error::compileFailure);
  EXPECT_EQ(log,
            "<source>:2:8: error: use of undeclared identifier 'b'\n"
            "    2 |   *a = b;\n"
            "      |        ^\n");
}

TEST_F(CompileTest, warningsAreLoggedSilencedOrErrors) {
  const char *source = "kernel void f(global int *a) { *a; }";
  ASSERT_TRUE(compile(source));
  EXPECT_THAT(log, HasSubstr("warning: expression result unused"));
  ASSERT_TRUE(compile(source, "-w"));
  EXPECT_EQ(log, "");
  EXPECT_FALSE(compile(source, "-Werror"));
  EXPECT_THAT(log, HasSubstr("error: expression result unused"));
}

TEST_F(CompileTest, conversionsThatProgramsRelyOnAreWarnings) {
  const char *source = R"(
static twice(int x) { return 2 * x; }
kernel void f(global float *a, ulong n) {
  global float4 *vectors = a;
  global float *numbers = n;
  ulong address = a;
  vectors[0] = numbers[0] + address + twice(1);
})";
  ASSERT_TRUE(compile(source)) << log;
  EXPECT_THAT(log, HasSubstr("warning: incompatible pointer types"));
  EXPECT_THAT(log, HasSubstr("warning: incompatible integer to pointer conversion"));
  EXPECT_FALSE(compile(source, "-Werror"));
  EXPECT_FALSE(compile("kernel void f(global float *a, local float *b) { a = b; }"));
}

TEST_F(CompileTest, errorsAndTheLogAreBounded) {
  std::string source;
  for (int i = 0; i < 30'000; ++i) {
    source += "kernel void f" + std::to_string(i) + "(global int *a) { *a; }\n";
  }
  ASSERT_TRUE(compile(source));
  EXPECT_LT(log.size(), size_t{400} << 10);
  EXPECT_THAT(log, HasSubstr("further warnings are left out"));
  source = "";
  for (int i = 0; i < 1000; ++i) {
    source += "oops" + std::to_string(i) + ";\n";
  }
  EXPECT_FALSE(compile(source));
  EXPECT_THAT(log, HasSubstr("too many errors emitted"));
}

TEST_F(CompileTest, malformedSourcesAreErrors) {
  for (std::string_view source : {"kernel",
                                  "}",
                                  "{",
                                  "kernel void f(",
                                  "\"",
                                  "/*",
                                  "#if",
                                  "#include",
                                  "#include <",
                                  "'",
                                  "kernel void f() { return 1; }",
                                  "#error stop",
                                  "kernel int f() {}",
                                  "\xff\xfe",
                                  "((((((",
                                  "kernel void f(global int *a) { a[0] = (int4)(1, 2); }",
                                  "kernel void f(local int a) {}",
                                  "kernel void f(global int **a) {}",
                                  "kernel void f(bool a) {}",
                                  "int x;",
                                  "# 1 \"a\" 9 9",
                                  "int f(int n) { int a[n]; }",
                                  "void f() { undeclared(); }",
                                  "kernel void main() {}",
                                  "kernel void f(image2d_t *a) {}",
                                  "struct s; kernel void f(struct s a) {}",
                                  "#pragma OPENCL EXTENSION\n@",
                                  "_Static_assert(0, \"\");",
                                  "int f(int a, ...);"}) {
    EXPECT_FALSE(compile(source)) << source;
    EXPECT_EQ(error, Error::compileFailure) << source;
    EXPECT_THAT(log, HasSubstr("error: ")) << source;
  }
}

/// Of these, Clang has some for tests of itself; they end the process.
TEST_F(CompileTest, directivesAreHarmless) {
  for (const char *what : {"crash", "parser_crash", "llvm_fatal_error", "llvm_unreachable",
                           "assert", "overflow_stack"}) {
    EXPECT_TRUE(compile("#pragma clang __debug " + std::string(what) + "\nkernel void f() {}"))
        << what << log;
  }
  EXPECT_TRUE(compile("_Pragma(\"clang __debug crash\")\nkernel void f() {}")) << log;
  EXPECT_TRUE(compile("#ifdef __has_embed\n#error\n#endif\nkernel void f() {}")) << log;
  EXPECT_EQ(log, "");
  EXPECT_FALSE(compile("#if __has_embed(\"x\")\n#endif\nkernel void f() {}"));
  EXPECT_FALSE(compile("#embed \"x\" limit(__has_embed(\"x\"))\nkernel void f() {}"));
}

TEST_F(CompileTest, emptyAndOddSourcesCompile) {
  EXPECT_TRUE(compile("")) << log;
  EXPECT_TRUE(compile("\n\n;\n")) << log;
  EXPECT_TRUE(compile(std::string_view("kernel void f() {}\0", 19))) << log;
  EXPECT_TRUE(compile("\xEF\xBB\xBFkernel void f() {}")) << log;
}

TEST_F(CompileTest, whatOpenClCLacksIsRefused) {
  for (auto [source, what] : std::initializer_list<std::pair<const char *, const char *>>{
           {"kernel void f() { __asm__(\"nop\"); }", "'f': inline assembly"},
           {"__asm__(\"nop\");", "inline assembly"},
           {"__attribute__((constructor)) void c() {}", "constructors"},
           {"int g(int) __asm__(\"llvm.trap\"); kernel void f(global int *a) { *a = g(1); }",
            "reserved"},
           {"void __mux_get_local_id() {}", "reserved"},
           {"kernel void f(global int *a) { int *p = __builtin_alloca(*a); *p = *a; *a = *p; }",
            "variable size"},
           {"__attribute__((naked)) void g() {}", "naked"},
           {"__attribute__((section(\"x\"))) constant int q = 1;\n"
            "kernel void f(global int *a) { *a = q; }",
            "sections"},
           {"void f() {} __attribute__((alias(\"f\"))) void g();", "aliases"}}) {
    EXPECT_FALSE(compile(source)) << source;
    EXPECT_THAT(log, HasSubstr(what)) << source;
  }
}

TEST_F(CompileTest, definitionsOfTheOptions) {
  const char *source =
      "kernel void f(global char *a) { *a = TEXT[0] + ADD(1, 2) + ONE; constant char *b = TEXT; }\n"
      "_Static_assert(sizeof(TEXT) == 4, \"\"); _Static_assert(ADD(1, 2) == 3 && ONE == 1, \"\");";
  EXPECT_TRUE(compile(source, R"#(-DTEXT="\"a b\"" -D "ADD(x, y)=(x) + (y)" -DONE)#")) << log;
  EXPECT_FALSE(compile("kernel void f() {}", "-D \"F(=x\""));
}

TEST_F(CompileTest, optionsReachTheLanguage) {
  const char *division = "kernel void f(global float *a) { a[0] = a[1] / a[2]; }";
  auto fastFlags = [&](std::string_view options) {
    EXPECT_TRUE(compile(division, options)) << log;
    for (const auto &instruction :
         llvm::instructions(module->getFunction("__clang_ocl_kern_imp_f"))) {
      if (instruction.getOpcode() == llvm::Instruction::FDiv) {
        return instruction.getFastMathFlags();
      }
    }
    ADD_FAILURE();
    return llvm::FastMathFlags();
  };
  EXPECT_TRUE(fastFlags("").none());
  EXPECT_TRUE(fastFlags("-cl-fast-relaxed-math").isFast());
  EXPECT_TRUE(fastFlags("-cl-finite-math-only").noNaNs());
  EXPECT_TRUE(fastFlags("-cl-no-signed-zeros").noSignedZeros());
  EXPECT_TRUE(fastFlags("-cl-unsafe-math-optimizations").allowReassoc());
  EXPECT_TRUE(compile("_Static_assert(sizeof(1.0) == 4, \"\");", "-cl-single-precision-constant"))
      << log;
}

TEST_F(CompileTest, builtinsAndLanguageOfEachVersion) {
  const char *common =
      "constant int table[] = {1, 2, 3};\n"
      "kernel void f(global int *a, local float4 *l) {\n"
      "  a[0] = convert_int_sat_rte(1.5f) + vload4(0, a).x + max((int2)(1, 2), 3).x +\n"
      "         as_int(1.0f) + mad24(1, 2, 3) + table[2];\n"
      "  event_t e = async_work_group_copy(l, (const global float4 *)a, 4, 0);\n"
      "  wait_group_events(1, &e);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  l[get_local_id(0)] = sin(l[0]) + atomic_add(a, 1);\n"
      "}";
  for (const char *version : {"CL1.0", "CL1.1", "CL1.2", "CL3.0"}) {
    std::string options = std::string("-cl-std=") + version;
    // The 1.1 atomics are an extension in 1.0; Clang declares them in all versions.
    EXPECT_TRUE(compile(common, options)) << version << log;
  }
  EXPECT_TRUE(compile("kernel void f() { printf(\"%d\\n\", 1); }", "-cl-std=CL1.2")) << log;
  EXPECT_FALSE(compile("kernel void f() { printf(\"%d\\n\", 1); }", "-cl-std=CL1.1"));
}

class HeaderTest : public CompileTest {
 protected:
  void write(const std::string &name, const std::string &text) { temporary.write(name, text); }

  TemporaryFolder temporary;
  const std::filesystem::path folder = temporary.path();
};

TEST_F(HeaderTest, embeddedHeadersAreFoundByName) {
  headers = {{"a.h", "#include \"dir/b.h\"\n"},
             {"dir/b.h", "#include \"c.h\"\n#include <dir/c.h>\n"},
             {"dir/c.h", "#define VALUE 42\n"},
             {"../up.h", "#define UP 1\n"}};
  EXPECT_TRUE(
      compile("#include \"a.h\"\n#include <../up.h>\n"
              "_Static_assert(VALUE + UP == 43, \"\");"))
      << log;
}

TEST_F(HeaderTest, errorsInEmbeddedHeadersNameThem) {
  headers = {{"dir/b.h", "int f( { }\nconstant char name[] = __FILE__;\n"}};
  EXPECT_FALSE(compile("#include \"dir/b.h\"\n"));
  EXPECT_THAT(log, HasSubstr("dir/b.h:1:8: error: "));
  EXPECT_THAT(log, Not(HasSubstr("kiln")));
}

TEST_F(HeaderTest, impossibleNamesAreErrors) {
  for (std::vector<InputHeader> wrong :
       {std::vector<InputHeader>{{"", "int a;"}},
        std::vector<InputHeader>{{"a", "int a;"}, {"a/b", "int b;"}},
        std::vector<InputHeader>{{"a", "int a;"}, {"a", "int b;"}}}) {
    headers = wrong;
    EXPECT_FALSE(compile("kernel void f() {}"));
    EXPECT_THAT(log, HasSubstr("header name"));
  }
}

TEST_F(HeaderTest, filesAreFoundOnlyThroughOptions) {
  write("x.h", "#include \"sub/y.h\"\n");
  write("sub/y.h", "#define Y 7\n");
  const char *source = "#include \"x.h\"\n_Static_assert(Y == 7, \"\");";
  EXPECT_TRUE(compile(source, "-I " + folder.string())) << log;
  EXPECT_TRUE(compile(source, "-I\"" + folder.string() + "\"")) << log;
  auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  EXPECT_FALSE(compile(source)) << "the working directory is not searched";
  EXPECT_THAT(log, HasSubstr("'x.h' file not found"));
  EXPECT_TRUE(compile(source, "-I.")) << log;
  std::filesystem::current_path(before);
}

TEST_F(HeaderTest, embeddedHeadersComeFirst) {
  write("x.h", "#define Y 1\n");
  headers = {{"x.h", "#define Y 2\n"}};
  EXPECT_TRUE(compile("#include <x.h>\n_Static_assert(Y == 2, \"\");", "-I" + folder.string()))
      << log;
}

TEST_F(HeaderTest, onlyRegularFilesAreRead) {
  EXPECT_FALSE(compile("#include \"/dev/zero\"\n"));
  EXPECT_FALSE(compile("#include \"/tmp\"\n"));
  ASSERT_EQ(mkfifo((folder / "pipe.h").c_str(), 0600), 0);
  EXPECT_FALSE(compile("#include \"pipe.h\"\n", "-I" + folder.string()));
}

TEST_F(HeaderTest, ownHeadersCannotBeReplaced) {
  write("opencl-c-base.h", "#error replaced\n");
  headers = {{"opencl-c-base.h", "#error replaced\n"}};
  EXPECT_TRUE(compile("kernel void f(uint4 a) {}", "-I" + folder.string())) << log;
}

TEST_F(CompileTest, elementsOfVectorValuesInVectorInitialisers) {
  for (const char *value :
       {"(long8)((long4)(2L), (convert_long8(q)).s0, 1L, 1L, 1L)",
        "(long8)((long4)(2L), convert_long8(q).s01, 1L, 1L)", "(long8)(((long8)(3L)).s1)",
        "(long8)((long8)(1L).lo, (long8)(2L).s4567)"}) {
    llvm::LLVMContext own;
    std::string text;
    Dependencies dependencies;
    auto source = "kernel void f(global long8 *o, uchar8 q) { *o = " + std::string(value) + "; }";
    auto result =
        compileOpenCLC(own, source, {}, BuildOptions(), DeviceProperties(), text, dependencies);
    EXPECT_TRUE(result) << value << ": " << text;
  }
}

TEST_F(CompileTest, contextsAreIndependentOfEachOther) {
  auto work = [] {
    for (int i = 0; i < 20; ++i) {
      llvm::LLVMContext own;
      std::string text;
      Dependencies dependencies;
      auto result = compileOpenCLC(own, "kernel void f(global int *a) { *a = get_global_id(0); }",
                                   {}, BuildOptions(), DeviceProperties(), text, dependencies);
      EXPECT_TRUE(result) << text;
    }
  };
  std::thread first(work);
  std::thread second(work);
  first.join();
  second.join();
}

TEST_F(CompileTest, handlesAreNotReinterpreted) {
  for (const char *source :
       {"global int *f(image2d_t i) { return __builtin_astype(i, global int *); }",
        "long f(sampler_t s) { return __builtin_astype(s, long); }",
        "event_t f(long e) { return __builtin_astype(e, event_t); }"}) {
    EXPECT_FALSE(compile(source)) << source;
    EXPECT_THAT(log, HasSubstr("cannot be reinterpreted")) << source;
  }
  EXPECT_TRUE(compile("int f(float x) { return __builtin_astype(x, int); }")) << log;
}

/// A device's properties for -cl-std=CL2.0.
const std::vector<std::string> featuresOf20 = {"__opencl_c_generic_address_space",
                                               "__opencl_c_pipes",
                                               "__opencl_c_atomic_order_acq_rel",
                                               "__opencl_c_atomic_order_seq_cst",
                                               "__opencl_c_atomic_scope_device",
                                               "__opencl_c_atomic_scope_all_devices",
                                               "__opencl_c_program_scope_global_variables",
                                               "__opencl_c_work_group_collective_functions"};

TEST_F(CompileTest, queuesAreNotCompared) {
  properties.features = featuresOf20;
  for (const char *condition : {"q == 0", "0 == q", "q != q"}) {
    EXPECT_FALSE(
        compile(std::string("bool f(queue_t q) { return ") + condition + "; }", "-cl-std=CL2.0"));
    EXPECT_THAT(log, HasSubstr(":1:30: error: device-side enqueue is not supported")) << condition;
  }
}

TEST_F(CompileTest, blocksLeaveNoPointersToFunctions) {
  properties.features = featuresOf20;
  ASSERT_TRUE(
      compile("kernel void f(global int *a) { int (^g)(void) = ^{ return a[0]; }; a[1] = g(); }",
              "-cl-std=CL2.0"))
      << log;
  for (const llvm::Function &function : *module) {
    EXPECT_FALSE(function.hasAddressTaken()) << function.getName().str();
  }
}

}  // namespace
}  // namespace compiler::frontend
