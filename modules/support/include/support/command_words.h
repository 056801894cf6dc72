// Parses command lines of Kiln's tools and prepares their sources (#line, byte order mark).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "support/result.h"

namespace support {

/// The unread rest of a command line. It records the first mistake and ignores later ones. The
/// words outlive it.
///
/// The first mistake is the one to report: later ones are often its consequences. One thread uses
/// it.
class CommandWords {
 public:
  explicit CommandWords(std::span<const char *const> words) : rest_(words) {}

  /// Returns true if no word is left. A tool's loop takes words until then, whether or not there
  /// was a mistake.
  bool atEnd() const { return rest_.empty(); }
  /// Returns true if no mistake was recorded.
  bool ok() const { return static_cast<bool>(status_); }
  /// The first mistake, or success. A tool prints the mistake and ends with an error once it has
  /// seen all words.
  const Status &status() const { return status_; }
  /// Records a mistake, unless there is one already. The message is a sentence without the tool's
  /// name and without a line break.
  void fail(std::string message) {
    if (status_) {
      status_ = Failure{std::move(message)};
    }
  }
  /// Removes and returns the next word. Precondition: not atEnd(). The result refers to the
  /// caller's words.
  std::string_view take() {
    const std::string_view word = rest_.front();
    rest_ = rest_.subspan(1);
    return word;
  }
  /// Takes the next word as the value of `option`. Records a mistake and returns false if there is
  /// none. `value` is unchanged in case of a mistake. A value may begin with a dash.
  bool takeValue(std::string_view option, std::string_view &value) {
    if (rest_.empty()) {
      fail(std::string(option) + " needs a value");
      return false;
    }
    value = take();
    return true;
  }
  /// Matches `--name=value` and `--name value`, and sets `value`. Returns false for other words.
  /// Returns true as well for an option without its value, and records this mistake.
  bool isOption(std::string_view word, std::string_view name, std::string_view &value) {
    if (word == name) {
      (void)takeValue(name, value);
      return true;
    }
    if (!word.starts_with(name) || word[name.size()] != '=') {
      return false;
    }
    value = word.substr(name.size() + 1);
    return true;
  }

 private:
  // The unread words.
  std::span<const char *const> rest_;
  // The first mistake; success so far.
  Status status_;
};

/// Appends `text` to build options, with quotes, backslashes and white space escaped. Build options
/// are split at white space later (clBuildProgram), so unescaped text would become several options.
inline void appendEscaped(std::string &options, std::string_view text) {
  for (char c : text) {
    if (c == '"' || c == '\\' || c == ' ' || c == '\t' || c == '\n') {
      options += '\\';
    }
    options += c;
  }
}

/// Appends a space if needed, and then `word`, escaped. A word with white space stays one option.
inline void appendOption(std::string &options, std::string_view word) {
  options += options.empty() ? "" : " ";
  appendEscaped(options, word);
}

/// Appends the build option `word`, and its value if the option takes one as a separate word. A
/// missing value is recorded in `words`; the option alone has been appended then.
inline void takeBuildOption(CommandWords &words, std::string_view word, std::string &options) {
  appendOption(options, word);
  std::string_view value;
  if ((word == "-D" || word == "-I" || word == "-x") && words.takeValue(word, value)) {
    appendOption(options, value);
  }
}

/// Completes build options for a source file: a .clcpp file selects C++ for OpenCL, unless the
/// options have a -cl-std= of their own.
///
/// `name` is the path of the source, or any text for another language. Returns the completed
/// options.
inline std::string optionsForSource(std::string_view name, std::string options) {
  const bool saysLanguage = (" " + options).find(" -cl-std=") != std::string::npos;
  if (name.ends_with(".clcpp") && !saysLanguage) {
    appendOption(options, "-cl-std=CLC++2021");
  }
  return options;
}

/// Removes a UTF-8 byte order mark.
///
/// Clang accepts one at the start of the source only, and lineDirective() puts a line in front of
/// it. Without it, Clang would report the mark as an unknown character.
inline std::string_view withoutByteOrderMark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// Makes the #line directive for a source, so that diagnostics show `name`. Quotes and backslashes
/// are escaped, and line breaks become spaces: a name cannot end the directive.
inline std::string lineDirective(std::string_view name) {
  std::string line = "#line 1 \"";
  for (char c : name) {
    if (c == '"' || c == '\\') {
      line += '\\';
    }
    line += c == '\n' ? ' ' : c;
  }
  return line + "\"\n";
}

/// Returns the folder of a file with its slash, or "."; for -I. Included files are looked up there,
/// as Clang does for a file on its command line.
inline std::string folderOf(std::string_view file) {
  const size_t slash = file.rfind('/');
  return std::string(slash == std::string_view::npos ? "." : file.substr(0, slash + 1));
}

}  // namespace support
