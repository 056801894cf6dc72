// Tests the sizes of work-groups that code may rely on.

#include "passes/abi/launch_sizes.h"

#include <gtest/gtest.h>

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"

namespace compiler::passes {
namespace {

using Size = LaunchSizes::Size;

constexpr char uniform[] = " \"uniform-work-group-size\"=\"true\"";
constexpr char merged[] = " \"kiln-merge-groups\"";
constexpr char mergedSingle[] = " \"kiln-merge-single-groups\"";

/// The sizes of a kernel with these attributes that requires a local size of (8, 4, 2), on a device
/// with a limit of 64.
LaunchSizes sizesOf(const std::string &attributes, const Size &specialized = {}) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto module = llvm::parseAssemblyString("define void @k()" + attributes +
                                                    " !reqd_work_group_size !0 {\n  ret void\n}\n" +
                                                    "!0 = !{i32 8, i32 4, i32 2}\n",
                                                error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  return {*module->getFunction("k"), 64, specialized};
}

TEST(LaunchSizesTest, SpecialisedSizeWinsOverTheRequiredOne) {
  EXPECT_EQ(sizesOf("").ofGroups().enqueued, (Size{8, 4, 2}));
  EXPECT_EQ(sizesOf("", {16, 1, 1}).ofGroups().enqueued, (Size{16, 1, 1}));
}

TEST(LaunchSizesTest, LastGroupsMayBeSmallerUnlessUniform) {
  EXPECT_EQ(sizesOf("").ofGroups().group, (Size{0, 0, 0}));
  EXPECT_EQ(sizesOf("").ofGroups().atMost, (Size{64, 64, 64}));
  EXPECT_EQ(sizesOf(uniform).ofGroups().group, (Size{8, 4, 2}));
}

TEST(LaunchSizesTest, MergedGroupsHaveNoBoundAlongX) {
  for (const char *attribute : {merged, mergedSingle}) {
    const KnownSizes sizes = sizesOf(std::string(uniform) + attribute).ofGroups();
    EXPECT_EQ(sizes.group, (Size{0, 4, 2}));
    EXPECT_EQ(sizes.atMost, (Size{0, 64, 64}));
    EXPECT_EQ(sizes.enqueued, (Size{8, 4, 2}));
  }
}

TEST(LaunchSizesTest, MergingOfSingleItemsIsTheWeakerPromise) {
  EXPECT_EQ(sizesOf("").merging(), GroupMerging::never);
  EXPECT_EQ(sizesOf(merged).merging(), GroupMerging::always);
  EXPECT_EQ(sizesOf(std::string(merged) + mergedSingle).merging(), GroupMerging::singleItems);
}

}  // namespace
}  // namespace compiler::passes
