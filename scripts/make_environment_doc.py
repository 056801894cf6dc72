#!/usr/bin/env python3
"""Makes doc/environment.md from the files environment.def; with --check only compares them."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
DEFINITIONS = ROOT / "modules/support/include/support/environment.def"
DOCUMENT = ROOT / "doc/environment.md"
LINE = re.compile(r'^KILN_OPTION\((\w+), (\w+), (\w+), ("[^"]*"|\w+), "(.*)"\)$', re.M)


def sections():
    """(heading, [(variable, type, default, what it does)]) of what all targets share and of each target."""
    for definitions in [DEFINITIONS, *sorted(ROOT.glob("targets/*/environment.def"))]:
        heading = "" if definitions == DEFINITIONS else f"The {definitions.parent.name} target"
        rows = [(variable, kind, initial.strip('"') or "(empty)", text)
                for _, variable, kind, initial, text in LINE.findall(definitions.read_text())]
        yield heading, rows


def document():
    text = ("# Options of the environment\n\n"
            "Made by `scripts/make_environment_doc.py` from `modules/support/include/support/environment.def` and the\n"
            "`environment.def` of each target.\n"
            "They work in every build. A value that is not understood is reported once and ignored.\n\n")
    for heading, rows in sections():
        text += f"\n## {heading}\n\n" if heading else ""
        text += "| variable | type | default | what it does |\n|---|---|---|---|\n"
        text += "".join(f"| `{variable}` | {kind} | {initial} | {what} |\n" for variable, kind, initial, what in rows)
    return text


def main():
    if "--check" in sys.argv[1:]:
        if DOCUMENT.read_text() != document():
            print("doc/environment.md is not what environment.def says; run scripts/make_environment_doc.py")
            return 1
        return 0
    DOCUMENT.write_text(document())
    return 0


if __name__ == "__main__":
    sys.exit(main())
