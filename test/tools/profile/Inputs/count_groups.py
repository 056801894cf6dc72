"""count_groups.py <folder> <command>...: runs a command with one thread and optimised code, and prints the work-groups of
its launches by the trace."""

import json
import os
import pathlib
import subprocess
import sys

trace = pathlib.Path(sys.argv[1]) / "trace.json"
trace.unlink(missing_ok=True)
environment = dict(os.environ, KILN_PROFILE=str(trace), KILN_NUM_THREADS="1", KILN_BASELINE="never")
subprocess.run(sys.argv[2:], env=environment, check=True, capture_output=True)
events = json.loads(trace.read_text())
print(sum(event["args"]["work-groups"] for event in events if event.get("cat") == "range"), "work-groups")
