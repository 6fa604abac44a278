"""The ready-to-paste blocks: a region, and above it whatever it needs to run alone.

A region is the text between ``# region: NAME`` and ``# endregion`` in a module of ``code/``. What
it needs is read off the code itself: the names it uses and does not define are looked up in its
module, as an import or as a definition, and so on from there. Nothing else comes with it.
"""

import ast
import builtins
import re
import symtable
from dataclasses import dataclass, field
from pathlib import Path

CODE = Path(__file__).resolve().parents[1]
START = re.compile(r"# region: ([a-z_]+)$")
END = "# endregion"
ANY_MARKER = re.compile(r"\s*#\s*(end)?region\b")


class RegionError(ValueError):
    """Regions that are not well formed, or a region that cannot stand alone: says where."""


@dataclass(frozen=True)
class Region:
    """A named block of a module: its text without the markers, and the lines it stands on."""

    name: str
    path: Path
    first: int
    last: int
    text: str


@dataclass(frozen=True)
class Definition:
    """What gives a name its meaning at the top of a module: where it begins, and its text."""

    path: Path
    first: int
    text: str


@dataclass
class Module:
    """What a module offers its regions.

    `imports`: name -> (module, what is imported from it, or None for the module itself).
    `definitions`: name -> its Definition.
    """

    path: Path
    imports: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    regions: list[Region] = field(default_factory=list)


def find_regions(path):
    """The regions of one module in their order, or a RegionError naming the line at fault."""
    regions, name, first = [], None, 0
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        start = START.match(line)
        if start and name is None:
            name, first = start[1], number + 1
        elif line == END and name is not None:
            text = "\n".join(lines[first - 1:number - 1]).strip("\n") + "\n"
            regions.append(Region(name, path, first, number - 1, text))
            name = None
        elif ANY_MARKER.match(line):
            inside = f" inside the region '{name}'" if name else ""
            raise RegionError(f"{path.name}:{number}: '{line.strip()}'{inside} is no marker here: "
                              f"write '# region: NAME' and '{END}' in turn, at the line's start")
    if name is not None:
        raise RegionError(f"{path.name}: the region '{name}' is never closed with '{END}'")
    return regions


def without_markers(text):
    """A module's text as a page lists it: the same lines, but for the markers of regions."""
    return "\n".join(line for line in text.split("\n") if not (START.match(line) or line == END))


def read_module(path):
    """A module's imports, definitions and regions, read and not run."""
    module, source = Module(path, regions=find_regions(path)), path.read_text(encoding="utf-8")
    for node in ast.parse(source, str(path)).body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                bound = alias.asname or alias.name.partition(".")[0]
                module.imports[bound] = (alias.name, None)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                module.imports[alias.asname or alias.name] = (node.module, alias.name)
        else:
            lines = source.splitlines()[node.lineno - 1:node.end_lineno]
            found = Definition(path, node.lineno, "\n".join(lines) + "\n")
            module.definitions |= dict.fromkeys(_names_bound_by(node), found)
    return module


def _names_bound_by(node):
    """The names that a statement at the top of a module gives a meaning."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    return {n.id for n in ast.walk(node)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def names_needed(text):
    """The names that a block of code uses but neither defines itself nor gets from Python."""
    needed, top = set(), symtable.symtable(text, "region", "exec")
    tables = [top]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        needed |= {s.get_name() for s in table.get_symbols() if s.is_referenced() and s.is_global()}
    own = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported()}
    return needed - own - set(dir(builtins))


class Snippets:
    """Every region below a folder, and the block that makes each of them run alone."""

    def __init__(self, folder=CODE):
        self.modules = {path.stem: read_module(path) for path in sorted(folder.glob("*.py"))}
        self.regions = {}
        for module in self.modules.values():
            for region in module.regions:
                self._add(region)

    def _add(self, region):
        for name, other in self.regions.items():
            if name.startswith(region.name) or region.name.startswith(name):
                raise RegionError(f"the regions '{name}' ({other.path.name}) and '{region.name}' "
                                  f"({region.path.name}): no name may begin with another")
        self.regions[region.name] = region

    def region(self, name):
        """The region of that name, or a RegionError that lists the names there are."""
        try:
            return self.regions[name]
        except KeyError:
            raise RegionError(f"no region '{name}'; there are: {', '.join(self.regions)}") from None

    def text(self, name):
        """Imports, the definitions that the region builds on, the region: one block to paste."""
        region, imports, found = self.region(name), set(), set()
        self._gather(region, imports, found)
        own = range(region.first, region.last)
        above = sorted((d for d in found if d.path != region.path or d.first not in own),
                       key=lambda d: (d.path == region.path, d.path.name, d.first))
        head = import_lines(imports)
        return "\n\n".join(([head] if head else [])
                           + ["\n\n".join(part.text for part in [*above, region])])

    def _gather(self, part, imports, found):
        """Add to `found` the definitions that a region or a definition needs; and its imports."""
        module = self.modules[part.path.stem]
        for name in names_needed(part.text):
            source, original = module.imports.get(name, (part.path.stem, name))
            if source not in self.modules:
                imports.add((source, original, name))
                continue
            if original != name:
                raise RegionError(f"{part.path.name}: '{name}' is renamed: import it from this "
                                  f"book's module as `from {source} import NAME`")
            if name not in self.modules[source].definitions:
                raise RegionError(f"{part.path.name}: '{name}' is not defined in {source}.py")
            home = self.modules[source].definitions[name]
            if home not in found:
                found.add(home)
                self._gather(home, imports, found)


def import_lines(imports):
    """Import statements for (module, name or None, bound as), one a module, plain ones first."""
    plain = sorted((m, bound) for m, name, bound in imports if name is None)
    lines = [f"import {m}" + (f" as {bound}" if bound != m.partition(".")[0] else "")
             for m, bound in plain]
    for module in sorted({m for m, name, _ in imports if name is not None}):
        names = sorted((name, bound) for m, name, bound in imports if m == module and name)
        lines.append(f"from {module} import " + ", ".join(
            name if name == bound else f"{name} as {bound}" for name, bound in names))
    return "".join(line + "\n" for line in lines)


def snippet(name, folder=CODE):
    """The ready-to-paste text of one region."""
    return Snippets(folder).text(name)


def all_snippets(folder=CODE):
    """The ready-to-paste text of every region, by name."""
    snippets = Snippets(folder)
    return {name: snippets.text(name) for name in snippets.regions}
