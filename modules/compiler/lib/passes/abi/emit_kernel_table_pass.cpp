// The link between compiled kernels and a runtime
// -----------------------------------------------
// A runtime loads a binary without any knowledge of its symbols but one, `kiln_kernels`:
//
//   @kiln_kernels = constant { i32, i32, [2 x ptr] } { i32 1, i32 2, [ptr @a, ptr @b] }
//   @kiln.program_metadata = internal constant [… x i8] c"…", section ".note.kiln"
//
// The table has addresses alone. Names, argument layouts and memory sizes stand in the program
// metadata, one record per kernel in the same order. A reader can check these records before it
// maps any code.
//
// All passes before describe a kernel through function metadata (kernel_conventions.h). This pass
// is the only place to translate it into mux_kernel_descriptor_t. A new field of the descriptor
// therefore needs a metadata name, a writer in the responsible pass, and one line here.

#include "passes/abi/emit_kernel_table_pass.h"

#include "ir/diagnostics.h"
#include "ir/group_functions.h"
#include "ir/kernel_conventions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "mux/abi.h"
#include "mux/target_support/program_metadata.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Named metadata of lower-printf: operand i holds the string with the id i.
constexpr char printfStrings[] = "kiln.printf.strings";

// The first integer of the kernel's metadata `name`, or 0 without any.
uint64_t property(const Function &kernel, StringRef name) {
  SmallVector<uint64_t> values = properties(kernel, name);
  return values.empty() ? 0 : values.front();
}

// Fills in memory sizes, sub-group size and local sizes.
void describeSizes(const Function &kernel, mux_kernel_descriptor_t &descriptor) {
  FrameProperties frame = frameOf(kernel);
  descriptor.frame_fixed_size = frame.fixedSize;
  descriptor.frame_item_size = frame.itemSize;
  descriptor.frame_item_multiple = static_cast<uint32_t>(frame.itemMultiple);
  descriptor.frame_alignment = static_cast<uint32_t>(frame.alignment);
  descriptor.local_size = property(kernel, localSizeProperties);
  descriptor.private_size = property(kernel, privateSizeProperties);
  descriptor.sub_group_size = static_cast<uint32_t>(property(kernel, subGroupProperties));
  SmallVector<uint64_t> specialized = properties(kernel, specializedProperties);
  copy(specialized, descriptor.specialized_local_size);
  if (const MDNode *node = kernel.getMetadata("reqd_work_group_size")) {
    for (unsigned dimension = 0; dimension < std::min(node->getNumOperands(), 3u); ++dimension) {
      descriptor.required_local_size[dimension] =
          mdconst::extract<ConstantInt>(node->getOperand(dimension))->getZExtValue();
    }
  }
}

// Fills in the vector width and dimension if the whole kernel was vectorised alike. Otherwise the
// width is 1. The preferred multiple of the local size is the width, so that no remainder is left.
void describeVectors(const Function &kernel, mux_kernel_descriptor_t &descriptor) {
  SmallVector<uint64_t> values = properties(kernel, vectorProperties);
  descriptor.vector_width = values.size() == 2 ? static_cast<uint32_t>(values[0]) : 1;
  descriptor.vector_dimension = values.size() == 2 ? static_cast<uint32_t>(values[1]) : 0;
  descriptor.preferred_multiple = descriptor.vector_width;
}

// Translates all metadata of one kernel. kiln.parameters has four integers per parameter, in the
// order of mux_parameter_t: kind, alignment, offset, size.
mux::KernelRecord describe(const Function &kernel) {
  mux::KernelRecord record;
  record.name = kernel.hasFnAttribute(kernelNameAttribute)
                    ? kernel.getFnAttribute(kernelNameAttribute).getValueAsString().str()
                    : kernel.getName().str();
  SmallVector<uint64_t> values = properties(kernel, parameterProperties);
  for (size_t first = 0; first + 4 <= values.size(); first += 4) {
    record.parameters.push_back({static_cast<uint32_t>(values[first]),
                                 static_cast<uint32_t>(values[first + 1]), values[first + 2],
                                 values[first + 3]});
  }
  record.descriptor.arguments_size = property(kernel, argumentsSizeProperties);
  record.descriptor.flags = static_cast<uint32_t>(property(kernel, flagProperties));
  describeVectors(kernel, record.descriptor);
  describeSizes(kernel, record.descriptor);
  return record;
}

// One entry has 8 bytes on each target. Where addresses have 4 bytes, a zero word follows: ELF has
// no relocation that would extend a 32-bit address to 64 bits, and targets are little-endian.
Constant *tableEntry(Function &kernel, IRBuilder<> &builder) {
  if (kernel.getDataLayout().getPointerSize() == 8) {
    return &kernel;
  }
  return ConstantStruct::getAnon({&kernel, builder.getInt32(0)});
}

// Defines the table for the runtime. It has external linkage, the only symbol of a binary to have
// it.
void emitTable(Module &module, ArrayRef<Function *> kernels) {
  IRBuilder<> builder(module.getContext());
  SmallVector<Constant *> addresses;
  for (Function *kernel : kernels) {
    addresses.push_back(tableEntry(*kernel, builder));
  }
  Type *entryType = addresses.empty() ? builder.getPtrTy() : addresses.front()->getType();
  Constant *entries = ConstantArray::get(ArrayType::get(entryType, addresses.size()), addresses);
  Constant *table = ConstantStruct::getAnon(
      {builder.getInt32(MUX_ABI_VERSION), builder.getInt32(addresses.size()), entries});
  auto *variable = new GlobalVariable(module, table->getType(), /*isConstant=*/true,
                                      GlobalValue::ExternalLinkage, table, MUX_KERNEL_TABLE_SYMBOL);
  variable->setAlignment(Align(8));
  // llvm.compiler.used suffices, as the linker exports the symbol. For llvm.used the code generator
  // would remember the variable's address from one module to the next.
  appendToCompilerUsed(module, {variable});
}

// Defines the variable with the program metadata. The section's contents are an ELF note,
// serialised by the runtime's library and opaque to LLVM.
void emitProgramMetadata(Module &module, const mux::ProgramMetadata &metadata) {
  std::vector<std::byte> bytes = mux::writeProgramMetadata(metadata);
  StringRef text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  Constant *data = ConstantDataArray::getString(module.getContext(), text, /*AddNull=*/false);
  auto *variable = new GlobalVariable(module, data->getType(), /*isConstant=*/true,
                                      GlobalValue::InternalLinkage, data, programMetadataVariable);
  variable->setSection(mux::noteSection);
  variable->setAlignment(Align(8));
  appendToCompilerUsed(module, {variable});
}

// Moves the strings of printf from named metadata to a vector. Index i is the id i.
std::vector<std::string> extractStrings(Module &module) {
  std::vector<std::string> strings;
  NamedMDNode *list = module.getNamedMetadata(printfStrings);
  if (!list) {
    return strings;
  }
  for (const MDNode *entry : list->operands()) {
    const MDString *text =
        entry->getNumOperands() > 0 ? dyn_cast<MDString>(entry->getOperand(0)) : nullptr;
    strings.push_back(text ? text->getString().str() : "");
  }
  list->eraseFromParent();
  return strings;
}

}  // namespace

void rejectUnknown(const Module &module) {
  for (const Function &function : module) {
    StringRef name = function.getName();
    if (!function.isDeclaration() || function.use_empty() || function.isIntrinsic() ||
        name.starts_with(partitionSymbolPrefix)) {
      continue;
    }
    if (name.starts_with("__mux_") || name.starts_with("_Z") || name.starts_with("kiln.")) {
      module.getContext().emitError("the function '" + name +
                                    "' is called, but this target has no definition of it");
    }
  }
}

void emitKernelTable(Module &module, ArrayRef<Function *> kernels,
                     const mux::ProgramMetadata &metadata) {
  emitTable(module, kernels);
  emitProgramMetadata(module, metadata);
}

PreservedAnalyses EmitKernelTablePass::run(Module &module, ModuleAnalysisManager &) {
  rejectUnknown(module);
  SmallVector<Function *> kernels = kernelsOf(module);
  mux::ProgramMetadata metadata;
  metadata.target = targetName_;
  metadata.targetProperties = targetProperties_;
  metadata.strings = extractStrings(module);
  for (Function *kernel : kernels) {
    metadata.kernels.push_back(describe(*kernel));
    kernel->clearMetadata();
  }
  emitKernelTable(module, kernels, metadata);
  if (NamedMDNode *group = module.getNamedMetadata("kiln.access_group")) {
    group->eraseFromParent();
  }
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
