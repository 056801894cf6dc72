// What a module is between two steps: plain data, so that it can be kept, copied, sent to
// the helper process and written to a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/info.h"
#include "compiler/module.h"
#include "support/byte_io.h"

namespace compiler {

struct ModuleData {
  ModuleState state = ModuleState::empty;
  OptionsMode mode = OptionsMode::build;
  std::string options;  ///< of the last parseOptions, as they were given
  Bytes bitcode;        ///< of an llvm::Module; empty in the states empty and failed
  ProgramInfo info;
  /// Made, wholly or in part, from bitcode that came from outside (Module::deserialize). LLVM's
  /// reader does not survive any bytes, so the steps of such a module run in the helper process.
  bool isForeign = false;
};

void write(support::ByteWriter &out, const ModuleData &data);
/// Empty if the bytes make no module data; what the bitcode holds is not looked at.
std::optional<ModuleData> readModuleData(support::ByteReader &in);

/// The byte form of Module::serialize, with what decides who can read it: the driver build and
/// the properties that the front end knew of its devices.
Bytes seal(const ModuleData &data, const DeviceProperties &properties, std::string_view buildId);
/// Error::invalidBinary if the bytes are damaged, of another build, or the properties `device` lack
/// some that the module may use. Any bytes may be passed.
Result<ModuleData> unseal(std::span<const std::byte> bytes, const DeviceProperties &device,
                          std::string_view buildId);

}  // namespace compiler
