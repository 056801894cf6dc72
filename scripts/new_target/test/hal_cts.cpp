// The HAL's conformance suite over @name@.
#include "device.h"
#include "properties.h"
#include "hal/cts.h"

int main(int argc, char **argv) {
  return hal::cts::run(argc, argv,
                       {.name = @name@::targetName,
                        .hals = {@name@::deviceHal()},
                        .compile = hal::cts::compileFor(@name@::targetName),
                        .skips = {}});
}
