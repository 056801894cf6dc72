// The grammar of a conversion (OpenCL C 3.0 §6.15.14.2):
//
//   % flags width .precision vN length letter
//
// A conversion outside of the grammar is printed as text; the compiler has warned about it.
#include "printf_format.h"

#include <algorithm>

namespace mux::printf {
namespace {

// Reads a conversion's fields one after the other.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  /// Returns the conversion at the front of the text; nothing if there is none.
  std::optional<Conversion> parse() {
    parseFlags();
    conversion_.width = number();
    if (accept('.')) {
      conversion_.precision = number();
    }
    if (accept('v') && !parseVector()) {
      return std::nullopt;
    }
    parseLength();
    if (text_.empty() || !parseLetter(text_.front())) {
      return std::nullopt;
    }
    text_.remove_prefix(1);
    return conversion_;
  }
  /// The text behind the conversion.
  std::string_view rest() const { return text_; }

 private:
  // Takes a character off the front if it is this one.
  bool accept(char c) {
    if (!text_.starts_with(c)) {
      return false;
    }
    text_.remove_prefix(1);
    return true;
  }

  // Flags may come in any order, and repeatedly.
  void parseFlags() {
    for (;;) {
      if (accept('-')) {
        conversion_.left = true;
      } else if (accept('+')) {
        conversion_.plus = true;
      } else if (accept(' ')) {
        conversion_.space = true;
      } else if (accept('#')) {
        conversion_.alternate = true;
      } else if (accept('0')) {
        conversion_.zero = true;
      } else {
        return;
      }
    }
  }

  // Returns the number at the front, cut to maxFieldSize; 0 if there is none.
  int number() {
    int value = 0;
    while (!text_.empty() && text_.front() >= '0' && text_.front() <= '9') {
      value = std::min(value * 10 + (text_.front() - '0'), maxFieldSize);
      text_.remove_prefix(1);
    }
    return value;
  }

  // Reads the number of elements behind v. False for a number that no vector has.
  bool parseVector() {
    const int elements = number();
    conversion_.elements = static_cast<unsigned>(elements);
    return elements == 2 || elements == 3 || elements == 4 || elements == 8 || elements == 16;
  }

  // ll and z are undefined in OpenCL C, but common; both count as l.
  void parseLength() {
    if (accept('l')) {
      conversion_.length = Length::l;
      accept('l');  // ll and z are undefined in OpenCL C, and common
    } else if (accept('z')) {
      conversion_.length = Length::l;
    } else if (accept('h')) {
      conversion_.length = accept('h') ? Length::hh : accept('l') ? Length::hl : Length::h;
    }
  }

  // Sets letter and kind. False for an unknown letter, or one that no vector can have.
  bool parseLetter(char letter) {
    conversion_.letter = letter;
    switch (letter) {
      case 'd':
      case 'i':
        conversion_.kind = Kind::signedInteger;
        return true;
      case 'o':
      case 'u':
      case 'x':
      case 'X':
        conversion_.kind = Kind::unsignedInteger;
        return true;
      case 'c':
        conversion_.kind = Kind::character;
        return conversion_.elements == 1;
      case 's':
        conversion_.kind = Kind::string;
        return conversion_.elements == 1;
      case 'p':
        conversion_.kind = Kind::pointer;
        return conversion_.elements == 1;
      default:
        conversion_.kind = Kind::floatingPoint;
        return std::string_view("fFeEgGaA").find(letter) != std::string_view::npos;
    }
  }

  std::string_view text_;
  Conversion conversion_;
};

}  // namespace

// Text up to the next %, then its conversion. "%%" gives text with a single %.
Part nextPart(std::string_view &format) {
  const size_t percent = format.find('%');
  if (percent == std::string_view::npos) {
    Part part{format, std::nullopt};
    format = {};
    return part;
  }
  if (format.substr(percent).starts_with("%%")) {
    Part part{format.substr(0, percent + 1), std::nullopt};
    format.remove_prefix(percent + 2);
    return part;
  }
  Parser parser(format.substr(percent + 1));
  if (auto conversion = parser.parse()) {
    Part part{format.substr(0, percent), conversion};
    format = parser.rest();
    return part;
  }
  Part part{format.substr(0, percent + 1), std::nullopt};
  format.remove_prefix(percent + 1);
  return part;
}

}  // namespace mux::printf
