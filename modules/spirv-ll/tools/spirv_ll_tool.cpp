// spirv-ll-tool: SPIR-V, as words or as text, to LLVM IR.

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
#include "tool_main.h"

namespace compiler::tools {
namespace {

constexpr char helpText[] =
    R"(spirv-ll-tool [options] <file>
Translates a SPIR-V module to LLVM IR. A file whose name ends in .spvasm is assembled first;
- is standard input, with words.

  --api=opencl|vulkan    whose modules are taken: kernels or compute shaders (opencl)
  --address-bits=32|64   of the device (64)
  --without=<feature>    the device lacks an extension or a feature of OpenCL C, cl_khr_fp16 or
                         __opencl_c_images; it has all else (may be repeated)
  --spec=<id>:<bytes>:<value>
                         gives a specialization constant a value of this size (may be repeated)
  --coverage             prints what becomes of each instruction of SPIR-V instead
  -o <file>              output (standard output)
  --help                 this text

The exit code is 1 after any error.
)";

/// The bytes of a specialization constant's value.
struct Value {
  uint32_t id;
  size_t size;
  uint64_t bits;
};

struct Options {
  std::string input;
  std::string output = "-";
  spirv_ll::Device device{.addressBits = 64, .features = spirv_ll::allFeatures()};
  std::vector<Value> values;
  bool help = false;
  bool coverage = false;
};

bool removeFeature(std::string_view feature, spirv_ll::Device &device) {
  return std::erase(device.features, feature) != 0;
}

/// A number up to `end`, which is skipped.
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

bool parseValue(std::string_view text, std::vector<Value> &values) {
  Value value{};
  if (!takeNumber(text, ':', value.id) || !takeNumber(text, ':', value.size) ||
      !takeNumber(text, 0, value.bits) || !text.empty() || value.size > sizeof value.bits) {
    return false;
  }
  values.push_back(value);
  return true;
}

bool parseOption(std::string_view argument, Options &options) {
  const auto take = [&](std::string_view prefix) {
    const bool found = argument.starts_with(prefix);
    argument.remove_prefix(found ? prefix.size() : 0);
    return found;
  };
  if (take("--api=")) {
    options.device.api = argument == "vulkan" ? spirv_ll::Api::vulkan : spirv_ll::Api::openCL;
    return argument == "vulkan" || argument == "opencl";
  }
  if (take("--address-bits=")) {
    options.device.addressBits = argument == "32" ? 32 : 64;
    return argument == "32" || argument == "64";
  }
  if (take("--without=")) {
    return removeFeature(argument, options.device);
  }
  if (take("--spec=")) {
    return parseValue(argument, options.values);
  }
  options.help |= argument == "--help";
  options.coverage |= argument == "--coverage";
  return argument == "--help" || argument == "--coverage";
}

std::optional<Options> parseOptions(Arguments arguments, std::string &error) {
  Options options;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "-o" && i + 1 < arguments.size()) {
      options.output = arguments[++i];
    } else if (argument.size() > 1 && argument.starts_with("-")) {
      if (!parseOption(argument, options)) {
        error = "wrong option '" + std::string(argument) + "'";
        return std::nullopt;
      }
    } else if (options.input.empty()) {
      options.input = argument;
    } else {
      error = "more than one input file";
      return std::nullopt;
    }
  }
  if (options.input.empty() && !options.help && !options.coverage) {
    error = "no input file";
    return std::nullopt;
  }
  return options;
}

std::optional<std::vector<uint32_t>> readWords(const std::string &file, std::string &error) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (!buffer) {
    error = "'" + file + "': " + buffer.getError().message();
    return std::nullopt;
  }
  const llvm::StringRef bytes = (*buffer)->getBuffer();
  if (llvm::StringRef(file).ends_with(".spvasm")) {
    return spirv_ll::assemble(bytes, error);
  }
  if (bytes.size() % sizeof(uint32_t) != 0) {
    error = "'" + file + "': the size is not a multiple of 4 bytes";
    return std::nullopt;
  }
  std::vector<uint32_t> words(bytes.size() / sizeof(uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

bool write(const llvm::Module &module, const std::string &file, std::string &error) {
  std::error_code failure;
  llvm::ToolOutputFile output(file, failure, llvm::sys::fs::OF_None);
  if (!failure) {
    module.print(output.os(), nullptr);
    output.os().flush();
    failure = output.os().error();
  }
  if (failure) {
    output.os().clear_error();
    error = "'" + file + "': " + failure.message();
    return false;
  }
  output.keep();
  return true;
}

bool run(const Options &options, std::string &error) {
  const auto words = readWords(options.input, error);
  if (!words) {
    return false;
  }
  std::vector<spirv_ll::Specialization> specializations;
  for (const Value &value : options.values) {
    specializations.push_back(
        {value.id, std::as_bytes(std::span(&value.bits, 1)).first(value.size)});
  }
  llvm::LLVMContext context;
  const auto translation = spirv_ll::translate(context, *words, options.device, specializations);
  if (translation.error) {
    error = spirv_ll::toString(*translation.error);
    return false;
  }
  return write(*translation.module, options.output, error);
}

/// Whether every instruction has its line.
bool printCoverage(spirv_ll::Api api) {
  const spirv_ll::Coverage coverage = spirv_ll::coverage(api);
  for (const std::string &line : coverage.lines) {
    llvm::outs() << line << "\n";
  }
  llvm::outs().flush();
  return coverage.isComplete;
}

}  // namespace

int spirv_ll_toolMain(Arguments arguments) {
  std::string error;
  const auto options = parseOptions(arguments, error);
  if (options && options->help) {
    llvm::outs() << helpText;
    llvm::outs().flush();
    return 0;
  }
  if (options && options->coverage) {
    return printCoverage(options->device.api) ? 0 : 1;
  }
  if (options) {
    llvm::thread thread(std::optional<unsigned>(frontend::requiredStackSize),
                        [&] { run(*options, error); });
    thread.join();
  }
  if (!error.empty()) {
    llvm::errs() << "spirv-ll-tool: " << llvm::StringRef(error).rtrim() << "\n";
  }
  return error.empty() ? 0 : 1;
}

}  // namespace compiler::tools
