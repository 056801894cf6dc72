// No source overflows the stack of the front end, or takes unbounded time.
#include "frontend/limits.h"

#include "big_stack.h"
#include "compile_fixture.h"

namespace compiler::frontend {
namespace {

using testing::HasSubstr;

std::string repeat(std::string_view text, int count) {
  std::string result;
  result.reserve(text.size() * count);
  for (int i = 0; i < count; ++i) {
    result += text;
  }
  return result;
}

class LimitsTest : public CompileTest {
 protected:
  bool compileOnBigStack(const std::string &source) {
    bool ok = false;
    runOnStack(requiredStackSize, [&] { ok = compile(source); });
    return ok;
  }
  bool compileBody(const std::string &body) {
    return compileOnBigStack("kernel void f(global int *a, int b) {" + body + "}");
  }
  void expectLimit(const std::string &body) {
    EXPECT_FALSE(compileBody(body));
    EXPECT_TRUE(error == Error::outOfResources || error == Error::compileFailure);
    EXPECT_THAT(log, testing::ContainsRegex("too complex|nested too deeply|nesting level exceeded"))
        << body.substr(0, 60);
  }
};

TEST_F(LimitsTest, longSumsCompile) {
  EXPECT_TRUE(compileBody("*a = b" + repeat(" + a[b] * 3", 5000) + ";")) << log;
  EXPECT_TRUE(compileBody("*a = b" + repeat(" + b", 15'000) + ";")) << log;
}

TEST_F(LimitsTest, longerOnesAreErrors) {
  EXPECT_FALSE(compileBody("*a = b" + repeat(" + b", 50'000) + ";"));
  EXPECT_EQ(error, Error::outOfResources);
  EXPECT_THAT(log, HasSubstr("fatal error: expression too complex: more than 20000 operators"));
  EXPECT_THAT(log, HasSubstr("<source>:1:"));
}

TEST_F(LimitsTest, deepExpressionsAreErrors) {
  for (const char *piece : {"~", "!", "- ", "*&", "(int)", "(", "b ? b : ", "b = ", "b && ", "b, ",
                            "sizeof ", "max(b, ", "(int){1} + ", "a[", "__extension__ ", "b ? "}) {
    expectLimit("*a = " + repeat(piece, 100'000) + "b;");
  }
}

TEST_F(LimitsTest, deepStatementsAreErrors) {
  for (const char *piece : {"if (b) ", "if (b) ; else ", "if (b) { } else ", "for (;;) ",
                            "while (b) ", "do ", "switch (b) ", "{", "if (b) do ; while (b); else ",
                            "if (b) for (;;) ", "switch (b) case 1: ", "({"}) {
    expectLimit(repeat(piece, 60'000) + "*a = b;");
  }
}

TEST_F(LimitsTest, deepDeclaratorsAreErrors) {
  expectLimit("int " + repeat("*", 100'000) + "p = 0;");
  expectLimit("int p" + repeat("[1]", 100'000) + ";");
  expectLimit("b" + repeat("[0]", 100'000) + " = 1;");
  expectLimit("b" + repeat(".x", 100'000) + " = 1;");
  expectLimit("int " + repeat("(", 100'000) + "p" + repeat(")", 100'000) + ";");
  expectLimit("int p = " + repeat("{", 100'000) + "1" + repeat("}", 100'000) + ";");
}

TEST_F(LimitsTest, realisticSizesCompile) {
  EXPECT_TRUE(compileBody(repeat("{", 200) + "*a = b;" + repeat("}", 200))) << log;
  EXPECT_TRUE(compileBody(repeat("if (b == 7) a[0] = 1; else ", 2000) + "*a = b;")) << log;
  EXPECT_TRUE(compileBody(repeat("if (b == 7) { a[0] = 1; } else ", 2000) + ";")) << log;
  EXPECT_TRUE(compileBody(repeat("for (int i = 0; i < 2; ++i) ", 50) + "*a = b;")) << log;
  EXPECT_TRUE(compileBody(repeat("*a = " + repeat("- ", 1000) + "b;", 3))) << log;
}

TEST_F(LimitsTest, whatIsFlatMayBeLong) {
  EXPECT_TRUE(compileBody(repeat("a[b] += -b * 2;\n", 20'000))) << log;
  EXPECT_TRUE(compileBody(repeat("{ a[b] += 1; }\n", 20'000))) << log;
  EXPECT_TRUE(compileBody(repeat("if (b) { a[b] += 1; }\n", 5000))) << log;
  EXPECT_TRUE(compileBody(repeat("while (b) a[b--] = 1;\n", 2000))) << log;
  EXPECT_TRUE(compileBody(repeat("do a[b--] = 1; while (b);\n", 2000))) << log;
  EXPECT_TRUE(compileOnBigStack("constant int t[] = {" + repeat("-1 + 2, ", 50'000) + "};\n" +
                                "constant int u[][2] = {" + repeat("{-1, (2)}, ", 30'000) + "};"))
      << log;
  EXPECT_TRUE(compileOnBigStack(repeat("void f(int a, int *b, float4 c);\n", 20'000))) << log;
}

TEST_F(LimitsTest, macrosAreBounded) {
  std::string doubling = "#define A0 ~\n";
  std::string recursive = "#define A(x) x\n#define E0(x) x\n";
  for (int i = 1; i < 20'000; ++i) {
    std::string n = std::to_string(i);
    std::string before = std::to_string(i - 1);
    if (i < 40) {
      doubling += "#define A" + n + " A" + before + " A" + before + "\n";
    }
    recursive += "#define E" + n + "(x) A(E" + before + "(x))\n";
  }
  for (const std::string &source :
       {doubling + "kernel void f(int b) { A39 b; }", doubling + "#if A39 1\n#endif\n",
        recursive + "kernel void f(int b) { b = E19999(b); }",
        "#define A(x) x x\nkernel void f(int b) { " + repeat("A(", 60) + "b;" + repeat(")", 60) +
            "}",
        "#define A(x) x\nkernel void f(int b) { " + repeat("A(", 100'000) + "b;" +
            repeat(")", 100'000) + "}"}) {
    EXPECT_FALSE(compileOnBigStack(source));
    EXPECT_EQ(error, Error::outOfResources) << log;
    EXPECT_THAT(log, HasSubstr("fatal error: "));
  }
}

TEST_F(LimitsTest, ordinaryMacrosAreNot) {
  EXPECT_TRUE(compileOnBigStack(
      "#define MAX3(a, b, c) max(max(a, b), max(b, c))\n#define R(x) x x x x x x x x x x\n"
      "kernel void f(int b) { R(R(b = MAX3(b, MAX3(b, 1, b), MAX3(1, 2, MAX3(b, b, b)));)) }"))
      << log;
}

TEST_F(LimitsTest, conditionsAreBounded) {
  for (const std::string &source : {"#if " + repeat("~", 300'000) + "1\n#endif\n",
                                    "#if " + repeat("(", 300'000) + "1\n#endif\n",
                                    "/* */ # /* */ if " + repeat("-\\\n", 100'000) + "1\n#endif\n",
                                    "%: if " + repeat("1 ? 1 : ", 50'000) + "1\n#endif\n"}) {
    EXPECT_FALSE(compileOnBigStack(source));
    EXPECT_EQ(error, Error::outOfResources) << log;
  }
  EXPECT_TRUE(compileOnBigStack("#if " + repeat("~", 20'000) + "0 == 0\n#endif\n#define X " +
                                repeat("1 + ", 30'000) + "1\n"))
      << log;
}

TEST_F(LimitsTest, includesAreBounded) {
  headers = {{"self.h", "#include \"self.h\"\n"}};
  EXPECT_FALSE(compileOnBigStack("#include \"self.h\"\n"));
  EXPECT_THAT(log, HasSubstr("nested too deeply"));

  std::vector<std::string> names;
  std::vector<std::string> texts;
  for (int i = 0; i < 40; ++i) {
    names.push_back("h" + std::to_string(i));
    texts.push_back(repeat("#include \"h" + std::to_string(i + 1) + "\"\n", 2));
  }
  headers = {{"h40", ""}};
  for (int i = 0; i < 40; ++i) {
    headers.push_back({names[i], texts[i]});
  }
  EXPECT_FALSE(compileOnBigStack("#include \"h0\"\n"));
  EXPECT_EQ(error, Error::outOfResources);
  EXPECT_THAT(log, HasSubstr("fatal error: more than 20000 files are included"));
}

TEST_F(LimitsTest, sizesAreBounded) {
  EXPECT_FALSE(compileOnBigStack(repeat(" ", maximumSourceSize + 1)));
  EXPECT_EQ(error, Error::outOfResources);
  EXPECT_FALSE(compileOnBigStack(repeat("; ", maximumTokens + 10)));
  EXPECT_EQ(error, Error::outOfResources);
  EXPECT_THAT(log, HasSubstr("program too large"));
  std::string types = "typedef int t0;";
  for (uint64_t i = 1; i < maximumTypes + 10; ++i) {
    types += "typedef t" + std::to_string(i - 1) + " *t" + std::to_string(i) + ";";
  }
  EXPECT_FALSE(compileOnBigStack(types));
  EXPECT_EQ(error, Error::outOfResources);
}

TEST_F(LimitsTest, theContextGoesOnAfterAnError) {
  EXPECT_FALSE(compileBody("*a = " + repeat("~", 100'000) + "b;"));
  EXPECT_TRUE(compileBody("*a = ~b;")) << log;
}

}  // namespace
}  // namespace compiler::frontend
