"""The device and driver of a run, and the form for a submission to Khronos."""

import pathlib
import platform
import re
import subprocess
import sys

from driver import library_of

QUERIES = ("CL_PLATFORM_VERSION", "CL_PLATFORM_PROFILE", "CL_DEVICE_TYPE", "CL_DEVICE_NAME", "CL_DEVICE_VERSION",
           "CL_DRIVER_VERSION", "CL_DEVICE_OPENCL_C_VERSION")

FORM = """\
Company:
Contact Name:
Contact Email:
Contact Telephone:
OpenCL Version: 3.0
Conformant Product: {CL_DEVICE_NAME} with Kiln {CL_DRIVER_VERSION}
CPU Type: {cpu}
OS Name and Version Number: {system}
Compute Device Type: {CL_DEVICE_TYPE}
Compute Device Name: {CL_DEVICE_NAME}
Compute Device Version: {CL_DEVICE_VERSION}
Compute Device Driver Version: {CL_DRIVER_VERSION}
Compute Device OpenCL C Version: {CL_DEVICE_OPENCL_C_VERSION}
Platform Profile: {CL_PLATFORM_PROFILE}
Platform Version: {CL_PLATFORM_VERSION}
Tests version:
Patches:
Loader used: ocl-icd
Conformance Process Document date:
OpenCL Conformance Process Attachment date:
List of skipped tests in accordance with conformance process:
"""


def clinfo(environment, *arguments):
    done = subprocess.run(["clinfo", *arguments], capture_output=True, text=True, env=environment)
    return done.stdout


def build_id(driver):
    """The linker's identifier of the library named by the .icd file."""
    notes = subprocess.run(["readelf", "-n", library_of(driver)], capture_output=True, text=True).stdout
    found = re.search(r"Build ID: (\w+)", notes)
    return found[1] if found else "none"


def describe(environment, driver):
    shown = clinfo(environment, "--raw")
    answers = {query: re.search(rf"\b{query} +(.*)", shown) for query in QUERIES}
    if not all(answers.values()):
        sys.exit(f"clinfo shows no device of the driver in {driver}")
    return {query: found[1].strip() for query, found in answers.items()} | {"build_id": build_id(driver)}


def cpu_name():
    found = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{platform.machine()}, {found[1] if found else 'unknown'}"


def write_submission(folder, driver):
    """submission_details.txt, with blanks where a person has to fill in."""
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.platform())
    (folder / "submission_details.txt").write_text(FORM.format(**driver, cpu=cpu_name(), system=system))
