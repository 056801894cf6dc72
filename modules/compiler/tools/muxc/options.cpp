// muxc's command line has two tables: its own options, and those that veczc has too. Both
// structures of options end in muxc::run(), so each pass option behaves equally in both tools.

#include "options.h"

#include <charconv>
#include <string_view>

#include "build_option_rows.h"

namespace compiler::tools::muxc {
namespace {

/// Tells if a word has one dash. The compiler parses build options, and reports the unknown ones.
bool isBuildOption(std::string_view argument) {
  return argument.size() > 1 && argument.starts_with("-") && !argument.starts_with("--");
}

/// Finds the output format by name.
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

/// Parses three numbers with commas between.
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

/// Parses "<index>=<value>".
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

/// Splits a list at its commas.
void splitNames(std::string_view list, std::vector<std::string> &names) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    names.emplace_back(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
}

using support::OptionValue;
using support::setFlag;
using support::setText;

constexpr std::string_view head =
    R"(muxc [options] <input>
Runs Kiln's compiler passes, or a whole pipeline, on a module.

Inputs:
  <file>.ll              LLVM IR as text
  <file>.bc              LLVM bitcode
  <file>.cl              OpenCL C
  <file>.spv             SPIR-V
  -                      LLVM IR on standard input
)";

constexpr std::string_view tail =
    R"(Without --passes and --pipeline, muxc only reads, verifies and writes the module.
The exit code is 0, or 1 after any error.
)";

/// --pipeline: one of the driver's pipelines by name.
void takePipeline(Options &options, const OptionValue &value) {
  options.pipeline = value.text;
  if (value.text != "finalize" && value.text != "kernel") {
    value.words.fail("there is no pipeline '" + options.pipeline +
                     "'; there are finalize and kernel");
  }
}

/// --local-size: the size to specialise for, in work-items.
void takeLocalSize(Options &options, const OptionValue &value) {
  if (!parseSize(value.text, options.localSize)) {
    value.words.fail("--local-size takes three numbers, as 8,8,1");
  }
}

/// A value of a parameter to specialise for; may be repeated.
void takeParameter(Options &options, const OptionValue &value) {
  if (!parseParameter(value.text, options.values)) {
    value.words.fail("--parameter takes an index and a number, as 2=5");
  }
}

/// --emit: the format of the output.
void takeEmit(Options &options, const OptionValue &value) {
  if (!parseEmit(value.text, options.emit)) {
    value.words.fail("--emit takes ll, bc, asm, obj or binary");
  }
}

/// muxc's own options.
constexpr support::Option<Options> ownTable[] = {
    {.names = {}, .value = {}, .help = "Pipelines"},
    {"--pipeline", "finalize|kernel",
     "Run the target-neutral pipeline, or also the target-dependent one (needs --target).",
     takePipeline},
    {"--local-size", "<x>,<y>,<z>", "Specialise the kernel pipeline for this local size.",
     takeLocalSize},
    {"--parameter", "<index>=<value>",
     "Specialise it for this value of an integer parameter; indices start at 0.", takeParameter},
    {"--emit", "ll|bc|asm|obj|binary",
     "Write this kind of output (ll). asm, obj and binary need a target.", takeEmit},
    {"--list-steps", "", "Print all steps of the compiler, with their need and source.",
     setFlag<&Options::listSteps>},
};

/// The options of muxc and veczc.
constexpr support::Option<Options> commonTable[] = {
    {.names = {}, .value = {}, .help = "Passes"},
    {"--passes", "<pipeline>", "Run passes by name, LLVM's and Kiln's, as LLVM's opt does.",
     setText<&Options::passes>},
    {"--target", "<target>", "Compile for a target of this build.", setText<&Options::target>},
    {"--target-properties", "\"cpu=<name>;features=+<a>,-<b>;...\"",
     "Compile for a device with these target properties (the target's default).",
     setText<&Options::deviceProperties>},
    {"--verify-each", "", "Verify the module after each pass.", setFlag<&Options::verifyEach>},
    {"--print-after", "<pass>[,<pass>...]",
     "Print the module on standard error after these passes.",
     [](Options &options, const OptionValue &value) {
       splitNames(value.text, options.printAfter);
     }},
    {"--print-after-all", "", "Print the module on standard error after each pass.",
     setFlag<&Options::printAfterAll>},
    {"--time-passes", "", "Report the times of passes on standard error.",
     setFlag<&Options::timePasses>},

    {.names = {}, .value = {}, .help = "Other options"},
    {"-o", "<file>", "Write to this file (standard output).", setText<&Options::output>},
    {"-h, --help", "", "Print this text; with --target also the target's own build options.",
     setFlag<&Options::help>},
};

}  // namespace

std::span<const support::Option<Options>> commonOptions() {
  return commonTable;
}

/// Rows of the table, then the build options of all tools.
std::string helpText() {
  std::vector<support::OptionText> rows = support::textsOf<Options>(ownTable);
  const auto common = support::textsOf<Options>(commonTable);
  rows.insert(rows.end(), common.begin(), common.end());
  rows.insert(rows.end(), std::begin(buildOptionRows), std::end(buildOptionRows));
  return support::formatHelp(head, rows, tail);
}

/// A word with one dash is a build option, anything else is the input.
void takeOther(support::CommandWords &words, std::string_view word, Options &options) {
  if (isBuildOption(word)) {
    support::takeBuildOption(words, word, options.buildOptions);
  } else if (word.starts_with("--")) {
    words.fail("unknown option '" + std::string(word) + "'");
  } else if (!options.input.empty()) {
    words.fail("more than one input file");
  } else {
    options.input = word;
  }
}

support::Status checkTogether(const Options &options) {
  if (options.input.empty()) {
    return support::Failure{"no input file"};
  }
  if (!options.passes.empty() && !options.pipeline.empty()) {
    return support::Failure{"--passes and --pipeline exclude each other"};
  }
  if (options.pipeline == "kernel" && options.target.empty()) {
    return support::Failure{"--pipeline=kernel needs --target"};
  }
  if (!options.deviceProperties.empty() && options.target.empty()) {
    return support::Failure{"--target-properties needs --target"};
  }
  if (options.emit != Emit::ll && options.emit != Emit::bc && options.target.empty()) {
    return support::Failure{"this --emit needs --target"};
  }
  return {};
}

/// Parses all words first, then checks the options against each other.
support::Result<Options> parseOptions(Arguments arguments) {
  Options options;
  support::CommandWords words(arguments);
  while (!words.atEnd() && words.ok()) {
    const std::string_view word = words.take();
    if (!support::takeOption<Options>(ownTable, word, words, options) &&
        !support::takeOption<Options>(commonTable, word, words, options)) {
      takeOther(words, word, options);
    }
  }
  const bool isChecked = words.ok() && !options.help && !options.listSteps;
  const auto status = isChecked ? checkTogether(options) : words.status();
  return status ? support::Result<Options>(std::move(options)) : status.error();
}

}  // namespace compiler::tools::muxc
