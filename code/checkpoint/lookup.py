"""A result by its name: for the checks, and for the pages."""


def look_up(results, path):
    """The result at a dotted path, a number being a place in a list; or a KeyError."""
    value = results
    for depth, key in enumerate(path.split(".")):
        try:
            value = value[place(key)] if isinstance(value, list) else value[key]
        except (KeyError, IndexError, TypeError, ValueError):
            where = ".".join(path.split(".")[:depth]) or "the results file"
            raise KeyError(f"no result named '{path}': '{key}' is not in {where}") from None
    return value


def place(key):
    """A place in a list, counted from 0; from the end, as Python counts -1, is a ValueError."""
    if not key.isdecimal():
        raise ValueError(key)
    return int(key)
