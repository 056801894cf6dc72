// The first characters choose the parser: "image:", "sampler", "local:", "same:", "bytes:@", '{',
// and a bracket before any of ":=@(" for buffers. Everything else is a value. So a value never
// needs quotes, and a misspelled type gives the message about types.
//
// Random numbers are splitmix64's. The same seed gives the same contents on each machine and
// driver, and a reported difference can be run again.

#include "argument.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>

#include "png_file.h"

namespace clrun {
namespace {

/// The largest buffer and file: a typing error in a size should not exhaust the memory.
constexpr size_t maximumBytes = size_t{1} << 34;

/// Parses a whole text as a decimal number.
std::optional<uint64_t> parseCount(std::string_view text) {
  uint64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || failed != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

/// Splits a list at its commas. An empty list is one empty word.
std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> words;
  while (true) {
    const size_t comma = list.find(',');
    words.push_back(list.substr(0, comma));
    if (comma == std::string_view::npos) {
      return words;
    }
    list.remove_prefix(comma + 1);
  }
}

/// Parses "name(a,b)" to a, b; "name" alone gives no words. Returns nothing for other text.
std::optional<std::vector<std::string_view>> callOf(std::string_view text, std::string_view name) {
  if (!text.starts_with(name)) {
    return std::nullopt;
  }
  text.remove_prefix(name.size());
  if (text.empty()) {
    return std::vector<std::string_view>();
  }
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') {
    return std::nullopt;
  }
  return split(text.substr(1, text.size() - 2));
}

/// splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators").
uint64_t nextRandom(uint64_t &state) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// Fills a buffer or an image: with a pattern, iota, random numbers or a file.
class Filler {
 public:
  // Fills `bytes`, whose size and element type are set already.
  Filler(Argument &argument, std::string &error) : argument_(argument), error_(error) {}

  /// Fills by the text behind '='. Returns false, with a message in `error`, for a wrong text.
  bool fill(std::string_view text);

 private:
  /// Stores a message, and returns false.
  bool fail(const std::string &message) {
    error_ = message;
    return false;
  }
  /// Reports a text that is no value of the buffer's type, and returns false.
  bool failWith(std::string_view value) {
    return fail("'" + std::string(value) + "' is no value of " + toString({scalar(), 1}));
  }
  // Stores one value of the buffer's scalar type.
  bool parse(std::string_view text, std::byte *out) {
    return parseScalar(scalar(), text, out) || failWith(text);
  }
  // The buffer as a row of scalars: vectors count as their lanes.
  Scalar scalar() const { return argument_.element.scalar; }
  size_t width() const { return sizeOf(scalar()); }
  size_t scalars() const { return argument_.bytes.size() / width(); }
  std::byte *at(size_t index) const { return argument_.bytes.data() + index * width(); }
  bool pattern(std::string_view text);
  bool iota(const std::vector<std::string_view> &words);
  bool random(const std::vector<std::string_view> &words);
  bool number(std::string_view text, double &value);
  bool put(size_t index, double value);
  bool file(const std::string &name);

  Argument &argument_;
  std::string &error_;
};

/// Repeats the values. They go to scalars, so "1,2" fills int2 with one element.
bool Filler::pattern(std::string_view text) {
  const auto words = split(text);
  Bytes values(words.size() * width());
  for (size_t i = 0; i < words.size(); ++i) {
    if (!parse(words[i], values.data() + i * width())) {
      return false;
    }
  }
  for (size_t i = 0; i < argument_.bytes.size(); ++i) {
    argument_.bytes[i] = values[i % values.size()];
  }
  return true;
}

/// Parses a parameter of iota or random.
bool Filler::number(std::string_view text, double &value) {
  std::byte bytes[sizeof value];
  if (!parseScalar(Scalar::f64, text, bytes)) {
    return fail("'" + std::string(text) + "' is no number");
  }
  std::memcpy(&value, bytes, sizeof value);
  return true;
}

/// Stores a number as the scalar of this index. Refuses a number outside of the type's range.
bool Filler::put(size_t index, double value) {
  return storeNumber(scalar(), value, at(index)) || failWith(std::to_string(value));
}

/// Stores start, start + step, and so on, one for each scalar.
bool Filler::iota(const std::vector<std::string_view> &words) {
  double start = 0, step = 1;
  if (words.size() > 2 || (!words.empty() && !number(words[0], start)) ||
      (words.size() > 1 && !number(words[1], step))) {
    return error_.empty() ? fail("iota takes a start and a step") : false;
  }
  for (size_t i = 0; i < scalars(); ++i) {
    if (!put(i, start + static_cast<double>(i) * step)) {
      return false;
    }
  }
  return true;
}

/// Stores random numbers: floats from [low, high), integers from [low, high]. Without bounds floats
/// are from [0, 1), and integers have all bits random.
bool Filler::random(const std::vector<std::string_view> &words) {
  const auto seed = words.empty() ? std::optional<uint64_t>(1) : parseCount(words[0]);
  double low = 0, high = 1;
  const bool hasRange = words.size() == 3;
  if (!seed || (words.size() > 1 && !hasRange)) {
    return fail("random takes a seed, or a seed, the lowest and the highest value");
  }
  if (hasRange && !(number(words[1], low) && number(words[2], high))) {
    return false;
  }
  // Integers without bounds take raw bits, so that all bits vary.
  uint64_t state = *seed;
  for (size_t i = 0; i < scalars(); ++i) {
    const uint64_t bits = nextRandom(state);
    if (!hasRange && !isFloat(scalar())) {
      std::memcpy(at(i), &bits, width());
      continue;
    }
    constexpr double unit = 0x1p-53;
    const double fraction = static_cast<double>(bits >> 11) * unit;
    const double span = isFloat(scalar()) ? high - low : high - low + 1;
    const double value = low + fraction * span;
    if (!put(i, isFloat(scalar()) ? value : std::min(std::floor(value), high))) {
      return false;
    }
  }
  return true;
}

/// Copies a file's bytes. Without a number of elements, the file decides on it.
bool Filler::file(const std::string &name) {
  Bytes bytes;
  if (!readFile(name, bytes, error_)) {
    return false;
  }
  const size_t size = argument_.element.size();
  // "float[]=@file" takes the size of the file.
  if (argument_.bytes.empty()) {
    argument_.bytes = std::move(bytes);
    return argument_.bytes.size() % size == 0 ||
           fail("'" + name + "': its size is not a multiple of " + std::to_string(size));
  }
  if (bytes.size() < argument_.bytes.size()) {
    return fail("'" + name + "' has " + std::to_string(bytes.size()) + " bytes, and " +
                std::to_string(argument_.bytes.size()) + " are needed");
  }
  std::copy_n(bytes.begin(), argument_.bytes.size(), argument_.bytes.begin());
  return true;
}

/// Chooses the kind of contents by the first characters.
bool Filler::fill(std::string_view text) {
  if (text.starts_with("@")) {
    return file(std::string(text.substr(1)));
  }
  if (argument_.bytes.empty()) {
    return fail("the number of elements is missing");
  }
  if (const auto words = callOf(text, "iota")) {
    return iota(*words);
  }
  if (const auto words = callOf(text, "random")) {
    return random(*words);
  }
  return pattern(text);
}

/// Returns a parameter's type without its pointer, if it is a scalar or a vector.
std::optional<Element> elementOf(const Parameter &parameter) {
  std::string_view type = parameter.type;
  while (!type.empty() && (type.back() == '*' || type.back() == ' ')) {
    type.remove_suffix(1);
  }
  return parseElement(type);
}

/// Sets the argument's element type: the written type, or else the parameter's.
bool chooseElement(std::string_view written, const Parameter &parameter, Argument &argument,
                   std::string &error) {
  const auto element = written.empty() ? elementOf(parameter) : parseElement(written);
  if (element) {
    argument.element = *element;
    argument.hasElement = true;
    return true;
  }
  error = !written.empty() ? "there is no type '" + std::string(written) + "'"
          : parameter.type.empty()
              ? "the program does not describe its type: write float[…]=…, int:… or the like"
              : "its type, " + parameter.type +
                    ", cannot be written by clrun: give a structure's members, "
                    "{int:1;float4:0}, its bytes, bytes:@file, or a buffer of another type, "
                    "uchar[…]=@file";
  return false;
}

/// Parses "float[10]=..."; `bracket` is the position of the bracket.
bool parseBuffer(std::string_view text, size_t bracket, const Parameter &parameter,
                 Argument &argument, std::string &error) {
  const size_t end = text.find(']', bracket);
  if (!chooseElement(text.substr(0, bracket), parameter, argument, error)) {
    return false;
  }
  const std::string_view number =
      end == std::string_view::npos ? "" : text.substr(bracket + 1, end - bracket - 1);
  const auto count = number.empty() ? std::optional<uint64_t>(0) : parseCount(number);
  const std::string_view rest = end == std::string_view::npos ? "" : text.substr(end + 1);
  const bool isFilled = rest.starts_with("=");
  if (end == std::string_view::npos || !count || (!rest.empty() && !isFilled) ||
      *count > maximumBytes / argument.element.size()) {
    error = "not a buffer: type[count], type[count]=…, or type[]=@file";
    return false;
  }
  if (parameter.isLocal) {
    argument.kind = Argument::Kind::local;
    argument.localSize = *count * argument.element.size();
    error = isFilled                  ? "local memory cannot be filled"
            : argument.localSize == 0 ? "local memory needs a size"
                                      : "";
    return error.empty();
  }
  argument.kind = Argument::Kind::buffer;
  argument.bytes.resize(*count * argument.element.size());
  if (!isFilled) {
    error = *count == 0 ? "the number of elements is missing" : "";
    return error.empty();
  }
  if (!Filler(argument, error).fill(rest.substr(1))) {
    return false;
  }
  error = argument.bytes.empty() ? "an empty buffer" : "";
  return error.empty();
}

/// Parses "@file.png" for a two-dimensional image of the picture's size.
bool parseImageFile(const std::string &name, const Parameter &parameter, Argument &argument,
                    std::string &error) {
  Bytes file;
  if (!readFile(name, file, error)) {
    return false;
  }
  if (!isPng(file)) {
    error = "'" + name + "' is no PNG file: raw pixels need a format, rgba8[width,height]=@file";
    return false;
  }
  if (!parameter.type.empty() && parameter.type.find("image2d_t") == std::string::npos) {
    error = "a picture is for an image2d_t, and the parameter is " + parameter.type;
    return false;
  }
  return readPng(file, argument.image, argument.bytes, error);
}

/// Parses "image:@file.png", or a format with sizes as for buffers.
bool parseImage(std::string_view text, const Parameter &parameter, Argument &argument,
                std::string &error) {
  argument.kind = Argument::Kind::image;
  ImageShape &shape = argument.image;
  if (text.starts_with("@")) {
    const bool isRead = parseImageFile(std::string(text.substr(1)), parameter, argument, error);
    argument.element = shape.pixel.element;
    argument.hasElement = true;
    return isRead;
  }
  const size_t equals = std::min(text.find('='), text.size());
  if (!parseImageShape(text.substr(0, equals), parameter.type, shape, error)) {
    return false;
  }
  if (shape.bytes() > maximumBytes) {
    error = "the image is too large";
    return false;
  }
  argument.element = shape.pixel.element;
  argument.hasElement = true;
  argument.bytes.resize(shape.bytes());
  if (equals == text.size()) {
    return true;
  }
  const std::string_view filling = text.substr(equals + 1);
  Bytes file;
  if (filling.starts_with("@") && isPngName(filling)) {
    return readFile(std::string(filling.substr(1)), file, error) &&
           readPng(file, shape, argument.bytes, error);
  }
  return Filler(argument, error).fill(filling);
}

/// Parses the values of one element, separated by commas.
bool parseLanes(std::string_view text, Argument &argument, std::string &error) {
  const auto words = split(text);
  const unsigned lanes = argument.element.lanes;
  if (words.size() != 1 && words.size() != lanes) {
    error = toString(argument.element) + " takes one value or " + std::to_string(lanes);
    return false;
  }
  argument.bytes.resize(argument.element.size());
  const size_t width = sizeOf(argument.element.scalar);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::string_view word = words[words.size() == 1 ? 0 : lane];
    if (!parseScalar(argument.element.scalar, word, argument.bytes.data() + lane * width)) {
      error = "'" + std::string(word) + "' is no value of " +
              toString(Element{argument.element.scalar, 1});
      return false;
    }
  }
  return true;
}

/// Pads with zeros to a multiple of the alignment.
void padTo(Bytes &bytes, size_t alignment) {
  bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
}

/// Parses "{int:3;float4:1,2,3,4}": a structure with the layout of C.
bool parseStructure(std::string_view text, Argument &argument, std::string &error) {
  std::string_view rest = text.substr(1, text.size() - 2);
  size_t alignment = 1;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    const size_t colon = word.find(':');
    const auto element = parseElement(word.substr(0, colon));
    if (!element || colon == std::string_view::npos) {
      error = "'" + std::string(word) + "' is no member: type:value";
      return false;
    }
    Argument member;
    member.element = *element;
    if (!parseLanes(word.substr(colon + 1), member, error)) {
      return false;
    }
    alignment = std::max(alignment, element->size());
    padTo(argument.bytes, element->size());
    argument.bytes.insert(argument.bytes.end(), member.bytes.begin(), member.bytes.end());
  }
  padTo(argument.bytes, alignment);
  error = argument.bytes.empty() ? "a structure without members" : "";
  return error.empty();
}

/// Parses "3", "1,2,3,4" or "int:3": a scalar, or a vector with one value for all lanes or one for
/// each.
bool parseValue(std::string_view text, const Parameter &parameter, Argument &argument,
                std::string &error) {
  const size_t colon = text.find(':');
  const bool isTyped = colon != std::string_view::npos;
  if (!chooseElement(isTyped ? text.substr(0, colon) : "", parameter, argument, error)) {
    return false;
  }
  if (!isTyped && parameter.type.ends_with("*")) {
    error = "a pointer: write " + toString(argument.element) + "[count], local:bytes or null";
    return false;
  }
  return parseLanes(isTyped ? text.substr(colon + 1) : text, argument, error);
}

}  // namespace

// Tests the prefixes first and takes everything else for a value.
bool parseArgument(std::string_view text, const Parameter &parameter, Argument &argument,
                   std::string &error) {
  // A bracket behind one of these characters belongs to a value or a file name.
  const size_t bracket = text.find('[');
  const size_t at = text.find_first_of(":=@(");
  if (text == "null") {
    argument.kind = Argument::Kind::null;
    return true;
  }
  if (text.starts_with("local:") || text.starts_with("same:")) {
    const bool isLocal = text.starts_with("local:");
    const auto number = parseCount(text.substr(text.find(':') + 1));
    argument.kind = isLocal ? Argument::Kind::local : Argument::Kind::same;
    argument.localSize = number.value_or(0);
    argument.sameAs = static_cast<unsigned>(std::min<uint64_t>(number.value_or(0), UINT32_MAX));
    error = number && (!isLocal || *number != 0) ? "" : isLocal ? "local:<bytes>" : "same:<index>";
    return error.empty();
  }
  if (text.starts_with("image:")) {
    return parseImage(text.substr(text.find(':') + 1), parameter, argument, error);
  }
  if (text == "sampler" || text.starts_with("sampler:")) {
    argument.kind = Argument::Kind::sampler;
    return parseSampler(text == "sampler" ? "" : text.substr(text.find(':') + 1), argument.sampler,
                        error);
  }
  if (text.starts_with("bytes:@")) {
    return readFile(std::string(text.substr(text.find('@') + 1)), argument.bytes, error);
  }
  if (text.starts_with("{") && text.ends_with("}") && text.size() > 1) {
    return parseStructure(text, argument, error);
  }
  if (bracket != std::string_view::npos && bracket < at) {
    return parseBuffer(text, bracket, parameter, argument, error);
  }
  return parseValue(text, parameter, argument, error);
}

// Reads in steps, since standard input has no size. Stops a step behind the largest allowed size.
bool readFile(const std::string &name, Bytes &bytes, std::string &error) {
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE *)>;
  const File own(name == "-" ? nullptr : std::fopen(name.c_str(), "rbe"), std::fclose);
  std::FILE *file = name == "-" ? stdin : own.get();
  if (!file) {
    error = "'" + name + "': " + std::strerror(errno);
    return false;
  }
  constexpr size_t step = 64 << 10;
  size_t count = step;
  while (count == step && bytes.size() <= maximumBytes) {
    const size_t size = bytes.size();
    bytes.resize(size + step);
    count = std::fread(bytes.data() + size, 1, step, file);
    bytes.resize(size + count);
  }
  if (std::ferror(file) != 0) {
    error = "'" + name + "': " + std::strerror(errno);
  }
  return error.empty();
}

// Closing the file reports a full disk, so its result counts too.
bool writeFile(const std::string &name, const Bytes &bytes, std::string &error) {
  std::FILE *file = std::fopen(name.c_str(), "wbe");
  const bool isWritten = file && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (!file || (std::fclose(file) != 0) || !isWritten) {
    error = "'" + name + "': " + std::strerror(errno);
  }
  return error.empty();
}

}  // namespace clrun
