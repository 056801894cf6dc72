"""The component `runtime` alone, without the compiler: it says that it has none, and runs binaries."""

import os
import pathlib
import struct
import subprocess
import sys
import tempfile

SOURCE = """
kernel void one(global int *a, local int *shared) {
  shared[get_local_id(0)] = a[get_global_id(0)] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = shared[get_local_id(0)];
}
"""
COMPONENTS = {"libkiln-cl.so", "kiln-cache", "clrun", "kiln.icd"}


def make(folder):
    """With the compiler: an executable's binary and a compiled object's for each device."""
    import pyopencl as cl
    for number, device in enumerate(cl.get_platforms()[0].get_devices()):
        assert device.compiler_available and device.linker_available
        context = cl.Context([device])
        built = cl.Program(context, SOURCE).build("-cl-kiln-portable")
        part = cl.Program(context, SOURCE)
        part.compile("-cl-kiln-portable")
        (folder / f"{number}.executable").write_bytes(built.get_info(cl.program_info.BINARIES)[0])
        (folder / f"{number}.object").write_bytes(part.get_info(cl.program_info.BINARIES)[0])


def use(folder):
    """Without it."""
    import numpy as np
    import pyopencl as cl

    def error_of(call):
        try:
            call()
        except cl.Error as error:
            return error.code
        return 0

    def run(program):
        queue = cl.CommandQueue(context)
        values = np.arange(64, dtype=np.int32)
        buffer = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=values)
        cl.Kernel(program, "one")(queue, (64,), (16,), buffer, cl.LocalMemory(64))
        result = np.empty_like(values)
        cl.enqueue_copy(queue, result, buffer)
        assert (result == values + 1).all(), result

    platform, = cl.get_platforms()
    devices = platform.get_devices()
    assert devices
    for number, device in enumerate(devices):
        assert not device.compiler_available and not device.linker_available
        assert "il_program" not in device.extensions and "il_program" not in platform.extensions
        context = cl.Context([device])
        binary = (folder / f"{number}.executable").read_bytes()
        program = cl.Program(context, [device], [binary])
        run(program.build())
        assert program.get_info(cl.program_info.BINARIES) == [binary]
        assert program.get_info(cl.program_info.SOURCE) == SOURCE
        part = (folder / f"{number}.object").read_bytes()
        assert error_of(lambda: cl.Program(context, [device], [part]).build()) == -42  # CL_INVALID_BINARY
        damaged = bytes(each ^ 1 if at == len(binary) // 2 else each for at, each in enumerate(binary))
        assert error_of(lambda: cl.Program(context, [device], [damaged]).build()) == -42
        source = cl.Program(context, SOURCE)
        assert error_of(lambda: source._get_prg()._build()) == -3  # CL_COMPILER_NOT_AVAILABLE
        log = source.get_build_info(device, cl.program_build_info.LOG)
        assert "installed without its compiler" in log and "libkiln-compiler.so" in log, log
        assert error_of(lambda: source.compile()) == -3
        il = struct.pack("<5I", 0x07230203, 0x10000, 0, 1, 0)
        assert error_of(lambda: cl._cl._create_program_with_il(context, il)) == -59  # CL_INVALID_OPERATION
        run(program)
    assert "libkiln-compiler" not in pathlib.Path("/proc/self/maps").read_text()


def check_notes(prefix, folder):
    """The reason reported to contexts; clrun passes it on."""
    environment = dict(os.environ, OCL_ICD_VENDORS=str(prefix / "etc/OpenCL/vendors"))
    environment.pop("KILN_COMPILER_LIBRARY", None)
    (folder / "source.cl").write_text(SOURCE)
    (folder / "module.spv").write_bytes(struct.pack("<5I", 0x07230203, 0x10000, 0, 1, 0))
    for name, call, error in (("source.cl", "clBuildProgram", "CL_COMPILER_NOT_AVAILABLE"),
                              ("module.spv", "clCreateProgramWithIL", "CL_INVALID_OPERATION")):
        done = subprocess.run([prefix / "bin/clrun", folder / name], env=environment, capture_output=True, text=True)
        assert done.returncode == 2, done
        reason = f"this driver is installed without its compiler, {prefix}/lib/libkiln-compiler.so"
        log = [reason] if call == "clBuildProgram" else []
        wanted = [f"kiln: {reason}", f"clrun: note: Kiln: {call}: {reason}", *log, f"clrun: error: {call}: {error}"]
        assert sorted(done.stderr.splitlines()) == sorted(wanted), done.stderr


def main():
    build, cmake = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as root:
        prefix, binaries = pathlib.Path(root) / "prefix", pathlib.Path(root) / "binaries"
        binaries.mkdir()
        subprocess.run([cmake, "--install", build, "--prefix", prefix, "--component", "runtime"], check=True,
                       stdout=subprocess.DEVNULL)
        installed = {file.name for file in prefix.rglob("*") if file.is_file()}
        assert COMPONENTS <= installed and not any("compile" in name for name in installed), installed
        assert "clc" not in installed and "muxc" not in installed, installed

        def child(step, vendors):
            environment = dict(os.environ, OCL_ICD_VENDORS=str(vendors), KILN_CACHE_DIR=f"{root}/cache")
            environment.pop("KILN_COMPILER_LIBRARY", None)
            code = f"import pathlib, runtime_test; runtime_test.{step}(pathlib.Path({str(binaries)!r}))"
            subprocess.run([sys.executable, "-W", "ignore", "-c", code], env=environment, check=True,
                           cwd=pathlib.Path(__file__).parent)

        child("make", pathlib.Path(build) / "etc/OpenCL/vendors")
        child("use", prefix / "etc/OpenCL/vendors")
        check_notes(prefix, binaries)


if __name__ == "__main__":
    sys.exit(main())
