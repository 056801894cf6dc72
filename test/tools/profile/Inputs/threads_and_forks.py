"""Four threads with queues of their own, then a fork whose child makes a context of its own."""

import os
import sys
import threading

import numpy as np
import pyopencl as cl

SOURCE = "kernel void one(global int *a) { a[get_global_id(0)] += 1; }"


def work(rounds):
    context = cl.Context(cl.get_platforms()[0].get_devices())
    kernel = cl.Program(context, SOURCE).build().one
    properties = cl.command_queue_properties.OUT_OF_ORDER_EXEC_MODE_ENABLE
    for queue in (cl.CommandQueue(context), cl.CommandQueue(context, properties=properties)):
        buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR,
                           hostbuf=np.zeros(1 << 14, np.int32))
        for _ in range(rounds):
            cl.Kernel(kernel.program, "one")(queue, (1 << 14,), None, buffer)
            queue.finish()


threads = [threading.Thread(target=work, args=(5,)) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
child = os.fork()
if child == 0:
    work(3)
    sys.exit(0)
assert os.waitpid(child, 0)[1] == 0
work(2)
os.rename(f"{os.environ['KILN_PROFILE']}.{child}", os.environ["KILN_PROFILE"] + ".child")
