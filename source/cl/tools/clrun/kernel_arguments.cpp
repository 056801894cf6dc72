// A buffer of n bytes is the middle of a larger one:
//
//   | zone, 4096 bytes of 0xa5 | n bytes of the argument (a sub-buffer) | zone |
//
// After the first launch the zones are read back and compared. A difference is a write outside of
// the buffer. Reads outside of it are not noticed, and neither are writes of the same byte.

#include "kernel_arguments.h"

#include <algorithm>
#include <utility>

namespace clrun {
namespace {

using support::Failure;
using support::Status;

/// Each buffer lies between two guard zones of this many bytes; a correct kernel leaves them alone.
constexpr size_t zoneSize = 4096;  // aligned enough for sub-buffers
constexpr std::byte zoneByte{0xa5};

}  // namespace

/// Asks for a parameter's type, name and address space; programs without argument info have none.
Parameter KernelArguments::parameterOf(unsigned index) const {
  const auto text = [&](cl_kernel_arg_info info) {
    return textOf([&](size_t size, void *value, size_t *used) {
      return clGetKernelArgInfo(kernel_, index, info, size, value, used);
    });
  };
  Parameter parameter;
  parameter.index = index;
  parameter.type = text(CL_KERNEL_ARG_TYPE_NAME);
  parameter.name = text(CL_KERNEL_ARG_NAME);
  cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  clGetKernelArgInfo(kernel_, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof space, &space,
                     nullptr);
  parameter.isLocal = space == CL_KERNEL_ARG_ADDRESS_LOCAL;
  return parameter;
}

Failure KernelArguments::countFailure(size_t given) const {
  std::string message = "the kernel takes " + std::to_string(parameters_.size()) +
                        " argument(s), and " + std::to_string(given) + " are given:";
  for (const Parameter &parameter : parameters_) {
    message += "\n  " + std::to_string(parameter.index) + ": " +
               (parameter.isLocal ? "local " : "") +
               (parameter.type.empty() ? "of unknown type" : parameter.type) + " " + parameter.name;
  }
  return {std::move(message)};
}

/// Parses and sets all arguments. A wrong number of them is an error with a list of the parameters.
Status KernelArguments::set(const std::vector<std::string> &texts) {
  cl_uint count = 0;
  if (auto asked = check("clGetKernelInfo", clGetKernelInfo(kernel_, CL_KERNEL_NUM_ARGS,
                                                            sizeof count, &count, nullptr));
      !asked) {
    return asked;
  }
  for (unsigned i = 0; i < count; ++i) {
    parameters_.push_back(parameterOf(i));
  }
  if (count != texts.size()) {
    return countFailure(texts.size());
  }
  arguments_.resize(count);
  buffers_.resize(count);
  surroundings_.resize(count);
  for (unsigned i = 0; i < count; ++i) {
    if (const auto done = setOne(i, texts[i]); !done) {
      return Failure{"argument " + std::to_string(i) + " (" + texts[i] +
                     "): " + done.error().message};
    }
  }
  return {};
}

// The argument stays, because readBack() needs its type.
Status KernelArguments::setOne(unsigned index, const std::string &text) {
  auto parsed = parseArgument(text, parameters_[index]);
  if (!parsed) {
    return parsed.error();
  }
  arguments_[index] = std::move(*parsed);
  return setParsed(index, arguments_[index]);
}

/// Makes a buffer between its guard zones.
Status KernelArguments::makeBuffer(unsigned index, const Argument &argument) {
  const size_t size = argument.bytes.size();
  auto &whole = surroundings_[index];
  cl_int code = CL_SUCCESS;
  whole.reset(
      clCreateBuffer(context_, CL_MEM_READ_WRITE, zoneSize + size + zoneSize, nullptr, &code));
  if (auto created = check("clCreateBuffer", code); !created) {
    return created;
  }
  const Bytes zone(zoneSize, zoneByte);
  size_t offset = 0;
  for (const Bytes *bytes : {&zone, &argument.bytes, &zone}) {
    code = clEnqueueWriteBuffer(queue_, whole.get(), CL_TRUE, offset, bytes->size(), bytes->data(),
                                0, nullptr, nullptr);
    if (auto written = check("clEnqueueWriteBuffer", code); !written) {
      return written;
    }
    offset += bytes->size();
  }
  // A sub-buffer, so the kernel gets the address behind the first zone.
  const cl_buffer_region region = {zoneSize, size};
  buffers_[index].reset(clCreateSubBuffer(whole.get(), CL_MEM_READ_WRITE,
                                          CL_BUFFER_CREATE_TYPE_REGION, &region, &code));
  return check("clCreateSubBuffer", code);
}

/// Counts changed bytes in the guard zones.
Status KernelArguments::readZones(unsigned index, Buffer &buffer) {
  size_t *const written[] = {&buffer.writtenBefore, &buffer.writtenBehind};
  size_t offset = 0;
  for (size_t *count : written) {
    Bytes zone(zoneSize);
    const cl_int code = clEnqueueReadBuffer(queue_, surroundings_[index].get(), CL_TRUE, offset,
                                            zone.size(), zone.data(), 0, nullptr, nullptr);
    if (auto read = check("clEnqueueReadBuffer", code); !read) {
      return read;
    }
    *count = zone.size() - static_cast<size_t>(std::ranges::count(zone, zoneByte));
    offset = zoneSize + buffer.bytes.size();
  }
  return {};
}

/// Makes an image with its pixels; one over a buffer gets a buffer of its own.
Status KernelArguments::makeImage(unsigned index, const Argument &argument) {
  const ImageShape &shape = argument.image;
  cl_image_desc description = {};
  description.image_type = shape.type;
  description.image_width = shape.extent[0];
  description.image_height = shape.extent[1];
  description.image_depth = shape.extent[2];
  description.image_array_size =
      shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? shape.extent[1] : shape.extent[2];
  // The buffer holds the pixels, and the image keeps the buffer.
  Owner<cl_mem, clReleaseMemObject> buffer;
  cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
  auto *pixels = const_cast<std::byte *>(argument.bytes.data());
  cl_int code = CL_SUCCESS;
  if (shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
    buffer.reset(clCreateBuffer(context_, flags, argument.bytes.size(), pixels, &code));
    if (auto created = check("clCreateBuffer", code); !created) {
      return created;
    }
    description.buffer = buffer.get();
    flags = CL_MEM_READ_WRITE;
    pixels = nullptr;
  }
  buffers_[index].reset(
      clCreateImage(context_, flags, &shape.pixel.format, &description, pixels, &code));
  return check("clCreateImage", code);
}

/// Makes a sampler by the function of OpenCL 1.2, which all drivers have.
Status KernelArguments::makeSampler(const Argument &argument) {
  const SamplerMode &mode = argument.sampler;
  cl_int code = CL_SUCCESS;
  samplers_.emplace_back(
      clCreateSampler(context_, mode.isNormalized, mode.addressing, mode.filter, &code));
  return check("clCreateSampler", code);
}

/// Makes the argument's object, and sets it.
Status KernelArguments::setParsed(unsigned index, const Argument &argument) {
  size_t size = sizeof(cl_mem);
  cl_mem memory = nullptr;
  cl_sampler sampler = nullptr;
  const void *value = &memory;
  switch (argument.kind) {
    case Argument::Kind::scalar:
      size = argument.bytes.size();
      value = argument.bytes.data();
      break;
    case Argument::Kind::local:
      size = argument.localSize;
      value = nullptr;
      break;
    case Argument::Kind::buffer:
    case Argument::Kind::image: {
      const bool isImage = argument.kind == Argument::Kind::image;
      auto made = isImage ? makeImage(index, argument) : makeBuffer(index, argument);
      if (!made) {
        return made;
      }
      memory = buffers_[index].get();
      break;
    }
    case Argument::Kind::sampler:
      if (auto made = makeSampler(argument); !made) {
        return made;
      }
      size = sizeof(cl_sampler);
      sampler = samplers_.back().get();
      value = &sampler;
      break;
    case Argument::Kind::same:
      if (argument.sameAs >= index || !buffers_[argument.sameAs]) {
        return Failure{"argument " + std::to_string(argument.sameAs) +
                       " is no buffer or image before this one"};
      }
      memory = buffers_[argument.sameAs].get();
      break;
    case Argument::Kind::null:
      break;
  }
  return check("clSetKernelArg", clSetKernelArg(kernel_, index, size, value));
}

// Reads are blocking and the queue is in order, so the launch has ended before the first one.
Status KernelArguments::readBack(std::vector<Buffer> &results) {
  for (unsigned i = 0; i < arguments_.size(); ++i) {
    if (!buffers_[i]) {
      continue;
    }
    const Argument &argument = arguments_[i];
    Buffer buffer = {i, parameters_[i].name, argument.element, argument.hasElement,
                     Bytes(argument.bytes.size())};
    constexpr size_t origin[3] = {};
    const bool isImage = argument.kind == Argument::Kind::image;
    if (isImage) {
      buffer.image = argument.image;
    }
    auto read =
        isImage
            ? check("clEnqueueReadImage",
                    clEnqueueReadImage(queue_, buffers_[i].get(), CL_TRUE, origin,
                                       argument.image.extent.data(), 0, 0, buffer.bytes.data(), 0,
                                       nullptr, nullptr))
            : check("clEnqueueReadBuffer",
                    clEnqueueReadBuffer(queue_, buffers_[i].get(), CL_TRUE, 0, buffer.bytes.size(),
                                        buffer.bytes.data(), 0, nullptr, nullptr));
    if (read && !isImage) {
      read = readZones(i, buffer);
    }
    if (!read) {
      return read;
    }
    results.push_back(std::move(buffer));
  }
  return {};
}

}  // namespace clrun
