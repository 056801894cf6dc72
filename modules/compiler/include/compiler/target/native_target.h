// A target that generates code for the architecture of this machine. Its kernels run in the
// driver's process, or in another process on the same machine.
//
// A target links kiln-compiler-native and names the LLVM component that
// kiln_native_llvm_component() (cmake/KilnLLVM.cmake) gives. It uses NativeTarget as it is, derives
// from it to override hooks of BaseTarget, or calls the two functions from a class of its own.
#pragma once

#include "compiler/target/base_target.h"
#include "mux/target_support/target_properties.h"

namespace compiler {

/// For a CPU of this architecture. Properties about an ABI or a code model are not used.
CodeModel nativeCodeModel(const mux::TargetProperties &properties);

/// With the run-time support of this architecture.
LinkModel nativeLinkModel();

class NativeTarget : public BaseTarget {
 public:
  NativeTarget(Context &context, const Info &info, mux::TargetProperties properties);

  CodeModel codeModel(const frontend::BuildOptions &options) const override;
  LinkModel linkModel() const override;
  /// True on x86: on an AMD CPU with AVX-512, masked accesses took more than twice as long
  /// (vecz/late/all_active_versioning_pass.cpp).
  bool hasSlowMasks() const override;

 private:
  const mux::TargetProperties properties_;
};

}  // namespace compiler
