"""Makes pages of the documents, which are written to be read as files on GitHub: README.md is the first page, links to
other files lead to the repository, headings have the anchors that GitHub gives them, and each row of a table that is about
a setting, a command or a parameter has one, too."""

import posixpath
import re
from collections import Counter
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(\]\(\s*)([^)\s]+)(\s*\))")
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
LANGUAGE = re.compile(r"\A```(\w+) .*$", re.MULTILINE)
NESTED = re.compile(r"^  - ", re.MULTILINE)
TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)
ROW = re.compile(r"<tr>.*?</tr>", re.DOTALL)
CELL = re.compile(r"<td([^>]*)>(.*?)</td>", re.DOTALL)
NAMES = re.compile(r"<code>[^<]+</code>(?:, (?:else )?<code>[^<]+</code>)*")
NAME = re.compile(r"<code>([^<]+)</code>")
# Kinds of backends, with which the meaning of a setting begins.
KINDS = re.compile(r"\(([a-z0-9]+)[a-z0-9, ]*\) ")
TEXT = re.compile(r"(?:^|(?<=>))[^<]+")
LONG = re.compile(r"\S{20,}")
# Pages all of whose rows have anchors.
ALL_NAMED = ["CONFIGURATION.md", "COMMANDS.md"]
LIST = re.compile(r"^([^-|#> \n].*\n)(- )", re.MULTILINE)


def anchor(heading, separator):
    """Returns the anchor of a heading, as GitHub makes it. LinksTest has the same rule."""
    return re.sub(r"[^\w _-]", "", heading.lower()).replace(" ", separator)


def on_config(config):
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    config.extra_css.append("css/site.css")
    return config


def on_files(files, config):
    files.append(File.generated(config, "index.md", content=(ROOT / "README.md").read_text()))
    style = Path(__file__).with_name("site.css").read_text()
    files.append(File.generated(config, "css/site.css", content=style))
    return files


def on_page_markdown(markdown, page, config, files):
    folder = "" if page.file.src_uri == "index.md" else "docs"

    def link(match):
        target, hash_, heading = match[2].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        path = posixpath.normpath(posixpath.join(folder, target))
        if path == "README.md":
            path = "docs/index.md"
        if path.startswith("docs/"):
            path = path.removeprefix("docs/")
        elif (ROOT / path).exists():
            path = f"{config.repo_url}/blob/main/{path}"
        else:
            raise ValueError(f"{page.file.src_uri}: {match[2]} leads nowhere")
        return match[1] + path + hash_ + heading + match[3]

    def part(text):
        if text.startswith("```"):
            # What follows a language is for the tests of the documents.
            return LANGUAGE.sub(r"```\1", text)
        # Python-Markdown wants four spaces before a nested item, and an empty line before a list.
        return LINK.sub(link, LIST.sub(r"\1\n\2", NESTED.sub("    - ", text)))

    return "".join(part(text) for text in FENCED.split(markdown))


def names(cell):
    """Returns the names of which a cell consists: those of commands in full."""
    found = NAME.findall(cell) if NAMES.fullmatch(cell) else []
    command = found and found[0].startswith("windlass ")
    return [f"windlass {name}" if command and " " not in name else name for name in found]


def breakable(word):
    """A long name, path or URL breaks after its parts, so that it makes no column wide."""
    return re.sub(r"([/.:_=])(?=\w)", r"\1<wbr>", word[0])


def on_page_content(html, page, config, files):
    rows = [CELL.findall(row) for table in TABLE.findall(html) for row in ROW.findall(table)]
    often = Counter(name for cells in rows if cells for name in names(cells[0][1]))
    taken = set(re.findall(r'id="([^"]+)"', html))

    def row(match, columns):
        cells = CELL.findall(match[0])
        named = iter(names(cells[0][1])) if cells else iter(())
        kind = next((found[1] for _, text in cells[1:] if (found := KINDS.match(text))), "")

        def name(code):
            text = next(named)
            own = text.replace(" ", "-")
            if often[text] > 1 and kind:
                own += "-" + kind
            if own in taken:
                return code[0]
            taken.add(own)
            return f'<a class="own" id="{own}" href="#{own}">{code[0]}</a>'

        def cell(found):
            column = next(index)
            text = NAME.sub(name, found[2]) if column == 0 and names(found[2]) else found[2]
            text = TEXT.sub(lambda part: LONG.sub(breakable, part[0]), text)
            label = columns[column] if column > 0 and column < len(columns) else ""
            return f"<td{found[1]}" + (f' data-column="{label}"' if label else "") + f">{text}</td>"

        index = iter(range(len(cells)))
        return CELL.sub(cell, match[0])

    def table(match):
        columns = [re.sub(r"<[^>]*>|\"", "", text) for text in re.findall(r"<th[^>]*>(.*?)</th>", match[0])]
        return ROW.sub(lambda found: row(found, columns), match[0])

    html = TABLE.sub(table, html)
    if page.file.src_uri in ALL_NAMED:
        for cell in re.findall(r"<tr>\s*<td><code>(.*?)</code>", html):
            raise ValueError(f"{page.file.src_uri}: {cell} has no anchor of its own")
    return html
