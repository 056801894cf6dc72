"""clinfo lists the device, and its output is consistent.

    clinfo_test.py [TYPE]    such as accelerator, for the first device
"""

import json
import re
import subprocess
import sys


def run(*arguments):
    done = subprocess.run(["clinfo", *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def raw_properties():
    """clinfo --raw prints `NAME value` lines, behind `[platform/device]` for devices."""
    properties = {}
    for line in run("--raw").splitlines():
        found = re.match(r"(?:\[\S+\])?\s*(CL_\w+)\s+(.*)", line)
        if found:
            properties.setdefault(found[1], found[2])
    return properties


def main():
    assert "Kiln" in run("-l"), "clinfo -l does not list Kiln"
    properties = raw_properties()
    assert properties["CL_PLATFORM_VERSION"].startswith("OpenCL 3.0"), properties["CL_PLATFORM_VERSION"]
    assert properties["CL_DEVICE_VERSION"].startswith("OpenCL 3.0"), properties["CL_DEVICE_VERSION"]
    assert int(properties["CL_DEVICE_MAX_COMPUTE_UNITS"]) >= 1
    assert int(properties["CL_DEVICE_MAX_WORK_GROUP_SIZE"]) >= 1024
    assert int(properties["CL_DEVICE_MAX_MEM_ALLOC_SIZE"]) >= 128 << 20
    assert "CL_TRUE" in properties["CL_DEVICE_AVAILABLE"]
    if len(sys.argv) > 1:
        assert properties["CL_DEVICE_TYPE"] == f"CL_DEVICE_TYPE_{sys.argv[1].upper()}", properties["CL_DEVICE_TYPE"]
    human = run()
    for word in ("Embedded Profile", "error code", "CL_INVALID"):
        assert word not in human, f"clinfo prints '{word}'"
    print(json.dumps({k: properties[k] for k in ("CL_DEVICE_NAME", "CL_DEVICE_VERSION")}))


if __name__ == "__main__":
    sys.exit(main())
