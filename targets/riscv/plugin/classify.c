// Classifies RISC-V instructions for the counters: vector arithmetic (vector extension 1.0)
// computes on elements. README.md has the list in words.
//
// Bits of an instruction in the major opcode OP-V (0x57), from the specification:
//
//   31    26 25 24  20 19  15 14    12 11   7 6     0
//
//   funct6   vm  vs2    vs1    funct3   vd    1010111
//
// funct3 tells the kind of the operands, and funct6 the operation within this kind. So two steps
// suffice: first the table for the kind, then the few operations in it that compute nothing.

#include "classify.h"

#include <string.h>

enum {
  majorOpV = 0x57,
  // funct3: the kind of the operands
  integerVectors = 0,
  floatVectors = 1,
  maskVectors = 2,  // the specification's OPMVV: multiplication, division, reductions, masks
  integerImmediate = 3,
  integerScalar = 4,
  floatScalar = 5,
  maskScalar = 6,  // OPMVX
  configuration = 7,
};

/// vadd.vi and the like. Not: gathers, slides, merges and moves, whole-register moves.
static int isIntegerArithmetic(unsigned operation, unsigned operands) {
  switch (operation) {
    case 0x0c:  // vrgather
    case 0x0e:  // vrgatherei16, vslideup
    case 0x0f:  // vslidedown
    case 0x17:  // vmerge, vmv.v
      return 0;
    case 0x27:  // vsmul, or vmv<n>r.v
      return operands != integerImmediate;
    default:
      return 1;
  }
}

/// vmul.vv and the like. Not: moves to and from scalars, slides, compress, what only
/// concerns masks.
static int isMultiplicative(unsigned operation) {
  switch (operation) {
    case 0x0e:  // vslide1up
    case 0x0f:  // vslide1down
    case 0x10:  // vmv.x.s, vcpop, vfirst, vmv.s.x
    case 0x14:  // vmsbf, vmsof, vmsif, viota, vid
    case 0x17:  // vcompress
      return 0;
    default:
      return operation < 0x18 || operation > 0x1f;  // vmand and relatives
  }
}

// vfadd.vv and its relatives. Not: slides, merges and moves.
static int isFloatArithmetic(unsigned operation) {
  switch (operation) {
    case 0x0e:  // vfslide1up
    case 0x0f:  // vfslide1down
    case 0x10:  // vfmv.f.s, vfmv.s.f
    case 0x17:  // vfmerge, vfmv.v.f
      return 0;
    default:
      return 1;
  }
}

/// Returns 1 for vector arithmetic, 0 for all else. Compressed instructions (2 bytes) and vector
/// loads and stores are not arithmetic. Called once per translated instruction, on any thread; no
/// state.
unsigned classifyInstruction(const uint8_t *bytes, size_t size) {
  uint32_t word;
  if (size != sizeof word) {
    return 0;
  }
  memcpy(&word, bytes, sizeof word);
  if ((word & 0x7f) != majorOpV) {
    return 0;
  }
  const unsigned operands = word >> 12 & 7, operation = word >> 26;
  switch (operands) {
    case integerVectors:
    case integerImmediate:
    case integerScalar:
      return (unsigned)isIntegerArithmetic(operation, operands);
    case maskVectors:
    case maskScalar:
      return (unsigned)isMultiplicative(operation);
    case floatVectors:
    case floatScalar:
      return (unsigned)isFloatArithmetic(operation);
    default:
      return 0;  // vsetvli and relatives
  }
}
