// veczc is muxc with a narrower command line. Its own options become build options and a pipeline
// of muxc's:
//
//   veczc --width=8 k.cl --target=host
//   muxc -cl-kiln-vectorize=8 k.cl --target=host, with the pipeline "vectorize"

#include "veczc/options.h"

#include <string_view>
#include <vector>

#include "build_option_rows.h"

namespace compiler::tools::veczc {

namespace {

using support::OptionValue;
using support::setFlag;

/// veczc's own options, beside muxc's that it runs with.
struct Options : muxc::Options {
  std::string width;          ///< as -cl-kiln-vectorize takes it; empty for the cost model's
  bool isProfitable = false;  ///< vectorise where it pays only
};

constexpr std::string_view head =
    R"(veczc [options] <input>
Runs Kiln's whole-function vectoriser alone, and writes IR.

Inputs:
  <file>.ll              LLVM IR as text
  <file>.bc              LLVM bitcode
  <file>.cl              OpenCL C
  <file>.spv             SPIR-V
  -                      LLVM IR on standard input
)";

constexpr std::string_view tail =
    R"(IR is vectorised as it is. Functions with the attribute "kiln-work-item-function" get vector variants
if a function with "kiln-work-group-function" calls them. OpenCL C and SPIR-V first run through all
passes before the vectoriser. The exit code is 0, or 1 after any error.
)";

/// Takes --dimension; "auto" leaves the choice to the cost model.
void takeDimension(Options &options, const OptionValue &value) {
  const std::string_view text = value.text;
  if (text == "auto") {
    options.vectorDimension.reset();
  } else if (text == "0" || text == "1" || text == "2") {
    options.vectorDimension = static_cast<unsigned>(text.front() - '0');
  } else {
    value.words.fail("--dimension takes 0, 1, 2 or auto");
  }
}

/// Takes --emit. Code is muxc's to generate.
void takeEmit(Options &options, const OptionValue &value) {
  options.emit = value.text == "bc" ? muxc::Emit::bc : muxc::Emit::ll;
  if (value.text != "ll" && value.text != "bc") {
    value.words.fail("--emit takes ll or bc");
  }
}

/// veczc's own options; the rows of muxc::commonOptions() follow.
constexpr support::Option<Options> ownTable[] = {
    {.names = {}, .value = {}, .help = "Vectoriser"},
    {"--width", "auto|2|4|8|16|32|64",
     "Put this many work-items into a vector (auto: the cost model's choice).",
     [](Options &options, const OptionValue &value) {
       options.width = value.text == "auto" ? "" : value.text;
     }},
    {"--dimension", "auto|0|1|2",
     "Put neighbours along this dimension into a vector (auto: the cost model's choice).",
     takeDimension},
    {"--profitable", "", "Leave functions as they are where a vector variant would not be faster.",
     setFlag<&Options::isProfitable>},
    {"--remarks", "", "Report each step on standard error, with its place in the source.",
     [](Options &options, const OptionValue &) {
       support::appendOption(options.buildOptions, "-cl-kiln-remarks");
     }},
    {"--emit", "ll|bc", "Write this kind of output (ll).", takeEmit},
};

/// Tells if the input runs through the passes before the vectoriser.
bool isSource(std::string_view name) {
  return name.ends_with(".cl") || name.ends_with(".spv");
}

/// Chooses muxc's pipeline and build option for the vectoriser.
support::Status finish(Options &options) {
  if (options.passes.empty() && isSource(options.input) && options.target.empty()) {
    return support::Failure{"OpenCL C and SPIR-V need --target"};
  }
  // First, so that the user's own -cl-kiln-vectorize= replaces it.
  const std::string mode = options.isProfitable ? "auto" : "always";
  options.buildOptions = "-cl-kiln-vectorize=" + (options.width.empty() ? mode : options.width) +
                         " " + options.buildOptions;
  // --passes replaces the pipeline, and the vectoriser is one of the passes then.
  if (options.passes.empty()) {
    options.pipeline = isSource(options.input) ? "vectorize" : "vectorize-alone";
  }
  return {};
}

}  // namespace

/// veczc's own rows first, then those shared with muxc.
std::string helpText() {
  // veczc's own rows first, then the shared ones, then build options.
  std::vector<support::OptionText> rows = support::textsOf<Options>(ownTable);
  const auto common = support::textsOf(muxc::commonOptions());
  rows.insert(rows.end(), common.begin(), common.end());
  rows.insert(rows.end(), std::begin(buildOptionRows), std::end(buildOptionRows));
  return support::formatHelp(head, rows, tail);
}

/// After the words, finish() turns the choices for the vectoriser into muxc's.
support::Result<muxc::Options> parseOptions(Arguments arguments) {
  Options options;
  support::CommandWords words(arguments);
  while (!words.atEnd() && words.ok()) {
    const std::string_view word = words.take();
    if (!support::takeOption<Options>(ownTable, word, words, options) &&
        !support::takeOption<muxc::Options>(muxc::commonOptions(), word, words, options)) {
      muxc::takeOther(words, word, options);
    }
  }
  auto status = words.status();
  if (status && !options.help) {
    status = muxc::checkTogether(options);
    status = status ? finish(options) : status;
  }
  if (!status) {
    return status.error();
  }
  // The rest of veczc's options has become muxc's.
  return options;
}

}  // namespace compiler::tools::veczc
