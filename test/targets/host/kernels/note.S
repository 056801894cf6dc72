  .section .note.kiln,"a",%note
  .balign 8
  .incbin "kernels.note"
  .section .note.GNU-stack,"",%progbits
