// The HAL suite over the in-process HAL.
#include "devices.h"
#include "hal/cts.h"

int main(int argc, char **argv) {
  return hal::cts::run(argc, argv,
                       {.name = "inprocess",
                        .hals = {hal::test::arenaHal(), hal::test::scratchpadHal()},
                        .compile = hal::cts::compileFor(host::targetName),
                        .skips = {}});
}
