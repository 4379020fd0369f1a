"""What the site needs beyond mkdocs: the page on the architecture, and a search that works from the disk."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """`ARCHITECTURE.md` stands in the root of the project, and is a page all the same."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "architecture.md", content=text))
    return files


def on_post_build(config: MkDocsConfig) -> None:
    """The index as a script: a page that is opened from the disk may load that, but no data."""
    folder = Path(config.site_dir) / "search"
    index = folder / "search_index.json"
    (folder / "index.js").write_text(f"const searchIndex = {index.read_text(encoding='utf-8')};\n", encoding="utf-8")
    index.unlink()
