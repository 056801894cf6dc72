"""What the tools print with --help, taken apart. All of them have the same form:

  <synopsis>
  <what the tool does.>

    <tool> <arguments>     examples, indented by two

  Heading:
    <option>               options, their text from some column on

  Paragraphs.
"""

import dataclasses
import re

ITEM = re.compile(r"^  (\S.*?)(?: {2,}(\S.*))?$")
CONTINUATION = re.compile(r"^ {8,}(\S.*)$")
# An option as it stands in the text: -x, -name, --name or --name=. What is cut by "..." is none.
OPTION = re.compile(r"(?<![\w=<'/.-])(--?[A-Za-z][A-Za-z0-9-]*(?<!-)=?)(?!\w*\.\.\.)")


@dataclasses.dataclass
class Item:
    term: str
    text: str = ""


@dataclasses.dataclass
class Block:
    """A paragraph, or items with what stands over them."""
    text: str = ""
    items: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Help:
    tool: str
    synopsis: str
    blocks: list

    def options(self):
        """All that the text names, as -x, --name, or --name= if a value follows."""
        text = "\n".join([self.synopsis] + [line for block in self.blocks for line in lines(block)])
        found = set(OPTION.findall(text))
        return sorted(option for option in found if option + "=" not in found)


def lines(block):
    return [block.text, *(part for item in block.items for part in (item.term, item.text))]


def take_item(items, line):
    """Adds a line to items; a term that goes on behind a comma is one."""
    term, text = ITEM.match(line).groups()
    if items and not items[-1].text and items[-1].term.endswith(","):
        items[-1] = Item(f"{items[-1].term} {term}", text or "")
    else:
        items.append(Item(term, text or ""))


def parse_block(text):
    block = Block()
    for line in text.splitlines():
        continuation = CONTINUATION.match(line)
        if continuation and block.items:
            block.items[-1].text = f"{block.items[-1].text} {continuation[1]}".strip()
        elif line.startswith("  "):
            take_item(block.items, line)
        elif block.items:
            raise ValueError(f"text behind items needs an empty line before it: {line!r}")
        else:
            block.text = f"{block.text} {line}".strip()
    return block


def parse(tool, text):
    synopsis, _, rest = text.partition("\n")
    if not synopsis.startswith(tool + " "):
        raise ValueError(f"{tool} --help does not begin with a synopsis: {synopsis!r}")
    blocks = [parse_block(part) for part in re.split(r"\n\s*\n", rest.strip("\n"))]
    if not blocks or not blocks[0].text or blocks[0].items:
        raise ValueError(f"{tool} --help does not say what {tool} does")
    return Help(tool, synopsis, blocks)
