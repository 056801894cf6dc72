// Formats printf records. A device wrote the buffer, so every size, id and argument is checked
// against the buffer's end, the strings and the format before use.
//
// snprintf formats each element with a conversion built here, never with the user's text, under
// a "C" locale of this thread alone.
#include "mux/target_support/printf.h"

#include <locale.h>

#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <string>

#include "printf_format.h"
#include "support/byte_io.h"

namespace mux {
namespace {

using printf::Conversion;
using printf::Kind;
using printf::Length;

// Numbers of the calling thread are formatted as in C while one of these lives. An application may
// have a locale with a decimal comma; kernels expect a point. Only the calling thread is affected
// (uselocale), so other threads of the application keep theirs.
class CLocale {
 public:
  CLocale() {
    // Made once and never freed: a later call at the end of the process may need it.
    static const locale_t c = newlocale(LC_ALL_MASK, "C", nullptr);
    before_ = uselocale(c);
  }
  ~CLocale() { uselocale(before_); }
  CLocale(const CLocale &) = delete;
  CLocale &operator=(const CLocale &) = delete;

 private:
  locale_t before_;
};

// Returns the conversion for snprintf: flags, "*.*" or "*", then `suffix`. Width and precision go
// as arguments, so no text of the user becomes a format.
std::string cFormat(const Conversion &c, const char *suffix) {
  std::string text = "%";
  text += c.left ? "-" : "";
  text += c.plus ? "+" : "";
  text += c.space ? " " : "";
  text += c.alternate ? "#" : "";
  text += c.zero ? "0" : "";
  text += c.precision >= 0 ? "*.*" : "*";
  return text + suffix;
}

// Prints one value. The array has room for the widest field and the longest double: %f of DBL_MAX
// with maxFieldSize digits.
template <class T>
void print(std::string &out, const Conversion &c, const std::string &format, T value) {
  // Room for the widest field and the longest double (%f of DBL_MAX, maxFieldSize digits).
  std::array<char, printf::maxFieldSize + 512> text;
  const int size =
      c.precision >= 0
          ? std::snprintf(text.data(), text.size(), format.c_str(), c.width, c.precision, value)
          : std::snprintf(text.data(), text.size(), format.c_str(), c.width, value);
  if (size > 0) {
    out.append(text.data(), std::min<size_t>(static_cast<size_t>(size), text.size() - 1));
  }
}

// Returns the value of an integer argument in the width of its length modifier, extended to 64
// bits. The compiler stores every integer as 64 bits. A work-item passing an int to %hhd expects
// C's cut.
uint64_t narrow(uint64_t value, Length length, bool isSigned) {
  switch (length) {
    case Length::hh:
      return isSigned ? static_cast<uint64_t>(static_cast<int8_t>(value)) : value & 0xff;
    case Length::h:
      return isSigned ? static_cast<uint64_t>(static_cast<int16_t>(value)) : value & 0xffff;
    case Length::none:
    case Length::hl:
      return isSigned ? static_cast<uint64_t>(static_cast<int32_t>(value)) : value & 0xffffffff;
    case Length::l:
      break;
  }
  return value;
}

// Prints one element of a number or vector. Floating-point values are doubles in the record.
void printElement(std::string &out, const Conversion &c, uint64_t word) {
  if (c.kind == Kind::floatingPoint) {
    const char suffix[] = {c.letter, 0};
    print(out, c, cFormat(c, suffix), std::bit_cast<double>(word));
    return;
  }
  const bool isSigned = c.kind == Kind::signedInteger;
  // The value has 64 bits by now, whatever its length modifier was.
  const char suffix[] = {'l', 'l', c.letter, 0};
  print(out, c, cFormat(c, suffix), static_cast<long long>(narrow(word, c.length, isSigned)));
}

// Pads `text` to the field's width with blanks. A precision does not matter here; printString() has
// cut the text by it.
void printField(std::string &out, const Conversion &c, std::string_view text) {
  const size_t width = static_cast<size_t>(c.width);
  const size_t padding = width > text.size() ? width - text.size() : 0;
  out.append(c.left ? 0 : padding, ' ');
  out.append(text);
  out.append(c.left ? padding : 0, ' ');
}

// Prints an address with 0x; C leaves the format of %p open.
void printPointer(std::string &out, const Conversion &c, uint64_t address) {
  std::array<char, 24> text;
  const int size =
      std::snprintf(text.data(), text.size(), "0x%llx", static_cast<unsigned long long>(address));
  printField(out, c, {text.data(), static_cast<size_t>(size)});
}

// Formats one record after the other into one string, whose memory is reused.
//
// A record holds a word of 64 bits for each argument, and one per element for vectors:
//
//   "%v2d %s"  ->  | size 32 | id | element 0 | element 1 | id of the string |
class RecordFormatter {
 public:
  explicit RecordFormatter(const PrintfStrings &strings) : strings_(strings) {}

  /// Returns the text of a record, valid until the next call; nothing if the record is damaged.
  /// `arguments` are the bytes behind the record's header.
  // The format is parsed anew for each record.
  std::optional<std::string_view> format(uint32_t id, std::span<const std::byte> arguments) {
    auto rest = strings_(id);
    if (!rest) {
      return std::nullopt;
    }
    text_.clear();
    support::ByteReader words(arguments);
    while (!rest->empty()) {
      const printf::Part part = printf::nextPart(*rest);
      text_ += part.text;
      if (part.conversion && !printConversion(*part.conversion, words)) {
        return std::nullopt;
      }
    }
    return text_;
  }

 private:
  // Takes an argument for each element from the record. False if it has too few. Elements of a
  // vector are separated by commas (OpenCL C 3.0 §6.15.14.2).
  bool printConversion(const Conversion &c, support::ByteReader &words) {
    for (unsigned i = 0; i < c.elements; ++i) {
      const auto word = words.read<uint64_t>();
      if (!words.ok()) {
        return false;
      }
      if (i != 0) {
        text_ += ',';
      }
      if (!printArgument(c, word)) {
        return false;
      }
    }
    return true;
  }

  // Prints one argument by its kind. False if it is no valid argument.
  bool printArgument(const Conversion &c, uint64_t word) {
    switch (c.kind) {
      case Kind::string:
        return printString(c, word);
      case Kind::character: {
        const char character = static_cast<char>(word);
        printField(text_, c, {&character, 1});
        return true;
      }
      case Kind::pointer:
        printPointer(text_, c, word);
        return true;
      default:
        printElement(text_, c, word);
        return true;
    }
  }

  // Prints a string by its id; UINT64_MAX is a null pointer. False for an unknown id.
  bool printString(const Conversion &c, uint64_t word) {
    std::optional<std::string_view> text = "(null)";
    if (word != UINT64_MAX) {
      text = word <= UINT32_MAX ? strings_(static_cast<uint32_t>(word)) : std::nullopt;
    }
    if (!text) {
      return false;
    }
    printField(text_, c,
               c.precision >= 0 ? text->substr(0, static_cast<size_t>(c.precision)) : *text);
    return true;
  }

  const PrintfStrings &strings_;
  std::string text_;
};

}  // namespace

// Walks over the records. A record of an impossible size ends the walk, because the next one cannot
// be found.
//
// The header's own fields are data of the device too. `used` counts all reservations and may lie
// beyond the buffer, so the walk ends at the smaller one of both. A reservation without room leaves
// zeros, and a size of 0 there is the regular end.
PrintfReport formatPrintf(std::span<const std::byte> buffer, const PrintfStrings &strings,
                          const PrintfSink &sink) {
  constexpr size_t recordHeader = 8;
  PrintfReport report;
  if (buffer.size() < sizeof(mux_printf_header_t)) {
    report.damaged = 1;
    return report;
  }
  mux_printf_header_t header;
  std::memcpy(&header, buffer.data(), sizeof header);
  report.dropped = header.dropped;
  // `records` never leaves the buffer, whatever the header states.
  const size_t room = buffer.size() - sizeof header;
  auto records = buffer.subspan(sizeof header, std::min<size_t>(room, header.used));

  const CLocale locale;
  RecordFormatter formatter(strings);
  while (!records.empty()) {
    support::ByteReader in(records);
    const auto size = in.read<uint32_t>();
    const auto id = in.read<uint32_t>();
    if (size == 0 && header.used > room) {
      break;  // the gap that the first dropped record left at the end
    }
    if (!in.ok() || size < recordHeader || size % 8 != 0 || size > records.size()) {
      ++report.damaged;
      break;
    }
    if (auto text = formatter.format(id, records.subspan(recordHeader, size - recordHeader))) {
      sink(*text);
      ++report.printed;
    } else {
      ++report.damaged;
    }
    records = records.subspan(size);
  }
  return report;
}

namespace {

// Writes a header for no records. Larger buffers than 4 GiB exceed the 32-bit capacity field; the
// rest of them stays unused.
void writeHeader(std::span<std::byte> buffer) {
  mux_printf_header_t header = {};
  if (buffer.size() >= sizeof header) {
    header.capacity =
        static_cast<uint32_t>(std::min<size_t>(buffer.size() - sizeof header, UINT32_MAX));
    std::memcpy(buffer.data(), &header, sizeof header);
  }
}

}  // namespace

void resetPrintfBuffer(std::span<std::byte> buffer) {
  std::memset(buffer.data(), 0, buffer.size());
  writeHeader(buffer);
}

// Work-items write to reserved bytes alone, and not beyond the capacity.
void resetUsedPrintfBuffer(std::span<std::byte> buffer) {
  mux_printf_header_t header;
  if (buffer.size() >= sizeof header) {
    std::memcpy(&header, buffer.data(), sizeof header);
    const std::span<std::byte> records = buffer.subspan(sizeof header);
    std::memset(records.data(), 0, std::min<size_t>(header.used, records.size()));
    writeHeader(buffer);
  }
}

}  // namespace mux
