// The emulator's command line and the device's properties.
//
//   qemu-riscv64 -cpu <KILN_RISCV_CPU> [-plugin <counting>] /proc/self/fd/6
//
// Both come from the same text of -cpu, so the compiler cannot generate code for another CPU than
// the emulated one. Wrong options make no device; the first mistake is the reason.
#include "configuration.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "cpu.h"
#include "mux/device.h"
#include "riscv/properties.h"

// The agent's ELF file, embedded by the build.
extern "C" const unsigned char riscvAgent[], riscvAgent_end[];

namespace riscv {
namespace {

// Debian's qemu-user has it.
constexpr char emulator[] = "qemu-riscv64";
// Limits of the options.
constexpr uint32_t maxHarts = 64;
constexpr unsigned minMemory = 64, maxMemory = 65536;  // MiB
// Bytes of a hart's arena at most.
// A quarter of the memory is for all arenas together, so buffers keep the rest.
constexpr uint64_t maxArena = 256 << 20;

// The counters, in the order of the plugin's rows.
constexpr hal_counter_t counters[] = {
    {"instructions", "instructions that kernels executed"},
    {"vector-arithmetic-instructions", "vector arithmetic instructions that kernels executed"},
};

// Returns the emulator's path: the configured one, or the first in PATH; empty if there is none.
// Relative elements of PATH are skipped.
std::string findEmulator(const std::string &configured) {
  const auto isProgram = [](const std::string &path) {
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
           access(path.c_str(), X_OK) == 0;
  };
  if (!configured.empty()) {
    return isProgram(configured) ? configured : std::string();
  }
  const char *path = std::getenv("PATH");
  for (std::string_view rest = path ? path : ""; !rest.empty();) {
    const size_t end = std::min(rest.find(':'), rest.size());
    const std::string candidate = std::string(rest.substr(0, end)) + "/" + emulator;
    if (candidate[0] == '/' && isProgram(candidate)) {
      return candidate;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return std::string();
}

// Returns the configured path of the plugin, or else the one beside the library with this code.
std::string pluginPath(const Options &options) {
  Dl_info self = {};
  if (!options.plugin.empty() || !dladdr(riscvAgent, &self) || !self.dli_fname) {
    return options.plugin;
  }
  const std::string_view library = self.dli_fname;
  return std::string(library.substr(0, library.rfind('/') + 1)) + "libkiln-riscv-plugin.so";
}

// Returns the plugin with its arguments, as modules/hal/qemu/counting.c reads them. QEMU separates
// them by commas; a comma in a path is written twice.
std::string pluginArguments(const std::string &path,
                            const hal::process::Configuration &configuration) {
  const auto item = [](const char *name, uint64_t value) {
    return std::string(",") + name + "=" + std::to_string(value);
  };
  std::string escaped;
  for (char c : path) {
    escaped.append(c == ',' ? 2 : 1, c);
  }
  return escaped + ",control=" + hal::process::controlPath +
         item("offset", hal::process::counterOffset()) +
         item("rows", hal::process::counterRows(configuration)) +
         item("base", configuration.memoryBase) + item("size", configuration.info.memory_size);
}

// Returns the HAL's properties of the device.
hal_info_t describe(const Device &device, const Cpu &cpu, const Options &options) {
  constexpr uint64_t page = pageSize;
  const uint64_t memory = uint64_t{options.memory} << 20;
  constexpr uint32_t float_ = mux_fp_denorm | mux_fp_inf_nan | mux_fp_round_to_nearest |
                              mux_fp_round_to_zero | mux_fp_round_to_inf | mux_fp_fma;
  hal_info_t info = {};
  info.name = device.name.c_str();
  info.vendor = "Kiln";
  info.target_properties = device.properties.c_str();
  info.address_bits = 64;
  info.elf_machine = EM_RISCV;
  info.elf_relative_type = R_RISCV_RELATIVE;
  info.page_size = page;
  info.workers = options.harts;
  info.memory_size = memory;
  info.max_allocation_size = memory / 2;
  info.memory_alignment = 128;
  info.local_memory_size = localMemorySize;
  info.max_arena_size = std::min(maxArena, memory / 4 / options.harts / page * page);
  info.vector_width_bits = cpu.vectorBits;
  info.fp32_capabilities = float_ | mux_fp_correctly_rounded_divide_sqrt;
  info.fp16_capabilities = float_;
  info.fp64_capabilities = float_;
  info.is_emulated = true;
  return info;
}

// Refuses options out of their ranges.
support::Status check(const Options &options) {
  if (options.harts == 0 || options.harts > maxHarts) {
    return support::Failure{"KILN_RISCV_HARTS is not from 1 to 64"};
  }
  if (options.memory < minMemory || options.memory > maxMemory) {
    return support::Failure{"KILN_RISCV_MEMORY is not from 64 to 65536"};
  }
  if (options.counters != "0" && options.counters != "1" && options.counters != "print") {
    return support::Failure{"KILN_RISCV_COUNTERS is not 0, 1 or print"};
  }
  if (options.counters != "0" && access(pluginPath(options).c_str(), R_OK) != 0) {
    return support::Failure{"counting needs the plugin " + pluginPath(options)};
  }
  return {};
}

}  // namespace

// The order of the checks is the order of the messages. A missing emulator is no mistake: most
// machines have none.
support::Result<std::unique_ptr<Device>> describeDevice(const Options &options) {
  const std::string program = findEmulator(options.qemu);
  if (program.empty() && options.qemu.empty()) {
    return nullptr;
  }
  if (program.empty()) {
    return support::Failure{"KILN_RISCV_QEMU: " + options.qemu + " is no program"};
  }
  const auto cpu = parseCpu(options.cpu);
  if (!cpu) {
    return support::Failure{"KILN_RISCV_CPU: " + cpu.error().message};
  }
  if (const auto checked = check(options); !checked) {
    return checked.error();
  }
  auto device = std::make_unique<Device>();
  device->name = "RISC-V " + isaName(*cpu);
  if (cpu->vectorBits != 0) {
    device->name += ", VLEN " + std::to_string(cpu->vectorBits);
  }
  device->name += " (QEMU)";
  device->properties = targetProperties(*cpu);

  hal::process::Configuration &configuration = device->configuration;
  configuration.name = "riscv";
  configuration.info = describe(*device, *cpu, options);
  configuration.agent = std::span(riscvAgent, riscvAgent_end);
  configuration.hangTimeout = std::chrono::seconds(options.timeout);
  configuration.command = {program, "-cpu", options.cpu};
  if (options.counters != "0") {
    configuration.info.counters = counters;
    configuration.info.counter_count = std::size(counters);
    configuration.printsCounters = options.counters == "print";
    configuration.command.insert(configuration.command.end(),
                                 {"-plugin", pluginArguments(pluginPath(options), configuration)});
  }
  configuration.command.push_back(hal::process::agentPath);
  return device;
}

}  // namespace riscv
