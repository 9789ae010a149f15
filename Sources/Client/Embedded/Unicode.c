// The Unicode tables that Swift's standard library uses to compare strings that are not ASCII. These are empty, so strings are
// compared bytewise, which is enough for the protocol and saves 40 kB.
#include <stdint.h>

uint16_t _swift_stdlib_getNormData(uint32_t scalar) { (void)scalar; return 0; }
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { (void)first; (void)second; return UINT32_MAX; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { (void)scalar; return 0; }
const uint8_t _swift_stdlib_nfd_decompositions[1];
