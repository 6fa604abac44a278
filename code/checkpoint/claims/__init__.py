"""What must be true for a sentence of the book to stand: its claims, one file a page.

In PAGE.toml each table is a section of book/PAGE.md by its label, and each line a claim: what must
hold, and the sentence that would be false otherwise.

    "leak.splits.{scaler}.lost > leak.splits.{scaler}.won" = "down in more of the splits"

A rule compares results (by their paths), numbers and quoted words with == < <= > >=, chained as in
Python. "0 in splits.gains.robust" says that 0 lies between a result's own low and high, "not in"
that it does not. {a,b} stands for a and for b, {scaler} for each scaler, {pair} for each two of
them; the same braces mean the same throughout a rule.
"""

import ast
import operator
import re
import tomllib
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

from lookup import look_up

FOLDER = Path(__file__).parent
RELATIONS = {"==": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt,
             ">=": operator.ge,
             "in": lambda number, spread: spread["low"] < number < spread["high"],
             "not in": lambda number, spread: not RELATIONS["in"](number, spread)}
RELATION = re.compile(r" (==|<=|>=|<|>|in|not in) ")
BRACES = re.compile(r"\{([^{}]*)\}")


class ClaimError(ValueError):
    """A line of a claims file that is no claim: says where."""


class Claim(NamedTuple):
    """One line: where the book says it, what must hold (braces and all), the sentence."""

    page: str
    section: str
    rule: str
    sentence: str


class Outcome(NamedTuple):
    """One rule of a claim, its braces filled in, and what was measured for it."""

    claim: Claim
    rule: str
    measured: str
    values: list
    holds: bool

    @property
    def about(self):
        """The path of the first result that the rule names."""
        return next(filter(is_path, sides(self.rule)))

    @property
    def topic(self):
        """What the rule is about, for a summary: parity, or the first word of its first path."""
        words = self.about.split(".")
        return "parity" if "parity" in words else words[0]

    def __str__(self):
        return (f"{'ok  ' if self.holds else 'FAIL'} {self.rule}, measured {self.measured}: "
                f"{self.claim.sentence} (book/{self.claim.page}.md, {self.claim.section})")


def read_claims(folder=FOLDER):
    """All claims, by page and section; a ClaimError names a line that cannot be judged."""
    found = []
    for path in sorted(folder.glob("*.toml")):
        try:
            sections = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as fault:
            raise ClaimError(f"{path.name}: {fault}") from None
        for section, lines in sections.items():
            for rule, sentence in lines.items():
                if not RELATION.search(rule) or not any(map(is_path, sides(rule))):
                    raise ClaimError(f"{path.name}, [{section}]: '{rule}' compares no result: "
                                     "write \"path.of.a.result < 0.1\" = \"the sentence\"")
                found.append(Claim(path.stem, section, rule, sentence))
    return found


def check(results, claims=None):
    """The outcomes of all claims: one for each way to fill in the braces of a rule."""
    return [Outcome(claim, rule, *judge(rule, results))
            for claim in (read_claims() if claims is None else claims)
            for rule in filled_in(claim.rule, scalers_in(results))]


def told(outcomes):
    """[{page, section, rule, sentence, about, measured}]: each claim, its outcomes in a list."""
    found = {}
    for outcome in outcomes:
        found.setdefault(outcome.claim, outcome.claim._asdict() | {
            "about": outcome.about, "measured": []})["measured"].append(outcome.measured)
    return list(found.values())


def scalers_in(results):
    """The scalers that were compared."""
    return list(results.get("splits", {}).get("gains", {}))


def filled_in(rule, scalers):
    """The rule once for each choice of what its braces stand for."""
    lists = {"scaler": scalers, "pair": [f"{b}_{a}" for a, b in combinations(scalers, 2)]}
    braces = list(dict.fromkeys(BRACES.findall(rule)))
    choices = [[word for part in inside.split(",") for word in lists.get(part) or [part]]
               for inside in braces]
    for chosen in product(*choices):
        filled = rule
        for inside, word in zip(braces, chosen):
            filled = filled.replace(f"{{{inside}}}", word)
        yield filled


def judge(rule, results):
    """What was measured for a rule in words and values, and whether it holds; no result: no."""
    try:
        values = [look_up(results, side) if is_path(side) else ast.literal_eval(side)
                  for side in sides(rule)]
    except KeyError as fault:
        return fault.args[0], [], False
    relations = RELATION.findall(rule)
    words = " ".join(part for pair in zip(map(as_words, values), [*relations, ""]) for part in pair)
    try:
        holds = all(RELATIONS[relation](a, b)
                    for a, relation, b in zip(values, relations, values[1:]))
    except (KeyError, TypeError):  # nothing that can be compared so: None where a number was to be
        holds = False
    return words.strip(), values, holds


def sides(rule):
    """The results, numbers and words that a rule compares."""
    return RELATION.split(rule)[::2]


def is_path(side):
    """Whether one side of a rule names a result: it is neither a number nor a quoted word."""
    try:
        ast.literal_eval(side)
    except (SyntaxError, ValueError):
        return True
    return False


def as_words(value):
    """A measured value as the list of checks prints it; of a spread, its ends."""
    if isinstance(value, dict):
        return f"({as_words(value.get('low'))}, {as_words(value.get('high'))})"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
