// The table below is the only list of the options: the parser and --help use its rows. A word
// outside of the table that begins with a dash and a letter is a build option. The first other word
// is the program, and all further ones are arguments of the kernel.
#include "options.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "support/option_table.h"

namespace clrun {

namespace {

/// Parses a whole text as a decimal number.
bool parseNumber(std::string_view text, uint64_t &value) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failed == std::errc() && end == text.data() + text.size();
}

using support::CommandWords;
using support::OptionValue;
using support::setFlag;
using support::setText;

constexpr std::string_view head =
    R"(clrun [options] <program> [<argument>...]
Compiles an OpenCL program, runs one of its kernels, and prints or compares the results.

  clrun -g 8 add.cl 'int[8]=iota' 'int[8]=1' 'int[8]' --print=2
  clrun -g 1024 -l 64 scan.cl 'float[1024]=random(7)' 'float[1024]' local:256 1024
  clrun -g 512,512 -l 16,16 --repeat=20 matmul.kbin -k mm 'float[262144]=random' ...
  clrun -g 4096 k.cl 'float[]=@in.raw' 'float[4096]' --compare=1=out.raw --ulp=4
  clrun -g 4096 k.cl 'float[4096]=random' --against-options='-cl-opt-disable' --ulp=2

Inputs:
  <file>.cl              OpenCL C
  <file>.clcpp           C++ for OpenCL
  <file>.spv             SPIR-V
  <file>.bc              SPIR
  <file>.kbin            a container of clc
  <file>.bin             a binary of another driver
  -                      OpenCL C on standard input

Arguments, one for each parameter of the kernel:
  3, 1.5, 0x10           a value of the parameter's type
  int:3, float4:1,2,3,4  the same with the type, for programs without types of their parameters
  {int:3;float4:1,2,3,4} a structure: its members, which lie as in C
  bytes:@file            a value (a structure) of the file's bytes
  float[1024]            a buffer of 1024 zeros; [1024] takes the type from the parameter
  float[1024]=1,2        a buffer of 1 2 1 2 ...
  float[1024]=iota(s,d)  a buffer of s, s+d, s+2d ... (0, 1, 2 ...)
  float[1024]=random(seed,low,high)
                         a buffer of random numbers, equal for equal seeds (1). Without bounds floats
                         are from [0,1) and integers any
  float[]=@file          a buffer of a file's bytes
  image:rgba8[64,48]     an image of zeros, or filled as buffers are; image:r32f[64]=@file.raw
  image:rgba8[64,48]=@file.png, image:@file.png
                         an image of a PNG file's pixels
  sampler:linear,repeat,normalized
                         a sampler: nearest or linear; none, clamp, edge, repeat or mirror;
                         normalized or not (sampler alone: nearest, edge, not)
  local:256              256 bytes of local memory; float[64] for a parameter in local memory
  same:0                 the buffer or image of argument 0
  null                   a null pointer
)";

constexpr std::string_view tail =
    R"(Without --print, --output and --compare, a line describes each buffer. clrun reports writes of the
kernel outside of a buffer, up to 4096 bytes away. The exit code is 0, 1 if a comparison found
differences or a kernel wrote outside of its buffers, 2 after any error.
)";

/// Parses a number from `least` on that fits 32 bits.
unsigned number(const OptionValue &value, std::string_view text, uint64_t least = 0) {
  uint64_t parsed = 0;
  if (!parseNumber(text, parsed) || parsed < least || parsed > UINT32_MAX) {
    value.words.fail("'" + std::string(text) + "' is not a number that is possible here");
  }
  return static_cast<unsigned>(parsed);
}

/// Parses one to three numbers with commas between, and returns their count.
unsigned takeSizes(const OptionValue &value, std::array<size_t, 3> &sizes, uint64_t least) {
  unsigned count = 0;
  for (std::string_view rest = value.text; count < sizes.size(); rest.remove_prefix(1)) {
    const size_t comma = std::min(rest.find(','), rest.size());
    uint64_t parsed = 0;
    if (!parseNumber(rest.substr(0, comma), parsed) || parsed < least) {
      break;
    }
    sizes[count++] = parsed;
    rest.remove_prefix(comma);
    if (rest.empty()) {
      return count;
    }
  }
  value.words.fail("'" + std::string(value.text) +
                   "' is no size: one to three numbers with commas");
  return count;
}

/// Parses "<argument>=<file>".
ArgumentFile argumentFile(const OptionValue &value) {
  const size_t equals = value.text.find('=');
  if (equals == std::string_view::npos || equals + 1 == value.text.size()) {
    value.words.fail("'" + std::string(value.text) + "' is not <argument>=<file>");
    return {};
  }
  return {number(value, value.text.substr(0, equals)), std::string(value.text.substr(equals + 1))};
}

// --global: one to three sizes, whose count is the number of dimensions.
void takeGlobal(Options &options, const OptionValue &value) {
  options.dimensions = takeSizes(value, options.global, 1);
}

// --local: one to three sizes in work-items.
void takeLocal(Options &options, const OptionValue &value) {
  options.local = {1, 1, 1};
  options.hasLocal = true;
  takeSizes(value, options.local, 1);
}

// --print: indices of arguments, separated by commas.
void takePrint(Options &options, const OptionValue &value) {
  for (std::string_view text = value.text;;) {
    const size_t comma = text.find(',');
    options.print.push_back(number(value, text.substr(0, comma)));
    if (comma == std::string_view::npos) {
      break;
    }
    text.remove_prefix(comma + 1);
  }
}

// --absolute: a tolerance that is no negative number and no NaN.
void takeAbsolute(Options &options, const OptionValue &value) {
  const std::string copy(value.text);
  char *end = nullptr;
  options.absolute = std::strtod(copy.c_str(), &end);
  if (copy.empty() || *end != '\0' || !(options.absolute >= 0)) {
    value.words.fail("'" + copy + "' is no tolerance");
  }
}

/// The options of clrun. Build options go to the driver as they are.
constexpr support::Option<Options> table[] = {
    {.names = {}, .value = {}, .help = "Launch"},
    {"-g, --global", "<x>[,<y>[,<z>]]", "Run with this global size (1).", takeGlobal},
    {"-l, --local", "<x>[,<y>[,<z>]]", "Run with this local size (the driver's choice).",
     takeLocal},
    {"--offset", "<x>[,<y>[,<z>]]", "Run with this global offset (0).",
     [](Options &options, const OptionValue &value) { takeSizes(value, options.offset, 0); }},
    {"-k, --kernel", "<name>", "Run this kernel (the only one of the program).",
     setText<&Options::kernel>},
    {"-d, --device", "<device>",
     "Run on this device, by number or part of its name (the first one).",
     [](Options &options, const OptionValue &value) { options.setup.device = value.text; }},
    {"--options", "<text>",
     "Compile with these build options, also those with another meaning here, as --options=-g.",
     [](Options &options, const OptionValue &value) {
       options.setup.buildOptions.append(" ").append(value.text);
     }},
    {"--repeat", "<n>", "Run <n> more times, and print the times that the device reports.",
     [](Options &options, const OptionValue &value) {
       options.repeat = number(value, value.text, 1);
     }},

    {.names = {}, .value = {}, .help = "Results"},
    {"--print", "<n>,...", "Print up to 64 elements of these buffers, by argument.", takePrint},
    {"--print-all", "", "Print all elements, of the buffers of --print or of all buffers.",
     setFlag<&Options::printAll>},
    {"--output", "<n>=<file>", "Write the buffer's bytes to a file, or an image as .png.",
     [](Options &options, const OptionValue &value) {
       options.outputs.push_back(argumentFile(value));
     }},
    {"--compare", "<n>=<file>", "Compare the buffer with a file.",
     [](Options &options, const OptionValue &value) {
       options.comparisons.push_back(argumentFile(value));
     }},
    {"--against-device", "<device>", "Run again on this device, and compare all buffers.",
     setText<&Options::againstDevice>},
    {"--against-options", "<text>", "Run again with these build options, and compare all buffers.",
     setText<&Options::againstOptions>},
    {"--against-program", "<file>", "Run again with this program, and compare all buffers.",
     setText<&Options::againstProgram>},
    {"--ulp", "<n>", "Accept differences of floating-point numbers of up to <n> ulp.",
     [](Options &options, const OptionValue &value) { options.ulp = number(value, value.text); }},
    {"--absolute", "<x>", "Accept differences of up to <x>. One of the two tolerances is enough.",
     takeAbsolute},

    {.names = {}, .value = {}, .help = "Other options"},
    {"-D, -I, -cl-..., -w, ...", "", "Compile with these build options (clc --help lists them)."},
    {"--list", "", "Print the devices, and do nothing else.", setFlag<&Options::list>},
    {"--version", "", "Print the version.", setFlag<&Options::version>},
    {"-h, --help", "", "Print this text.", setFlag<&Options::help>},
};

/// Takes a build option such as -D or -cl-…; negative numbers are arguments of the kernel.
bool takeBuildOption(CommandWords &words, std::string_view word, Options &options) {
  const bool isOption = word.size() > 1 && word[0] == '-' && word[1] != '-' && word[1] != '.' &&
                        (word[1] < '0' || word[1] > '9') && word != "-inf" && word != "-nan";
  if (!isOption) {
    return false;
  }
  support::takeBuildOption(words, word, options.setup.buildOptions);
  return true;
}

/// Parses all words: options, then the program, then arguments. Options may stand between them.
support::Status parse(CommandWords words, Options &options) {
  while (!words.atEnd() && words.ok()) {
    const std::string_view word = words.take();
    if (support::takeOption<Options>(table, word, words, options) ||
        takeBuildOption(words, word, options)) {
      continue;
    }
    if (word.starts_with("--")) {
      words.fail("unknown option '" + std::string(word) + "'; --help lists them");
    } else if (options.setup.program.empty()) {
      options.setup.program = word;
    } else {
      options.arguments.emplace_back(word);
    }
  }
  if (words.ok() && options.setup.program.empty() && !options.help && !options.list &&
      !options.version) {
    words.fail("no program is given; --help describes the command line");
  }
  return words.status();
}

}  // namespace

std::string helpText() {
  return support::formatHelp(head, support::textsOf<Options>(table), tail);
}

support::Result<Options> parseOptions(std::span<const char *const> words) {
  Options options;
  if (auto parsed = parse(CommandWords(words), options); !parsed) {
    return parsed.error();
  }
  options.dimensions = std::max(options.dimensions, 1U);
  return options;
}

}  // namespace clrun
