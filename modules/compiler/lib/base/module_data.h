// What a module is between two steps: plain data, so that it can be kept, copied, sent to
// the helper process and written to a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/module.h"
#include "support/byte_io.h"

namespace compiler {

struct ModuleData {
  ModuleState state = ModuleState::empty;
  OptionsMode mode = OptionsMode::build;
  std::string options;  ///< of the last parseOptions, as they were given
  Bytes bitcode;        ///< of an llvm::Module; empty in the states empty and failed
  ProgramInfo info;
};

void write(support::ByteWriter &out, const ModuleData &data);
/// Empty if the bytes make no module data; what the bitcode holds is not looked at.
std::optional<ModuleData> readModuleData(support::ByteReader &in);

/// The byte form of Module::serialize. `owner` names who can read it (the target and the
/// driver build); it is part of the checksum.
Bytes seal(const ModuleData &data, std::string_view owner);
/// Empty if the bytes are damaged, or sealed by another owner. Any bytes may be passed.
std::optional<ModuleData> unseal(std::span<const std::byte> bytes, std::string_view owner);

}  // namespace compiler
