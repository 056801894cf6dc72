# kiln_embed(<target> <symbol> <file>): the file's bytes as read-only data of the target.
#
# C++ sees   extern "C" const unsigned char <symbol>[], <symbol>_end[];
function(kiln_embed target symbol file)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embed-${symbol}.S)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
  .section .rodata.@symbol@,"a",%progbits
  .globl @symbol@, @symbol@_end
  .hidden @symbol@, @symbol@_end
  .balign 64
@symbol@:
  .incbin "@file@"
@symbol@_end:
  .byte 0
  .section .note.GNU-stack,"",%progbits
]])
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${file})
  target_sources(${target} PRIVATE ${source})
endfunction()
