// The byte forms of ModuleData: bare (for the helper process) and sealed (for files)
// ----------------------------------------------------------------------------------
//   sealed:  u32 "KNMD" | u32 version | u64 checksum | body
//   body:    build id | device properties | bare
//   bare:    u8 state | u8 mode | options | u64 size, bitcode | u64 size, program information |
//            u8 plan | u8 separable | u32 counted steps
//
// The checksum guards against damage, not against malice: foreign files are marked by the caller
// (Trust) and read in the helper process. An unknown version is reported as another build, so the
// layout may change with any commit that raises `version`.

#include "operations/module_data.h"

#include "frontend/build_options.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace compiler {
namespace {

/// "KNMD" in little-endian order.
constexpr uint32_t magic = 0x444d4e4b;  // "KNMD"
/// Raised with every change of the layout.
constexpr uint32_t version = 5;

/// XXH3 of the bytes, without a seed.
uint64_t checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

/// A count, then the strings.
void writeNames(support::ByteWriter &out, const std::vector<std::string> &names) {
  out.write(static_cast<uint32_t>(names.size()));
  for (const std::string &name : names) {
    out.writeString(name);
  }
}

/// The reverse of writeNames().
std::vector<std::string> readNames(support::ByteReader &in) {
  std::vector<std::string> names(in.readCount(sizeof(uint32_t)));
  for (std::string &name : names) {
    name = in.readString();
  }
  return names;
}

/// Writes the properties compared by missingProperties(). The others do not change the front end's
/// IR.
void writeProperties(support::ByteWriter &out, const DeviceProperties &properties) {
  out.write(properties.addressBits);
  for (bool property : {properties.hasHalf, properties.hasDouble, properties.hasImages,
                        properties.is64BitAtomics}) {
    out.write(static_cast<uint8_t>(property));
  }
  writeNames(out, properties.extensions);
  writeNames(out, properties.features);
  out.writeString(properties.declarations);
}

/// The reverse of writeProperties(). Errors are left in the reader's state.
DeviceProperties readProperties(support::ByteReader &in) {
  DeviceProperties properties;
  properties.addressBits = in.read<uint32_t>();
  for (bool *property : {&properties.hasHalf, &properties.hasDouble, &properties.hasImages,
                         &properties.is64BitAtomics}) {
    *property = in.read<uint8_t>() != 0;
  }
  properties.extensions = readNames(in);
  properties.features = readNames(in);
  properties.declarations = in.readString();
  return properties;
}

/// The failure of unseal().
Failure unreadable(std::string message) {
  return {Error::invalidBinary, std::move(message)};
}

/// A 64-bit size, then the bytes.
void writeBytes(support::ByteWriter &out, std::span<const std::byte> bytes) {
  out.write(static_cast<uint64_t>(bytes.size()));
  out.writeBytes(bytes);
}

/// The reverse of writeBytes(); refers to the reader's bytes.
std::span<const std::byte> readBytes(support::ByteReader &in) {
  return in.readBytes(in.read<uint64_t>());
}

/// Returns true for states whose modules have bitcode.
bool hasCode(ModuleState state) {
  return state != ModuleState::empty && state != ModuleState::failed;
}

}  // namespace

std::shared_ptr<const frontend::BuildOptions> defaultOptions() {
  static const auto options = std::make_shared<const frontend::BuildOptions>();
  return options;
}

Result<void> setOptions(ModuleData &data, std::string text, OptionsMode mode,
                        std::span<const DeviceOption> deviceOptions, std::string &log) {
  auto parsed = frontend::parseBuildOptions(text, mode, log, deviceOptions);
  if (!parsed) {
    return parsed.error();
  }
  data.options = {mode, std::move(text),
                  std::make_shared<const frontend::BuildOptions>(std::move(*parsed))};
  return {};
}

void write(support::ByteWriter &out, const ModuleData &data) {
  out.write(data.state);
  out.write(static_cast<uint8_t>(data.options.mode));
  out.writeString(data.options.text);
  writeBytes(out, data.bitcode);
  writeBytes(out, serialize(data.info));
  out.write(data.plan);
  out.write(static_cast<uint8_t>(data.areSeparable));
  out.write(data.countedSteps);
}

std::optional<ModuleData> readModuleData(support::ByteReader &in) {
  ModuleData data;
  data.state = in.read<ModuleState>();
  const auto mode = in.read<uint8_t>();
  data.options.mode = static_cast<OptionsMode>(mode);
  data.options.text = in.readString();
  const auto bitcode = readBytes(in);
  data.bitcode.assign(bitcode.begin(), bitcode.end());
  auto info = deserializeProgramInfo(readBytes(in));
  data.plan = in.read<CodePlan>();
  data.areSeparable = in.read<uint8_t>() != 0;
  data.countedSteps = in.read<uint32_t>();
  if (!in.ok() || data.state > ModuleState::failed || data.plan > CodePlan::atBuild ||
      mode > static_cast<uint8_t>(OptionsMode::link) || !info ||
      hasCode(data.state) == data.bitcode.empty()) {
    return std::nullopt;
  }
  data.info = std::move(*info);
  return data;
}

Bytes seal(const ModuleData &data, const DeviceProperties &properties, std::string_view buildId) {
  support::ByteWriter body;
  body.writeString(buildId);
  writeProperties(body, properties);
  write(body, data);
  support::ByteWriter out;
  out.write(magic);
  out.write(version);
  out.write(checksum(body.bytes()));
  out.writeBytes(body.bytes());
  return out.take();
}

Result<ModuleData> unseal(std::span<const std::byte> bytes, const DeviceProperties &device,
                          std::string_view buildId) {
  support::ByteReader in(bytes);
  const bool isModule = in.read<uint32_t>() == magic;
  const auto writtenVersion = in.read<uint32_t>();
  const auto sum = in.read<uint64_t>();
  if (!isModule || !in.ok()) {
    return unreadable("the bytes are no intermediate code of this driver");
  }
  // Another version's checksum may cover other bytes; the version itself is judged below.
  if (writtenVersion == version && sum != checksum(bytes.subspan(in.position()))) {
    return unreadable("the intermediate code is damaged (checksum)");
  }
  const auto writer = in.readString();
  if (writtenVersion != version || writer != buildId) {
    return unreadable("the intermediate code was made by another build of the driver");
  }
  const DeviceProperties properties = readProperties(in);
  auto data = readModuleData(in);
  if (!in.ok() || !in.atEnd() || !data) {
    return unreadable("the intermediate code is damaged");
  }
  if (const std::string missing = missingProperties(properties, device); !missing.empty()) {
    return unreadable("the device lacks properties required by the intermediate code: " + missing);
  }
  return std::move(*data);
}

}  // namespace compiler
