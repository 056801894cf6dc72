"""Calls the entry points of a driver directly. An ICD loader in between would check handles itself."""

import ctypes
import re

ERROR_NOT_STORED = 12345


def library_of(vendors):
    """The driver's path, from the .icd file in the folder `vendors`."""
    return next(vendors.glob("*.icd")).read_text().strip()


class Driver:
    """A loaded driver. Core functions come from the dispatch table behind its platform, in the order of cl_icd.h."""

    def __init__(self, library, header):
        self.library = ctypes.CDLL(library)
        find = self.library.clGetExtensionFunctionAddress
        find.restype, find.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
        platform = ctypes.c_void_p()
        if self.library.clIcdGetPlatformIDsKHR(1, ctypes.byref(platform), None) != 0:
            raise RuntimeError(f"{library} has no platform")
        self.platform = platform.value
        self.addresses = self._table(header)
        self.extension = lambda name: find(name.encode())

    def _table(self, header):
        text = header.read_text()
        body = text[text.index("struct _cl_icd_dispatch {"):]
        names = re.findall(r"^\s+(?:cl_api_\w+|void \*)\s*(\w+);", body[:body.index("\n}")], re.M)
        table = ctypes.cast(self.platform, ctypes.POINTER(ctypes.POINTER(ctypes.c_void_p)))[0]
        return {name: table[place] for place, name in enumerate(names)}

    def address(self, name):
        """The address of an entry point, or None."""
        return self.extension(name) or self.addresses.get(name)

    def call(self, name, *arguments, pointer=False):
        """Calls with arguments of whole registers: OpenCL passes no structure by value."""
        kind = ctypes.CFUNCTYPE(ctypes.c_uint64 if pointer else ctypes.c_int32, *[ctypes.c_uint64] * len(arguments))
        return kind(self.address(name))(*[argument & (1 << 64) - 1 for argument in arguments])

    def succeed(self, name, *arguments):
        code = self.call(name, *arguments)
        if code != 0:
            raise RuntimeError(f"{name} gave {code}")

    def create(self, name, *arguments):
        """Calls a function with errcode_ret as its last parameter and a pointer as its result."""
        code = ctypes.c_int32(ERROR_NOT_STORED)
        result = self.call(name, *arguments, ctypes.addressof(code), pointer=True)
        if code.value != 0:
            raise RuntimeError(f"{name} gave {code.value}")
        return result

    def extensions(self, device):
        """The extensions of the platform and of the device."""
        text = ctypes.create_string_buffer(1 << 16)
        self.succeed("clGetPlatformInfo", self.platform, 0x0904, len(text), ctypes.addressof(text), 0)
        names = text.value.decode().split()
        self.succeed("clGetDeviceInfo", device, 0x1030, len(text), ctypes.addressof(text), 0)
        return {*names, *text.value.decode().split()}
