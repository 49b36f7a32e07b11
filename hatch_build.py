"""README.md as the text of a package index, where paths into the repository lead nowhere.

`project.urls.Repository` of pyproject.toml is the address that they are completed with: links lead
to the files of this version, and images are shown. Without that address, as long as the repository
is not published, such images are left out and such links are plain text.
"""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

# What leads to a file of the repository: neither an address nor a heading of the page.
PATH = r"(?![a-z]+:|#)([^)\s\"]+)"
HTML_PICTURE = re.compile(
    rf'<a href="{PATH}"><img src="{PATH}"([^>]*?) alt="([^"]*)"></a>'
)
PICTURE = re.compile(rf"!\[([^\]]*)\]\({PATH}\)")
LINK = re.compile(rf"(?<!!)\[([^\[\]]*)\]\({PATH}\)")


def package_page(text, files=None, pictures=None):
    """Return a README with its paths completed by the addresses of files and of pictures."""
    if files is None:
        text = HTML_PICTURE.sub(r"\4", text)
        text = PICTURE.sub("", text)
        return LINK.sub(r"\1", text)
    text = HTML_PICTURE.sub(
        rf'<a href="{files}/\1"><img src="{pictures}/\2"\3 alt="\4"></a>', text
    )
    text = PICTURE.sub(rf"![\1]({pictures}/\2)", text)
    return LINK.sub(rf"[\1]({files}/\2)", text)


class PackagePage(MetadataHookInterface):
    """Puts the page into the metadata of the package."""

    def update(self, metadata):
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        addresses = []
        if repository := metadata.get("urls", {}).get("Repository"):
            # As on GitHub.
            tag = f"v{metadata['version']}"
            addresses = [f"{repository}/blob/{tag}", f"{repository}/raw/{tag}"]
        page = package_page(text, *addresses)
        metadata["readme"] = {"content-type": "text/markdown", "text": page}
