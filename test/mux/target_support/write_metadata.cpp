// Writes the sample note as an assembly file.
#include <cstdio>

#include "sample_metadata.h"

int main(int argc, char **argv) {
  std::FILE *file = argc == 2 ? std::fopen(argv[1], "w") : nullptr;
  if (!file) {
    return 1;
  }
  std::fputs(".section .note.kiln,\"a\",@note\n.p2align 3\n", file);
  for (std::byte byte : mux::writeProgramMetadata(sampleMetadata())) {
    std::fprintf(file, ".byte %u\n", static_cast<unsigned>(byte));
  }
  return std::fclose(file);
}
