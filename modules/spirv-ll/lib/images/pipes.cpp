// Translates pipe instructions (SPIR-V 1.5 §3.32.23) to the functions that Clang calls for pipes.
//
// OpReadPipe becomes __read_pipe_2 and so on (OpenCL C 3.0 §6.15.17). Operands keep their order,
// with the size and the alignment of a packet last. Pointers become generic, numbers 32 bits wide.
// The table `functions` describes the parameters of each function by letters.
//
// For example:
//
//   OpReadPipe %int %pipe %pointer %size %align
//   call i32 @__read_pipe_2(target("spirv.Pipe", 0) %pipe, ptr addrspace(4) %pointer, i32, i32)
//
// The result is 0 for success and negative for an empty or full pipe, in both languages.
#include <algorithm>

#include "images/images.h"
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/operands.h"

namespace spirv_ll {
namespace {

using llvm::Value;

/// The access qualifier of a pipe (SPIR-V 1.6 §3.18); a query takes either.
enum Access : uint32_t { readOnly = 0, writeOnly = 1, either = 2 };

/// A pipe is target("spirv.Pipe", access). Size and alignment of packets are operands of each
/// instruction.
void translatePipeType(Translator &translator, const Instruction &instruction) {
  const uint32_t access = instruction.operand(0);
  if (!translator.hasFeature("__opencl_c_pipes")) {
    return translator.fail("the device has no pipes");
  }
  if (access != readOnly && access != writeOnly) {
    return translator.fail("a pipe is read or written", Error::Kind::invalid);
  }
  translator.types().set(
      instruction.id, llvm::TargetExtType::get(translator.context(), "spirv.Pipe", {}, {access}));
}

llvm::Type *reservationType(Translator &translator) {
  return llvm::TargetExtType::get(translator.context(), "spirv.ReserveId");
}

void translateReservationType(Translator &translator, const Instruction &instruction) {
  translator.types().set(instruction.id, reservationType(translator));
}

/// Converts an operand to an argument: pointers become generic, integers 32 bits wide.
Value *readArgument(Translator &translator, uint32_t id) {
  Value *value = translator.value(id);
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *type = value->getType();
  if (type->isIntegerTy()) {
    return builder.CreateZExtOrTrunc(value, builder.getInt32Ty());
  }
  if (type->isPointerTy()) {
    return builder.CreateAddrSpaceCast(value,
                                       llvm::PointerType::get(translator.context(), genericSpace));
  }
  return value;
}

/// An instruction, the end of the function's name, and the checks of its operands.
struct Row {
  spv::Op op;
  const char *name;
  /// Kinds of the arguments: P pipe, r reservation, * pointer, n number.
  std::string_view arguments;
  Access access;
  enum { number, reservation, nothing } result;
  bool isOfGroup = false;  ///< the first operand is a scope
};
constexpr Row functions[] = {
    {spv::Op::OpReadPipe, "read_pipe_2", "P*nn", readOnly, Row::number},
    {spv::Op::OpWritePipe, "write_pipe_2", "P*nn", writeOnly, Row::number},
    {spv::Op::OpReservedReadPipe, "read_pipe_4", "Prn*nn", readOnly, Row::number},
    {spv::Op::OpReservedWritePipe, "write_pipe_4", "Prn*nn", writeOnly, Row::number},
    {spv::Op::OpReserveReadPipePackets, "reserve_read_pipe", "Pnnn", readOnly, Row::reservation},
    {spv::Op::OpReserveWritePipePackets, "reserve_write_pipe", "Pnnn", writeOnly, Row::reservation},
    {spv::Op::OpCommitReadPipe, "commit_read_pipe", "Prnn", readOnly, Row::nothing},
    {spv::Op::OpCommitWritePipe, "commit_write_pipe", "Prnn", writeOnly, Row::nothing},
    {spv::Op::OpGetNumPipePackets, "get_pipe_num_packets", "Pnn", either, Row::number},
    {spv::Op::OpGetMaxPipePackets, "get_pipe_max_packets", "Pnn", either, Row::number},
    {spv::Op::OpGroupReserveReadPipePackets, "reserve_read_pipe", "Pnnn", readOnly,
     Row::reservation, true},
    {spv::Op::OpGroupReserveWritePipePackets, "reserve_write_pipe", "Pnnn", writeOnly,
     Row::reservation, true},
    {spv::Op::OpGroupCommitReadPipe, "commit_read_pipe", "Prnn", readOnly, Row::nothing, true},
    {spv::Op::OpGroupCommitWritePipe, "commit_write_pipe", "Prnn", writeOnly, Row::nothing, true},
};

/// True if an argument has the type of its letter. A pipe must have the row's access, too.
bool fits(char kind, const Row &row, llvm::Type *type) {
  switch (kind) {
    case 'P':
      return isOpaque(type, "spirv.Pipe") &&
             (row.access == either ||
              llvm::cast<llvm::TargetExtType>(type)->getIntParameter(0) == row.access);
    case 'r':
      return isOpaque(type, "spirv.ReserveId");
    case '*':
      return type->isPointerTy();
    default:
      return type->isIntegerTy(32);
  }
}

/// The name of the function: "__read_pipe_2", "__sub_group_reserve_read_pipe",
/// "__get_pipe_num_packets_ro".
std::string nameOf(Translator &translator, const Instruction &instruction, const Row &row,
                   llvm::Type *pipe) {
  std::string prefix = "__";
  if (row.isOfGroup) {
    prefix += groupPrefix(translator, instruction.operand(0));
  }
  const bool isRead = llvm::cast<llvm::TargetExtType>(pipe)->getIntParameter(0) == readOnly;
  return prefix + row.name + (row.access != either ? "" : isRead ? "_ro" : "_wo");
}

/// Reads and checks the operands by the row, behind the scope if there is one.
void translateCall(Translator &translator, const Instruction &instruction) {
  const auto *row = std::ranges::find(functions, instruction.op, &Row::op);
  llvm::SmallVector<Value *> arguments;
  for (size_t i = 0; i < row->arguments.size(); ++i) {
    arguments.push_back(readArgument(translator, instruction.operand(i + row->isOfGroup)));
    if (!fits(row->arguments[i], *row, arguments.back()->getType())) {
      return translator.fail("an operand is of the wrong type", Error::Kind::invalid);
    }
  }
  llvm::IRBuilder<> &builder = translator.builder();
  llvm::Type *result = row->result == Row::number        ? builder.getInt32Ty()
                       : row->result == Row::reservation ? reservationType(translator)
                                                         : builder.getVoidTy();
  const std::string name = nameOf(translator, instruction, *row, arguments[0]->getType());
  if (translator.failed()) {
    return;
  }
  Value *call = callBuiltin(translator, name, result, arguments);
  if (row->result != Row::nothing) {
    translator.setValue(instruction, call);
  }
}

/// OpIsValidReserveId: false for a failed reservation (OpenCL C 3.0 §6.15.17).
void translateIsValid(Translator &translator, const Instruction &instruction) {
  Value *reservation = translator.value(instruction.operand(0));
  if (!isOpaque(reservation->getType(), "spirv.ReserveId")) {
    return translator.fail("the operand is no reservation", Error::Kind::invalid);
  }
  // bool of OpenCL C.
  translator.setValue(instruction, callBuiltin(translator, "_Z19is_valid_reserve_id13ocl_reserveid",
                                               translator.builder().getInt1Ty(), {reservation}));
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpTypePipe, translatePipeType},
    {spv::Op::OpTypeReserveId, translateReservationType},
    {spv::Op::OpReadPipe, translateCall},
    {spv::Op::OpWritePipe, translateCall},
    {spv::Op::OpReservedReadPipe, translateCall},
    {spv::Op::OpReservedWritePipe, translateCall},
    {spv::Op::OpReserveReadPipePackets, translateCall},
    {spv::Op::OpReserveWritePipePackets, translateCall},
    {spv::Op::OpCommitReadPipe, translateCall},
    {spv::Op::OpCommitWritePipe, translateCall},
    {spv::Op::OpIsValidReserveId, translateIsValid},
    {spv::Op::OpGetNumPipePackets, translateCall},
    {spv::Op::OpGetMaxPipePackets, translateCall},
    {spv::Op::OpGroupReserveReadPipePackets, translateCall},
    {spv::Op::OpGroupReserveWritePipePackets, translateCall},
    {spv::Op::OpGroupCommitReadPipe, translateCall},
    {spv::Op::OpGroupCommitWritePipe, translateCall},
};

}  // namespace

HandlerTable pipeHandlers() {
  return rows;
}

}  // namespace spirv_ll
