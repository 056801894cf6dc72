// Implements samplers. Creation has two steps: parsing the list, then checking the values.
//
// Normalised coordinates are required by the repeating modes (OpenCL C 3.0 §6.15.15.1): outside of
// [0, 1] there is no period without them.
#include "core/memory/sampler.h"

#include <CL/cl_ext.h>

#include <bit>
#include <cmath>

#include "core/memory/image_shape.h"

namespace cl {
namespace {

/// Reads a float property; its bits lie in the lower half.
cl_float floatOf(cl_sampler_properties value) {
  return std::bit_cast<cl_float>(static_cast<cl_uint>(value));
}

}  // namespace

Sampler::Sampler(Context &context)
    : context_(Ref<Context>(&context)), samplers_(context.deviceCount()) {}

Sampler::~Sampler() {
  for (size_t i = 0; i < samplers_.size(); ++i) {
    if (samplers_[i]) {
      muxDestroySampler(context_->device(i).mux(), samplers_[i]);
    }
  }
}

Result<Ref<Sampler>> Sampler::create(Context &context, const cl_sampler_properties *properties) {
  auto sampler = make<Sampler>(context);
  if (auto status = sampler->parse(properties); !status) {
    return status.error();
  }
  auto status = sampler->open();
  return status ? Result<Ref<Sampler>>(std::move(sampler)) : status.error();
}

Result<Ref<Sampler>> Sampler::create(Context &context, cl_bool normalized,
                                     cl_addressing_mode addressing, cl_filter_mode filter) {
  const cl_sampler_properties list[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                        normalized,
                                        CL_SAMPLER_ADDRESSING_MODE,
                                        addressing,
                                        CL_SAMPLER_FILTER_MODE,
                                        filter,
                                        0};
  auto sampler = create(context, list);
  if (sampler) {
    (*sampler)->properties_.clear();
  }
  return sampler;
}

/// CL 3.0 §5.7.1 clCreateSamplerWithProperties: CL_INVALID_VALUE for an unknown or repeated
/// property.
Status Sampler::parse(const cl_sampler_properties *properties) {
  if (!properties) {
    return success();
  }
  bool seen[6] = {};
  const bool hasLevels = hasMipmaps(*context_);
  const auto once = [&](int which) { return !std::exchange(seen[which], true); };
  const cl_sampler_properties *at = properties;
  for (; *at != 0; at += 2) {
    bool isNew = false;
    switch (*at) {
      case CL_SAMPLER_NORMALIZED_COORDS:
        isNew = once(0);
        normalized_ = static_cast<cl_bool>(at[1]);
        break;
      case CL_SAMPLER_ADDRESSING_MODE:
        isNew = once(1);
        addressing_ = static_cast<cl_addressing_mode>(at[1]);
        break;
      case CL_SAMPLER_FILTER_MODE:
        isNew = once(2);
        filter_ = static_cast<cl_filter_mode>(at[1]);
        break;
      case CL_SAMPLER_MIP_FILTER_MODE_KHR:
        isNew = hasLevels && once(3);
        mipFilter_ = static_cast<cl_filter_mode>(at[1]);
        break;
      case CL_SAMPLER_LOD_MIN_KHR:
        isNew = hasLevels && once(4);
        lodMin_ = floatOf(at[1]);
        break;
      case CL_SAMPLER_LOD_MAX_KHR:
        isNew = hasLevels && once(5);
        lodMax_ = floatOf(at[1]);
        break;
    }
    if (!isNew) {
      return Error{CL_INVALID_VALUE};
    }
  }
  properties_.assign(properties, at + 1);
  return success();
}

/// CL 3.0 §5.7.1 clCreateSamplerWithProperties: CL_INVALID_VALUE, CL_INVALID_OPERATION without
/// images.
Status Sampler::open() {
  const auto isFilter = [](cl_filter_mode mode) {
    return mode == CL_FILTER_NEAREST || mode == CL_FILTER_LINEAR;
  };
  const bool isMode = addressing_ >= CL_ADDRESS_NONE && addressing_ <= CL_ADDRESS_MIRRORED_REPEAT;
  const bool repeats =
      addressing_ == CL_ADDRESS_REPEAT || addressing_ == CL_ADDRESS_MIRRORED_REPEAT;
  if (!isMode || !isFilter(filter_) || !isFilter(mipFilter_) || std::isnan(lodMin_) ||
      std::isnan(lodMax_) || (normalized_ != CL_TRUE && normalized_ != CL_FALSE) ||
      (repeats && !normalized_)) {
    return Error{CL_INVALID_VALUE};
  }
  bool isSupported = false;
  for (size_t i = 0; i < samplers_.size(); ++i) {
    OpenDevice &device = context_->device(i);
    if (!device.info().has_images) {
      continue;
    }
    isSupported = true;
    const mux_sampler_description_t description = {
        addressing_, filter_, static_cast<uint8_t>(normalized_), mipFilter_, lodMin_, lodMax_};
    if (auto status = fromMux(muxCreateSampler(device.mux(), &description, &samplers_[i]));
        !status) {
      return status;
    }
  }
  return isSupported ? success() : Status(Error{CL_INVALID_OPERATION});
}

/// cl_khr_mipmap_image: CL_INVALID_VALUE without the extension.
template <class T>
Status Sampler::infoOfLevels(const InfoWriter &out, T value) const {
  // cl_khr_mipmap_image: an unknown query without the extension, so CL_INVALID_VALUE.
  return hasMipmaps(*context_) ? out.value<T>(value) : Status(Error{CL_INVALID_VALUE});
}

/// CL 3.0 §5.7.2 clGetSamplerInfo: CL_INVALID_VALUE for an unknown query.
Status Sampler::info(cl_sampler_info name, const InfoWriter &out) const {
  switch (name) {
    case CL_SAMPLER_REFERENCE_COUNT:
      return out.value<cl_uint>(apiCount());
    case CL_SAMPLER_CONTEXT:
      return out.value<cl_context>(context_->handle());
    case CL_SAMPLER_NORMALIZED_COORDS:
      return out.value<cl_bool>(normalized_);
    case CL_SAMPLER_ADDRESSING_MODE:
      return out.value<cl_addressing_mode>(addressing_);
    case CL_SAMPLER_FILTER_MODE:
      return out.value<cl_filter_mode>(filter_);
    case CL_SAMPLER_MIP_FILTER_MODE_KHR:
      return infoOfLevels(out, mipFilter_);
    case CL_SAMPLER_LOD_MIN_KHR:
      return infoOfLevels(out, lodMin_);
    case CL_SAMPLER_LOD_MAX_KHR:
      return infoOfLevels(out, lodMax_);
    case CL_SAMPLER_PROPERTIES:
      return out.array<cl_sampler_properties>(properties_);
    default:
      return Error{CL_INVALID_VALUE};
  }
}

}  // namespace cl
