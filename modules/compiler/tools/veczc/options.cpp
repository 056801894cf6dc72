#include "veczc/options.h"

#include <string_view>
#include <vector>

namespace compiler::tools::veczc {

const char helpText[] = R"(veczc [options] <input.ll | input.bc | input.cl | input.spv | - >
Runs Kiln's whole-function vectoriser alone, and writes IR.

  --width=<n>            work-items per vector, a power of 2 from 2 to 64 (auto: the cost model's)
  --dimension=<d>        0, 1 or 2: along which they are neighbours (auto: the cost model's)
  --profitable           leave what is not expected to be faster as it is
  --remarks              say on standard error what is done, and where the source says it
  --target=<name>        whose costs and vectors count; needed for .cl and .spv
  --device-facts="cpu=<name>;features=+<a>,-<b>;..."
                         the very device (the target's default)
  --passes=<pipeline>    these passes instead, as for muxc
  --emit=ll|bc           what to write (ll)
  --verify-each, --print-after=<pass>,..., --print-after-all, --time-passes
                         as for muxc
  -cl-..., -D..., -I..., -w, ...
                         OpenCL build options, for .cl
  -o <file>              output (standard output)
  --help                 this text

IR is vectorised as it is: functions with the attribute "kiln-work-item-function" get vector
variants if a function with "kiln-work-group-function" calls them. OpenCL C and SPIR-V first run
through all passes before the vectoriser. The exit code is 1 after any error.
)";

namespace {

bool parseDimension(std::string_view text, muxc::Options &options) {
  if (text == "auto") {
    options.vectorDimension.reset();
  } else if (text == "0" || text == "1" || text == "2") {
    options.vectorDimension = static_cast<unsigned>(text.front() - '0');
  } else {
    return false;
  }
  return true;
}

bool isSource(std::string_view name) {
  return name.ends_with(".cl") || name.ends_with(".spv");
}

/// An option of veczc's own, in muxc's words.
class Translator {
 public:
  void take(std::string_view argument) {
    std::string_view value;
    if (argument == "--remarks") {
      words_.emplace_back("-cl-kiln-remarks");
    } else if (argument == "--profitable") {
      mode_ = "auto";
    } else if (muxc::takeValue(argument, "--width=", value)) {
      width_ = value == "auto" ? "" : value;
    } else if (muxc::takeValue(argument, "--dimension=", value)) {
      dimension_ = value;
    } else {
      words_.emplace_back(argument);
    }
  }

  std::optional<muxc::Options> finish(std::string &error) {
    std::vector<const char *> arguments;
    words_.insert(words_.begin(), "-cl-kiln-vectorize=" + (width_.empty() ? mode_ : width_));
    for (const std::string &word : words_) {
      arguments.push_back(word.c_str());
    }
    auto options = muxc::parseOptions(arguments, error);
    if (!options || options->help) {
      return options;
    }
    if (!parseDimension(dimension_, *options)) {
      error = "--dimension takes 0, 1, 2 or auto";
    } else if (options->emit != muxc::Emit::ll && options->emit != muxc::Emit::bc) {
      error = "--emit takes ll or bc";
    } else if (!options->pipeline.empty()) {
      error = "--pipeline is an option of muxc";
    } else if (options->passes.empty() && isSource(options->input) && options->target.empty()) {
      error = "OpenCL C and SPIR-V need --target";
    }
    if (!error.empty()) {
      return std::nullopt;
    }
    if (options->passes.empty()) {
      options->pipeline = isSource(options->input) ? "vectorize" : "vectorize-alone";
    }
    return options;
  }

 private:
  std::string mode_ = "always", width_, dimension_ = "auto";
  std::vector<std::string> words_;
};

}  // namespace

std::optional<muxc::Options> parseOptions(Arguments arguments, std::string &error) {
  Translator translator;
  for (const char *argument : arguments) {
    translator.take(argument);
  }
  return translator.finish(error);
}

}  // namespace compiler::tools::veczc
