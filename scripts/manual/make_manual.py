#!/usr/bin/env python3
"""Makes the manual page of a tool from its --help.

  make_manual.py --tool <program> --version <version> [--see <page>...] > <tool>.1
  make_manual.py --environment --version <version> > kiln.7

The text of --help (help_text.py) is the source of a tool's page, the files environment.def of kiln(7).
SOURCE_DATE_EPOCH in the environment gives the date.
"""

import argparse
import datetime
import os
import pathlib
import subprocess
import sys
import textwrap

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(1, str(pathlib.Path(__file__).parents[1]))
import help_text  # noqa: E402
import make_environment_doc  # noqa: E402

DRIVER = """Kiln makes this machine's CPU an OpenCL 3.0 device. With qemu-riscv64 it has a second device, a
RISC-V processor with a memory of its own. Programs find the driver through the ICD loader: by the
file kiln.icd in /etc/OpenCL/vendors, or in the folder named by OCL_ICD_VENDORS. The driver reads the
variables of the environment below. It reports an invalid value once and ignores it."""


def escape(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + text if text.startswith(".") else text


def paragraph(text):
    """Wraps and escapes a text for the source of a page."""
    return "\n".join(escape(line) for line in textwrap.wrap(text, 72, break_on_hyphens=False)) or "\\&"


def title(name, section, version):
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    date = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc).strftime("%Y-%m-%d") if epoch else ""
    return [f'.TH {name.upper()} {section} "{date}" "Kiln {version}" "Kiln"']


def item_lines(items):
    for item in items:
        yield from (".TP", f"\\fB{escape(item.term)}\\fR", paragraph(item.text))


def example_lines(items):
    for item in items:
        yield from [".PP", paragraph(item.text + ":")] if item.text else [".PP"]
        yield from (".nf", f"    {escape(item.term)}", ".fi")


def see_also(pages):
    references = [f".BR {escape(name)} ({section})" for name, section in sorted(set(pages))]
    return [".SH SEE ALSO", " ,\n".join(references)]


def tool_page(help_, version, see):
    """The sections of the page, in the usual order of manuals."""
    purpose = help_.blocks[0].text.split(". ")[0].rstrip(".")
    description = [".SH DESCRIPTION", paragraph(help_.blocks[0].text)]
    options, examples, exit_status, notes = [], [], [], []
    for block in help_.blocks[1:]:
        if block.items and block.items[0].term.startswith(help_.tool + " "):
            examples += example_lines(block.items)
        elif block.items:
            heading = block.text.rstrip(":")
            options += ([f".SS {escape(heading)}"] if heading and len(heading) < 60 else
                        [".PP", paragraph(block.text)] if heading else []) + list(item_lines(block.items))
        elif "The exit code is" in block.text:
            at = block.text.index("The exit code is")
            notes += [".PP", paragraph(block.text[:at])] if at else []
            exit_status = [".SH EXIT STATUS", paragraph(block.text[at:])]
        else:
            notes += [".PP", paragraph(block.text)]
    return (title(help_.tool, 1, version) +
            [".SH NAME", f"{escape(help_.tool)} \\- {escape(purpose[0].lower() + purpose[1:])}",
             ".SH SYNOPSIS", f"\\fB{escape(help_.tool)}\\fR{escape(help_.synopsis[len(help_.tool):])}"] +
            description + notes + [".SH OPTIONS"] + options +
            ([".SH EXAMPLES"] + examples[1:] if examples else []) + exit_status +
            see_also([(name, 1) for name in see if name != help_.tool] + [("kiln", 7)]))


def environment_page(version, see):
    page = title("kiln", 7, version) + [
        ".SH NAME", "kiln \\- an OpenCL driver for this machine\\(aqs CPU",
        ".SH DESCRIPTION", paragraph(DRIVER), ".SH ENVIRONMENT"]
    for heading, definitions in make_environment_doc.sections():
        page += [f".SS {escape(heading)}"] if heading else []
        page += item_lines(help_text.Item(f"{variable} ({kind}, {initial.strip('()')})", text)
                           for variable, kind, initial, text in definitions)
    return page + [".SH FILES"] + list(item_lines([
        help_text.Item("/etc/OpenCL/vendors/kiln.icd", "the driver's entry for the ICD loader"),
        help_text.Item("$XDG_CACHE_HOME/kiln, ~/.cache/kiln", "the cache of builds; see kiln-cache(1)"),
    ])) + see_also([(name, 1) for name in see])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", type=pathlib.Path)
    parser.add_argument("--environment", action="store_true")
    parser.add_argument("--version", required=True)
    parser.add_argument("--see", nargs="*", default=[])
    arguments = parser.parse_args()
    if arguments.environment == bool(arguments.tool):
        parser.error("one of --tool and --environment")
    if arguments.environment:
        page = environment_page(arguments.version, arguments.see)
    else:
        text = subprocess.run([arguments.tool, "--help"], check=True, capture_output=True, text=True).stdout
        page = tool_page(help_text.parse(arguments.tool.name, text), arguments.version, arguments.see)
    print("\n".join(page))


if __name__ == "__main__":
    main()
