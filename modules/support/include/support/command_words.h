// The words of a tool's command line, and what tools make of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace support {

/// What is left of a command line, whose first mistake is kept.
class CommandWords {
 public:
  CommandWords(std::span<const char *const> words, std::string &error)
      : rest_(words), error_(error) {}

  bool atEnd() const { return rest_.empty(); }
  bool ok() const { return error_.empty(); }
  void fail(const std::string &message) { error_ = error_.empty() ? message : error_; }
  /// There must be one.
  std::string_view take() {
    const std::string_view word = rest_.front();
    rest_ = rest_.subspan(1);
    return word;
  }
  /// The value of an option, which is the next word; a mistake if there is none.
  bool takeValue(std::string_view option, std::string_view &value) {
    if (rest_.empty()) {
      fail(std::string(option) + " needs a value");
      return false;
    }
    value = take();
    return true;
  }
  /// Whether `word` is the option of that name; its value, in `--name=value` or `--name value`.
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
  std::span<const char *const> rest_;
  std::string &error_;
};

/// A text as a word, or a part of one, of build options: what has a meaning of its own there loses
/// it.
inline void appendEscaped(std::string &options, std::string_view text) {
  for (char c : text) {
    if (c == '"' || c == '\\' || c == ' ' || c == '\t' || c == '\n') {
      options += '\\';
    }
    options += c;
  }
}

/// One more word of build options.
inline void appendOption(std::string &options, std::string_view word) {
  options += options.empty() ? "" : " ";
  appendEscaped(options, word);
}

/// A word that is a build option and, for those that take one apart, its value.
inline void takeBuildOption(CommandWords &words, std::string_view word, std::string &options) {
  appendOption(options, word);
  std::string_view value;
  if ((word == "-D" || word == "-I" || word == "-x") && words.takeValue(word, value)) {
    appendOption(options, value);
  }
}

/// Build options for a source of this name: of C++ for OpenCL (.clcpp) with the language, if they
/// do not say it.
inline std::string optionsForSource(std::string_view name, std::string options) {
  const bool saysLanguage = (" " + options).find(" -cl-std=") != std::string::npos;
  if (name.ends_with(".clcpp") && !saysLanguage) {
    appendOption(options, "-cl-std=CLC++2021");
  }
  return options;
}

/// Without the mark in front of a text that says that it is UTF-8: in another place than the
/// first, compilers do not know it.
inline std::string_view withoutByteOrderMark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// The line before a source so that diagnostics call it by a name.
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

/// The folder of a file, for -I.
inline std::string folderOf(std::string_view file) {
  const size_t slash = file.rfind('/');
  return std::string(slash == std::string_view::npos ? "." : file.substr(0, slash + 1));
}

}  // namespace support
