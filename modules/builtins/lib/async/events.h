// An event_t holds the token of its transfers in its first bytes: it has room for an address.
#pragma once
#include "async/dma.h"

typedef uint __attribute__((may_alias)) token_t;

HELPER uint tokenOf(event_t event) { return *(__private token_t *)&event; }

HELPER event_t eventOf(uint token) {
  event_t event = 0;
  *(__private token_t *)&event = token;
  return event;
}
