"""The device, and lists of values of each type."""
import numpy as np
import pyopencl as cl

from ocl_types import BITS, is_signed
from reference import NUMPY, REALS, limits

COUNT = 240  # values per list: a multiple of all widths


class Device:
    def __init__(self):
        self.context = cl.create_some_context(interactive=False)
        self.queue = cl.CommandQueue(self.context)
        device = self.context.devices[0]
        self.name, self.extensions = device.name, device.extensions.split()
        self.has_images = device.image_support

    def build(self, source, options=()):
        return cl.Program(self.context, source).build(["-cl-std=CL3.0", *options])

    def upload(self, array):
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        return cl.Buffer(self.context, flags, hostbuf=np.ascontiguousarray(array))

    def download(self, buffer, dtype):
        array = np.empty(buffer.size // np.dtype(dtype).itemsize, dtype)
        cl.enqueue_copy(self.queue, array, buffer)
        return array

    def run_on_image(self, kernel, shape, pixels, halves):
        """kernel(in, out, seen), a work-item for each pixel (four floats): the pixels of `out`, and
        the contents of `seen`, `halves` half4 for each work-item."""
        flags, count = cl.mem_flags, len(pixels)
        form = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.FLOAT)
        source = cl.Image(self.context, flags.READ_ONLY | flags.COPY_HOST_PTR, form, shape=shape,
                          hostbuf=pixels)
        target = cl.Image(self.context, flags.READ_WRITE, form, shape=shape)
        seen = self.upload(np.zeros(4 * halves * count, np.float16))
        self.run(kernel, count, source, target, seen)
        result = np.empty_like(pixels)
        cl.enqueue_copy(self.queue, result, target, origin=(0,) * len(shape), region=shape)
        return result, self.download(seen, np.float16).reshape(-1, 4)

    def run(self, kernel, count, *arguments, local=None):
        kernel(self.queue, (count,), local and (local,), *arguments)


def real_values(t, random):
    dtype = NUMPY[t]
    info = np.finfo(dtype)
    special = [0, 1, 2, 3, 0.5, 1.5, 2.5, 0.1, 10, 100, 0.75, float(info.max), float(info.tiny),
               float(info.smallest_subnormal), np.inf, np.nan, 7, 31.5, 1000, 1 + float(info.eps),
               float(info.tiny) / 2, np.pi, np.pi / 2, np.e]
    values = [v for v in special] + [-v for v in special]
    near = random.uniform(-4, 4, 100)
    far = random.uniform(-1, 1, COUNT) * 2.0**random.integers(-12, 15, COUNT)
    return np.concatenate([values, near, far])[:COUNT].astype(dtype)


def integer_values(t, random):
    low, high = limits(t)
    bits = BITS[t]
    special = {0, 1, 2, 3, low, low + 1, high, high - 1, high // 2, (1 << (bits // 2)) - 1}
    special |= {1 << k for k in range(bits - 1)} | {(1 << k) - 1 for k in range(bits)}
    if is_signed(t):
        special |= {-v for v in special if -v >= low}
    values = sorted(special)
    while len(values) < COUNT:
        values.append(int(random.integers(0, 1 << 63)) >> int(random.integers(0, 63)))
        if is_signed(t) and random.integers(0, 2):
            values[-1] = -values[-1]
    values = [((v - low) % (high - low + 1)) + low for v in values]
    return np.array(values[:COUNT], NUMPY[t])


def values(t, which=0):
    """The list of a type; each `which` has the same values in another order."""
    random = np.random.default_rng(5)
    array = real_values(t, random) if t in REALS else integer_values(t, random)
    return np.random.default_rng(which + 1).permutation(array) if which else array
