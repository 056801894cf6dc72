// Translates OpReadClockKHR (SPV_KHR_shader_clock) to clock_read_… of cl_khr_kernel_clock.
//
// The result has 64 bits: one i64, or a vector of two i32 with the low half first.
//
//   OpReadClockKHR %ulong %device     call i64 @_Z17clock_read_devicev()
//   OpReadClockKHR %uint2 %device     call <2 x i32> @_Z22clock_read_hilo_devicev()
#include "translator/builtin_calls.h"
#include "translator/handlers.h"
#include "translator/mangling.h"
#include "translator/scopes.h"

namespace spirv_ll {
namespace {

/// The result is one 64-bit number, or two halves.
/// Other scopes have no counter in OpenCL C (cl_khr_kernel_clock).
void translateClock(Translator &translator, const Instruction &instruction) {
  const auto scope =
      executionScope(translator, instruction.operand(0),
                     {spv::Scope::Device, spv::Scope::Workgroup, spv::Scope::Subgroup});
  if (!scope) {
    return;
  }
  const std::string suffix = *scope == spv::Scope::Device      ? "device"
                             : *scope == spv::Scope::Workgroup ? "work_group"
                                                               : "sub_group";
  llvm::Type *type = translator.type(instruction.type);
  if (type->getPrimitiveSizeInBits() != 64 || !type->isIntOrIntVectorTy()) {
    return translator.fail("the result has not 64 bits", Error::Kind::invalid);
  }
  const std::string name = type->isVectorTy() ? "clock_read_hilo_" : "clock_read_";
  translator.setValue(instruction, callBuiltin(translator, mangle(name + suffix, {}), type, {}));
}

constexpr HandlerRow rows[] = {
    {spv::Op::OpReadClockKHR, translateClock},
};

}  // namespace

HandlerTable clockHandlers() {
  return rows;
}

}  // namespace spirv_ll
