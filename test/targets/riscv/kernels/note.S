  .section .note.kiln,"a",%note
  .balign 8
  .incbin NOTE
  .section .note.GNU-stack,"",%progbits
