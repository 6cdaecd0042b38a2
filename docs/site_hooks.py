"""What MkDocs does to the pages of the manual besides its own: they ask nothing of the network."""

from mkdocs.utils import get_relative_url

WORKER = "https://unpkg.com/iframe-worker/shim"


def on_post_page(output, page, config):
    """Search works in pages that are opened as files by a script of the project."""
    return output.replace(WORKER, get_relative_url("docs/offline.js", page.url))


def on_post_template(output, template_name, config):
    return output.replace(WORKER, "docs/offline.js")
