// The initialisation of objects by targets (mux/target.h).
#include "mux/target.h"

// The object is live from then on (isLive in validate.h), whatever its other fields hold.
extern "C" void muxInitObject(mux_object_t *object, mux_kind_t kind, mux_device_t device) {
  object->kind = kind;
  object->device = device;
}
