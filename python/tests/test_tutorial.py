"""The tutorials: the notebook, and the examples of the pages."""

import pytest

from conftest import REPOSITORY


def examples(page: str) -> str:
    """The examples of a page, one after the other, with the lines where they stand there."""
    text, lines, is_python = (REPOSITORY / page).read_text(), [], False
    for line in text.splitlines():
        if line.startswith("```"):
            is_python = line == "```python"
            line = ""
        lines.append(line if is_python else "")
    assert any(lines), f"{page} has no examples"
    return "\n".join(lines)


@pytest.mark.parametrize("page", ["docs/python.md", "python/README.md"])
def test_examples_of_pages(page):
    exec(compile(examples(page), page, "exec"), {})


def test_the_notebook_runs(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(REPOSITORY / "python/tutorial.ipynb", as_version=4)
    # In a directory of its own: the package is the one that is installed.
    place = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=place).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [output for output in shown if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 2 and not any(output.output_type == "error" for output in shown)
