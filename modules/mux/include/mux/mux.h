// The mux runtime interface: what source/cl calls and a target implements.
#pragma once

#include "mux/abi.h"
#include "mux/buffer.h"
#include "mux/command_buffer.h"
#include "mux/device.h"
#include "mux/executable.h"
#include "mux/fence.h"
#include "mux/image.h"
#include "mux/kernel.h"
#include "mux/memory.h"
#include "mux/query_pool.h"
#include "mux/queue.h"
#include "mux/sampler.h"
#include "mux/semaphore.h"
#include "mux/types.h"
