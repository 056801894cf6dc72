// Creates programs from intermediate languages: SPIR-V (clCreateProgramWithIL) and SPIR 1.2 (a
// binary, cl_khr_spir).

#include "core/build/program.h"
#include "core/context/context.h"
#include "core/devices/il_info.h"

namespace cl {
namespace {

bool isAbsent() {
  return ilVersion().empty();
}

/// Returns `error`, or CL_INVALID_OPERATION if no device takes intermediate languages (CL 3.0
/// §5.8.1 clCreateProgramWithIL).
Error unlessAbsent(cl_int error) {
  return Error{isAbsent() ? CL_INVALID_OPERATION : error};
}

}  // namespace

/// CL 3.0 §5.8.1 clCreateProgramWithIL: CL_INVALID_OPERATION without IL support, CL_INVALID_VALUE
/// for bytes that are no SPIR-V.
Result<Ref<Program>> Program::fromIl(Context &context, std::span<const std::byte> il) {
  if (isAbsent()) {
    return withoutCompiler(context, "clCreateProgramWithIL", CL_INVALID_OPERATION);
  }
  auto module = SpirvModule::read(il);
  if (!module) {
    return Error{CL_INVALID_VALUE};
  }
  auto program = make<Program>(context, Origin::il);
  program->il_.assign(il.begin(), il.end());
  program->spirv_ = std::move(*module);
  program->addAllMembers();
  return program;
}

/// CL 3.0 §5.8.3 clSetProgramSpecializationConstant: CL_INVALID_PROGRAM, CL_INVALID_SPEC_ID,
/// CL_INVALID_VALUE for another size.
Status Program::setConstant(uint32_t id, size_t size, const void *value) {
  if (origin_ != Origin::il) {
    return unlessAbsent(CL_INVALID_PROGRAM);
  }
  const auto expected = spirv_.constantSize(id);
  if (!expected) {
    return Error{CL_INVALID_SPEC_ID};
  }
  if (!value || size != *expected) {
    return Error{CL_INVALID_VALUE};
  }
  const auto *bytes = static_cast<const std::byte *>(value);
  std::lock_guard guard(mutex_);
  constants_[id].assign(bytes, bytes + size);
  return success();
}

Program::Constants Program::constants() const {
  std::lock_guard guard(mutex_);
  return constants_;
}

ProgramInput Program::inputOf(const DeviceBuild &deviceBuild,
                              std::span<const compiler::SpecializationConstant> constants) const {
  ProgramInput input;
  if (origin_ == Origin::il) {
    input.language = ProgramInput::Language::spirv;
    input.words = spirv_.words();
    input.constants = constants;
  } else if (origin_ == Origin::binary) {
    input.language = ProgramInput::Language::spir;
    input.bitcode = deviceBuild.loaded->spir();
  } else {
    input.source = source_;
  }
  return input;
}

}  // namespace cl
