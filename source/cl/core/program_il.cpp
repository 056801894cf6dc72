// Programs in intermediate languages: SPIR-V (clCreateProgramWithIL) and SPIR 1.2 (which comes as
// a binary, cl_khr_spir).
//
// The entry points take what the compiler takes, while the devices report no IL version: that
// would promise all of SPIR-V. What fails because of that is CL_INVALID_OPERATION, as for a
// device without IL; once a device reports a version, it is the error of the specification.

#include "core/program.h"

namespace cl {
namespace {

/// `error` where a device of the context reports an IL version.
Error unlessAbsent(Context &context, cl_int error) {
  for (size_t i = 0; i < context.deviceCount(); ++i) {
    if (!context.device(i).device().ilVersion().empty()) {
      return Error{error};
    }
  }
  return Error{CL_INVALID_OPERATION};
}

}  // namespace

Result<Ref<Program>> Program::fromIl(Context &context, std::span<const std::byte> il) {
  auto module = SpirvModule::read(il);
  if (!module) {
    return unlessAbsent(context, CL_INVALID_VALUE);
  }
  auto program = make<Program>(context, Origin::il);
  program->il_.assign(il.begin(), il.end());
  program->spirv_ = std::move(*module);
  program->addSlotsOfAllMembers();
  return program;
}

Status Program::setConstant(uint32_t id, size_t size, const void *value) {
  if (origin_ != Origin::il) {
    return unlessAbsent(*context_, CL_INVALID_PROGRAM);
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

ProgramInput Program::inputOf(const Slot &slot,
                              std::span<const compiler::SpecializationConstant> constants) const {
  ProgramInput input;
  if (origin_ == Origin::il) {
    input.language = ProgramInput::Language::spirv;
    input.words = spirv_.words();
    input.constants = constants;
  } else if (origin_ == Origin::binary) {
    input.language = ProgramInput::Language::spir;
    input.bitcode = slot.loaded->spir();
  } else {
    input.source = source_;
  }
  return input;
}

}  // namespace cl
