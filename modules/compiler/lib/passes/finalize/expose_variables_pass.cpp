// The host cannot reach a variable by itself: its address is known to the loaded binary alone, and
// its memory may be the device's own. A kernel can do both on every device, in the order of a
// queue, and needs nothing of a target. So the program gets one more kernel, which has the
// addresses of all accessible variables in a table:
//
//   @kiln.variable_table = internal addrspace(2) constant [2 x ptr addrspace(1)] [@x, @y]
//
//   define spir_kernel void @kiln.access_variables(memory, number, offset, size, operation):
//     %variable = load @kiln.variable_table[number]
//     switch operation: read, write, address
//
// The table also tells LLVM that the variables may change behind its back: it no longer takes a
// variable without stores for a constant. The kernel is in no list of the front end, so the
// application does not see it.

#include "passes/finalize/expose_variables_pass.h"

#include <vector>

#include "compiler/program_info.h"
#include "ir/diagnostics.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace compiler::passes {
namespace {

using namespace llvm;

constexpr unsigned globalSpace = 1;
constexpr unsigned constantSpace = 2;
// As numbers, an access is a set of bits.
constexpr auto readable = static_cast<uint32_t>(HostAccess::read);
constexpr auto readableAndWritable = static_cast<uint32_t>(HostAccess::readWrite);

// A name of a variable, and the access under it.
struct Exposed {
  GlobalVariable *variable;
  StringRef name;
  uint32_t access;
};

// The variables by the host's names, then those by their symbols.
std::vector<Exposed> exposedOf(Module &module) {
  std::vector<Exposed> byHostName, bySymbol;
  for (GlobalVariable &variable : module.globals()) {
    if (variable.getAddressSpace() != globalSpace || !variable.hasInitializer() ||
        module.getDataLayout().getTypeAllocSize(variable.getValueType()).isZero()) {
      continue;
    }
    const uint32_t possible = variable.isConstant() ? readable : readableAndWritable;
    uint32_t access = possible;
    if (const MDNode *host = variable.getMetadata(hostAccessMetadata)) {
      const auto *name = dyn_cast<MDString>(host->getOperand(0));
      const auto *given = mdconst::dyn_extract<ConstantInt>(host->getOperand(1));
      if (name && given) {
        access &= static_cast<uint32_t>(given->getZExtValue());
        byHostName.push_back({&variable, name->getString(), access});
      }
    }
    if (!variable.hasLocalLinkage() && !variable.getName().starts_with("llvm.")) {
      bySymbol.push_back({&variable, variable.getName(), access});
    }
  }
  byHostName.insert(byHostName.end(), bySymbol.begin(), bySymbol.end());
  return byHostName;
}

// Writes globalVariablesMetadata.
void describe(Module &module, ArrayRef<Exposed> exposed) {
  LLVMContext &context = module.getContext();
  NamedMDNode *list = module.getOrInsertNamedMetadata(globalVariablesMetadata);
  const auto number = [](IntegerType *type, uint64_t value) {
    return ConstantAsMetadata::get(ConstantInt::get(type, value));
  };
  for (const Exposed &each : exposed) {
    const uint64_t size = module.getDataLayout().getTypeAllocSize(each.variable->getValueType());
    list->addOperand(MDNode::get(
        context, {MDString::get(context, each.name), number(Type::getInt64Ty(context), size),
                  number(Type::getInt32Ty(context), each.access)}));
  }
}

// Makes the table of addresses.
GlobalVariable *makeTable(Module &module, ArrayRef<Exposed> exposed) {
  std::vector<Constant *> addresses;
  for (const Exposed &each : exposed) {
    addresses.push_back(each.variable);
  }
  auto *type = ArrayType::get(PointerType::get(module.getContext(), globalSpace), addresses.size());
  return new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::InternalLinkage,
                            ConstantArray::get(type, addresses), "kiln.variable_table", nullptr,
                            GlobalValue::NotThreadLocal, constantSpace);
}

// Declares the kernel, for work-groups of one work-item.
Function *declareKernel(Module &module) {
  LLVMContext &context = module.getContext();
  auto *word = Type::getInt64Ty(context);
  auto *type = FunctionType::get(
      Type::getVoidTy(context),
      {PointerType::get(context, globalSpace), word, word, word, Type::getInt32Ty(context)}, false);
  Function *kernel =
      Function::Create(type, GlobalValue::ExternalLinkage, variableKernelName, module);
  kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  kernel->addFnAttr(Attribute::NoUnwind);
  auto *one = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1));
  kernel->setMetadata("reqd_work_group_size", MDNode::get(context, {one, one, one}));
  return kernel;
}

// Defines the kernel of the header.
void defineKernel(Module &module, Function *kernel, GlobalVariable *table) {
  LLVMContext &context = module.getContext();
  auto *entry = BasicBlock::Create(context, "entry", kernel);
  auto *read = BasicBlock::Create(context, "read", kernel);
  auto *write = BasicBlock::Create(context, "write", kernel);
  auto *address = BasicBlock::Create(context, "address", kernel);
  auto *end = BasicBlock::Create(context, "end", kernel);
  Value *memory = kernel->getArg(0);
  IRBuilder<> builder(entry);
  Type *pointer = PointerType::get(context, globalSpace);
  Value *place = builder.CreateInBoundsGEP(table->getValueType(), table,
                                           {builder.getInt64(0), kernel->getArg(1)}, "place");
  Value *variable = builder.CreateLoad(pointer, place, "variable");
  Value *bytes = builder.CreateGEP(builder.getInt8Ty(), variable, kernel->getArg(2), "bytes");
  Value *size = builder.CreateZExtOrTrunc(
      kernel->getArg(3), module.getDataLayout().getIntPtrType(context, globalSpace), "size");
  SwitchInst *operation = builder.CreateSwitch(kernel->getArg(4), end, 3);
  const auto addCase = [&](VariableOperation value, BasicBlock *block) {
    operation->addCase(builder.getInt32(static_cast<uint32_t>(value)), block);
  };
  addCase(VariableOperation::read, read);
  addCase(VariableOperation::write, write);
  addCase(VariableOperation::address, address);
  builder.SetInsertPoint(read);
  builder.CreateMemCpy(memory, MaybeAlign(), bytes, MaybeAlign(), size);
  builder.CreateBr(end);
  builder.SetInsertPoint(write);
  builder.CreateMemCpy(bytes, MaybeAlign(), memory, MaybeAlign(), size);
  builder.CreateBr(end);
  builder.SetInsertPoint(address);
  builder.CreateAlignedStore(builder.CreatePtrToInt(variable, builder.getInt64Ty()), memory,
                             Align(1));
  builder.CreateBr(end);
  builder.SetInsertPoint(end);
  builder.CreateRetVoid();
}

}  // namespace

PreservedAnalyses ExposeVariablesPass::run(Module &module, ModuleAnalysisManager &) {
  const std::vector<Exposed> exposed = exposedOf(module);
  if (exposed.empty()) {
    return PreservedAnalyses::all();
  }
  // LLVM would rename the second of two equal names, and the host would run the wrong kernel.
  if (module.getNamedValue(variableKernelName)) {
    reportError(module, "the name '" + Twine(variableKernelName) + "' is reserved");
    abandonModule(module);
    return PreservedAnalyses::none();
  }
  describe(module, exposed);
  defineKernel(module, declareKernel(module), makeTable(module, exposed));
  return PreservedAnalyses::none();
}

}  // namespace compiler::passes
