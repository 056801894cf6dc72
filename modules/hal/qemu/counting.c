// A QEMU plugin: counts the instructions executed in device memory, and so in kernels only. The
// agent's own code lies elsewhere.
//
// A block's contribution to each counter is known at its translation. The plugin packs it into
// the pointer argument of QEMU's per-block callback. A started block runs to its end, unless the
// device crashes. Each thread adds to a row of its own in the control block
// (hal/agent_protocol.h), so no count is lost and the agent can read them.
//
//   -plugin <file>,control=<path>,offset=<of the rows>,rows=<number>,base=<address>,size=<bytes>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "classify.h"
#include "qemu_plugin.h"

enum { counterCount = 4, fieldBits = 16, valuesPerRow = 8 };

int qemu_plugin_version = qemuPluginVersion;

static uint64_t *rows;
static uint64_t rowCount, memoryBase, memorySize;

// Adds a block's packed counts to the row of its thread. QEMU calls it before the block runs.
static void onBlock(unsigned vcpu, void *packed) {
  uint64_t *row = rows + (uint64_t)vcpu * valuesPerRow;
  for (uint64_t fields = (uint64_t)packed; fields != 0; fields >>= fieldBits, ++row) {
    const uint64_t value = __atomic_load_n(row, __ATOMIC_RELAXED) + (fields & 0xffff);
    __atomic_store_n(row, value, __ATOMIC_RELAXED);
  }
}

// Counts a new block by class and packs the sums, 16 bits each. A block has at most 512
// instructions, so no field overflows. Blocks outside of device memory are the agent's own.
static void onTranslation(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
  (void)id;
  if (qemu_plugin_tb_vaddr(block) - memoryBase >= memorySize) {
    return;
  }
  const size_t count = qemu_plugin_tb_n_insns(block);
  uint64_t fields = count;
  for (size_t i = 0; i < count; ++i) {
    const struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
    const unsigned classes =
        classifyInstruction(qemu_plugin_insn_data(instruction), qemu_plugin_insn_size(instruction));
    for (unsigned counter = 1; counter < counterCount; ++counter) {
      fields += (uint64_t)(classes >> (counter - 1) & 1) << (counter * fieldBits);
    }
  }
  qemu_plugin_register_vcpu_tb_exec_cb(block, onBlock, qemuCallbackNoRegisters, (void *)fields);
}

// Ends the emulator if a thread has no row: its counts would be wrong.
static void onThread(qemu_plugin_id_t id, unsigned vcpu) {
  (void)id;
  if (vcpu >= rowCount) {
    fprintf(stderr, "kiln: the counting plugin has no row for thread %u\n", vcpu);
    abort();
  }
}

// Returns the value of an argument "name=value", or an empty text.
static const char *valueOf(const char *name, int argc, char **argv) {
  const size_t length = strlen(name);
  for (int i = 0; i < argc; ++i) {
    if (strncmp(argv[i], name, length) == 0 && argv[i][length] == '=') {
      return argv[i] + length + 1;
    }
  }
  return "";
}

// Maps the control block and registers the callbacks. Checks the size of the file before it maps
// it.
int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc,
                        char **argv) {
  (void)info;
  const uint64_t offset = strtoull(valueOf("offset", argc, argv), NULL, 10);
  rowCount = strtoull(valueOf("rows", argc, argv), NULL, 10);
  memoryBase = strtoull(valueOf("base", argc, argv), NULL, 10);
  memorySize = strtoull(valueOf("size", argc, argv), NULL, 10);
  const uint64_t size = offset + rowCount * valuesPerRow * sizeof *rows;
  const int file = open(valueOf("control", argc, argv), O_RDWR | O_CLOEXEC);
  if (file < 0 || rowCount == 0 || offset % sizeof *rows != 0 ||
      lseek(file, 0, SEEK_END) < (off_t)size) {
    fprintf(stderr, "kiln: the counting plugin needs control, offset, rows, base and size\n");
    return -1;
  }
  char *control = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (control == MAP_FAILED) {
    perror("kiln: the counting plugin");
    return -1;
  }
  rows = (uint64_t *)(control + offset);
  qemu_plugin_register_vcpu_init_cb(id, onThread);
  qemu_plugin_register_vcpu_tb_trans_cb(id, onTranslation);
  return 0;
}
