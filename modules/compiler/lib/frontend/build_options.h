// Parses the options of clBuildProgram, clCompileProgram and clLinkProgram (CL 3.0 §5.8.6, §5.8.7).
// No LLVM.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compiler/info.h"
#include "compiler/module.h"
#include "compiler/result.h"
#include "compiler/target/build_options.h"
#include "vecz/model/options.h"

namespace compiler::frontend {

/// Parses `text`. `log` gets a line for what is wrong, naming the option; the failure is the
/// mode's error. What `deviceOptions` (compiler::Info::deviceOptions) has is kept as it is, in
/// all modes; a value that the option does not take is such an error.
/// Words are separated by white space. A double quote starts and ends text in which white
/// space is kept; a backslash makes a following double quote, backslash or (outside of
/// quotes) white space an ordinary character and is itself one before anything else.
Result<BuildOptions> parseBuildOptions(std::string_view text, OptionsMode mode, std::string &log,
                                       std::span<const DeviceOption> deviceOptions = {});

/// What -cl-kiln-vectorize= takes: auto, always, never, or a width: always, with so many
/// work-items. Nothing if `text` is none of them.
std::optional<vecz::VectorizeOptions> parseVectorize(std::string_view text);

/// A text from which parseBuildOptions makes equal options; equal options make equal texts.
std::string toString(const BuildOptions &options);

}  // namespace compiler::frontend
