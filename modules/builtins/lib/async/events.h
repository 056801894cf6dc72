// An event_t holds the token of its transfers; its bits are the size_t's.
#pragma once
#include "async/dma.h"

typedef size_t __attribute__((may_alias)) token_t;

HELPER size_t tokenOf(event_t event) { return *(__private token_t *)&event; }

HELPER event_t eventOf(size_t token) {
  event_t event;
  *(__private token_t *)&event = token;
  return event;
}
