// Reads an input of clc in any language, and compiles it to a module.
//
// An input is compiled anew for each device, because the front end's result depends on the device's
// properties.
#pragma once

#include <memory>
#include <string>

#include "compiler/embedded_program.h"
#include "compiler/target.h"
#include "support/result.h"

namespace compiler::tools::clc {

/// The language of an input. A container holds objects or libraries of clc's.
enum class InputKind {
  /// OpenCL C, or C++ for OpenCL.
  openClC,
  /// A SPIR-V module, in either byte order.
  spirv,
  /// LLVM bitcode.
  spir,
  /// An object or a library.
  container,
};

/// A file as clc has read it.
struct Input {
  /// As on the command line; "-" is standard input.
  std::string name;
  /// Found in the content.
  InputKind kind;
  /// The whole file.
  Bytes bytes;
};

/// Reads a file and finds its language by content. Fails for an unreadable file, for a suffix that
/// contradicts the content, and for texts of IL (.ll, .spvasm).
///
/// The message begins with the file's name. For a text of IL it names the tool to make a module of
/// it.
support::Result<Input> readInput(const std::string &name);

/// Returns the units of embedded source or IL for the input, without the headers, which are known
/// after compiling. A container contributes its own units; the list is empty if it has none.
std::vector<EmbeddedUnit> unitsOf(const Input &input, const std::string &buildOptions);

/// Makes a module for linking: compiled with the build options, or read from a container. A failure
/// names the input. `log` gets the compiler's messages, on failure too.
Result<std::unique_ptr<Module>> makeModule(const Input &input, Target &target,
                                           const std::string &buildOptions, std::string &log);

}  // namespace compiler::tools::clc
