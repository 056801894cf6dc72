// The parser of build options
// ---------------------------
// The text is split into words. Most words are flags: a table maps each to a member of BuildOptions
// and to the modes that allow it. CL 3.0 sorts options into those of the compiler (§5.8.6) and of
// the linker (§5.8.7); some are both. The other words have a value, in the same word (-Dx) or the
// next one (-D x).
//
// An unknown word is an error, as the specification demands. Options of Clang are not passed
// through: only -W… is accepted, because warnings cannot change a program's meaning.
//
// A new flag needs a row here and a member in BuildOptions; toString() then writes it as well.

#include "frontend/build_options.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstring>
#include <optional>

#include "frontend/step_names.h"

namespace compiler::frontend {
namespace {

/// The modes that allow a flag; a mask.
enum Modes : uint8_t { atCompile = 1, atLink = 2, atBoth = 3 };

/// A word without a value.
struct Flag {
  std::string_view word;
  Modes modes;
  bool BuildOptions::*member;
};

/// In the order of toString().
constexpr std::array flags = {
    Flag{"-cl-opt-disable", atCompile, &BuildOptions::optDisable},
    Flag{"-cl-single-precision-constant", atCompile, &BuildOptions::singlePrecisionConstant},
    Flag{"-cl-denorms-are-zero", atBoth, &BuildOptions::denormsAreZero},
    Flag{"-cl-fp32-correctly-rounded-divide-sqrt", atCompile,
         &BuildOptions::correctlyRoundedDivideSqrt},
    Flag{"-cl-mad-enable", atCompile, &BuildOptions::madEnable},
    Flag{"-cl-no-signed-zeros", atBoth, &BuildOptions::noSignedZeros},
    Flag{"-cl-unsafe-math-optimizations", atBoth, &BuildOptions::unsafeMath},
    Flag{"-cl-finite-math-only", atBoth, &BuildOptions::finiteMathOnly},
    Flag{"-cl-fast-relaxed-math", atBoth, &BuildOptions::fastRelaxedMath},
    Flag{"-cl-uniform-work-group-size", atCompile, &BuildOptions::uniformWorkGroupSize},
    Flag{"-cl-no-subgroup-ifp", atBoth, &BuildOptions::noSubgroupForwardProgress},
    Flag{"-cl-strict-aliasing", atCompile, &BuildOptions::strictAliasing},
    Flag{"-cl-kernel-arg-info", atCompile, &BuildOptions::kernelArgInfo},
    Flag{"-w", atCompile, &BuildOptions::noWarnings},
    Flag{"-Werror", atCompile, &BuildOptions::warningsAreErrors},
    Flag{"-g", atCompile, &BuildOptions::debugInfo},
    Flag{"-O0", atCompile, &BuildOptions::optDisable},
    Flag{"-cl-kiln-remarks", atBoth, &BuildOptions::remarks},
    Flag{"-cl-kiln-portable", atBoth, &BuildOptions::embedded},
    Flag{"-cl-kiln-zero-local-memory", atBoth, &BuildOptions::zeroLocalMemory},
    Flag{"-cl-kiln-zero-private-memory", atBoth, &BuildOptions::zeroPrivateMemory},
    Flag{"-create-library", atLink, &BuildOptions::createLibrary},
    Flag{"-enable-link-options", atLink, &BuildOptions::enableLinkOptions},
};

constexpr std::string_view vectorizeOption = "-cl-kiln-vectorize=";
constexpr std::string_view disableStepsOption = "-cl-kiln-disable-steps=";
constexpr std::string_view bisectLimitOption = "-cl-kiln-opt-bisect-limit=";

/// A value of -cl-std=.
struct Language {
  std::string_view name;
  LanguageVersion version;
};

constexpr std::array languages = {
    Language{"CL1.0", LanguageVersion::cl10},        Language{"CL1.1", LanguageVersion::cl11},
    Language{"CL1.2", LanguageVersion::cl12},        Language{"CL2.0", LanguageVersion::cl20},
    Language{"CL3.0", LanguageVersion::cl30},        Language{"CLC++1.0", LanguageVersion::cpp10},
    Language{"CLC++2021", LanguageVersion::cpp2021},
};

/// White space of the C locale, whatever the application's locale is.
bool isSpace(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Returns the next character of a word. Skips a backslash that makes it ordinary.
char takeCharacter(std::string_view text, size_t &position, bool quoted) {
  char c = text[position++];
  if (c == '\\' && position < text.size()) {
    char next = text[position];
    if (next == '"' || next == '\\' || (!quoted && isSpace(next))) {
      ++position;
      return next;
    }
  }
  return c;
}

/// Splits a text into words; nothing if a quote is not closed.
std::optional<std::vector<std::string>> splitWords(std::string_view text) {
  std::vector<std::string> words;
  size_t position = 0;
  while (true) {
    while (position < text.size() && isSpace(text[position])) {
      ++position;
    }
    if (position == text.size()) {
      return words;
    }
    std::string &word = words.emplace_back();
    bool quoted = false;
    while (position < text.size() && (quoted || !isSpace(text[position]))) {
      if (text[position] == '"') {
        quoted = !quoted;
        ++position;
      } else {
        word += takeCharacter(text, position, quoted);
      }
    }
    if (quoted) {
      return std::nullopt;
    }
  }
}

/// Returns true for NAME, NAME=definition and NAME(parameters)=definition. The preprocessor judges
/// everything behind NAME.
bool isDefinition(std::string_view text) {
  auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; };
  if (text.empty() || !isLetter(text.front())) {
    return false;
  }
  auto end = std::find_if_not(text.begin(), text.end(), [&](char c) {
    return isLetter(c) || std::isdigit(static_cast<unsigned char>(c));
  });
  return end == text.end() || *end == '=' || *end == '(';
}

/// Returns true for words like -Wall, -Wno-unused, -Werror=shadow; Clang judges the names. A comma
/// is not allowed: -Wl, and -Wa, are options for other programs.
bool isWarning(std::string_view word) {
  return word.size() > 2 && word.starts_with("-W") &&
         std::ranges::all_of(word.substr(2), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) || std::strchr("-+#=_", c);
         });
}

/// Returns the error of a mode (CL 3.0 §5.8.4, §5.8.5).
Error errorOf(OptionsMode mode) {
  switch (mode) {
    case OptionsMode::build:
      return Error::invalidBuildOptions;
    case OptionsMode::compile:
      return Error::invalidCompilerOptions;
    case OptionsMode::link:
      return Error::invalidLinkerOptions;
  }
  return Error::invalidBuildOptions;
}

/// Parses a list of words into BuildOptions.
class Parser {
 public:
  Parser(std::vector<std::string> words, OptionsMode mode,
         std::span<const DeviceOption> deviceOptions)
      : words_(std::move(words)), mode_(mode), deviceOptions_(deviceOptions) {}

  /// Returns an empty string, or a sentence about the first wrong option.
  std::string parse() {
    while (next_ < words_.size()) {
      std::string word = words_[next_++];
      std::string problem = parseWord(word);
      if (!problem.empty()) {
        return problem;
      }
    }
    if (options_.enableLinkOptions && !options_.createLibrary) {
      return "option '-enable-link-options' needs '-create-library'";
    }
    if (options_.createLibrary && hasExecutableOptions()) {
      return "math options are for linking executables: '-create-library' has none";
    }
    return {};
  }

  /// Returns the options; called once, after parse().
  BuildOptions take() { return std::move(options_); }

 private:
  /// Returns true for the options that only executables may have (CL 3.0 §5.8.7.2).
  bool hasExecutableOptions() const {
    return options_.denormsAreZero || options_.noSignedZeros || options_.unsafeMath ||
           options_.finiteMathOnly || options_.fastRelaxedMath;
  }

  /// Parses one word, and its value in the next one; returns a sentence if it is wrong.
  std::string parseWord(const std::string &word) {
    for (const Flag &flag : flags) {
      if (flag.word == word) {
        return setFlag(flag);
      }
    }
    if (word.starts_with(vectorizeOption)) {
      return setVectorize(word);
    }
    if (word.starts_with(disableStepsOption)) {
      return disableSteps(word);
    }
    if (word.starts_with(bisectLimitOption)) {
      return setBisectLimit(word);
    }
    if (const DeviceOption *option = findDeviceOption(word)) {
      return parseDeviceOption(*option, word);
    }
    if (mode_ == OptionsMode::link) {
      return "unknown linker option '" + word + "'";
    }
    return parseCompilerWord(word);
  }

  /// Parses a word that is neither a flag nor of the device nor for linking.
  std::string parseCompilerWord(const std::string &word) {
    std::string_view view = word;
    if (view == "-O1" || view == "-O2" || view == "-O3") {
      return {};
    }
    if (isWarning(view)) {
      options_.warnings.push_back(word);
      return {};
    }
    if (view.starts_with("-D")) {
      return parseDefinition(word);
    }
    if (view.starts_with("-I")) {
      return parseIncludePath(word);
    }
    if (view.starts_with("-cl-std=")) {
      return parseLanguage(word);
    }
    if (view == "-x") {
      return parseInputLanguage();
    }
    if (view.starts_with("-spir-std=")) {
      return parseSpirVersion(word);
    }
    return "unknown option '" + word + "'";
  }

  /// Sets a flag's member, if the mode allows it.
  std::string setFlag(const Flag &flag) {
    bool allowed = flag.modes & (mode_ == OptionsMode::link ? atLink : atCompile);
    if (!allowed) {
      return "option '" + std::string(flag.word) +
             (mode_ == OptionsMode::link ? "' is not a linker option"
                                         : "' is only allowed when programs are linked");
    }
    options_.*flag.member = true;
    if (flag.word == "-Werror") {
      // The later of two contradicting options counts.
      std::erase(options_.warnings, "-Wno-error");
    }
    return {};
  }

  /// Checks and stores a value of -cl-kiln-vectorize=.
  std::string setVectorize(const std::string &word) {
    options_.vectorize = word.substr(vectorizeOption.size());
    return parseVectorize(options_.vectorize)
               ? ""
               : "option '" + word +
                     "': the values are auto, always, never, and a power of 2 from 2 to " +
                     std::to_string(vecz::maximumWidth);
  }

  /// Several options add up.
  std::string disableSteps(const std::string &word) {
    const std::string list = word.substr(disableStepsOption.size());
    std::vector<std::string> names;
    const std::string problem = parseStepNames(list, names);
    if (problem.empty() && !list.empty()) {
      options_.disabledSteps += (options_.disabledSteps.empty() ? "" : ",") + list;
    }
    return problem.empty() ? "" : "option '" + word + "': " + problem;
  }

  std::string setBisectLimit(const std::string &word) {
    options_.optBisectLimit = word.substr(bisectLimitOption.size());
    return parseBisectLimit(options_.optBisectLimit)
               ? ""
               : "option '" + word + "': " + bisectLimitValues;
  }

  /// Returns the device's option of this word, or null.
  const DeviceOption *findDeviceOption(std::string_view word) const {
    for (const DeviceOption &option : deviceOptions_) {
      if (option.name.ends_with('=') ? word.starts_with(option.name) : word == option.name) {
        return &option;
      }
    }
    return nullptr;
  }

  /// Checks the value against the option's list, and stores the word.
  std::string parseDeviceOption(const DeviceOption &option, const std::string &word) {
    const std::string value = word.substr(option.name.size());
    const std::vector<std::string> &values = option.values;
    if (!values.empty() && std::find(values.begin(), values.end(), value) == values.end()) {
      std::string problem = "option '" + word + "': the values are";
      for (const std::string &known : values) {
        problem += (&known == &values.front() ? " " : ", ") + known;
      }
      return problem;
    }
    options_.deviceOptions.push_back(word);
    return {};
  }

  /// Returns the value of a two-letter option, from the same word or the next; nothing without one.
  std::optional<std::string> takeValue(const std::string &word) {
    if (word.size() > 2) {
      return word.substr(2);
    }
    if (next_ == words_.size() || words_[next_].empty()) {
      return std::nullopt;
    }
    return words_[next_++];
  }

  /// -D, in both spellings.
  std::string parseDefinition(const std::string &word) {
    auto value = takeValue(word);
    if (!value) {
      return "option '-D' needs a name";
    }
    if (!isDefinition(*value)) {
      return "option '-D': '" + *value + "' does not start with a macro's name";
    }
    options_.definitions.push_back(*value);
    return {};
  }

  /// -I, in both spellings.
  std::string parseIncludePath(const std::string &word) {
    auto value = takeValue(word);
    if (!value) {
      return "option '-I' needs a folder";
    }
    options_.includePaths.push_back(*value);
    return {};
  }

  /// -cl-std=; CLC++ is the same as CLC++1.0.
  std::string parseLanguage(const std::string &word) {
    std::string_view name = std::string_view(word).substr(std::string_view("-cl-std=").size());
    for (const Language &language : languages) {
      if (language.name == name || (name == "CLC++" && language.name == "CLC++1.0")) {
        options_.language = language.version;
        return {};
      }
    }
    return "option '" + word +
           "': the versions are CL1.0, CL1.1, CL1.2, CL2.0, CL3.0, CLC++1.0 and CLC++2021";
  }

  /// -x spir (SPIR 1.2 extension); no other language.
  std::string parseInputLanguage() {
    if (next_ == words_.size() || words_[next_] != "spir") {
      return "option '-x' must be followed by 'spir'";
    }
    ++next_;
    options_.inputIsSpir = true;
    return {};
  }

  /// -spir-std=1.2, the only version.
  std::string parseSpirVersion(const std::string &word) {
    options_.spirVersion = word.substr(std::string_view("-spir-std=").size());
    return options_.spirVersion == "1.2" ? "" : "option '" + word + "': the version is 1.2";
  }

  std::vector<std::string> words_;
  OptionsMode mode_;
  std::span<const DeviceOption> deviceOptions_;
  size_t next_ = 0;  ///< index of the next word
  BuildOptions options_;
};

/// Adds the line to the log and makes the failure.
Result<BuildOptions> fail(OptionsMode mode, std::string &log, const std::string &problem) {
  log += "error: " + problem + "\n";
  return Failure{errorOf(mode), problem};
}

/// Appends a word, quoted so that splitWords() returns it unchanged.
void appendWord(std::string &text, std::string_view word) {
  if (!text.empty()) {
    text += ' ';
  }
  bool quote = word.empty() || std::any_of(word.begin(), word.end(), isSpace);
  text += quote ? "\"" : "";
  for (char c : word) {
    if (c == '"' || c == '\\') {
      text += '\\';
    }
    text += c;
  }
  text += quote ? "\"" : "";
}

}  // namespace

std::string_view BuildOptions::deviceOption(std::string_view name) const {
  std::string_view found;
  for (const std::string_view option : deviceOptions) {
    if (name.ends_with('=') && option.starts_with(name)) {
      found = option.substr(name.size());
    } else if (option == name) {
      found = option;
    }
  }
  return found;
}

Result<BuildOptions> parseBuildOptions(std::string_view text, OptionsMode mode, std::string &log,
                                       std::span<const DeviceOption> deviceOptions) {
  if (text.find('\0') != std::string_view::npos) {
    return fail(mode, log, "the options contain a NUL character");
  }
  auto words = splitWords(text);
  if (!words) {
    return fail(mode, log, "the options end inside of a double quote");
  }
  Parser parser(std::move(*words), mode, deviceOptions);
  std::string problem = parser.parse();
  if (!problem.empty()) {
    return fail(mode, log, problem);
  }
  return parser.take();
}

std::optional<vecz::VectorizeOptions> parseVectorize(std::string_view text) {
  using vecz::VectorizeOptions;
  VectorizeOptions options;
  if (text == "auto" || text == "always" || text == "never") {
    options.mode = text == "auto"     ? VectorizeOptions::Mode::automatic
                   : text == "always" ? VectorizeOptions::Mode::always
                                      : VectorizeOptions::Mode::never;
    return options;
  }
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, options.width);
  if (error != std::errc() || stop != end || text.starts_with('0') ||
      !std::has_single_bit(options.width) || options.width < 2 ||
      options.width > vecz::maximumWidth) {
    return std::nullopt;
  }
  options.mode = VectorizeOptions::Mode::always;
  return options;
}

std::string toString(const BuildOptions &options) {
  std::string text;
  for (const Language &language : languages) {
    if (language.version == options.language && language.version != LanguageVersion::cl12) {
      appendWord(text, "-cl-std=" + std::string(language.name));
    }
  }
  for (const Flag &flag : flags) {
    if (options.*flag.member && flag.word != "-O0") {
      appendWord(text, flag.word);
    }
  }
  if (options.inputIsSpir) {
    text += text.empty() ? "-x spir" : " -x spir";
  }
  if (!options.spirVersion.empty()) {
    appendWord(text, "-spir-std=" + options.spirVersion);
  }
  if (!options.vectorize.empty()) {
    appendWord(text, std::string(vectorizeOption) + options.vectorize);
  }
  if (!options.disabledSteps.empty()) {
    appendWord(text, std::string(disableStepsOption) + options.disabledSteps);
  }
  if (!options.optBisectLimit.empty()) {
    appendWord(text, std::string(bisectLimitOption) + options.optBisectLimit);
  }
  for (const std::string &warning : options.warnings) {
    appendWord(text, warning);
  }
  for (const std::string &definition : options.definitions) {
    appendWord(text, "-D" + definition);
  }
  for (const std::string &path : options.includePaths) {
    appendWord(text, "-I" + path);
  }
  for (const std::string &option : options.deviceOptions) {
    appendWord(text, option);
  }
  return text;
}

}  // namespace compiler::frontend
