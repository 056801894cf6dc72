// A kernel's argument as the command line writes it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "element.h"
#include "image.h"

namespace clrun {

using Bytes = std::vector<std::byte>;

/// What the kernel says of a parameter; without argument info all but the index is unknown.
struct Parameter {
  unsigned index = 0;
  std::string type;  ///< "float*", or empty
  std::string name;
  bool isLocal = false;
};

struct Argument {
  enum class Kind { scalar, buffer, image, sampler, local, null, same } kind = Kind::scalar;
  Element element;
  bool hasElement = false;  ///< false: `bytes` of no known type
  Bytes bytes;              ///< of a scalar's value, or what a buffer or image holds before the run
  ImageShape image;
  SamplerMode sampler;
  size_t localSize = 0;
  unsigned sameAs = 0;  ///< index of another argument, whose buffer or image it is

  size_t count() const { return hasElement ? bytes.size() / element.size() : bytes.size(); }
};

/// The forms are in helpText (options.h). Reads files. False, with a message in `error`, if the
/// text is none of them or does not fit the parameter.
bool parseArgument(std::string_view text, const Parameter &parameter, Argument &argument,
                   std::string &error);

/// A file's bytes; "-" is standard input. False, with a message in `error`.
bool readFile(const std::string &name, Bytes &bytes, std::string &error);
bool writeFile(const std::string &name, const Bytes &bytes, std::string &error);

}  // namespace clrun
