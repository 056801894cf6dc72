// The command line of muxc.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/parameter_value.h"
#include "tool_main.h"

namespace compiler::tools::muxc {

enum class Emit { ll, bc, asm_, object, binary };

struct Options {
  std::string input;
  std::string output = "-";
  std::string passes;  ///< textual pipeline; empty if none was given
  /// "", "finalize", "kernel", or for veczc "vectorize" (the kernel pipeline, which ends with the
  /// vectoriser) and "vectorize-alone".
  std::string pipeline;
  std::string target;            ///< name of a target in the library; empty if none was given
  std::string deviceProperties;  ///< as mux_device_info_s::target_properties; empty for the default
  std::array<uint64_t, 3> localSize = {};   ///< to specialise for, or zeros
  std::vector<ParameterValue> values;       ///< likewise, of parameters
  std::optional<unsigned> vectorDimension;  ///< for veczc
  Emit emit = Emit::ll;
  std::string buildOptions;  ///< OpenCL build options, for .cl
  bool verifyEach = false;
  bool printAfterAll = false;
  std::vector<std::string> printAfter;  ///< names as in --passes
  bool timePasses = false;
  bool help = false;
};

/// Empty if the command line is wrong; `error` then says why.
std::optional<Options> parseOptions(Arguments arguments, std::string &error);

/// Whether the argument is `option`, which ends with "=", with what follows in `value`.
bool takeValue(std::string_view argument, std::string_view option, std::string_view &value);

extern const char helpText[];

}  // namespace compiler::tools::muxc
