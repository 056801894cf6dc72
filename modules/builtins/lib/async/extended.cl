// cl_khr_extended_async_copies: boxes of lines, each line a transfer. Offsets, lengths and areas
// are in elements. Sizes are ulong whatever the device's addresses have (they are declared so).
#include "async/events.h"

#define COPIES(to_space, from_space, transfer)                                                \
  HELPER uint copyLines(to_space uchar *to, const from_space uchar *from, ulong size,         \
                        ulong lines, ulong to_stride, ulong from_stride, uint token) {        \
    for (ulong line = 0; line < lines; ++line)                                                \
      token = transfer(to + line * to_stride, from + line * from_stride, size, token);        \
    return token;                                                                             \
  }                                                                                           \
  BUILTIN event_t async_work_group_copy_2D2D(                                                 \
      to_space void *to, ulong to_offset, const from_space void *from, ulong from_offset,     \
      ulong element, ulong elements, ulong lines, ulong from_line, ulong to_line,             \
      event_t event) {                                                                        \
    return eventOf(copyLines((to_space uchar *)to + to_offset * element,                      \
                             (const from_space uchar *)from + from_offset * element,          \
                             elements * element, lines, to_line * element,                    \
                             from_line * element, tokenOf(event)));                           \
  }                                                                                           \
  BUILTIN event_t async_work_group_copy_3D3D(                                                 \
      to_space void *to, ulong to_offset, const from_space void *from, ulong from_offset,     \
      ulong element, ulong elements, ulong lines, ulong planes, ulong from_line,              \
      ulong from_plane, ulong to_line, ulong to_plane, event_t event) {                       \
    uint token = tokenOf(event);                                                              \
    for (ulong plane = 0; plane < planes; ++plane)                                            \
      token = copyLines((to_space uchar *)to + (to_offset + plane * to_plane) * element,      \
                        (const from_space uchar *)from +                                      \
                            (from_offset + plane * from_plane) * element,                     \
                        elements * element, lines, to_line * element, from_line * element,    \
                        token);                                                               \
    return eventOf(token);                                                                    \
  }

COPIES(__local, __global, __mux_dma_read_1d)
COPIES(__global, __local, __mux_dma_write_1d)
