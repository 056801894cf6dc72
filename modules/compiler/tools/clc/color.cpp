// Colours are added to finished text, because the compiler makes its log once for all devices and
// for the container, where escape sequences would be in the way. A line is recognised by Clang's
// format:
//
//   kernels.cl:3:5: error: use of undeclared identifier 'x'     place bold, severity in its colour
//       3 |   *p = x;                                           as it is
//         |        ^                                            green behind the bar

#include "color.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace compiler::tools::clc {
namespace {

constexpr std::string_view bold = "\x1b[1m", reset = "\x1b[0m", green = "\x1b[1;32m";

/// A severity of Clang's with its colour.
struct Severity {
  std::string_view word;
  std::string_view color;
  /// The message is bold too.
  bool isBold;
};
constexpr Severity severities[] = {{"fatal error: ", "\x1b[1;31m", true},
                                   {"error: ", "\x1b[1;31m", true},
                                   {"warning: ", "\x1b[1;35m", true},
                                   {"remark: ", "\x1b[1;34m", true},
                                   {"note: ", "\x1b[1;36m", false}};

/// Paints a line "file:1:2: error: message", also one without a place. Returns false for other
/// lines.
bool paintHeadline(std::string_view line, std::string &out) {
  for (const Severity &severity : severities) {
    const size_t at = line.find(severity.word);
    if (at == std::string_view::npos || (at != 0 && !line.substr(0, at).ends_with(": "))) {
      continue;
    }
    out.append(bold).append(line.substr(0, at)).append(reset);
    out.append(severity.color).append(severity.word).append(reset);
    out.append(severity.isBold ? bold : "").append(line.substr(at + severity.word.size()));
    out.append(reset);
    return true;
  }
  return false;
}

/// Tells if a line stands below a line of source: "      |      ^~~".
bool isCaretLine(std::string_view line) {
  const size_t bar = line.find('|');
  return bar != std::string_view::npos &&
         line.substr(0, bar).find_first_not_of(' ') == std::string_view::npos;
}

}  // namespace

/// An explicit choice wins over the environment.
bool takesColor(Color color) {
  if (color != Color::automatic) {
    return color == Color::always;
  }
  const char *terminal = std::getenv("TERM");
  const char *without = std::getenv("NO_COLOR");
  return isatty(STDERR_FILENO) == 1 && terminal && std::strcmp(terminal, "dumb") != 0 &&
         (!without || *without == '\0');
}

/// Goes line by line: headlines by their severity, then the carets below the source.
std::string paint(std::string_view log) {
  std::string out;
  while (!log.empty()) {
    const size_t end = std::min(log.find('\n'), log.size());
    const std::string_view line = log.substr(0, end);
    if (isCaretLine(line)) {
      const size_t bar = line.find('|') + 1;
      out.append(line.substr(0, bar)).append(green).append(line.substr(bar)).append(reset);
    } else if (!paintHeadline(line, out)) {
      out += line;
    }
    out += '\n';
    log.remove_prefix(std::min(end + 1, log.size()));
  }
  return out;
}

}  // namespace compiler::tools::clc
