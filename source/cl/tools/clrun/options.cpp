#include "options.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "support/command_words.h"

namespace clrun {

const char helpText[] = R"(clrun [options] <program> [<argument>...]
Compiles an OpenCL program, runs one of its kernels, and prints or compares what it wrote.

  clrun -g 8 add.cl 'int[8]=iota' 'int[8]=1' 'int[8]' --print=2
  clrun -g 1024 -l 64 scan.cl 'float[1024]=random(7)' 'float[1024]' local:256 1024
  clrun -g 512,512 -l 16,16 --repeat=20 matmul.kbin -k mm 'float[262144]=random' ...
  clrun -g 4096 k.cl 'float[]=@in.raw' 'float[4096]' --compare=1=out.raw --ulp=4
  clrun -g 4096 k.cl 'float[4096]=random' --against-options='-cl-opt-disable' --ulp=2

The program is OpenCL C (.cl), SPIR-V (.spv) or a binary (.kbin, as clc writes them, or of another
driver); - is OpenCL C on standard input.

Arguments, one for each parameter of the kernel:
  3, 1.5, 0x10           a value of the parameter's type
  int:3, float4:1,2,3,4  the same with the type, for programs that do not say what they take
  {int:3;float4:1,2,3,4} a structure: its members, which lie as in C
  bytes:@file            a value (a structure) of the file's bytes
  float[1024]            a buffer of 1024 zeros; [1024] takes the type from the parameter
  float[1024]=1,2        filled with 1 2 1 2 ...
  float[1024]=iota(s,d)  with s, s+d, s+2d ... (0, 1, 2 ...)
  float[1024]=random(seed,low,high)
                         with random numbers: the same for the same seed, which is 1. Without
                         bounds floats are from [0,1) and integers any
  float[]=@file          with a file's bytes
  image:rgba8[64,48]     an image of zeros, or filled as buffers are; image:r32f[64]=@file.raw
  image:rgba8[64,48]=@file.png, image:@file.png
                         a PNG file's pixels
  sampler:linear,repeat,normalized
                         a sampler: nearest or linear; none, clamp, edge, repeat or mirror;
                         normalized or not (sampler alone: nearest, edge, not)
  local:256              256 bytes of local memory; float[64] for a parameter that is local
  same:0                 the buffer or image of argument 0
  null                   a null pointer

Options:
  -g, --global=<x>[,<y>[,<z>]]
                         global size (1)
  -l, --local=<x>[,<y>[,<z>]]
                         local size (the driver's choice)
  --offset=<x>,...       global offset (0)
  -k, --kernel=<name>    kernel (the only one of the program)
  -d, --device=<n>|<part of the name>
                         device (0)
  --list                 print the devices, and do nothing else
  -D, -I, -cl-..., -w, ...
                         build options; --options=<text> for those that mean something else here, as
                         --options=-g
  --print=<n>,...        print these buffers: 64 elements, or with --print-all all; --print-all alone
                         prints all buffers
  --output=<n>=<file>    write the buffer's bytes to a file, or an image as .png
  --compare=<n>=<file>   compare the buffer with a file
  --against-device=<d>, --against-options=<text>, --against-program=<file>
                         run again there, and compare all buffers
  --ulp=<n>, --absolute=<x>
                         differences of floating point that count as none: either of the two is
                         enough
  --repeat=<n>           run n more times, and print the times that the device reports
  --version, -h, --help  the version; this text

Without --print, --output and --compare, a line says what each buffer holds. What a kernel
wrote outside of a buffer, up to 4096 bytes away, is reported. The exit code is 0, 1 if a comparison
found differences or a kernel wrote outside of its buffers, 2 after any error.
)";

namespace {

bool parseNumber(std::string_view text, uint64_t &value) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failed == std::errc() && end == text.data() + text.size();
}

/// Parses the words of a command line into Options.
class Parser {
 public:
  Parser(std::span<const char *const> words, Options &options, std::string &error)
      : words_(words, error), options_(options) {}

  bool parse();

 private:
  bool take(std::string_view word);
  bool takeSize(std::string_view word);
  bool takeSetup(std::string_view word);
  bool takeResult(std::string_view word);
  bool takeBuildOption(std::string_view word);
  bool value(std::string_view word, std::string_view name, std::string_view &value) {
    return words_.isOption(word, name, value);
  }
  void fail(const std::string &message) { words_.fail(message); }
  unsigned number(std::string_view text, uint64_t least = 0);
  unsigned sizes(std::string_view text, std::array<size_t, 3> &sizes, uint64_t least);
  ArgumentFile argumentFile(std::string_view text);

  support::CommandWords words_;
  Options &options_;
};

unsigned Parser::number(std::string_view text, uint64_t least) {
  uint64_t value = 0;
  if (!parseNumber(text, value) || value < least || value > UINT32_MAX) {
    fail("'" + std::string(text) + "' is not a number that is possible here");
  }
  return static_cast<unsigned>(value);
}

unsigned Parser::sizes(std::string_view text, std::array<size_t, 3> &sizes, uint64_t least) {
  unsigned count = 0;
  for (std::string_view rest = text; count < sizes.size(); rest.remove_prefix(1)) {
    const size_t comma = std::min(rest.find(','), rest.size());
    uint64_t value = 0;
    if (!parseNumber(rest.substr(0, comma), value) || value < least) {
      break;
    }
    sizes[count++] = value;
    rest.remove_prefix(comma);
    if (rest.empty()) {
      return count;
    }
  }
  fail("'" + std::string(text) + "' is no size: one to three numbers with commas");
  return count;
}

ArgumentFile Parser::argumentFile(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals + 1 == text.size()) {
    fail("'" + std::string(text) + "' is not <argument>=<file>");
    return {};
  }
  return {number(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

bool Parser::takeSize(std::string_view word) {
  std::string_view text;
  std::array<size_t, 3> &local = options_.local;
  if (value(word, "-g", text) || value(word, "--global", text)) {
    options_.dimensions = sizes(text, options_.global, 1);
  } else if (value(word, "-l", text) || value(word, "--local", text)) {
    local = {1, 1, 1};
    options_.hasLocal = true;
    sizes(text, local, 1);
  } else if (value(word, "--offset", text)) {
    sizes(text, options_.offset, 0);
  } else {
    return false;
  }
  return true;
}

bool Parser::takeSetup(std::string_view word) {
  std::string_view text;
  if (value(word, "-k", text) || value(word, "--kernel", text)) {
    options_.kernel = text;
  } else if (value(word, "-d", text) || value(word, "--device", text)) {
    options_.setup.device = text;
  } else if (value(word, "--options", text)) {
    options_.setup.buildOptions += " " + std::string(text);
  } else if (value(word, "--against-device", text)) {
    options_.againstDevice = text;
  } else if (value(word, "--against-options", text)) {
    options_.againstOptions = text;
  } else if (value(word, "--against-program", text)) {
    options_.againstProgram = text;
  } else {
    return false;
  }
  return true;
}

bool Parser::takeResult(std::string_view word) {
  std::string_view text;
  if (value(word, "--print", text)) {
    for (size_t comma = 0; comma != std::string_view::npos; text.remove_prefix(comma + 1)) {
      comma = text.find(',');
      options_.print.push_back(number(text.substr(0, comma)));
      if (comma == std::string_view::npos) {
        break;
      }
    }
  } else if (value(word, "--output", text)) {
    options_.outputs.push_back(argumentFile(text));
  } else if (value(word, "--compare", text)) {
    options_.comparisons.push_back(argumentFile(text));
  } else if (value(word, "--ulp", text)) {
    options_.ulp = number(text);
  } else if (value(word, "--absolute", text)) {
    const std::string copy(text);
    char *end = nullptr;
    options_.absolute = std::strtod(copy.c_str(), &end);
    if (copy.empty() || *end != '\0' || !(options_.absolute >= 0)) {
      fail("'" + copy + "' is no tolerance");
    }
  } else if (value(word, "--repeat", text)) {
    options_.repeat = number(text, 1);
  } else {
    return false;
  }
  return true;
}

/// Takes a build option such as -D or -cl-…; negative numbers are arguments of the kernel.
bool Parser::takeBuildOption(std::string_view word) {
  const bool isOption = word.size() > 1 && word[0] == '-' && word[1] != '-' && word[1] != '.' &&
                        (word[1] < '0' || word[1] > '9') && word != "-inf" && word != "-nan";
  if (!isOption) {
    return false;
  }
  support::takeBuildOption(words_, word, options_.setup.buildOptions);
  return true;
}

bool Parser::take(std::string_view word) {
  if (word == "--print-all") {
    return options_.printAll = true;
  }
  if (word == "--list") {
    return options_.list = true;
  }
  if (word == "--version") {
    return options_.version = true;
  }
  if (word == "--help" || word == "-h") {
    return options_.help = true;
  }
  return takeSize(word) || takeSetup(word) || takeResult(word) || takeBuildOption(word);
}

bool Parser::parse() {
  while (!words_.atEnd() && words_.ok()) {
    const std::string_view word = words_.take();
    if (take(word)) {
      continue;
    }
    if (word.starts_with("--")) {
      fail("unknown option '" + std::string(word) + "'; --help lists them");
    } else if (options_.setup.program.empty()) {
      options_.setup.program = word;
    } else {
      options_.arguments.emplace_back(word);
    }
  }
  if (words_.ok() && options_.setup.program.empty() && !options_.help && !options_.list &&
      !options_.version) {
    fail("no program; --help says how clrun is used");
  }
  return words_.ok();
}

}  // namespace

std::optional<Options> parseOptions(std::span<const char *const> words, std::string &error) {
  Options options;
  if (!Parser(words, options, error).parse()) {
    return std::nullopt;
  }
  options.dimensions = std::max(options.dimensions, 1U);
  return options;
}

}  // namespace clrun
