// Parses the arguments of a kernel from the command line, and fills buffers with test data.
//
// The syntax is the table "Arguments" of --help (options.cpp). A type may be missing on the command
// line where the program describes its parameters (clGetKernelArgInfo).
//
// Parsing happens after the build of the program, because only then the types are known:
//
//   command line            parameter         argument
//
//   3                       int n             scalar, 4 bytes
//
//   float[1024]=iota        float *x          buffer, 4096 bytes: 0, 1, 2, …
//
//   local:256               local int *tmp    256 bytes of local memory
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "element.h"
#include "image.h"
#include "support/result.h"

namespace clrun {

/// Contents of a buffer, an image or a file.
using Bytes = std::vector<std::byte>;

/// A kernel's parameter. Without argument info, only the index is known.
struct Parameter {
  /// The position in the kernel's declaration.
  /// 0 is the first.
  unsigned index = 0;
  /// "float*", or empty.
  std::string type;
  /// For messages alone; empty without argument info.
  std::string name;
  /// Tells if the parameter points to local memory.
  bool isLocal = false;
};

/// An argument, ready for clSetKernelArg or for a buffer.
struct Argument {
  /// The kind of argument; `same` takes the object of an earlier argument.
  enum class Kind { scalar, buffer, image, sampler, local, null, same } kind = Kind::scalar;
  /// Of `bytes`.
  Element element;
  /// False: the type of `bytes` is unknown.
  bool hasElement = false;
  /// A scalar's value, or the initial contents of a buffer or image.
  Bytes bytes;
  /// Of an image.
  ImageShape image;
  /// Of a sampler.
  SamplerMode sampler;
  /// Bytes of local memory.
  size_t localSize = 0;
  /// Index of the argument that has the buffer or image.
  /// Smaller than the index of this argument: the object has to exist already.
  unsigned sameAs = 0;

  /// The number of elements, or of bytes if their type is unknown.
  size_t count() const { return hasElement ? bytes.size() / element.size() : bytes.size(); }
};

/// Parses an argument, and reads its file. Fails for a wrong text, an unreadable file, and a value
/// outside of the type's range. The message is without the argument's index.
///
/// The text has to fit the parameter as far as its type is known: a buffer for local memory becomes
/// local memory, and a pointer takes no value.
support::Result<Argument> parseArgument(std::string_view text, const Parameter &parameter);

/// Reads a file of up to 16 GiB; "-" is standard input. Fails for a larger one, so no file is read
/// in part. Blocks on a pipe until its end.
support::Result<Bytes> readFile(const std::string &name);
/// Writes a file, or replaces it. A failed write may leave a part of the bytes in it.
support::Status writeFile(const std::string &name, const Bytes &bytes);

}  // namespace clrun
