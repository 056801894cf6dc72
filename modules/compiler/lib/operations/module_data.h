// Stores a module between two operations as plain data.
//
// The data can be copied, sent to the helper process, and written to a file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/info.h"
#include "compiler/module.h"
#include "compiler/target/build_options.h"
#include "support/byte_io.h"

namespace compiler {

/// Returns the options of an empty text.
std::shared_ptr<const frontend::BuildOptions> defaultOptions();

/// The build options of a module: as they were given, and parsed. Copied as a whole, so the forms
/// cannot differ.
struct ModuleOptions {
  /// The call of OpenCL whose rules the text follows: clBuildProgram, clCompileProgram or
  /// clLinkProgram.
  OptionsMode mode = OptionsMode::build;
  /// The form that files and the helper process get.
  std::string text;
  /// The text parsed by setOptions(); copies share it. Never null.
  std::shared_ptr<const frontend::BuildOptions> parsed = defaultOptions();
};

/// State, options and code of a module. A value without LLVM types; copying it copies the bitcode.
/// Immutable while an operation reads it, so a finalized module may serve several threads.
struct ModuleData {
  /// The state that the module has reached.
  ModuleState state = ModuleState::empty;
  ModuleOptions options;
  /// Bitcode of an llvm::Module for SPIR; empty in the states empty and failed.
  Bytes bitcode;
  /// Kernels and arguments; without kernels before the state compiled.
  ProgramInfo info;
  /// When code can be generated; found by finalize.
  CodePlan plan = CodePlan::atBuild;
  /// Each kernel may have a binary of its own (areKernelsSeparable); found by finalize.
  bool areSeparable = false;
  /// The number of the last optional step of the stages before, in a bisection (StepGate).
  uint32_t countedSteps = 0;
  /// Set if some of the bitcode came from outside (Module::deserialize of untrusted bytes). LLVM's
  /// reader crashes on some damaged bytes, so the steps of a foreign module run in the helper
  /// process. Linking passes it on.
  bool isForeign = false;
};

/// Parses the text and stores it in `data`. The one place where build options are parsed: all
/// operations of the module use `options.parsed`. On failure the data is as before, and the log
/// names the option (frontend::parseBuildOptions).
Result<void> setOptions(ModuleData &data, std::string text, OptionsMode mode,
                        std::span<const DeviceOption> deviceOptions, std::string &log);

/// Appends all fields but isForeign and the parsed options, which the reader decides for itself.
void write(support::ByteWriter &out, const ModuleData &data);
/// Reads the fields. Nothing if the bytes are damaged: enumerators out of range, a state with code
/// and no bitcode, or the reverse. Bitcode and options
/// are not looked at: the caller calls setOptions().
std::optional<ModuleData> readModuleData(support::ByteReader &in);

/// Returns the bytes of Module::serialize: magic number, version, checksum, build id, the front
/// end's device properties, then write(). A reader has to be of the same driver build: neither
/// LLVM's bitcode nor the names of Kiln's builtins are stable between builds.
Bytes seal(const ModuleData &data, const DeviceProperties &properties, std::string_view buildId);
/// The reverse of seal() for any bytes. Error::invalidBinary with a sentence if the bytes are
/// damaged or of another driver build, or if `device` lacks a property that the module may rely on.
Result<ModuleData> unseal(std::span<const std::byte> bytes, const DeviceProperties &device,
                          std::string_view buildId);

}  // namespace compiler
