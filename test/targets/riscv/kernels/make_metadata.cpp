// Writes the program metadata of a program: make_metadata <file> <kernel>...
#include <cstdio>
#include <utility>

#include "mux/target_support/program_metadata.h"

int main(int argc, char **argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: riscv-test-note <output> <kernel>...\n");
    return 1;
  }
  mux::ProgramMetadata metadata;
  metadata.target = "riscv";
  metadata.targetProperties = "cpu=generic-rv64;features=";
  for (int i = 2; i < argc; ++i) {
    mux::KernelRecord record;
    record.name = argv[i];
    record.descriptor.frame_item_multiple = 1;
    record.descriptor.frame_alignment = 8;
    record.descriptor.preferred_multiple = 1;
    record.descriptor.vector_width = 1;
    metadata.kernels.push_back(std::move(record));
  }
  const std::vector<std::byte> bytes = mux::writeProgramMetadata(metadata);
  std::FILE *file = std::fopen(argv[1], "wb");
  if (!file || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() ||
      std::fclose(file) != 0) {
    std::perror(argv[1]);
    return 1;
  }
  return 0;
}
