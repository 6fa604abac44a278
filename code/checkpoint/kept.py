"""What was measured or drawn is kept, and made again only when something that it stands on changed.

It stands on the files below code/ that its own file imports, and those that they import, on the
table, on the libraries and on Python. Imports are read off the code, not run.
"""

import ast
import hashlib
import platform
from functools import cache
from importlib.metadata import version
from pathlib import Path

CODE = Path(__file__).resolve().parents[1]
KEPT = CODE.parent / "_build" / "kept"
LIBRARIES = ("numpy", "scipy", "pandas", "scikit-learn", "matplotlib", "river", "dask")
FOLDERS = (CODE, CODE / "checkpoint")  # where an import is looked for


def versions():
    """The libraries that everything is measured with."""
    return {library: version(library) for library in LIBRARIES}


@cache
def imported(path):
    """The files below code/ that one file's own import statements name."""
    places = set()
    for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(node, ast.Import):
            places |= {folder / alias.name.replace(".", "/")
                       for alias in node.names for folder in FOLDERS}
        elif isinstance(node, ast.ImportFrom):
            folders = [path.parents[node.level - 1]] if node.level else FOLDERS
            homes = {folder / (node.module or "").replace(".", "/") for folder in folders}
            places |= homes | {home / alias.name for home in homes for alias in node.names}
    places |= {place.parent for place in places} | {path.parent}  # a package is run before its modules
    return {file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")
            if file.is_file()}


def stands_on(files):
    """The files and all those below code/ that their imports lead to."""
    found, new = set(), set(files)
    while new:
        found |= new
        new = {file for known in new for file in imported(known)} - found
    return found


def fingerprint(files, *more):
    """A text that differs when anything has changed that what these files make stands on.

    more: what it stands on besides: the results that a figure shows, say.
    """
    digest = hashlib.sha256(repr((versions(), platform.python_version(), platform.platform(),
                                  more)).encode())
    for file in sorted([*stands_on(files), *(CODE.parent / "data").glob("*.csv")]):
        digest.update(f"\n{file.relative_to(CODE.parent)}\n".encode() + file.read_bytes())
    return digest.hexdigest()


def look(name, mark):
    """The bytes that were kept under this name, if their fingerprint is this one; else None."""
    try:
        first, _, content = (KEPT / name).read_bytes().partition(b"\n")
    except FileNotFoundError:
        return None
    return content if first == mark.encode() else None


def keep(name, mark, content):
    """Keep bytes under a name, with the fingerprint of what they stand on; whole or not at all."""
    write_whole(KEPT / name, mark.encode() + b"\n" + content)
    return content


def write_whole(path, content):
    """Write a file so that whoever looks finds the old one or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(content)
    part.replace(path)
