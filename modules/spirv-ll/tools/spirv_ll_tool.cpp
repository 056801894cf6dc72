// spirv-ll-tool translates SPIR-V, as a module or as text, to LLVM IR.
//
// It runs the translator alone (spirv-ll/spirv_ll.h), for tests and for a look at single modules.
// The device has all features but those of --without. No pass runs behind the translator.

#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"
#include "spirv-ll/spirv_ll.h"
#include "support/option_table.h"
#include "tool_main.h"

namespace compiler::tools {
namespace {

/// The value of a specialization constant, of up to eight bytes.
struct Value {
  uint32_t id;
  size_t size;
  uint64_t bits;
};

/// The parsed command line.
struct Options {
  /// The input file; "-" is standard input.
  std::string input;
  /// The output file; "-" is standard output.
  std::string output = "-";
  /// The device of the translation, with all features but those of --without.
  spirv_ll::Device device{.addressBits = 64, .features = spirv_ll::allFeatures()};
  /// The values of specialization constants.
  std::vector<Value> values;
  /// Requests that replace the translation.
  bool help = false;
  bool coverage = false;
};

/// Parses and removes a number and the character `end` behind it; 0 is the end of the text.
template <class Number>
bool takeNumber(std::string_view &text, char end, Number &number) {
  const auto [position, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<size_t>(position - text.data()));
  if (failure != std::errc() || (end != 0 && !text.starts_with(end))) {
    return false;
  }
  text.remove_prefix(end != 0);
  return true;
}

/// Parses "<id>:<bytes>:<value>".
bool parseValue(std::string_view text, std::vector<Value> &values) {
  Value value{};
  if (!takeNumber(text, ':', value.id) || !takeNumber(text, ':', value.size) ||
      !takeNumber(text, 0, value.bits) || !text.empty() || value.size > sizeof value.bits) {
    return false;
  }
  values.push_back(value);
  return true;
}

using support::OptionValue;
using support::setFlag;
using support::setText;

/// Takes --api.
void takeApi(Options &options, const OptionValue &value) {
  options.device.api = value.text == "vulkan" ? spirv_ll::Api::vulkan : spirv_ll::Api::openCL;
  if (value.text != "vulkan" && value.text != "opencl") {
    value.words.fail("--api takes opencl or vulkan");
  }
}

/// Takes --address-bits.
void takeAddressBits(Options &options, const OptionValue &value) {
  options.device.addressBits = value.text == "32" ? 32 : 64;
  if (value.text != "32" && value.text != "64") {
    value.words.fail("--address-bits takes 32 or 64");
  }
}

/// Takes --without: removes a feature on which capabilities or extensions depend.
void takeWithout(Options &options, const OptionValue &value) {
  if (std::erase(options.device.features, value.text) == 0) {
    value.words.fail("no module depends on an extension or feature '" + std::string(value.text) +
                     "'");
  }
}

/// Takes --spec.
void takeSpecialization(Options &options, const OptionValue &value) {
  if (!parseValue(value.text, options.values)) {
    value.words.fail("--spec takes an id, a size of up to 8 bytes and a number, as 7:4:100");
  }
}

/// The options of the tool.
constexpr support::Option<Options> table[] = {
    {.names = {}, .value = {}, .help = "Options"},
    {"--api", "opencl|vulkan", "Take modules of this API: kernels, or compute shaders (opencl).",
     takeApi},
    {"--address-bits", "32|64", "Translate for devices with addresses of this size (64).",
     takeAddressBits},
    {"--without", "<feature>",
     "Translate for a device without this extension or feature of OpenCL C, such as cl_khr_fp16 or "
     "__opencl_c_images. The device has all others. The option may be repeated.",
     takeWithout},
    {"--spec", "<id>:<bytes>:<value>",
     "Give a specialization constant a value of this size. The option may be repeated.",
     takeSpecialization},
    {"--coverage", "", "Print the translation of each instruction of SPIR-V instead.",
     setFlag<&Options::coverage>},
    {"-o", "<file>", "Write to this file (standard output).", setText<&Options::output>},
    {"-h, --help", "", "Print this text.", setFlag<&Options::help>},
};

constexpr std::string_view head =
    R"(spirv-ll-tool [options] <input>
Translates a SPIR-V module to LLVM IR.

Inputs:
  <file>.spv             a SPIR-V module
  <file>.spvasm          a SPIR-V module as text, which the tool assembles first
  -                      a SPIR-V module on standard input
)";

constexpr std::string_view tail = "The exit code is 0, or 1 after any error.\n";

/// Parses the command line.
support::Result<Options> parseOptions(Arguments arguments) {
  Options options;
  support::CommandWords words(arguments);
  while (!words.atEnd() && words.ok()) {
    const std::string_view word = words.take();
    if (support::takeOption<Options>(table, word, words, options)) {
      continue;
    }
    if (word.size() > 1 && word.starts_with("-")) {
      words.fail("unknown option '" + std::string(word) + "'");
    } else if (!options.input.empty()) {
      words.fail("more than one input file");
    } else {
      options.input = word;
    }
  }
  if (words.ok() && options.input.empty() && !options.help && !options.coverage) {
    words.fail("no input file");
  }
  return words.ok() ? support::Result<Options>(std::move(options)) : words.status().error();
}

/// Reads a module; assembles a file .spvasm.
support::Result<std::vector<uint32_t>> readWords(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (!buffer) {
    return support::Failure{"'" + file + "': " + buffer.getError().message()};
  }
  const llvm::StringRef bytes = (*buffer)->getBuffer();
  if (llvm::StringRef(file).ends_with(".spvasm")) {
    std::string error;
    auto words = spirv_ll::assemble(bytes, error);
    return words ? support::Result<std::vector<uint32_t>>(std::move(*words))
                 : support::Failure{std::move(error)};
  }
  if (bytes.size() % sizeof(uint32_t) != 0) {
    return support::Failure{"'" + file + "': the size is not a multiple of 4 bytes"};
  }
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

/// Writes the module as text. A failure leaves no file.
support::Status write(const llvm::Module &module, const std::string &file) {
  std::error_code failure;
  // Removed again unless keep() is reached.
  llvm::ToolOutputFile output(file, failure, llvm::sys::fs::OF_None);
  if (!failure) {
    module.print(output.os(), nullptr);
    output.os().flush();
    failure = output.os().error();
  }
  if (failure) {
    output.os().clear_error();
    return support::Failure{"'" + file + "': " + failure.message()};
  }
  output.keep();
  return {};
}

/// Translates the input and writes the output, on a thread with a large stack.
support::Status run(const Options &options) {
  const auto words = readWords(options.input);
  if (!words) {
    return words.error();
  }
  // The translator takes the lowest bytes of a value, as a little-endian machine stores it.
  std::vector<spirv_ll::Specialization> specializations;
  for (const Value &value : options.values) {
    specializations.push_back(
        {value.id, std::as_bytes(std::span(&value.bits, 1)).first(value.size)});
  }
  llvm::LLVMContext context;
  std::string warnings;
  const auto module =
      spirv_ll::translate(context, *words, options.device, specializations, &warnings);
  llvm::errs() << warnings;
  if (!module) {
    return support::Failure{spirv_ll::toString(module.error())};
  }
  return write(**module, options.output);
}

/// Prints an error, and returns the exit code.
int fail(const support::Failure &failure) {
  llvm::errs() << "spirv-ll-tool: " << llvm::StringRef(failure.message).rtrim() << "\n";
  return 1;
}

/// Executes --coverage. Returns false if an instruction of the grammar has no line.
bool printCoverage(spirv_ll::Api api) {
  const spirv_ll::Coverage coverage = spirv_ll::coverage(api);
  for (const std::string &line : coverage.lines) {
    llvm::outs() << line << "\n";
  }
  llvm::outs().flush();
  return coverage.isComplete;
}

}  // namespace

/// Runs the tool (tools.def). Returns the exit code.
int spirv_ll_toolMain(Arguments arguments) {
  const auto options = parseOptions(arguments);
  if (!options) {
    return fail(options.error());
  }
  if (options->help) {
    llvm::outs() << support::formatHelp(head, support::textsOf<Options>(table), tail);
    llvm::outs().flush();
    return 0;
  }
  if (options->coverage) {
    return printCoverage(options->device.api) ? 0 : 1;
  }
  // The translator recurses along the nesting of blocks and types.
  support::Status done;
  llvm::thread thread(std::optional<unsigned>(frontend::requiredStackSize),
                      [&] { done = run(*options); });
  thread.join();
  return done ? 0 : fail(done.error());
}

}  // namespace compiler::tools
