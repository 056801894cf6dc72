#include "passes/abi/argument_loads.h"

#include "ir/kernel_conventions.h"
#include "ir/work_item_context.h"
#include "llvm/IR/Function.h"
#include "mux/abi.h"

namespace compiler::passes {

using namespace llvm;

namespace {

// Emits reads of one argument block.
class ArgumentBlock {
 public:
  ArgumentBlock(IRBuilder<> &builder, Value *localMemory)
      : builder_(builder),
        block_(builder.GetInsertBlock()->getParent()->getArg(0)),
        localMemory_(localMemory) {}

  // Reads one argument. A local pointer is an offset in the block; a structure by value and an
  // image are addresses inside the block; other pointers are 64-bit integers on each target.
  Value *load(const Argument &parameter, uint64_t kind, uint64_t offset) {
    Type *type = parameter.getType();
    if (kind == mux_parameter_local) {
      Value *localOffset = loadInvariant(builder_, builder_.getInt64Ty(), block_, offset);
      Value *start = builder_.CreateIntToPtr(localMemory_, type);
      return builder_.CreateGEP(builder_.getInt8Ty(), start, localOffset, parameter.getName());
    }
    if (kind == mux_parameter_value && type->isPointerTy()) {
      return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), block_, offset,
                                                 parameter.getName());
    }
    if (kind == mux_parameter_image) {
      return builder_.CreateAddrSpaceCast(
          builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), block_, offset), type,
          parameter.getName());
    }
    if (type->isPointerTy()) {
      Value *address = loadInvariant(builder_, builder_.getInt64Ty(), block_, offset);
      return builder_.CreateIntToPtr(address, type, parameter.getName());
    }
    return loadInvariant(builder_, type, block_, offset, parameter.getName());
  }

 private:
  IRBuilder<> &builder_;
  Argument *block_;
  Value *localMemory_;
};

}  // namespace

SmallVector<Value *> loadArguments(IRBuilder<> &builder, const Function &kernel,
                                   Value *localMemory) {
  // Four numbers per parameter: kind, alignment, offset, size.
  SmallVector<uint64_t> layout =
      properties(*builder.GetInsertBlock()->getParent(), parameterProperties);
  unsigned count = kernel.arg_size() - 1;
  ArgumentBlock block(builder, localMemory);
  SmallVector<Value *> arguments;
  for (unsigned number = 0; number < count; ++number) {
    const Argument &parameter = *kernel.getArg(number);
    arguments.push_back(layout.size() == 4 * count
                            ? block.load(parameter, layout[4 * number], layout[4 * number + 2])
                            : PoisonValue::get(parameter.getType()));
  }
  return arguments;
}

}  // namespace compiler::passes
