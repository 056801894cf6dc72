"""cmake --install makes a complete installation that works from its prefix."""

import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """
import numpy as np, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, "kernel void one(global int *a) { a[get_global_id(0)] += 1; }").build()
a = np.arange(64, dtype=np.int32)
buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=a)
program.one(queue, (64,), None, buffer)
out = np.empty_like(a)
cl.enqueue_copy(queue, out, buffer)
assert (out == a + 1).all()
"""


def main():
    build, cmake = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as prefix:
        subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        vendors = pathlib.Path(prefix) / "etc/OpenCL/vendors"
        library = pathlib.Path((vendors / "kiln.icd").read_text().strip())
        assert library.is_absolute() and str(library).startswith(prefix), library
        assert library.exists() and (library.parent / "libkiln-compiler.so").exists()
        assert (pathlib.Path(prefix) / "include/CL/cl_ext_kiln.h").exists()
        environment = dict(os.environ, OCL_ICD_VENDORS=str(vendors))
        listed = subprocess.run(["clinfo", "-l"], env=environment, capture_output=True, text=True, check=True)
        assert "Kiln" in listed.stdout, listed.stdout
        subprocess.run(["/usr/bin/python3", "-c", PROGRAM], env=environment, check=True)
        muxc = pathlib.Path(prefix) / "bin/muxc"
        subprocess.run([muxc, "--help"], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    sys.exit(main())
