"""clpeak builds its kernels and measures something for every kind of test."""

import os
import re
import subprocess
import sys

SECTIONS = {
    "Global memory bandwidth": 5,
    "Single-precision compute": 5,
    "Double-precision compute": 5,
    "Integer compute (GIOPS)": 5,
    "Transfer bandwidth": 6,
}


def main():
    # Measuring how fast an emulator emulates takes hours and says nothing.
    environment = os.environ | {"KILN_DEVICES": "host"}
    done = subprocess.run(["clpeak"], capture_output=True, text=True, timeout=540, env=environment)
    print(done.stdout)
    assert done.returncode == 0, done.stderr
    text = done.stdout
    for bad in ("Build Log", "Skipped", "clCreate", "error"):
        assert bad not in text.replace("No half precision support! Skipped", ""), f"clpeak prints '{bad}'"
    for section, least in SECTIONS.items():
        body = text.split(section, 1)
        assert len(body) == 2, f"no section '{section}'"
        figures = re.findall(r":\s+([0-9.]+)\s*$", body[1].split("\n\n", 1)[0], re.M)
        assert len(figures) >= least, f"{section}: {figures}"
        assert all(float(figure) > 0 for figure in figures), f"{section}: {figures}"
    assert re.search(r"Kernel launch latency\s*:\s*[0-9.]+ us", text)


if __name__ == "__main__":
    sys.exit(main())
