// The code of a writer:
//
//   header = __mux_get_printf_buffer();          if (!header) return -1;
//   if (header->used < header->capacity) {       // see below
//     start = atomic_add(&header->used, bytes);
//     if (start + bytes <= header->capacity) { write the record at start; return 0; }
//     if (start < header->capacity) *start = 0;  // ends the host's reading
//   }
//   atomic_add(&header->dropped, 1);             return -1;
//
// The first look at `used` keeps it from wrapping around. Without it, a kernel that prints for long
// enough would begin to overwrite its first records. Sums are made in 64 bits. Atomics are relaxed:
// the host reads only after the launch.

#include "passes/finalize/printf_writer.h"

#include "ir/mux_builtins.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "mux/abi.h"

namespace compiler::passes {
namespace {

using llvm::BasicBlock;
using llvm::Value;

constexpr uint64_t slotBytes = 8;
constexpr uint64_t recordHeaderBytes = 8;  ///< the record's size and the format's id
constexpr auto relaxed = llvm::AtomicOrdering::Monotonic;

// Fills in an empty function; the blocks are in the order of the code above.
class WriterBuilder {
 public:
  explicit WriterBuilder(llvm::Function &function)
      : function_(function),
        builder_(function.getContext()),
        bytes_(recordHeaderBytes + slotBytes * (function.arg_size() - 1)) {}

  // Creates all blocks first, in the order of the code above, since they refer to each other.
  void run() {
    BasicBlock *entry = block("entry");
    BasicBlock *look = block("look");
    BasicBlock *reserve = block("reserve");
    BasicBlock *write = block("write");
    BasicBlock *full = block("full");
    BasicBlock *end = block("end");
    BasicBlock *drop = block("drop");
    BasicBlock *none = block("none");

    builder_.SetInsertPoint(entry);
    header_ = builder_.CreateCall(declarePrintfBuffer(*function_.getParent()));
    builder_.CreateCondBr(builder_.CreateIsNull(header_), none, look);

    builder_.SetInsertPoint(look);
    Value *capacity = load(offsetof(mux_printf_header_t, capacity));
    Value *used = load(offsetof(mux_printf_header_t, used));
    builder_.CreateCondBr(builder_.CreateICmpULT(used, capacity), reserve, drop);

    builder_.SetInsertPoint(reserve);
    Value *start = add(offsetof(mux_printf_header_t, used), bytes_);
    Value *last = builder_.CreateAdd(wide(start), builder_.getInt64(bytes_));
    builder_.CreateCondBr(builder_.CreateICmpULE(last, wide(capacity)), write, full);

    builder_.SetInsertPoint(write);
    writeRecord(start);
    builder_.CreateRet(builder_.getInt32(0));

    builder_.SetInsertPoint(full);
    builder_.CreateCondBr(builder_.CreateICmpULT(start, capacity), end, drop);

    builder_.SetInsertPoint(end);
    store(builder_.getInt32(0), record(start), 0);
    builder_.CreateBr(drop);

    builder_.SetInsertPoint(drop);
    add(offsetof(mux_printf_header_t, dropped), 1);
    builder_.CreateBr(none);

    builder_.SetInsertPoint(none);
    builder_.CreateRet(builder_.getInt32(-1));
  }

 private:
  BasicBlock *block(const char *name) {
    return BasicBlock::Create(function_.getContext(), name, &function_);
  }

  // An address in bytes from a pointer.
  Value *at(Value *pointer, uint64_t offset) {
    return offset == 0 ? pointer
                       : builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), pointer, offset);
  }

  Value *wide(Value *value) { return builder_.CreateZExt(value, builder_.getInt64Ty()); }

  // Reads a field of the header, atomically, for other workers change it.
  Value *load(uint64_t offset) {
    llvm::LoadInst *value =
        builder_.CreateAlignedLoad(builder_.getInt32Ty(), at(header_, offset), llvm::Align(4));
    value->setAtomic(relaxed);
    return value;
  }

  // Adds to a field of the header, and returns its old value.
  Value *add(uint64_t offset, uint64_t amount) {
    return builder_.CreateAtomicRMW(llvm::AtomicRMWInst::Add, at(header_, offset),
                                    builder_.getInt32(amount), llvm::Align(4), relaxed);
  }

  // The address of a record, given its offset behind the header.
  Value *record(Value *start) {
    return builder_.CreateInBoundsGEP(builder_.getInt8Ty(),
                                      at(header_, sizeof(mux_printf_header_t)), wide(start));
  }

  void store(Value *value, Value *pointer, uint64_t offset) {
    builder_.CreateAlignedStore(value, at(pointer, offset),
                                llvm::Align(value->getType()->isIntegerTy(64) ? 8 : 4));
  }

  // Writes size, format and slots; doc/mux-spec.md has the layout.
  void writeRecord(Value *start) {
    Value *address = record(start);
    store(builder_.getInt32(bytes_), address, 0);
    store(function_.getArg(0), address, 4);
    for (unsigned i = 1; i < function_.arg_size(); ++i) {
      store(function_.getArg(i), address, recordHeaderBytes + slotBytes * (i - 1));
    }
  }

  llvm::Function &function_;
  llvm::IRBuilder<> builder_;
  uint64_t bytes_;  ///< of a record
  Value *header_ = nullptr;
};

}  // namespace

llvm::Function *getPrintfWriter(llvm::Module &module, size_t slots) {
  const std::string name = (printfWriterPrefix + llvm::Twine(slots)).str();
  if (llvm::Function *function = module.getFunction(name)) {
    return function;
  }
  llvm::LLVMContext &context = module.getContext();
  auto *i32 = llvm::Type::getInt32Ty(context);
  llvm::SmallVector<llvm::Type *> parameters(slots + 1, llvm::Type::getInt64Ty(context));
  parameters[0] = i32;
  auto *function = llvm::Function::Create(llvm::FunctionType::get(i32, parameters, false),
                                          llvm::GlobalValue::InternalLinkage, name, &module);
  function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::NoInline);
  function->addFnAttr(llvm::Attribute::WillReturn);
  function->addFnAttr("no-builtins");
  WriterBuilder(*function).run();
  return function;
}

}  // namespace compiler::passes
