// Tables of command-line options, the one source of a tool's parser, help text, manual page and
// shell completion.
//
// A tool has an array of Option<Options>, one row for each option in the order of its help, with
// headings in between. takeOption() parses by it and formatHelp() prints it. The manual page and
// the completion are made of the printed text when Kiln is built (scripts/manual/help_text.py).
// An option outside of the table is therefore neither parsed nor documented.
//
//   constexpr support::Option<Options> table[] = {
//       {.help = "Output"},
//       {"-o, --output", "<file>", "Write to this file.", support::setText<&Options::output>},
//       {"--verbose", "", "Describe at length.", support::setFlag<&Options::verbose>},
//   };
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/command_words.h"

namespace support {

/// The readable half of a row: an option, or a heading of the help text. All three refer to
/// constants.
struct OptionText {
  /// The spellings, each with its dashes: "-g, --global". Empty for a heading. Each of them selects
  /// the option; the help shows all.
  std::string_view names;
  /// The placeholder of the value, "<file>"; empty for a switch. Completion knows "<file>",
  /// "<folder>", "<target>", "<device>" and choices such as "ll|bc".
  std::string_view value;
  /// A sentence for people, without line breaks; for a heading its text without the colon. Wrapped
  /// by formatHelp().
  std::string_view help;
};

/// The value of an option on the command line, with a place for mistakes. It lives during the call
/// of `take` alone; a tool copies the text.
struct OptionValue {
  std::string_view name;  ///< the spelling on the command line, without '='
  std::string_view text;  ///< empty for a switch
  CommandWords &words;    ///< the rest of the command line; records mistakes
};

/// A row of a tool's table. `Options` is the tool's structure of parsed options.
template <class Options>
struct Option {
  std::string_view names, value, help;  ///< as in OptionText
  /// Stores the value, or calls `value.words.fail()`. Null for headings, and for build options,
  /// which the tool hands to the compiler as they are.
  void (*take)(Options &options, const OptionValue &value) = nullptr;
  /// Allows the value in the same word behind a name with one dash, as in "-ofile". Names with two
  /// dashes never join.
  bool joins = false;

  /// The half for matchOption() and formatHelp(), without the type of the tool's options.
  constexpr OptionText text() const { return {names, value, help}; }
};

/// The `take` of a switch: sets a bool. A repeated switch changes nothing more.
template <auto member>
inline constexpr auto setFlag = [](auto &options, const OptionValue &) { options.*member = true; };

/// The `take` of an option with a text: stores it in a std::string or an optional one. A repeated
/// option replaces it.
template <auto member>
inline constexpr auto setText =
    [](auto &options, const OptionValue &value) { options.*member = std::string(value.text); };

/// The `take` of an option that may be repeated: appends the text to a vector of strings, in the
/// order of the command line.
template <auto member>
inline constexpr auto addText =
    [](auto &options, const OptionValue &value) { (options.*member).emplace_back(value.text); };

/// Matches `word` with a row, and takes a value from the next word if the row has one and `word`
/// is its bare name. "--name value", "--name=value" and "-n value", "-n=value" are equal. Empty for
/// another option. Records a mistake in `words`, and matches, if the value is missing.
///
/// The result refers to the row's names and to the command line. A switch with "=value" does not
/// match.
std::optional<OptionValue> matchOption(const OptionText &row, bool joins, std::string_view word,
                                       CommandWords &words);

/// Parses `word` by the table, and stores the option. Returns false for a word that is none of the
/// table's options. Rows are tried in their order. A row without `take` never matches. After a
/// mistake nothing is stored.
template <class Options>
bool takeOption(std::span<const Option<Options>> table, std::string_view word, CommandWords &words,
                Options &options) {
  for (const Option<Options> &row : table) {
    if (!row.take) {
      continue;
    }
    if (const auto value = matchOption(row.text(), row.joins, word, words)) {
      if (words.ok()) {
        row.take(options, *value);
      }
      return true;
    }
  }
  return false;
}

/// The readable halves of a table, in its order, headings included.
template <class Options>
std::vector<OptionText> textsOf(std::span<const Option<Options>> table) {
  std::vector<OptionText> texts;
  for (const Option<Options> &row : table) {
    texts.push_back(row.text());
  }
  return texts;
}

/// Makes the text of --help: `head` (synopsis, purpose, examples), the options in two columns under
/// their headings, and `tail` (notes and exit code).
///
/// `head` and `tail` end with a line break. Lines have at most 100 columns. The generated manual
/// pages depend on this layout.
std::string formatHelp(std::string_view head, std::span<const OptionText> rows,
                       std::string_view tail);

}  // namespace support
