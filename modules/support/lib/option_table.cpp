// The help text has two columns. The second one starts at `helpColumn`, in the line of the option
// if its names end before, and in the next line otherwise:
//
//   Output:
//     -o, --output=<file>    Write to this file.
//     --a-long-name=<value>
//                            Text that goes on below at the same column.

#include "support/option_table.h"

#include <algorithm>

namespace support {
namespace {

// Columns, counted from 0.
constexpr size_t helpColumn = 25;
// The longest line of the help text.
constexpr size_t lineWidth = 100;

/// Removes and returns the first name of a list with ", " between the names.
std::string_view takeName(std::string_view &names) {
  const size_t end = std::min(names.find(", "), names.size());
  const std::string_view name = names.substr(0, end);
  names.remove_prefix(std::min(end + 2, names.size()));
  return name;
}

/// The option as the help shows it: the names, and the value behind the last one. Long names take
/// '=', short ones a space, and a name with its own '=' nothing.
std::string termOf(const OptionText &row) {
  std::string term(row.names);
  if (row.value.empty()) {
    return term;
  }
  const size_t comma = row.names.rfind(", ");
  const bool isLong =
      row.names.substr(comma == std::string_view::npos ? 0 : comma + 2).starts_with("--");
  if (!row.names.ends_with('=')) {
    term += isLong ? '=' : ' ';
  }
  return term.append(row.value);
}

/// Appends `text` word by word; `column` is the current one and is kept up to date.
void appendWrapped(std::string &page, std::string_view text, size_t column) {
  bool isFirst = true;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (!isFirst && column + 1 + word.size() > lineWidth) {
      page.append("\n").append(helpColumn, ' ');
      column = helpColumn;
    } else if (!isFirst) {
      page += ' ';
      ++column;
    }
    page += word;
    column += word.size();
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    isFirst = false;
  }
  page += '\n';
}

/// Appends the option and its help. A long list of names goes on in further lines, each line but
/// the last ends with a comma.
void appendRow(std::string &page, const OptionText &row) {
  const std::string term = termOf(row);
  std::string_view rest = term;
  while (rest.size() + 2 > lineWidth && rest.rfind(", ", lineWidth - 3) != std::string_view::npos) {
    const size_t comma = rest.rfind(", ", lineWidth - 3);
    page.append("  ").append(rest.substr(0, comma + 1)).append("\n");
    rest.remove_prefix(comma + 2);
  }
  page.append("  ").append(rest);
  const size_t column = rest.size() + 2;
  if (column + 2 > helpColumn) {
    page += '\n';
  }
  page.append(helpColumn - (column + 2 > helpColumn ? 0 : column), ' ');
  appendWrapped(page, row.help, helpColumn);
}

}  // namespace

// A name that is only the beginning of `word` does not match, unless "=" or a joined value follows.
// So "--verbose-all" is no "--verbose".
std::optional<OptionValue> matchOption(const OptionText &row, bool joins, std::string_view word,
                                       CommandWords &words) {
  for (std::string_view names = row.names; !names.empty();) {
    const std::string_view name = takeName(names);
    if (!word.starts_with(name)) {
      continue;
    }
    OptionValue value{name, word.substr(name.size()), words};
    if (row.value.empty()) {
      if (value.text.empty()) {
        return value;
      }
    } else if (value.text.empty()) {
      (void)words.takeValue(name, value.text);
      return value;
    } else if (value.text.starts_with('=')) {
      value.text.remove_prefix(1);
      return value;
    } else if (joins && !name.starts_with("--")) {
      return value;
    }
  }
  return std::nullopt;
}

// Headings have an empty line in front; so has the first option of a table without one.
std::string formatHelp(std::string_view head, std::span<const OptionText> rows,
                       std::string_view tail) {
  std::string page(head);
  bool isFirst = true;
  for (const OptionText &row : rows) {
    if (row.names.empty()) {
      page.append("\n").append(row.help).append(":\n");
    } else {
      page += isFirst ? "\n" : "";
      appendRow(page, row);
    }
    isFirst = false;
  }
  return page.append("\n").append(tail);
}

}  // namespace support
