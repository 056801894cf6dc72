// Makes the arguments of a kernel from their texts, and reads its buffers and images back.
//
// A text is parsed when the type of its parameter is known, after the build (argument.h).
#pragma once

#include <CL/cl.h>

#include <string>
#include <vector>

#include "argument.h"
#include "opencl_handles.h"
#include "runner.h"

namespace clrun {

/// The arguments of one kernel and the memory behind them. Each buffer lies between two guard
/// zones, so that writes outside of its bounds are found. Used by one thread.
class KernelArguments {
 public:
  /// The handles must outlive the arguments.
  KernelArguments(cl_context context, cl_command_queue queue, cl_kernel kernel)
      : context_(context), queue_(queue), kernel_(kernel) {}

  /// Parses one text for each parameter (options.h has the syntax), creates buffers, images and
  /// samplers, and sets them as the kernel's arguments. Called once.
  /// A failure names the argument by its index and its text. Later calls of other functions are not
  /// allowed then.
  support::Status set(const std::vector<std::string> &texts);
  /// Appends the present contents of all buffers and images to `results`, in the order of the
  /// arguments. Waits for the queue.
  /// Only after set() succeeded. Also counts writes into the guard zones, into
  /// Buffer::writtenBefore and writtenBehind.
  support::Status readBack(std::vector<Buffer> &results);

 private:
  /// Asks the kernel about a parameter.
  Parameter parameterOf(unsigned index) const;
  /// Describes a wrong number of arguments, with a list of the parameters. `given` is the number on
  /// the command line.
  support::Failure countFailure(size_t given) const;
  /// Parses the text of one argument, makes its object and sets it.
  support::Status setOne(unsigned index, const std::string &text);
  /// Makes the object of one argument, and sets it.
  support::Status setParsed(unsigned index, const Argument &argument);
  /// Each makes one object with its initial contents, and stores it under the argument's index.
  support::Status makeBuffer(unsigned index, const Argument &argument);
  support::Status makeImage(unsigned index, const Argument &argument);
  support::Status makeSampler(const Argument &argument);
  /// Counts the bytes that a launch changed around a buffer.
  support::Status readZones(unsigned index, Buffer &buffer);

  /// Not owned: the runner releases the handles after this object.
  cl_context context_;
  cl_command_queue queue_;
  cl_kernel kernel_;
  /// The parsed arguments, and the kernel's parameters, by index.
  std::vector<Argument> arguments_;
  std::vector<Parameter> parameters_;
  /// Buffers and images by argument; null for other arguments.
  std::vector<Owner<cl_mem, clReleaseMemObject>> buffers_;
  /// The parents of the buffers, guard zones included.
  std::vector<Owner<cl_mem, clReleaseMemObject>> surroundings_;
  /// Samplers without an index: no later argument refers to them.
  std::vector<Owner<cl_sampler, clReleaseSampler>> samplers_;
};

}  // namespace clrun
