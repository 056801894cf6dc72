// A target's declarations for every program (DeviceProperties::declarations).

#include "compile_fixture.h"
#include "llvm/Support/raw_ostream.h"

namespace compiler::frontend {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Declarations : CompileTest {
  Declarations() {
    properties.declarations =
        "#define ONE 1\n"
        "uint __attribute__((overloadable)) mine(uint value);\n";
  }
};

TEST_F(Declarations, areSeenByEveryProgram) {
  ASSERT_TRUE(compile("kernel void k(global uint *p) { *p = mine(ONE); }")) << log;
  EXPECT_NE(module->getFunction("_Z4minej"), nullptr);
}

TEST_F(Declarations, areSeenByHeaders) {
  headers.push_back({"own.h", "uint twice(uint v) { return mine(v) + mine(v); }"});
  EXPECT_TRUE(compile("#include \"own.h\"\n kernel void k(global uint *p) { *p = twice(ONE); }"))
      << log;
}

TEST_F(Declarations, doNotMoveTheProgramsLines) {
  EXPECT_TRUE(
      compile("kernel void k(global int *p) { char a[__LINE__ == 1 ? 1 : -1]; *p = a[0]; }"))
      << log;
  ASSERT_FALSE(compile("\nkernel void k() { mine(1u, 2u); }"));
  EXPECT_EQ(error, Error::compileFailure);
  EXPECT_THAT(log, HasSubstr("<source>:2:28: error: too many arguments to function call"));
  EXPECT_THAT(log, Not(HasSubstr("target's own")));
}

TEST_F(Declarations, leaveTheFileNameToTheProgram) {
  ASSERT_TRUE(
      compile("constant char name[] = __FILE__; kernel void k(global char *p) { *p = name[0]; }"))
      << log;
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  EXPECT_THAT(text, HasSubstr("c\"<source>\\00\""));
}

TEST_F(Declarations, areTheTargetsIfTheyAreWrong) {
  properties.declarations = "uint mine(uint value);\nuint wrong(nothing value);\n";
  ASSERT_FALSE(compile("kernel void k() {}"));
  EXPECT_EQ(error, Error::internalFailure);
  EXPECT_THAT(log, HasSubstr("/kiln/target/declarations:2:12: error: "));
  EXPECT_THAT(log, HasSubstr("error: the target's own declarations do not compile"));
}

TEST_F(Declarations, arePartOfTheProperties) {
  DeviceProperties other = properties;
  EXPECT_EQ(other, properties);
  other.declarations += "\n";
  EXPECT_NE(other, properties);
}

}  // namespace
}  // namespace compiler::frontend
