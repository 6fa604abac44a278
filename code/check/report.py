"""The report on one submission, and what it is made of."""
import time
from dataclasses import dataclass, field
from pathlib import Path

from asked import EXERCISES, NAMES, PARTS, arguments, formula_calls, guard_calls
from judge import Verdict, fault_of, named, parsed, verdict
from process import read
from words import cut, printable, show


@dataclass
class Result:
    """All that was found of a submission."""

    path: Path
    verdicts: list[Verdict] = field(default_factory=list)
    guards: list = field(default_factory=list)  # Faults of what is right otherwise
    unloadable: str = ""  # why it could not be loaded
    slow: bool = False  # it could not be loaded in time
    notes: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def right(self):
        """The names of the functions that are right."""
        return [v.name for v in self.verdicts if v.state == "right"]

    @property
    def state(self):
        """"right" where all that was asked for is, else the worst that was found."""
        if self.unloadable:
            return "too slow" if self.slow else "not loadable"
        states = [v.state for v in self.verdicts]
        return next((s for s in ("too slow", "wrong", "not written") if s in states), "right")

    @property
    def cause(self):
        """The first cause of what is not right, in one line."""
        return self.unloadable or next((f"{v.name}: {v.cause or v.state}" for v in self.verdicts
                                        if v.state != "right"), "")

    def passed(self, guards=False):
        """Whether all that was asked for is there and right."""
        return self.state == "right" and not (guards and self.guards)


@dataclass
class Exam:
    """What is asked for: parts, or None for the chapter's four and those exercises of which a
    file has a function; the seed of the random tables; more tables, pairs (train, test)."""

    parts: list | None = None
    seed: int = 0
    extra: tuple = ()
    asked: dict = field(default_factory=dict)  # part -> its calls, made once

    def parts_for(self, source):
        """The parts that a submission is asked for."""
        names = {getattr(node, "name", "") for node in parsed(source).body}
        return self.parts or [*PARTS, *(e for e in EXERCISES if names & set(EXERCISES[e]))]

    def calls(self, part):
        """The calls of a part that a plain version gets right, and those that ask for guards."""
        if part not in self.asked:
            self.asked[part] = formula_calls(part, self.seed, self.extra), guard_calls(part)
        return self.asked[part]


def examine(path, exam, worker, cwd=None):
    """The Result of a submission."""
    started = time.monotonic()
    result = Result(Path(path))
    try:
        source = read(path)
    except (ValueError, OSError) as fault:
        result.unloadable = cut(str(fault))
        return result
    parts = exam.parts_for(source)
    formulas = [call for part in parts for call in exam.calls(part)[0]]
    extras = [call for part in parts for call in exam.calls(part)[1]]
    fault, answers, printed = worker.ask(
        source, [(call.functions, call.how, call.args) for call in formulas + extras], cwd)
    if printed:
        result.notes.append(f"the file prints ({cut(printed.strip(), 60)!r} first), here or in a "
                            "function: code that others import is silent")
    if fault:
        result.unloadable, result.slow = load_fault(fault, source)
    else:
        judge_all(result, parts, formulas, extras, answers, source)
    result.seconds = time.monotonic() - started
    return result


def judge_all(result, parts, formulas, extras, answers, source):
    """Note the verdicts, and what guards would add to the parts that are right."""
    for name in [name for part in parts for name in NAMES[part]]:
        mine = [(call, told) for call, told in zip(formulas, answers) if call.name == name]
        result.verdicts.append(verdict(name, *map(list, zip(*mine)), source))
    for call, told in zip(extras, answers[len(formulas):]):
        part = next(part for part in parts if call.name in (part, *NAMES[part]))
        asked = set(PARTS[part] if part in PARTS else [call.name])
        if asked <= set(result.right) and (fault := fault_of(call, told)):
            result.guards.append(fault)


TRIED = '; what only tries the functions belongs below if __name__ == "__main__":'


def load_fault(fault, source):
    """(Why a file cannot be loaded, in words, and whether it is too slow)."""
    if "died" in fault:
        return f"{fault['died']}, while it is being imported", fault["died"].startswith("no answer")
    where = source.where(fault)
    if fault["raised"] == "SystemExit":
        return f"it exits{where} while it is being imported{TRIED}", False
    advice = "" if fault["raised"] in ("ImportError", "SyntaxError", "IndentationError", "TabError",
                                       "NameError", "MemoryError") else TRIED
    if fault["raised"] == "EOFError":
        advice = f": nobody is there to answer input(){TRIED}"
    if fault["raised"] == "NameError":
        advice = f" ({named(fault['message'])})"
    if fault["raised"] == "ModuleNotFoundError":
        advice = " (neither installed here nor beside the file)"
    if fault["raised"] == "SyntaxError" and "codec can't decode" in fault["message"]:
        advice = ": save the file as UTF-8"
    return cut(f"{fault['raised']}{where}: {fault['message'].rstrip('.')}{advice}", 400), False


# ---- In words -------------------------------------------------------------------------------------

def lines(result, guards=False):
    """The report, line by line, fit for a terminal; it ends with what matters."""
    told = [f"note: {note}" for note in result.notes]
    if result.unloadable:
        told.append(f"{result.path.name} cannot be loaded: {result.unloadable}")
    for v in result.verdicts:
        state = "not written yet" if v.state == "not written" else v.state
        told.append(f"{v.name:<24}{state}")
        told += counterexample(v.fault) if v.fault else []
        told += [f"    note    {v.note}"] if v.note else []
    if result.verdicts:
        told += ["", *guard_lines(result, guards)]
        told.append(f"{len(result.right)} of {len(result.verdicts)} right.")
    return list(map(printable, told))


def counterexample(fault):
    """The lines below a wrong function."""
    about = f" ({fault.call.about})" if fault.call.about else ""
    return [f"    input   {cut(given(fault.call) + about)}", f"    got     {cut(fault.got)}",
            f"    wanted  {cut(fault.wanted)}", f"    hint    {fault.hint}"]


def given(call):
    """What a call is given, in words."""
    return ", ".join(f"{name} = {show(value)}" for name, value
                     in zip(arguments(call.name) or ["values"], call.args)
                     if not isinstance(value, str))


def guard_lines(result, wanted):
    """What guards would add: one line, or all of it where it is wanted."""
    if not result.guards:
        return []
    abouts = list(dict.fromkeys(fault.call.about for fault in result.guards))
    if not wanted:
        return [f"Kinds of input that only guards would handle: {len(abouts)}. They cost no marks; "
                "--guards lists them."]
    told = ["What guards would add:"]
    for about in abouts:
        faults = [fault for fault in result.guards if fault.call.about == about]
        told.append(f"  {about}, as {cut(given(faults[0].call), 90)}")
        told += [f"    {fault.call.name:<22}got {cut(fault.got, 60)}, wanted {cut(fault.wanted, 60)}"
                 for fault in faults]
    return [*told, ""]
