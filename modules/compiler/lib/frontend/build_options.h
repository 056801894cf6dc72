// Parses the options of clBuildProgram, clCompileProgram and clLinkProgram (CL 3.0 §5.8.6, §5.8.7).
//
// No LLVM: the driver's library without the compiler may use it. Thread-safe: the functions have no
// state.
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

/// Parses `text` by the rules of `mode`.
///
/// Words are separated by white space. A double quote starts and ends text in which white space is
/// ordinary. A backslash makes a following double quote, backslash or (outside of quotes) white
/// space an ordinary character, and is itself one before anything else.
///
/// Options of `deviceOptions` (compiler::Info::deviceOptions) are kept as text, in all modes; a
/// value outside of an option's list is an error. On failure `log` gets a line that names the
/// option. The failure's error is the mode's: invalidBuildOptions, invalidCompilerOptions or
/// invalidLinkerOptions.
Result<BuildOptions> parseBuildOptions(std::string_view text, OptionsMode mode, std::string &log,
                                       std::span<const DeviceOption> deviceOptions = {});

/// Parses a value of -cl-kiln-vectorize=: auto, always, never, or a number of lanes (which includes
/// always). Nothing for other texts.
std::optional<vecz::VectorizeOptions> parseVectorize(std::string_view text);

/// Returns a text that parseBuildOptions() turns into equal options. Equal options make equal
/// texts, so the text can be part of a cache key.
std::string toString(const BuildOptions &options);

}  // namespace compiler::frontend
