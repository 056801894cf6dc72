// The suite of HALs over RISC-V devices of three vector lengths, and one without vectors.
#include <cstdio>
#include <cstdlib>

#include "configuration.h"
#include "hal/cts.h"

namespace {

template <unsigned bits>
const hal::process::Configuration *configuration() {
  static const std::unique_ptr<riscv::Device> device = [] {
    riscv::Options options = riscv::readOptions();
    options.cpu = bits == 0 ? "rv64" : "rv64,v=true,vext_spec=v1.0,vlen=" + std::to_string(bits);
    options.counters = bits == 0 ? "0" : "1";
    auto described = riscv::describeDevice(options);
    if (!described || !*described) {
      std::fprintf(stderr, "no RISC-V device of %u bits: %s\n", bits,
                   described.error().message.c_str());
      std::exit(1);
    }
    return std::move(*described);
  }();
  return &device->configuration;
}

}  // namespace

int main(int argc, char **argv) {
  using hal::process::halOf;
  return hal::cts::run(argc, argv,
                       {.name = "riscv",
                        .hals = {halOf<configuration<128>>(), halOf<configuration<256>>(),
                                 halOf<configuration<512>>(), halOf<configuration<0>>()},
                        .compile = hal::cts::compileFor("riscv"),
                        .skips = {}});
}
