#include "shims/matrix_instructions.h"

namespace spirv_ll {

using spv::Op;

bool isMatrixArithmetic(Op op) {
  switch (op) {
    case Op::OpSNegate:
    case Op::OpFNegate:
    case Op::OpIAdd:
    case Op::OpFAdd:
    case Op::OpISub:
    case Op::OpFSub:
    case Op::OpIMul:
    case Op::OpFMul:
    case Op::OpUDiv:
    case Op::OpSDiv:
    case Op::OpFDiv:
      return true;
    default:
      return false;
  }
}

bool isMatrixConversion(Op op) {
  switch (op) {
    case Op::OpConvertFToU:
    case Op::OpConvertFToS:
    case Op::OpConvertSToF:
    case Op::OpConvertUToF:
    case Op::OpUConvert:
    case Op::OpSConvert:
    case Op::OpFConvert:
    case Op::OpBitcast:
      return true;
    default:
      return false;
  }
}

}  // namespace spirv_ll
