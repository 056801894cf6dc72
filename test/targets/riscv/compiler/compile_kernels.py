"""Compiles many kernels for RISC-V: random ones (test/fuzz/kernels) and one for each builtin
(test/builtins/wrappers.py). muxc fails for a binary with an undefined function, which does not link,
and for other ELF files than restricted ones.

    compile_kernels.py MUXC [--seeds 0:30] [--every 10]
"""
import argparse
import os
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4)
DEVICES = [["--target=riscv"],
           ["--target=riscv", "--target-properties=cpu=generic-rv64;features=+m,+a,+f,+d,+c,+v,+zvl512b"],
           ["--target=riscv", "--target-properties=cpu=generic-rv64;features=+m,+a,+f,+d;abi=lp64"],
           ["--target=riscv32"]]
KERNELS_PER_FILE = 100


def random_kernels(seeds):
    sys.path.insert(0, os.path.join(ROOT, "test", "fuzz", "kernels"))
    from generator import Generator
    first, last = map(int, seeds.split(":"))
    for seed in range(first, last):
        yield f"random {seed}", "#define LSIZE 64\n" + Generator(seed).kernel(8).source


def builtins(every, folder):
    subprocess.run([sys.executable, os.path.join(ROOT, "test", "builtins", "wrappers.py"), folder],
                   check=True, env={**os.environ, "PYTHONPATH": os.path.join(
                       ROOT, "modules", "builtins", "tools")})
    with open(os.path.join(folder, "wrappers.cl")) as file:
        head, *functions = file.read().split("\nvoid w_")
    functions = ["kernel void w_" + text for text in functions[::every]]
    for i in range(0, len(functions), KERNELS_PER_FILE):
        yield f"builtins {i}", "\n".join([head.split("void w_")[0]] +
                                         functions[i:i + KERNELS_PER_FILE])


def compile_kernel(muxc, name, source, options, folder):
    path = os.path.join(folder, "kernel.cl")
    with open(path, "w") as file:
        file.write(source)
    command = [muxc, "-w", "-cl-std=CL3.0", "--pipeline=kernel", "--emit=binary", *options, path,
               "-o", os.path.join(folder, "kernel.bin")]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"{name} {' '.join(options)}:\n{done.stderr[:2000]}")
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("muxc")
    parser.add_argument("--seeds", default="0:30")
    parser.add_argument("--every", type=int, default=10)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sources = list(random_kernels(arguments.seeds)) + list(builtins(arguments.every, folder))
        compiled = failed = 0
        share, shares = map(int, os.environ.get("KILN_TEST_SHARE", "0/1").split("/"))
        for number, (name, source) in list(enumerate(sources))[share::shares]:
            # Each on one vector device, and on one of the others in turn.
            for device in (DEVICES[number % 2], DEVICES[2 + number % 2]):
                compiled += 1
                failed += not compile_kernel(arguments.muxc, name, source, device, folder)
    print(f"{compiled} binaries, {failed} failed")
    sys.exit(failed != 0)


main()
