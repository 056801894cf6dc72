#include "options.h"

#include <algorithm>
#include <string_view>

namespace compiler::tools::clc {

const char helpText[] = R"(clc [options] <input>... [-o <output>]
Compiles OpenCL programs for devices that need not be here, into a container that
clCreateProgramWithBinary loads.

Inputs: OpenCL C (.cl), SPIR-V (.spv), SPIR 1.2 bitcode (.bc), objects and libraries that clc made
(.kbin), or - for standard input. Several inputs are linked.

  -o <file>              output (a.kbin; with -c each input's name with .kbin); - is standard output
  -c, --compile-only     compile each input to an object, and do not link
  -create-library        link the inputs to a library
  --target=<name>,...    targets to make code for (all of the driver)
  --device-facts=[<target>:]<facts>
                         the very device, as its compiler facts; may be repeated, for code for
                         several devices of a target: the best first
  --cpu=<name>           short for --device-facts=cpu=<name>
  --no-ir                leave the intermediate code out, from which other devices can be served
  -cl-..., -D, -I, -g, -w, -Werror, -x spir, -spir-std=...
                         build options, as clBuildProgram takes them
  -cl-kiln-vectorize=auto|always|never|<n>
                         whether kernels are vectorised, or how many work-items wide
  -cl-kiln-remarks       say what is vectorised and how, on standard error and in the build log
  --list-targets         print the targets, what they take as facts by default, and their options
  --dump                 describe containers as text, and do nothing else
  -v                     say what is done
  --help                 this text

The exit code is 1 after any error, and then no output is written.
)";

namespace {

/// A word of a text of build options: what has a meaning of its own there loses it.
void appendWord(std::string &options, std::string_view word) {
  options += options.empty() ? "" : " ";
  for (char c : word) {
    if (c == '"' || c == '\\' || c == ' ' || c == '\t' || c == '\n') {
      options += '\\';
    }
    options += c;
  }
}

void splitNames(std::string_view list, std::vector<std::string> &names) {
  while (!list.empty()) {
    const size_t comma = list.find(',');
    if (comma != 0) {
      names.emplace_back(list.substr(0, comma));
    }
    list = comma == std::string_view::npos ? std::string_view() : list.substr(comma + 1);
  }
}

/// Goes through the words of a command line.
class Parser {
 public:
  Parser(Arguments arguments, Options &options, std::string &error)
      : rest_(arguments), options_(options), error_(error) {}

  bool parse();

 private:
  bool takeFlag(std::string_view word);
  bool takeValueOption(std::string_view word);
  bool takeBuildOption(std::string_view word);
  bool value(std::string_view word, std::string_view name, std::string_view &value);
  bool next(std::string_view option, std::string_view &value);
  void addFacts(std::string_view text);

  Arguments rest_;
  Options &options_;
  std::string &error_;
};

bool Parser::takeFlag(std::string_view word) {
  struct Flag {
    std::string_view name;
    bool Options::*member;
  };
  static constexpr Flag flags[] = {{"-c", &Options::compileOnly},
                                   {"--compile-only", &Options::compileOnly},
                                   {"-create-library", &Options::createLibrary},
                                   {"-enable-link-options", &Options::enableLinkOptions},
                                   {"--no-ir", &Options::noIr},
                                   {"-v", &Options::verbose},
                                   {"--dump", &Options::dump},
                                   {"--list-targets", &Options::listTargets},
                                   {"--help", &Options::help}};
  const auto *flag = std::ranges::find(flags, word, &Flag::name);
  if (flag == std::end(flags)) {
    return false;
  }
  options_.*flag->member = true;
  return true;
}

bool Parser::next(std::string_view option, std::string_view &value) {
  if (rest_.empty()) {
    error_ = std::string(option) + " needs a value";
    return false;
  }
  value = rest_.front();
  rest_ = rest_.subspan(1);
  return true;
}

/// Of --name=value and --name value.
bool Parser::value(std::string_view word, std::string_view name, std::string_view &value) {
  if (word == name) {
    (void)next(name, value);
    return true;
  }
  if (word.starts_with(name) && word[name.size()] == '=') {
    value = word.substr(name.size() + 1);
    return true;
  }
  return false;
}

void Parser::addFacts(std::string_view text) {
  const size_t colon = text.find(':');
  const bool isNamed = colon != std::string_view::npos;
  options_.facts[std::string(isNamed ? text.substr(0, colon) : "")].emplace_back(
      isNamed ? text.substr(colon + 1) : text);
}

bool Parser::takeValueOption(std::string_view word) {
  std::string_view text;
  if (value(word, "-o", text)) {
    options_.output = text;
  } else if (value(word, "--target", text)) {
    splitNames(text, options_.targets);
  } else if (value(word, "--device-facts", text)) {
    addFacts(text);
  } else if (value(word, "--cpu", text)) {
    options_.facts[""].push_back("cpu=" + std::string(text));
  } else {
    return false;
  }
  return true;
}

bool Parser::takeBuildOption(std::string_view word) {
  if (word.size() < 2 || !word.starts_with("-") || word.starts_with("--")) {
    return false;
  }
  appendWord(options_.buildOptions, word);
  std::string_view text;
  if ((word == "-D" || word == "-I" || word == "-x") && next(word, text)) {
    appendWord(options_.buildOptions, text);
  }
  return true;
}

bool Parser::parse() {
  while (!rest_.empty() && error_.empty()) {
    const std::string_view word = rest_.front();
    rest_ = rest_.subspan(1);
    if (takeFlag(word) || takeValueOption(word) || takeBuildOption(word)) {
      continue;
    }
    if (word.starts_with("--")) {
      error_ = "unknown option '" + std::string(word) + "'";
    } else {
      options_.inputs.emplace_back(word);
    }
  }
  return error_.empty();
}

bool checkTogether(const Options &options, std::string &error) {
  if (options.inputs.empty()) {
    error = "no input file";
  } else if (std::ranges::count(options.inputs, "-") > 1) {
    error = "standard input can be read once";
  } else if (options.compileOnly && options.createLibrary) {
    error = "-c and -create-library exclude each other";
  } else if (options.enableLinkOptions && !options.createLibrary) {
    error = "-enable-link-options needs -create-library";
  } else if (options.compileOnly && options.inputs.size() > 1 && !options.output.empty()) {
    error = "-c with several inputs makes several files: -o cannot name them";
  } else if (options.noIr && (options.compileOnly || options.createLibrary)) {
    error = "objects and libraries are intermediate code: --no-ir leaves nothing";
  } else if (options.facts.contains("") && options.targets.size() != 1) {
    error = "--cpu, and --device-facts without a target's name, need one --target";
  }
  return error.empty();
}

}  // namespace

std::optional<Options> parseOptions(Arguments arguments, std::string &error) {
  Options options;
  if (!Parser(arguments, options, error).parse()) {
    return std::nullopt;
  }
  if (!options.help && !options.listTargets && !checkTogether(options, error)) {
    return std::nullopt;
  }
  return options;
}

}  // namespace compiler::tools::clc
