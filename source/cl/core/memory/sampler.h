// Samplers: immutable, thread-safe.
#pragma once

#include <vector>

#include "core/base/info_writer.h"
#include "core/base/object.h"
#include "core/context/context.h"

namespace cl {

class Sampler final : public Object<_cl_sampler, Kind::sampler, CL_INVALID_SAMPLER> {
 public:
  /// clCreateSamplerWithProperties; what the list leaves out has the default that is said there.
  static Result<Ref<Sampler>> create(Context &context, const cl_sampler_properties *properties);
  /// clCreateSampler: without properties to ask for.
  static Result<Ref<Sampler>> create(Context &context, cl_bool normalized,
                                     cl_addressing_mode addressing, cl_filter_mode filter);

  Context &context() const { return *context_; }
  /// On a device of the context, by its number; null on one without images.
  mux_sampler_t mux(size_t device) const { return samplers_[device]; }
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
