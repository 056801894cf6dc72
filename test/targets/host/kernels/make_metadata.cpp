// Writes the program metadata of kernels.c.
#include <cstdio>
#include <utility>

#include "host/properties.h"
#include "mux/target_support/program_metadata.h"

namespace {

constexpr mux_parameter_t buffer(uint64_t offset) {
  return {mux_parameter_buffer, 8, offset, 8};
}

mux::KernelRecord kernel(std::string name, std::vector<mux_parameter_t> parameters) {
  mux::KernelRecord record;
  record.name = std::move(name);
  record.parameters = std::move(parameters);
  record.descriptor.arguments_size = record.parameters.size() * 8;
  record.descriptor.frame_item_multiple = 1;
  record.descriptor.frame_alignment = 8;
  record.descriptor.preferred_multiple = 1;
  record.descriptor.vector_width = 1;
  return record;
}

mux::ProgramMetadata makeMetadata() {
  mux::ProgramMetadata metadata;
  metadata.target = host::targetName;
  metadata.targetProperties = host::formatTargetProperties(host::baselineProperties());
  metadata.strings = {"first %d\n", "second"};

  mux::KernelRecord useFrame = kernel("use_frame", {buffer(0)});
  useFrame.descriptor.frame_item_size = 65536;
  useFrame.descriptor.flags = mux_kernel_has_barriers;
  mux::KernelRecord useLocal = kernel("use_local", {buffer(0), {mux_parameter_local, 64, 8, 8}});
  useLocal.descriptor.local_size = 256;
  mux::KernelRecord flushed = kernel("observe_fp_flushed", {buffer(0)});
  flushed.descriptor.flags = mux_kernel_flush_denorms;
  mux::KernelRecord ownWorker = kernel("own_worker", {buffer(0), buffer(8)});
  ownWorker.descriptor.frame_fixed_size = 64;
  mux::KernelRecord usePrintf = kernel("use_printf", {});
  usePrintf.descriptor.flags = mux_kernel_uses_printf;

  metadata.kernels.push_back(kernel("empty", {}));
  metadata.kernels.push_back(kernel("count_groups", {buffer(0)}));
  metadata.kernels.push_back(kernel("record_schedule", {buffer(0)}));
  metadata.kernels.push_back(kernel("scale", {buffer(0), {mux_parameter_value, 4, 8, 4}}));
  metadata.kernels.push_back(std::move(useFrame));
  metadata.kernels.push_back(std::move(useLocal));
  metadata.kernels.push_back(kernel("use_stack", {buffer(0)}));
  metadata.kernels.push_back(kernel("observe_fp", {buffer(0)}));
  metadata.kernels.push_back(std::move(flushed));
  metadata.kernels.push_back(kernel("wait_for_flag", {buffer(0), buffer(8)}));
  metadata.kernels.push_back(std::move(ownWorker));
  metadata.kernels.push_back(kernel("use_data", {buffer(0)}));
  metadata.kernels.push_back(std::move(usePrintf));
  return metadata;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: host-test-note <output>\n");
    return 1;
  }
  const std::vector<std::byte> bytes = mux::writeProgramMetadata(makeMetadata());
  std::FILE *file = std::fopen(argv[1], "wb");
  if (!file || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() ||
      std::fclose(file) != 0) {
    std::perror(argv[1]);
    return 1;
  }
  return 0;
}
