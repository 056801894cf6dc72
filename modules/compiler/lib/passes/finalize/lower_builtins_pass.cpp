// OpenCL C lets the dimension of get_global_id and its relatives be any value, and gives a result
// for dimensions beyond the launch's (OpenCL C 3.0 §6.15.1). The `__mux_*` functions are defined
// for dimensions 0 to 2 alone; unused ones of these have size 1 and id 0. So the case beyond is
// decided here:
//
//   get_global_size(d)    =>    d < 3 ? __mux_get_global_size(d) : 1
//   get_global_id(2)      =>    __mux_get_global_id(2)
//   get_group_id(7)       =>    0
//
// Barriers and fences have one form each, with scope and semantics in SPIR-V's encoding. OpenCL's
// enumerations are constants nearly always; conversions of others are table lookups in a 64-bit
// word:
//
//   work_group_barrier(CLK_LOCAL_MEM_FENCE)    =>    __mux_work_group_barrier(id, 2, 0x110)

#include "passes/finalize/lower_builtins_pass.h"

#include "ir/diagnostics.h"
#include "ir/mux_builtins.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/PatternMatch.h"
#include "passes/finalize/lower_group_builtins.h"

namespace compiler::passes {
namespace {

using llvm::CallInst;
using llvm::IRBuilder;
using llvm::Value;

constexpr uint32_t dimensions = 3;

// A work-item builtin, its replacement, and its value `beyond` the three dimensions.
struct WorkItemFunction {
  const char *mangled;
  const char *lowered;
  bool takesDimension;
  uint64_t beyond;
};
constexpr WorkItemFunction workItemFunctions[] = {
    {"_Z12get_work_dimv", "__mux_get_work_dim", false, 0},
    {"_Z15get_global_sizej", "__mux_get_global_size", true, 1},
    {"_Z13get_global_idj", "__mux_get_global_id", true, 0},
    {"_Z14get_local_sizej", "__mux_get_local_size", true, 1},
    {"_Z23get_enqueued_local_sizej", "__mux_get_enqueued_local_size", true, 1},
    {"_Z12get_local_idj", "__mux_get_local_id", true, 0},
    {"_Z14get_num_groupsj", "__mux_get_num_groups", true, 1},
    {"_Z12get_group_idj", "__mux_get_group_id", true, 0},
    {"_Z17get_global_offsetj", "__mux_get_global_offset", true, 0},
    {"_Z20get_global_linear_idv", "__mux_get_global_linear_id", false, 0},
    {"_Z19get_local_linear_idv", "__mux_get_local_linear_id", false, 0},
    {"_Z18get_sub_group_sizev", "__mux_get_sub_group_size", false, 0},
    {"_Z22get_max_sub_group_sizev", "__mux_get_max_sub_group_size", false, 0},
    {"_Z18get_num_sub_groupsv", "__mux_get_num_sub_groups", false, 0},
    {"_Z27get_enqueued_num_sub_groupsv", "__mux_get_enqueued_num_sub_groups", false, 0},
    {"_Z16get_sub_group_idv", "__mux_get_sub_group_id", false, 0},
    {"_Z22get_sub_group_local_idv", "__mux_get_sub_group_local_id", false, 0},
};

// Replaces one call. A non-constant dimension is frozen, for the comparison and the select have to
// see the same value.
void lowerWorkItemCall(CallInst &call, const WorkItemFunction &function) {
  IRBuilder<> builder(&call);
  llvm::Type *type = call.getType();
  llvm::Function *callee =
      declareWorkItemBuiltin(*call.getModule(), function.lowered, type, function.takesDimension);
  Value *result;
  if (!function.takesDimension) {
    result = builder.CreateCall(callee);
  } else {
    Value *dimension = call.getArgOperand(0);
    llvm::Constant *beyond = llvm::ConstantInt::get(type, function.beyond);
    if (!llvm::isa<llvm::ConstantInt>(dimension)) {
      dimension = builder.CreateFreeze(dimension);
    }
    Value *exists = builder.CreateICmpULT(dimension, builder.getInt32(dimensions));
    if (llvm::PatternMatch::match(exists, llvm::PatternMatch::m_Zero())) {
      result = beyond;
    } else {
      dimension = builder.CreateSelect(exists, dimension, builder.getInt32(0));
      result = builder.CreateSelect(exists, builder.CreateCall(callee, dimension), beyond);
    }
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

// Byte `index` (i32) of a table in a 64-bit word, or 0 beyond it. The builder folds constant
// indices.
Value *lookUp(IRBuilder<> &builder, uint64_t table, Value *index) {
  index = builder.CreateZExt(index, builder.getInt64Ty());
  Value *inside = builder.CreateICmpULT(index, builder.getInt64(sizeof table));
  Value *shift = builder.CreateShl(builder.CreateAnd(index, sizeof table - 1), 3);
  Value *entry = builder.CreateAnd(builder.CreateLShr(builder.getInt64(table), shift), 0xff);
  return builder.CreateTrunc(builder.CreateSelect(inside, entry, builder.getInt64(0)),
                             builder.getInt32Ty());
}

// Converts memory_scope (work_item, work_group, device, all_devices, sub_group) to SPIR-V's scope.
Value *convertScope(IRBuilder<> &builder, Value *scope) {
  constexpr uint64_t table = uint64_t{scopeInvocation} | uint64_t{scopeWorkGroup} << 8 |
                             uint64_t{scopeDevice} << 16 | uint64_t{scopeCrossDevice} << 24 |
                             uint64_t{scopeSubGroup} << 32;
  return lookUp(builder, table, scope);
}

// Converts memory_order (C11's values: relaxed 0, acquire 2, release 3, acq_rel 4, seq_cst 5) to
// SPIR-V's semantics. 1 is C11's consume, treated as acquire.
Value *convertOrder(IRBuilder<> &builder, Value *order) {
  constexpr uint64_t table = uint64_t{semanticsAcquire} << 8 | uint64_t{semanticsAcquire} << 16 |
                             uint64_t{semanticsRelease} << 24 |
                             uint64_t{semanticsAcquireRelease} << 32 |
                             uint64_t{semanticsSequentiallyConsistent} << 40;
  return lookUp(builder, table, order);
}

// Converts cl_mem_fence_flags (local 1, global 2, image 4) to memory bits of SPIR-V's semantics.
Value *convertFlags(IRBuilder<> &builder, Value *flags) {
  constexpr uint64_t local = 1;
  constexpr uint64_t global = 2;
  constexpr uint64_t image = 4;
  static_assert(local << 8 == semanticsWorkGroupMemory);
  static_assert(global << 8 == semanticsCrossWorkGroupMemory);
  static_assert(image << 9 == semanticsImageMemory);
  return builder.CreateOr(builder.CreateShl(builder.CreateAnd(flags, local | global), 8),
                          builder.CreateShl(builder.CreateAnd(flags, image), 9));
}

// A barrier or fence builtin; semantics and scope where they are not arguments.
struct Synchronisation {
  const char *mangled;
  unsigned parameters;
  enum { barrier, subGroupBarrier, fence } kind;
  uint32_t semantics;  ///< SPIR-V's order; 0: argument 1 is a memory_order
  int scopeArgument;   ///< index of the memory_scope; -1: scope of the group
};
constexpr Synchronisation synchronisations[] = {
    {"_Z7barrierj", 1, Synchronisation::barrier, semanticsSequentiallyConsistent, -1},
    {"_Z18work_group_barrierj", 1, Synchronisation::barrier, semanticsSequentiallyConsistent, -1},
    {"_Z18work_group_barrierj12memory_scope", 2, Synchronisation::barrier,
     semanticsSequentiallyConsistent, 1},
    {"_Z17sub_group_barrierj", 1, Synchronisation::subGroupBarrier, semanticsSequentiallyConsistent,
     -1},
    {"_Z17sub_group_barrierj12memory_scope", 2, Synchronisation::subGroupBarrier,
     semanticsSequentiallyConsistent, 1},
    // Split barriers (cl_intel_split_work_group_barrier): arrive is a fence, wait is the barrier.
    // The first is a release fence for writes before it.
    {"_Z31intel_work_group_barrier_arrivej", 1, Synchronisation::fence, semanticsRelease, -1},
    {"_Z31intel_work_group_barrier_arrivej12memory_scope", 2, Synchronisation::fence,
     semanticsRelease, 1},
    {"_Z29intel_work_group_barrier_waitj", 1, Synchronisation::barrier,
     semanticsSequentiallyConsistent, -1},
    {"_Z29intel_work_group_barrier_waitj12memory_scope", 2, Synchronisation::barrier,
     semanticsSequentiallyConsistent, 1},
    {"_Z9mem_fencej", 1, Synchronisation::fence, semanticsAcquireRelease, -1},
    {"_Z14read_mem_fencej", 1, Synchronisation::fence, semanticsAcquire, -1},
    {"_Z15write_mem_fencej", 1, Synchronisation::fence, semanticsRelease, -1},
    {"_Z22atomic_work_item_fencej12memory_order12memory_scope", 3, Synchronisation::fence, 0, 2},
};

// Replaces one call by a barrier with a new id or by a fence.
void lowerSynchronisation(CallInst &call, const Synchronisation &kind, uint32_t &nextBarrier) {
  IRBuilder<> builder(&call);
  Value *order = kind.semantics ? builder.getInt32(kind.semantics)
                                : convertOrder(builder, call.getArgOperand(1));
  Value *semantics = builder.CreateOr(order, convertFlags(builder, call.getArgOperand(0)));
  const bool isOfSubGroup = kind.kind == Synchronisation::subGroupBarrier;
  Value *scope = kind.scopeArgument < 0
                     ? builder.getInt32(isOfSubGroup ? scopeSubGroup : scopeWorkGroup)
                     : convertScope(builder, call.getArgOperand(kind.scopeArgument));
  if (kind.kind != Synchronisation::fence) {
    llvm::Module &module = *call.getModule();
    auto *barrier =
        builder.CreateCall(isOfSubGroup ? declareSubGroupBarrier(module) : declareBarrier(module),
                           {builder.getInt32(nextBarrier++), scope, semantics});
    barrier->setConvergent();
  } else {
    builder.CreateCall(declareFence(*call.getModule()), {scope, semantics});
  }
  call.eraseFromParent();
}

// One more than the largest constant id of a barrier in the module; 0 without any.
uint32_t firstFreeBarrier(llvm::Module &module) {
  uint32_t next = 0;
  for (llvm::StringRef name : {muxBarrier, muxSubGroupBarrier}) {
    llvm::Function *barrier = module.getFunction(name);
    if (!barrier) {
      continue;
    }
    for (llvm::User *user : barrier->users()) {
      auto *call = llvm::dyn_cast<CallInst>(user);
      auto *id = call ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)) : nullptr;
      if (id) {
        next = std::max(next, static_cast<uint32_t>(id->getZExtValue()) + 1);
      }
    }
  }
  return next;
}

// Returns true if a declaration has the builtin's types. A program may declare another function of
// the same symbol, by an asm label.
bool hasSignature(const llvm::Function &function, bool returnsInteger, unsigned parameters) {
  const llvm::FunctionType &type = *function.getFunctionType();
  const bool isResult = returnsInteger ? type.getReturnType()->isIntegerTy(32) ||
                                             type.getReturnType()->isIntegerTy(64)
                                       : type.getReturnType()->isVoidTy();
  return isResult && !type.isVarArg() && type.getNumParams() == parameters &&
         llvm::all_of(type.params(),
                      [](llvm::Type *parameter) { return parameter->isIntegerTy(32); });
}

// Runs `lower` on each call of the declaration `mangled`, then erases the declaration. Does nothing
// for definitions or other types.
template <class Lower>
void lowerAll(llvm::Module &module, const char *mangled, bool returnsInteger, unsigned parameters,
              const Lower &lower) {
  llvm::Function *function = module.getFunction(mangled);
  if (!function || !function->isDeclaration() ||
      !hasSignature(*function, returnsInteger, parameters)) {
    return;
  }
  for (CallInst *call : directCalls(*function)) {
    lower(*call);
  }
  if (function->use_empty()) {
    function->eraseFromParent();
  }
}

// A function between an opaque value and its word or address, under the front ends' name.
struct OpaqueMaker {
  llvm::StringLiteral name;
  llvm::StringLiteral type;
  llvm::StringLiteral mux;
};
constexpr OpaqueMaker opaqueMakers[] = {
    {"__translate_sampler_initializer", "spirv.Sampler", muxSampler},
    {"__translate_sampler_word", "spirv.Sampler", muxSamplerWord},
    {"__spirv_CreatePipeFromPipeStorage_read", "spirv.Pipe", muxPipeRead},
    {"__spirv_CreatePipeFromPipeStorage_write", "spirv.Pipe", muxPipeWrite},
};

// Gives the function its `__mux_*` name if its signature has the opaque type. LowerTargetTypesPass
// removes the calls.
void renameMaker(llvm::Module &module, const OpaqueMaker &maker) {
  llvm::Function *function = module.getFunction(maker.name);
  if (!function || !function->isDeclaration() || function->arg_size() != 1) {
    return;
  }
  const llvm::FunctionType &type = *function->getFunctionType();
  const bool isOpaque = llvm::any_of(type.subtypes(), [&](const llvm::Type *each) {
    const auto *opaque = llvm::dyn_cast<llvm::TargetExtType>(each);
    return opaque && opaque->getName() == maker.type;
  });
  if (isOpaque) {
    function->setName(maker.mux);
  }
}

}  // namespace

llvm::PreservedAnalyses LowerBuiltinsPass::run(llvm::Module &module,
                                               llvm::ModuleAnalysisManager &) {
  for (const WorkItemFunction &function : workItemFunctions) {
    lowerAll(module, function.mangled, true, function.takesDimension,
             [&](CallInst &call) { lowerWorkItemCall(call, function); });
  }
  uint32_t nextBarrier = firstFreeBarrier(module);
  for (const Synchronisation &kind : synchronisations) {
    lowerAll(module, kind.mangled, false, kind.parameters,
             [&](CallInst &call) { lowerSynchronisation(call, kind, nextBarrier); });
  }
  lowerGroupBuiltins(module);
  for (const OpaqueMaker &maker : opaqueMakers) {
    renameMaker(module, maker);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace compiler::passes
