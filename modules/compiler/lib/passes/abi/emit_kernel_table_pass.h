// Emits the kernel table and the program metadata, through which a runtime finds the kernels of a
// binary.
//
// The pass ends the kernel pipeline. Code generation and the linker see its two variables as plain
// data. doc/mux-spec.md specifies their bytes.
#pragma once

#include <string>

#include "llvm/IR/PassManager.h"
#include "mux/target_support/program_metadata.h"

namespace compiler::passes {

/// The internal variable with the program metadata, in the ELF section mux::noteSection. The code
/// generator looks it up by this name to merge the metadata of several modules into one.
inline constexpr char programMetadataVariable[] = "kiln.program_metadata";

/// Prefix of hidden symbols shared by the modules of one program: another code-generation partition
/// may define them (codegen/code_partitions.h). rejectUnknown() accepts their declarations.
inline constexpr char partitionSymbolPrefix[] = "kiln.partition.";

/// Reports each used declaration named `__mux_…`, `_Z…` or `kiln.…` as an error on the module's
/// LLVMContext. No pass, builtin unit or target defines it at this point. Without the check the
/// linker would report an undefined symbol, with neither the builtin's role nor the target's name.
/// Intrinsics and symbols of other code-generation partitions are accepted. The module does not
/// change.
void rejectUnknown(const llvm::Module &module);

/// Defines `kiln_kernels` (mux_kernel_table_t) and the program metadata. Entry i of the table is
/// `kernels[i]`, and has to belong to record i of `metadata`. Both variables go into
/// llvm.compiler.used, because nothing in the module refers to them. The module must not hold
/// either variable yet.
void emitKernelTable(llvm::Module &module, llvm::ArrayRef<llvm::Function *> kernels,
                     const mux::ProgramMetadata &metadata);

/// Describes each kernel of the module by a mux_kernel_descriptor_t and emits kernel table and
/// program metadata.
///
/// * Expects: kernels are entry points (EntryPointsPass).
/// * Reads, then drops, the metadata of each kernel: kiln.frame, kiln.local_size,
///   kiln.private_size, kiln.sub_group_size, kiln.flags, kiln.parameters, kiln.arguments_size,
///   kiln.vector_width, kiln.specialized_local_size, and reqd_work_group_size. Absent sizes count
///   as 0, an absent vector width as 1. The attribute "kiln-kernel-name" replaces the symbol as the
///   kernel's name.
/// * Erases the named metadata kiln.printf.strings (moved to the program metadata) and
///   kiln.access_group.
/// * Diagnoses functions without a definition: see rejectUnknown().
class EmitKernelTablePass : public llvm::PassInfoMixin<EmitKernelTablePass> {
 public:
  /// `targetName` and `targetProperties` identify the device in the program metadata: a runtime
  /// refuses a binary of another target or with other device properties
  /// (mux/target_support/program_metadata.h).
  EmitKernelTablePass(std::string targetName = "", std::string targetProperties = "")
      : targetName_(std::move(targetName)), targetProperties_(std::move(targetProperties)) {}
  llvm::PreservedAnalyses run(llvm::Module &module, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }

 private:
  std::string targetName_;
  std::string targetProperties_;
};

}  // namespace compiler::passes
