// Parses the arguments of a kernel from the command line, and fills buffers with test data.
//
// The syntax is the table "Arguments" of --help (options.cpp). A type may be missing on the command
// line where the program describes its parameters (clGetKernelArgInfo).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "element.h"
#include "image.h"

namespace clrun {

/// Contents of a buffer, an image or a file.
using Bytes = std::vector<std::byte>;

/// A kernel's parameter. Without argument info, only the index is known.
struct Parameter {
  unsigned index = 0;
  std::string type;  ///< "float*", or empty
  std::string name;
  bool isLocal = false;
};

/// An argument, ready for clSetKernelArg or for a buffer.
struct Argument {
  enum class Kind { scalar, buffer, image, sampler, local, null, same } kind = Kind::scalar;
  Element element;          ///< of `bytes`
  bool hasElement = false;  ///< false: the type of `bytes` is unknown
  Bytes bytes;              ///< a scalar's value, or the initial contents of a buffer or image
  ImageShape image;         ///< of an image
  SamplerMode sampler;      ///< of a sampler
  size_t localSize = 0;     ///< bytes of local memory
  unsigned sameAs = 0;      ///< index of the argument that has the buffer or image

  /// The number of elements, or of bytes if their type is unknown.
  size_t count() const { return hasElement ? bytes.size() / element.size() : bytes.size(); }
};

/// Parses an argument, and reads its file. Returns false, with a message in `error` without the
/// argument's index, for a wrong text, an unreadable file, and a value outside of the type's range.
bool parseArgument(std::string_view text, const Parameter &parameter, Argument &argument,
                   std::string &error);

/// Reads a file; "-" is standard input. Returns false, with a message in `error`, on failure.
bool readFile(const std::string &name, Bytes &bytes, std::string &error);
/// Writes a file. Returns false, with a message in `error`, on failure.
bool writeFile(const std::string &name, const Bytes &bytes, std::string &error);

}  // namespace clrun
