// QEMU's plugin interface, version 1, as far as it is used here: Debian packages the emulator
// without this header. QEMU resolves the functions when it loads the plugin.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The plugin's own number, and opaque structures of QEMU: a block of instructions during its
/// translation, one of its instructions, and properties of the emulator.
typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;

enum { qemuPluginVersion = 1, qemuCallbackNoRegisters = 0 };

/// Read by QEMU when it loads the plugin.
extern __attribute__((visibility("default"))) int qemu_plugin_version;
/// Called once; not 0 ends the emulator.
__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id,
                                                               const struct qemu_info_t *info,
                                                               int argc, char **argv);

/// Registers callbacks: for a new thread, for the translation of a block, and for each run of a
/// block.
void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t id,
                                       void (*callback)(qemu_plugin_id_t id, unsigned vcpu));
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*callback)(qemu_plugin_id_t id,
                                                            struct qemu_plugin_tb *block));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block,
                                          void (*callback)(unsigned vcpu, void *data), int flags,
                                          void *data);
/// The block's instructions: their number, the address of the first, and each by its index.
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
