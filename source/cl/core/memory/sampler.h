// Defines samplers (CL 3.0 §5.7).
#pragma once

#include <vector>

#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/context/context.h"

namespace cl {

/// A sampler with one mux sampler per device. Immutable, thread-safe.
class Sampler final : public Object<_cl_sampler, Kind::sampler, CL_INVALID_SAMPLER> {
 public:
  /// Implements clCreateSamplerWithProperties (CL 3.0 §5.7.1), with its defaults for missing
  /// properties.
  static Result<Ref<Sampler>> create(Context &context, const cl_sampler_properties *properties);
  /// Implements clCreateSampler; CL_SAMPLER_PROPERTIES is then empty.
  static Result<Ref<Sampler>> create(Context &context, cl_bool normalized,
                                     cl_addressing_mode addressing, cl_filter_mode filter);

  Context &context() const { return *context_; }
  /// Returns the sampler on a device of the context; null on a device without images.
  mux_sampler_t mux(size_t device) const { return samplers_[device]; }
  /// Answers clGetSamplerInfo (CL 3.0 §5.7.2).
  Status info(cl_sampler_info name, const InfoWriter &out) const;

 private:
  explicit Sampler(Context &context);
  ~Sampler() override;
  template <class T, class... Arguments>
  friend Ref<T> make(Arguments &&...arguments);

  Status parse(const cl_sampler_properties *properties);
  Status open();
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
