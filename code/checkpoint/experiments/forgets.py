"""What the formula forgets: what coursework brings, under the plain function and the careful one."""

import warnings

import numpy as np

import plain
import scalers


def column(*values, dtype=None):
    """One feature, (N, 1)."""
    return np.array(values, dtype=dtype).reshape(-1, 1)


TWO = np.array([[148, 0.627], [85, 0.351]])
# Fault -> how the page writes it, the rows that are fitted and, where others, those transformed.
FAULTS = {
    "missing": ("1, nan, 3, 4", column(1, np.nan, 3, 4)),
    "rounding": ("0.3, 0.3, 0.1 + 0.2", column(0.3, 0.3, 0.1 + 0.2)),
    "unsigned": ("10, 200, then 0", column(10, 200, dtype=np.uint8), column(0, dtype=np.uint8)),
    "list": ("[148, 0.627]", [148, 0.627]),
    "width": ("[[148, 0.627], [85, 0.351]], then [[90]]", TWO, [[90]]),
    "constant": ("5, 5, 5", column(5, 5, 5)),
    "infinity": ("1, 2, inf", column(1, 2, np.inf)),
    "text": ('"1", "2"', column("1", "2")),
}


def forgets():
    """What do the plain and the careful min-max make of eight inputs with a fault?

    Keys: one a fault, with input, plain and careful (in words); n, and how many of them plain
    refuses (refused), warns of (warned) and takes in silence (silent).
    """
    found, kinds = {}, []
    for fault, (shown, *rows) in FAULTS.items():
        words, kind = outcome(plain, rows[0], rows[-1])
        kinds.append(kind)
        found[fault] = {"input": shown, "plain": words,
                        "careful": outcome(scalers, rows[0], rows[-1])[0]}
    return found | {"n": len(kinds)} | {kind: kinds.count(kind)
                                        for kind in ("refused", "warned", "silent")}


def outcome(module, fitted, later):
    """Its numbers, to three decimals, or its error; and whether it refused, warned or was silent."""
    with warnings.catch_warnings(record=True, action="always") as caught:
        try:
            Z = module.minmax_transform(later, module.minmax_fit(fitted))
        except (ValueError, TypeError) as error:
            return f"refused: {error}", "refused"
    numbers = ", ".join(f"{z:g}" for z in np.ravel(Z).round(3) + 0.0)
    return (f"{numbers}, and a warning", "warned") if caught else (numbers, "silent")
