#include "compile_fixture.h"

namespace compiler::frontend {
namespace {

using testing::HasSubstr;

TEST_F(CompileTest, emitsSpir64Kernels) {
  ASSERT_TRUE(compile("kernel void f(global float *a) { a[get_global_id(0)] += 1; }")) << log;
  EXPECT_EQ(module->getTargetTriple().str(), "spir64");
  llvm::Function *kernel = module->getFunction("f");
  ASSERT_NE(kernel, nullptr);
  EXPECT_EQ(kernel->getCallingConv(), llvm::CallingConv::SPIR_KERNEL);
  EXPECT_NE(module->getFunction("_Z13get_global_idj"), nullptr);
  EXPECT_EQ(log, "");
}

}  // namespace
}  // namespace compiler::frontend
