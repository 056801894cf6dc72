#include "options.h"

#include <charconv>
#include <string_view>

namespace compiler::tools::muxc {

const char helpText[] = R"(muxc [options] <input.ll | input.bc | input.cl | - >
Runs Kiln's compiler passes, or a whole pipeline, on a module.

  --passes=<pipeline>    passes by name, as for LLVM's opt, with Kiln's own
  --pipeline=finalize    the target-neutral pipeline
  --pipeline=kernel      finalize, then the target-dependent pipeline; needs --target
  --target=<name>        a target of this build
  --device-facts="cpu=<name>;features=+<a>,-<b>;..."
                         the device to generate code for (the target's default)
  --local-size=<x>,<y>,<z>
                         specialise the kernel pipeline for this local size
  --parameter=<index>=<value>
                         and for this value of an integer parameter, from 0 on
  --emit=ll|bc|asm|obj|binary
                         what to write (ll); asm, obj and binary need a target
  -cl-..., -D..., -I..., -g, -w, ...
                         OpenCL build options, for .cl and for the pipelines; also
                         -cl-kiln-vectorize=auto|always|never|<n> and -cl-kiln-remarks
  --verify-each          verify the module after each pass
  --print-after=<pass>[,<pass>...], --print-after-all
                         print the module on standard error
  --time-passes          report times on standard error
  -o <file>              output (standard output)
  --help                 this text, with --target= and what build options that target adds

Without --passes and --pipeline the module is only read, verified and written.
The exit code is 1 after any error.
)";

bool takeValue(std::string_view argument, std::string_view option, std::string_view &value) {
  if (!argument.starts_with(option)) {
    return false;
  }
  value = argument.substr(option.size());
  return true;
}

namespace {

/// One dash: the parser of build options says what it thinks of it.
bool isBuildOption(std::string_view argument) {
  return argument.size() > 1 && argument.starts_with("-") && !argument.starts_with("--");
}

bool parseEmit(std::string_view text, Emit &emit) {
  struct Choice {
    std::string_view name;
    Emit value;
  };
  static constexpr Choice choices[] = {{"ll", Emit::ll},
                                       {"bc", Emit::bc},
                                       {"asm", Emit::asm_},
                                       {"obj", Emit::object},
                                       {"binary", Emit::binary}};
  for (const Choice &choice : choices) {
    if (choice.name == text) {
      emit = choice.value;
      return true;
    }
  }
  return false;
}

bool parseSize(std::string_view text, std::array<uint64_t, 3> &size) {
  const char *position = text.data();
  const char *end = position + text.size();
  for (uint64_t &dimension : size) {
    if (&dimension != size.data() && (position == end || *position++ != ',')) {
      return false;
    }
    const auto [next, failure] = std::from_chars(position, end, dimension);
    if (failure != std::errc()) {
      return false;
    }
    position = next;
  }
  return position == end;
}

bool parseParameter(std::string_view text, std::vector<ParameterValue> &values) {
  ParameterValue value;
  const char *end = text.data() + text.size();
  const auto [equals, wrongIndex] = std::from_chars(text.data(), end, value.index);
  if (wrongIndex != std::errc() || equals == end || *equals != '=') {
    return false;
  }
  int64_t number = 0;
  const auto [rest, wrongNumber] = std::from_chars(equals + 1, end, number);
  value.bits = static_cast<uint64_t>(number);
  values.push_back(value);
  return wrongNumber == std::errc() && rest == end;
}

void splitNames(std::string_view list, std::vector<std::string> &names) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    names.emplace_back(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
}

/// A switch without a value.
bool parseFlag(std::string_view argument, Options &options) {
  struct Flag {
    std::string_view name;
    bool Options::*member;
  };
  static constexpr Flag flags[] = {{"--verify-each", &Options::verifyEach},
                                   {"--print-after-all", &Options::printAfterAll},
                                   {"--time-passes", &Options::timePasses},
                                   {"--help", &Options::help}};
  for (const Flag &flag : flags) {
    if (flag.name == argument) {
      options.*flag.member = true;
      return true;
    }
  }
  return false;
}

/// An option of the form --name=value; false if it is none of muxc's. `error` is set if
/// the value is wrong.
bool parseValue(std::string_view argument, Options &options, std::string &error) {
  std::string_view value;
  if (takeValue(argument, "--passes=", value)) {
    options.passes = value;
  } else if (takeValue(argument, "--target=", value)) {
    options.target = value;
  } else if (takeValue(argument, "--device-facts=", value)) {
    options.deviceProperties = value;
  } else if (takeValue(argument, "--print-after=", value)) {
    splitNames(value, options.printAfter);
  } else if (takeValue(argument, "--pipeline=", value)) {
    options.pipeline = value;
    if (value != "finalize" && value != "kernel") {
      error = "there is no pipeline '" + options.pipeline + "'; there are finalize and kernel";
    }
  } else if (takeValue(argument, "--local-size=", value)) {
    if (!parseSize(value, options.localSize)) {
      error = "--local-size takes three numbers, as 8,8,1";
    }
  } else if (takeValue(argument, "--parameter=", value)) {
    if (!parseParameter(value, options.values)) {
      error = "--parameter takes an index and a number, as 2=5";
    }
  } else if (takeValue(argument, "--emit=", value)) {
    if (!parseEmit(value, options.emit)) {
      error = "--emit takes ll, bc, asm, obj or binary";
    }
  } else {
    return false;
  }
  return true;
}

bool checkTogether(const Options &options, std::string &error) {
  if (options.input.empty()) {
    error = "no input file";
  } else if (!options.passes.empty() && !options.pipeline.empty()) {
    error = "--passes and --pipeline exclude each other";
  } else if (options.pipeline == "kernel" && options.target.empty()) {
    error = "--pipeline=kernel needs --target";
  } else if (!options.deviceProperties.empty() && options.target.empty()) {
    error = "--device-facts needs --target";
  } else if (options.emit != Emit::ll && options.emit != Emit::bc && options.target.empty()) {
    error = "this --emit needs --target";
  }
  return error.empty();
}

}  // namespace

std::optional<Options> parseOptions(Arguments arguments, std::string &error) {
  Options options;
  for (size_t i = 0; i < arguments.size() && error.empty(); ++i) {
    const std::string_view argument = arguments[i];
    if (parseFlag(argument, options) || parseValue(argument, options, error)) {
      continue;
    }
    if (argument == "-o") {
      if (++i == arguments.size()) {
        error = "-o needs a file name";
        break;
      }
      options.output = arguments[i];
    } else if (isBuildOption(argument)) {
      options.buildOptions += options.buildOptions.empty() ? "" : " ";
      options.buildOptions += argument;
    } else if (argument.starts_with("--")) {
      error = "unknown option '" + std::string(argument) + "'";
    } else if (!options.input.empty()) {
      error = "more than one input file";
    } else {
      options.input = argument;
    }
  }
  if (!error.empty() || (!options.help && !checkTogether(options, error))) {
    return std::nullopt;
  }
  return options;
}

}  // namespace compiler::tools::muxc
