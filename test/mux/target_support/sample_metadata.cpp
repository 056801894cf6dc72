#include "sample_metadata.h"

mux::ProgramMetadata sampleMetadata() {
  mux::ProgramMetadata metadata;
  metadata.target = "sample";
  metadata.targetProperties = "cpu=generic;features=+a,-b";
  for (const char *name : {"first", "second"}) {
    mux::KernelRecord kernel;
    kernel.name = name;
    kernel.parameters = {{mux_parameter_buffer, 4, 0, 8},
                         {mux_parameter_value, 16, 16, 16},
                         {mux_parameter_local, 8, 32, 8},
                         {mux_parameter_sampler, 4, 40, 4}};
    kernel.descriptor.arguments_size = 48;
    kernel.descriptor.flags = mux_kernel_uses_printf | mux_kernel_has_barriers;
    kernel.descriptor.frame_fixed_size = 32;
    kernel.descriptor.frame_item_size = 100;
    kernel.descriptor.frame_item_multiple = 8;
    kernel.descriptor.frame_alignment = 64;
    kernel.descriptor.local_size = 260;
    kernel.descriptor.private_size = 100;
    kernel.descriptor.required_local_size[0] = 8;
    kernel.descriptor.required_local_size[1] = 4;
    kernel.descriptor.required_local_size[2] = 2;
    kernel.descriptor.max_work_group_size = 1024;
    kernel.descriptor.preferred_multiple = 8;
    kernel.descriptor.vector_width = 8;
    kernel.descriptor.vector_dimension = 1;
    kernel.descriptor.sub_group_size = 16;
    metadata.kernels.push_back(std::move(kernel));
  }
  metadata.strings = {"%d\n", "", "text with \" and \\"};
  return metadata;
}
