"""Makes pages of the documents, which are written to be read as files on GitHub: README.md is the first page, links to
other files lead to the repository, and headings have the anchors that GitHub gives them."""

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(\]\(\s*)([^)\s]+)(\s*\))")
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
LANGUAGE = re.compile(r"\A```(\w+) .*$", re.MULTILINE)
NESTED = re.compile(r"^  - ", re.MULTILINE)
LIST = re.compile(r"^([^-|#> \n].*\n)(- )", re.MULTILINE)


def anchor(heading, separator):
    """Returns the anchor of a heading, as GitHub makes it. LinksTest has the same rule."""
    return re.sub(r"[^\w _-]", "", heading.lower()).replace(" ", separator)


def on_config(config):
    config.mdx_configs.setdefault("toc", {})["slugify"] = anchor
    return config


def on_files(files, config):
    files.append(File.generated(config, "index.md", content=(ROOT / "README.md").read_text()))
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
