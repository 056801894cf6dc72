// An input of clc, of any language, and its way into a module.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "compiler/embedded_program.h"
#include "compiler/target.h"

namespace compiler::tools::clc {

enum class InputKind { openClC, spirv, spir, container };

struct Input {
  std::string name;
  InputKind kind;
  Bytes bytes;
};

/// Reads the file and tells its kind by its name's suffix, else by its content. Empty, with a
/// message in `error`, if that is not to be done.
std::optional<Input> readInput(const std::string &name, std::string &error);

/// What the embedded source or IL says of the inputs' compilation, as far as that is known before
/// it: of a container what it has itself. Empty if the input is a container without one.
std::vector<EmbeddedUnit> unitsOf(const Input &input, const std::string &buildOptions);

/// A module that can be linked: compiled with the build options, or read from a container. A
/// failure names the input. `log` gets what the compiler says.
Result<std::unique_ptr<Module>> makeModule(const Input &input, Target &target,
                                           const std::string &buildOptions, std::string &log);

}  // namespace compiler::tools::clc
