// The first characters choose the parser: "image:", "sampler", "local:", "same:", "bytes:@", '{',
// and a bracket before any of ":=@(" for buffers. Everything else is a value. So a value never
// needs quotes, and a misspelled type gives the message about types.
//
// Random numbers are splitmix64's. The same seed gives the same contents on each machine and
// driver, and a reported difference can be run again.

#include "argument.h"

#include <sys/stat.h>

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

using support::Failure;
using support::Result;
using support::Status;

/// The largest buffer and file, 16 GiB: a typing error in a size should not exhaust the memory.
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
  explicit Filler(Argument &argument) : argument_(argument) {}

  /// Fills by the text behind '='. Fails for a wrong text.
  Status fill(std::string_view text);

 private:
  /// Describes a text that is no value of the buffer's type.
  Failure noValue(std::string_view value) const {
    return {"'" + std::string(value) + "' is no value of " + toString({scalar(), 1})};
  }
  // The buffer as a row of scalars: vectors count as their lanes.
  Scalar scalar() const { return argument_.element.scalar; }
  size_t width() const { return sizeOf(scalar()); }
  size_t scalars() const { return argument_.bytes.size() / width(); }
  std::byte *at(size_t index) const { return argument_.bytes.data() + index * width(); }
  Status pattern(std::string_view text);
  Status iota(const std::vector<std::string_view> &words);
  Status random(const std::vector<std::string_view> &words);
  Status put(size_t index, double value);
  Status file(const std::string &name);

  Argument &argument_;
};

/// Repeats the values. They go to scalars, so "1,2" fills int2 with one element.
Status Filler::pattern(std::string_view text) {
  const auto words = split(text);
  Bytes values(words.size() * width());
  for (size_t i = 0; i < words.size(); ++i) {
    if (!parseScalar(scalar(), words[i], values.data() + i * width())) {
      return noValue(words[i]);
    }
  }
  for (size_t i = 0; i < argument_.bytes.size(); ++i) {
    argument_.bytes[i] = values[i % values.size()];
  }
  return {};
}

/// Parses a parameter of iota or random: the word of this index, or `initial` without one.
Result<double> number(const std::vector<std::string_view> &words, size_t index, double initial) {
  if (index >= words.size()) {
    return initial;
  }
  std::byte bytes[sizeof(double)];
  if (!parseScalar(Scalar::f64, words[index], bytes)) {
    return Failure{"'" + std::string(words[index]) + "' is no number"};
  }
  double value = 0;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

/// Stores a number as the scalar of this index. Refuses a number outside of the type's range.
Status Filler::put(size_t index, double value) {
  return storeNumber(scalar(), value, at(index)) ? Status() : noValue(std::to_string(value));
}

/// Stores start, start + step, and so on, one for each scalar.
Status Filler::iota(const std::vector<std::string_view> &words) {
  if (words.size() > 2) {
    return Failure{"iota takes a start and a step"};
  }
  const auto start = number(words, 0, 0), step = number(words, 1, 1);
  if (!start || !step) {
    return start ? step.error() : start.error();
  }
  for (size_t i = 0; i < scalars(); ++i) {
    if (auto stored = put(i, *start + static_cast<double>(i) * *step); !stored) {
      return stored;
    }
  }
  return {};
}

/// Stores random numbers: floats from [low, high), integers from [low, high]. Without bounds floats
/// are from [0, 1), and integers have all bits random.
Status Filler::random(const std::vector<std::string_view> &words) {
  const auto seed = words.empty() ? std::optional<uint64_t>(1) : parseCount(words[0]);
  const bool hasRange = words.size() == 3;
  if (!seed || (words.size() > 1 && !hasRange)) {
    return Failure{"random takes a seed, or a seed, the lowest and the highest value"};
  }
  const auto low = number(words, 1, 0), high = number(words, 2, 1);
  if (!low || !high) {
    return low ? high.error() : low.error();
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
    const double span = isFloat(scalar()) ? *high - *low : *high - *low + 1;
    const double value = *low + fraction * span;
    if (auto stored = put(i, isFloat(scalar()) ? value : std::min(std::floor(value), *high));
        !stored) {
      return stored;
    }
  }
  return {};
}

/// Copies a file's bytes. Without a number of elements, the file decides on it.
Status Filler::file(const std::string &name) {
  auto bytes = readFile(name);
  if (!bytes) {
    return bytes.error();
  }
  const size_t size = argument_.element.size();
  // "float[]=@file" takes the size of the file.
  if (argument_.bytes.empty()) {
    if (bytes->size() % size != 0) {
      return Failure{"'" + name + "': its size is not a multiple of " + std::to_string(size)};
    }
    argument_.bytes = std::move(*bytes);
    return {};
  }
  if (bytes->size() < argument_.bytes.size()) {
    return Failure{"'" + name + "' has " + std::to_string(bytes->size()) + " bytes, and " +
                   std::to_string(argument_.bytes.size()) + " are needed"};
  }
  std::copy_n(bytes->begin(), argument_.bytes.size(), argument_.bytes.begin());
  return {};
}

/// Chooses the kind of contents by the first characters.
Status Filler::fill(std::string_view text) {
  if (text.starts_with("@")) {
    return file(std::string(text.substr(1)));
  }
  if (argument_.bytes.empty()) {
    return Failure{"the number of elements is missing"};
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
Status chooseElement(std::string_view written, const Parameter &parameter, Argument &argument) {
  const auto element = written.empty() ? elementOf(parameter) : parseElement(written);
  if (element) {
    argument.element = *element;
    argument.hasElement = true;
    return {};
  }
  if (!written.empty()) {
    return Failure{"there is no type '" + std::string(written) + "'"};
  }
  if (parameter.type.empty()) {
    return Failure{"the program does not describe its type: write float[…]=…, int:… or the like"};
  }
  return Failure{"its type, " + parameter.type +
                 ", cannot be written by clrun: give a structure's members, "
                 "{int:1;float4:0}, its bytes, bytes:@file, or a buffer of another type, "
                 "uchar[…]=@file"};
}

/// Sets the size of local memory; a buffer of the command line for a parameter that points to it.
Status makeLocal(size_t size, bool isFilled, Argument &argument) {
  if (isFilled) {
    return Failure{"local memory cannot be filled"};
  }
  if (size == 0) {
    return Failure{"local memory needs a size"};
  }
  argument.kind = Argument::Kind::local;
  argument.localSize = size;
  return {};
}

/// Parses "float[10]=..."; `bracket` is the position of the bracket.
Status parseBuffer(std::string_view text, size_t bracket, const Parameter &parameter,
                   Argument &argument) {
  const size_t end = text.find(']', bracket);
  if (auto chosen = chooseElement(text.substr(0, bracket), parameter, argument); !chosen) {
    return chosen;
  }
  const std::string_view number =
      end == std::string_view::npos ? "" : text.substr(bracket + 1, end - bracket - 1);
  const auto count = number.empty() ? std::optional<uint64_t>(0) : parseCount(number);
  const std::string_view rest = end == std::string_view::npos ? "" : text.substr(end + 1);
  const bool isFilled = rest.starts_with("=");
  if (end == std::string_view::npos || !count || (!rest.empty() && !isFilled) ||
      *count > maximumBytes / argument.element.size()) {
    return Failure{"not a buffer: type[count], type[count]=…, or type[]=@file"};
  }
  const size_t size = *count * argument.element.size();
  if (parameter.isLocal) {
    return makeLocal(size, isFilled, argument);
  }
  argument.kind = Argument::Kind::buffer;
  argument.bytes.resize(size);
  if (!isFilled) {
    return size == 0 ? Failure{"the number of elements is missing"} : Status();
  }
  if (auto filled = Filler(argument).fill(rest.substr(1)); !filled) {
    return filled;
  }
  return argument.bytes.empty() ? Failure{"an empty buffer"} : Status();
}

/// Stores the pixels of a PNG file. An image without a shape yet gets the picture's.
Status takePicture(const Bytes &file, Argument &argument) {
  auto picture = readPng(file, argument.image);
  if (!picture) {
    return picture.error();
  }
  argument.image = std::move(picture->shape);
  argument.bytes = std::move(picture->pixels);
  return {};
}

/// Parses "@file.png" for a two-dimensional image of the picture's size.
Status parseImageFile(const std::string &name, const Parameter &parameter, Argument &argument) {
  const auto file = readFile(name);
  if (!file) {
    return file.error();
  }
  if (!isPng(*file)) {
    return Failure{"'" + name +
                   "' is no PNG file: raw pixels need a format, rgba8[width,height]=@file"};
  }
  if (!parameter.type.empty() && parameter.type.find("image2d_t") == std::string::npos) {
    return Failure{"a picture is for an image2d_t, and the parameter is " + parameter.type};
  }
  auto taken = takePicture(*file, argument);
  argument.element = argument.image.pixel.element;
  argument.hasElement = true;
  return taken;
}

/// Parses "image:@file.png", or a format with sizes as for buffers.
Status parseImage(std::string_view text, const Parameter &parameter, Argument &argument) {
  argument.kind = Argument::Kind::image;
  if (text.starts_with("@")) {
    return parseImageFile(std::string(text.substr(1)), parameter, argument);
  }
  const size_t equals = std::min(text.find('='), text.size());
  auto shape = parseImageShape(text.substr(0, equals), parameter.type);
  if (!shape) {
    return shape.error();
  }
  if (shape->bytes() > maximumBytes) {
    return Failure{"the image is too large"};
  }
  argument.image = std::move(*shape);
  argument.element = argument.image.pixel.element;
  argument.hasElement = true;
  argument.bytes.resize(argument.image.bytes());
  if (equals == text.size()) {
    return {};
  }
  const std::string_view filling = text.substr(equals + 1);
  if (!filling.starts_with("@") || !isPngName(filling)) {
    return Filler(argument).fill(filling);
  }
  const auto file = readFile(std::string(filling.substr(1)));
  return file ? takePicture(*file, argument) : file.error();
}

/// Parses the values of one element, separated by commas.
Status parseLanes(std::string_view text, Argument &argument) {
  const auto words = split(text);
  const unsigned lanes = argument.element.lanes;
  if (words.size() != 1 && words.size() != lanes) {
    return Failure{toString(argument.element) + " takes one value or " + std::to_string(lanes)};
  }
  argument.bytes.resize(argument.element.size());
  const size_t width = sizeOf(argument.element.scalar);
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::string_view word = words[words.size() == 1 ? 0 : lane];
    if (!parseScalar(argument.element.scalar, word, argument.bytes.data() + lane * width)) {
      return Failure{"'" + std::string(word) + "' is no value of " +
                     toString(Element{argument.element.scalar, 1})};
    }
  }
  return {};
}

/// Pads with zeros to a multiple of the alignment.
void padTo(Bytes &bytes, size_t alignment) {
  bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
}

/// Parses "{int:3;float4:1,2,3,4}": a structure with the layout of C.
Status parseStructure(std::string_view text, Argument &argument) {
  std::string_view rest = text.substr(1, text.size() - 2);
  size_t alignment = 1;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    const size_t colon = word.find(':');
    const auto element = parseElement(word.substr(0, colon));
    if (!element || colon == std::string_view::npos) {
      return Failure{"'" + std::string(word) + "' is no member: type:value"};
    }
    Argument member;
    member.element = *element;
    if (auto parsed = parseLanes(word.substr(colon + 1), member); !parsed) {
      return parsed;
    }
    alignment = std::max(alignment, element->size());
    padTo(argument.bytes, element->size());
    argument.bytes.insert(argument.bytes.end(), member.bytes.begin(), member.bytes.end());
  }
  padTo(argument.bytes, alignment);
  return argument.bytes.empty() ? Failure{"a structure without members"} : Status();
}

/// Parses "3", "1,2,3,4" or "int:3": a scalar, or a vector with one value for all lanes or one for
/// each.
Status parseValue(std::string_view text, const Parameter &parameter, Argument &argument) {
  const size_t colon = text.find(':');
  const bool isTyped = colon != std::string_view::npos;
  const std::string_view type = isTyped ? text.substr(0, colon) : "";
  if (auto chosen = chooseElement(type, parameter, argument); !chosen) {
    return chosen;
  }
  if (!isTyped && parameter.type.ends_with("*")) {
    return Failure{"a pointer: write " + toString(argument.element) +
                   "[count], local:bytes or null"};
  }
  return parseLanes(isTyped ? text.substr(colon + 1) : text, argument);
}

/// Parses "local:<bytes>" or "same:<index>".
Status parseNumbered(std::string_view text, Argument &argument) {
  const bool isLocal = text.starts_with("local:");
  const auto number = parseCount(text.substr(text.find(':') + 1));
  if (!number || (isLocal && *number == 0)) {
    return Failure{isLocal ? "local:<bytes>" : "same:<index>"};
  }
  argument.kind = isLocal ? Argument::Kind::local : Argument::Kind::same;
  argument.localSize = *number;
  argument.sameAs = static_cast<unsigned>(std::min<uint64_t>(*number, UINT32_MAX));
  return {};
}

/// Parses "sampler" or "sampler:" with words.
Status parseSamplerArgument(std::string_view text, Argument &argument) {
  const auto mode = parseSampler(text == "sampler" ? "" : text.substr(text.find(':') + 1));
  if (!mode) {
    return mode.error();
  }
  argument.kind = Argument::Kind::sampler;
  argument.sampler = *mode;
  return {};
}

/// Parses "bytes:@file".
Status parseBytes(std::string_view text, Argument &argument) {
  auto bytes = readFile(std::string(text.substr(text.find('@') + 1)));
  if (!bytes) {
    return bytes.error();
  }
  argument.bytes = std::move(*bytes);
  return {};
}

/// Tests the prefixes first and takes everything else for a value.
Status parse(std::string_view text, const Parameter &parameter, Argument &argument) {
  // A bracket behind one of these characters belongs to a value or a file name.
  const size_t bracket = text.find('[');
  const size_t at = text.find_first_of(":=@(");
  if (text == "null") {
    argument.kind = Argument::Kind::null;
    return {};
  }
  if (text.starts_with("local:") || text.starts_with("same:")) {
    return parseNumbered(text, argument);
  }
  if (text.starts_with("image:")) {
    return parseImage(text.substr(text.find(':') + 1), parameter, argument);
  }
  if (text == "sampler" || text.starts_with("sampler:")) {
    return parseSamplerArgument(text, argument);
  }
  if (text.starts_with("bytes:@")) {
    return parseBytes(text, argument);
  }
  if (text.starts_with("{") && text.ends_with("}") && text.size() > 1) {
    return parseStructure(text, argument);
  }
  if (bracket != std::string_view::npos && bracket < at) {
    return parseBuffer(text, bracket, parameter, argument);
  }
  return parseValue(text, parameter, argument);
}

/// Describes a failed operation on a file. To be called right after it, because of errno.
Failure fileFailure(const std::string &name) {
  return {"'" + name + "': " + std::strerror(errno)};
}

}  // namespace

Result<Argument> parseArgument(std::string_view text, const Parameter &parameter) {
  Argument argument;
  const auto parsed = parse(text, parameter, argument);
  return parsed ? Result<Argument>(std::move(argument)) : parsed.error();
}

// Reads in steps, since standard input has no size. A regular file has one, and is refused before
// its first 16 GiB are read.
Result<Bytes> readFile(const std::string &name) {
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE *)>;
  const File own(name == "-" ? nullptr : std::fopen(name.c_str(), "rbe"), std::fclose);
  std::FILE *file = name == "-" ? stdin : own.get();
  struct stat status = {};
  if (!file || fstat(fileno(file), &status) != 0) {
    return fileFailure(name);
  }
  const Failure tooLarge = {"'" + name + "' is larger than 16 GiB"};
  if (S_ISREG(status.st_mode) && static_cast<size_t>(status.st_size) > maximumBytes) {
    return tooLarge;
  }
  Bytes bytes;
  constexpr size_t step = 64 << 10;
  size_t count = step;
  while (count == step && bytes.size() <= maximumBytes) {
    const size_t size = bytes.size();
    bytes.resize(size + step);
    count = std::fread(bytes.data() + size, 1, step, file);
    bytes.resize(size + count);
  }
  if (std::ferror(file) != 0) {
    return fileFailure(name);
  }
  if (bytes.size() > maximumBytes) {
    return tooLarge;
  }
  return bytes;
}

// Closing the file reports a full disk, so its result counts too.
Status writeFile(const std::string &name, const Bytes &bytes) {
  std::FILE *file = std::fopen(name.c_str(), "wbe");
  const bool isWritten = file && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (!file || (std::fclose(file) != 0) || !isWritten) {
    return fileFailure(name);
  }
  return {};
}

}  // namespace clrun
