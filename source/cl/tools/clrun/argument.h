// Parses the arguments of a kernel from the command line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "element.h"
#include "image.h"

namespace clrun {

using Bytes = std::vector<std::byte>;

/// A kernel's parameter. Without argument info, only the index is known.
struct Parameter {
  unsigned index = 0;
  std::string type;  ///< "float*", or empty
  std::string name;
  bool isLocal = false;
};

struct Argument {
  enum class Kind { scalar, buffer, image, sampler, local, null, same } kind = Kind::scalar;
  Element element;
  bool hasElement = false;  ///< false: the type of `bytes` is unknown
  Bytes bytes;              ///< a scalar's value, or the initial contents of a buffer or image
  ImageShape image;
  SamplerMode sampler;
  size_t localSize = 0;
  unsigned sameAs = 0;  ///< index of the argument that has the buffer or image

  size_t count() const { return hasElement ? bytes.size() / element.size() : bytes.size(); }
};

/// Parses an argument in the syntax of helpText (options.h). Reads files. Returns false, with a
/// message in `error`, for other text or a value that does not fit the parameter.
bool parseArgument(std::string_view text, const Parameter &parameter, Argument &argument,
                   std::string &error);

/// Reads a file; "-" is standard input. Returns false, with a message in `error`, on failure.
bool readFile(const std::string &name, Bytes &bytes, std::string &error);
bool writeFile(const std::string &name, const Bytes &bytes, std::string &error);

}  // namespace clrun
