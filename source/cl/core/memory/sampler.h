// Defines samplers (CL 3.0 §5.7).
//
// A sampler says how kernels read images: coordinates, addressing outside of the image, and
// filters. It holds no bytes, so kernels keep a strong reference to samplers, unlike to buffers.
#pragma once

#include <vector>

#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/context/context.h"

namespace cl {

/// A sampler with one mux sampler per device. Immutable once created, thread-safe. Keeps its
/// context.
class Sampler final : public Object<_cl_sampler, Kind::sampler, CL_INVALID_SAMPLER> {
 public:
  /// Implements clCreateSamplerWithProperties (CL 3.0 §5.7.1), with its defaults for missing
  /// properties; `properties` may be null. CL_INVALID_VALUE for an unknown or repeated property or
  /// an invalid value, CL_INVALID_OPERATION if no device of the context has images.
  static Result<Ref<Sampler>> create(Context &context, const cl_sampler_properties *properties);
  /// Implements clCreateSampler (CL 3.0 §5.7.1), with the same errors; CL_SAMPLER_PROPERTIES is
  /// then empty.
  static Result<Ref<Sampler>> create(Context &context, cl_bool normalized,
                                     cl_addressing_mode addressing, cl_filter_mode filter);

  /// Returns the context, kept alive by the sampler.
  Context &context() const { return *context_; }
  /// Returns the sampler on a device of the context; null on a device without images.
  mux_sampler_t mux(size_t device) const { return samplers_[device]; }
  /// Answers clGetSamplerInfo (CL 3.0 §5.7.2): CL_INVALID_VALUE for an unknown query, or one of
  /// cl_khr_mipmap_image without the extension.
  Status info(cl_sampler_info name, const InfoWriter &out) const;

 private:
  explicit Sampler(Context &context);
  ~Sampler() override;
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  /// Reads the properties into the members below. Values are checked by open().
  Status parse(const cl_sampler_properties *properties);
  /// Checks the values and creates the mux samplers.
  Status open();
  /// Answers a query of cl_khr_mipmap_image.
  template <class T>
  Status infoOfLevels(const InfoWriter &out, T value) const;

  Ref<Context> context_;
  cl_bool normalized_ = CL_TRUE;
  cl_addressing_mode addressing_ = CL_ADDRESS_CLAMP;
  cl_filter_mode filter_ = CL_FILTER_NEAREST, mipFilter_ = CL_FILTER_NEAREST;
  cl_float lodMin_ = 0, lodMax_ = CL_FLT_MAX;
  std::vector<cl_sampler_properties> properties_;
  std::vector<mux_sampler_t> samplers_;  // one for each device of the context
};

}  // namespace cl
