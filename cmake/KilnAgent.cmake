# Firmware of devices run as processes (modules/hal/agent), compiled for a target.

# kiln_agent(<target> <symbol> TRIPLE <triple> INCLUDE <folder> [FLAGS <flag>...] SOURCES <file>...)
#
# Builds a static program without a library from modules/hal/agent and the target's sources, and
# embeds it in <target> as kiln_embed does. <folder> holds agent_arch.h.
function(kiln_agent target symbol)
  cmake_parse_arguments(arg "" "TRIPLE;INCLUDE" "FLAGS;SOURCES" ${ARGN})
  find_program(KILN_LLD_22 NAMES ld.lld-${KILN_LLVM_VERSION} HINTS ${KILN_LLVM_BIN_DIR} REQUIRED)
  set(folder ${KILN_SOURCE_DIR}/modules/hal/agent)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.c)
  file(GLOB headers CONFIGURE_DEPENDS ${folder}/*.h ${folder}/include/hal/*.h ${arg_INCLUDE}/*.h)
  set(program ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.elf)
  add_custom_command(OUTPUT ${program}
    COMMAND ${KILN_CLANG_22} --target=${arg_TRIPLE} ${arg_FLAGS} -std=c11 -O2 -ffreestanding
            -fno-stack-protector -fno-pic -fno-asynchronous-unwind-tables -Wall -Wextra -Werror
            -I${folder} -I${folder}/include -I${arg_INCLUDE}
            -I${KILN_SOURCE_DIR}/modules/hal/include -I${KILN_SOURCE_DIR}/modules/mux/include
            -nostdlib -static --ld-path=${KILN_LLD_22} -Wl,--build-id=none -Wl,-z,noexecstack
            -Wl,-s ${sources} ${arg_SOURCES} -o ${program}
    DEPENDS ${sources} ${headers} ${arg_SOURCES} ${KILN_SOURCE_DIR}/modules/hal/include/hal/hal.h
            ${KILN_SOURCE_DIR}/modules/hal/include/hal/worker.h
            ${KILN_SOURCE_DIR}/modules/mux/include/mux/abi.h
    COMMENT "Agent for ${arg_TRIPLE}" VERBATIM)
  kiln_embed(${target} ${symbol} ${program})
endfunction()

# kiln_counting_plugin(<target> SOURCES <file>...): modules/hal/qemu with the target's
# classifyInstruction(), as lib<target>.so, for kiln_target(… BESIDE <target>).
function(kiln_counting_plugin target)
  cmake_parse_arguments(arg "" "" "SOURCES" ${ARGN})
  set(folder ${KILN_SOURCE_DIR}/modules/hal/qemu)
  add_library(${target} MODULE ${folder}/counting.c ${arg_SOURCES})
  target_include_directories(${target} PRIVATE ${folder})
  # QEMU has the missing functions, and no sanitizer.
  target_compile_options(${target} PRIVATE -O2 -fno-sanitize=all)
  target_link_options(${target} PRIVATE -Wl,-z,undefs -fno-sanitize=all)
endfunction()
