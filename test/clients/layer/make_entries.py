"""Prints KILN_ENTRY(name) for each entry of the table that loaders and layers pass on: make_entries.py CL/cl_icd.h"""

import pathlib
import re
import sys

table = pathlib.Path(sys.argv[1]).read_text().split("typedef struct _cl_icd_dispatch {")[1].split("} cl_icd_dispatch;")[0]
names = re.findall(r"^\s*cl_api_(\w+)\s+\w+;", table, re.M)
assert len(names) > 100, names
print("\n".join(f"KILN_ENTRY({name})" for name in dict.fromkeys(names)))
