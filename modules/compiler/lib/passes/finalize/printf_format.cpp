#include "passes/finalize/printf_format.h"

#include <algorithm>

namespace compiler::passes {
namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::string_view integerLetters = "dioxXu";
constexpr std::string_view floatLetters = "fFeEgGaA";

// Reads one conversion after its %, by the grammar of OpenCL C 3.0 §6.15.14:
//
//   conversion: flags* width? ('.' precision?)? ('v' elements)? length? letter
class Parser {
 public:
  explicit Parser(std::string_view rest) : rest_(rest) {}

  // Fills in argument and elements. Returns an error for the user, or an empty string.
  std::string parse(PrintfConversion &conversion) {
    skip("-+ #0");
    skip(digits);
    if (consume(".")) {
      skip(digits);
    }
    if (consume("*")) {
      return "'*' is not allowed for width or precision";
    }
    bool isVector = false;
    if (consume("v")) {
      isVector = consumeVectorSize(conversion.elements);
      if (!isVector) {
        return "a vector has 2, 3, 4, 8 or 16 elements";
      }
    }
    skipLength();
    return parseLetter(conversion, isVector);
  }

  std::string_view rest() const { return rest_; }

 private:
  // Skips all leading characters of a set.
  void skip(std::string_view characters) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(characters), rest_.size()));
  }

  // Skips a text if it comes next, and returns true if it does.
  bool consume(std::string_view text) {
    const bool found = rest_.starts_with(text);
    rest_.remove_prefix(found ? text.size() : 0);
    return found;
  }

  // Reads the size of a vector. A further digit, or the end of the format, makes it invalid.
  bool consumeVectorSize(unsigned &elements) {
    for (unsigned size : {16u, 2u, 3u, 4u, 8u}) {
      if (consume(std::to_string(size))) {
        elements = size;
        return !rest_.empty() && digits.find(rest_.front()) == std::string_view::npos;
      }
    }
    return false;
  }

  // Skips a length modifier; the longest text comes first where one is a prefix of another.
  void skipLength() {
    // The lengths ll and z are not part of OpenCL C, but common, and can only mean 64 bits and
    // size_t.
    for (std::string_view length : {"hh", "hl", "h", "ll", "l", "z"}) {
      if (consume(length)) {
        return;
      }
    }
  }

  // Reads the conversion's letter. %c, %s and %p exist for scalars only.
  std::string parseLetter(PrintfConversion &conversion, bool isVector) {
    if (rest_.empty()) {
      return "the conversion is incomplete";
    }
    const char letter = rest_.front();
    rest_.remove_prefix(1);
    if (integerLetters.find(letter) != std::string_view::npos) {
      const bool isSigned = letter == 'd' || letter == 'i';
      conversion.argument =
          isSigned ? PrintfArgument::signedInteger : PrintfArgument::unsignedInteger;
      return {};
    }
    if (floatLetters.find(letter) != std::string_view::npos) {
      conversion.argument = PrintfArgument::floatingPoint;
      return {};
    }
    if (letter != 'c' && letter != 's' && letter != 'p') {
      return std::string("there is no conversion '") + letter + "'";
    }
    conversion.argument = letter == 'c'   ? PrintfArgument::signedInteger
                          : letter == 's' ? PrintfArgument::string
                                          : PrintfArgument::pointer;
    return isVector ? std::string("'") + letter + "' takes no vector" : std::string();
  }

  std::string_view rest_;
};

}  // namespace

std::vector<PrintfConversion> parsePrintfFormat(std::string_view format, std::string &error) {
  std::vector<PrintfConversion> conversions;
  size_t position = 0;
  while ((position = format.find('%', position)) != std::string_view::npos) {
    const std::string_view start = format.substr(position);
    if (start.starts_with("%%")) {
      position += 2;
      continue;
    }
    PrintfConversion conversion{};
    conversion.elements = 1;
    Parser parser(start.substr(1));
    const std::string problem = parser.parse(conversion);
    conversion.text = start.substr(0, start.size() - parser.rest().size());
    if (!problem.empty()) {
      error = "'" + std::string(conversion.text) + "': " + problem;
      return {};
    }
    conversions.push_back(conversion);
    position += conversion.text.size();
  }
  return conversions;
}

}  // namespace compiler::passes
