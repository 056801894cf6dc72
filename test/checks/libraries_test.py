"""What the two libraries need and export: the driver no LLVM, neither anything undocumented."""

import re
import subprocess
import sys

EXPORTS = {
    "libkiln-cl.so": {
        # Of the ICD loader's protocol (cl_khr_icd); all else goes through the dispatch table.
        "clGetExtensionFunctionAddress", "clGetExtensionFunctionAddressForPlatform",
        "clIcdGetPlatformIDsKHR", "clGetPlatformIDs", "clGetPlatformInfo",
        # Of gdb's JIT interface.
        "__jit_debug_register_code", "__jit_debug_descriptor",
    },
    "libkiln-compiler.so": {"kiln_compiler_get_library", "kiln_tool_main"},
}
SYSTEM = re.compile(r"lib(c|m|z|zstd|stdc\+\+|gcc_s|dl|rt|pthread)\.so|ld-linux|libkiln")
SANITIZERS = re.compile(r"^(__asan|__ubsan|__tsan|__sanitizer|__lsan|___asan)")


def lines(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def check(path):
    name = path.rsplit("/", 1)[1]
    needed = [re.search(r"\[(.*)\]", line).group(1) for line in lines("readelf", "-d", path) if "(NEEDED)" in line]
    for library in needed:
        assert SYSTEM.match(library), f"{name} needs {library}"
    exported = {line.split()[-1].split("@")[0] for line in lines("nm", "-D", "--defined-only", path)}
    exported = {symbol for symbol in exported if not SANITIZERS.match(symbol)}
    extra = {symbol for symbol in exported - EXPORTS[name] if not re.match(r"^KILN_|^_(init|fini|end|edata)", symbol)}
    assert not extra, f"{name} exports {sorted(extra)[:10]} ({len(extra)})"
    assert EXPORTS[name] <= exported, f"{name} does not export {sorted(EXPORTS[name] - exported)}"


def main():
    for path in sys.argv[1:]:
        check(path)


if __name__ == "__main__":
    sys.exit(main())
