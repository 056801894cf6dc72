// Parsing of environment variables by the types in environment.def.
#include "support/environment.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "support/options.h"

namespace support {
namespace {

// Each parses a complete text; false if it is malformed. A caller passes a copy, because a failed
// parse may leave any value.
bool parse(std::string_view text, bool &value) {
  if (text != "0" && text != "1") {
    return false;
  }
  value = text == "1";
  return true;
}

// Signs, spaces and other bases are malformed, and so are numbers beyond 32 bits.
bool parse(std::string_view text, unsigned &value) {
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

// Any text is valid.
bool parse(std::string_view text, std::string &value) {
  value = text;
  return true;
}

// Replaces `value` by the variable's; a malformed one costs a message and changes nothing.
// Copies first, because a parser may change its argument before it fails. secure_getenv: the caller
// of a set-user-id program chooses no folders of it.
template <class T>
void readParsed(const char *variable, T &value) {
  const char *text = secure_getenv(variable);
  if (!text || !*text) {
    return;
  }
  T parsed = value;
  if (parse(text, parsed)) {
    value = parsed;
  } else {
    std::fprintf(stderr, "kiln: %s=%s is not understood and is ignored\n", variable, text);
  }
}

}  // namespace

// The three public functions differ in the type alone; the parser is chosen by it.
void readOption(const char *variable, bool &value) {
  readParsed(variable, value);
}

void readOption(const char *variable, unsigned &value) {
  readParsed(variable, value);
}

void readOption(const char *variable, std::string &value) {
  readParsed(variable, value);
}

// One call of readOption for each line of environment.def.
Environment readEnvironment() {
  Environment result;
#define KILN_OPTION(accessor, variable, type, initial, text) readOption(#variable, result.accessor);
#include "support/environment.def"
#undef KILN_OPTION
  return result;
}

// A local static: the first thread reads, others wait for it.
const Environment &environment() {
  static const Environment values = readEnvironment();
  return values;
}

}  // namespace support
