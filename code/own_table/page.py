"""All that was measured, as one page of text."""
from textwrap import fill

from own_table.verdict import FEWEST_GROUPS, FEWEST_ROWS, SAYS, verdict

NAMES = {"raw": "raw", "minmax": "min-max", "standard": "standardized", "robust": "robust"}
MOST_COLUMNS = 20  # that are listed one by one: the loudest
WIDTH = 79

TITLE = {
    "few": "too few rows to say",
    "none": "standardizing changes nothing",
    "most": "standardizing takes away most of the errors",
    "helps": "standardizing helps",
    "harms": "standardizing harms",
    "luck": "standardizing can't be told from luck",
}
WHY = {
    "none": "every split scores the same, scaled or not.",
    "most": "even the lower end of the interval, {low}, is at least half of all that raw leaves "
            "wrong, {wrong}.",
    "helps": "the whole interval lies above 0, from {low} to {high}: a gain within it, and no more "
             "than that, is shown.",
    "harms": "the whole interval lies below 0, from {low} to {high}: leave these columns as they "
             "are, or scale some only.",
    "luck": "the interval, {low} to {high}, holds 0: this table shows neither a gain nor a loss, "
            "and rules out neither.",
}


def page(found, name):
    """The page for the numbers of `scores.measure` of the file of that name."""
    parts = [head(found, name), columns(found), left_out(found), placeholders(found),
             scores(found), leak(found), last_words(found)]
    return "\n\n".join(part for part in parts if part) + "\n"


def number(value, sign=""):
    """A number with three decimals, its minus a true one."""
    return f"{value:{sign}.3f}".replace("-", "\N{MINUS SIGN}")


def short(value):
    """A measurement with up to four digits that say something."""
    return f"{value:.4g}".replace("-", "\N{MINUS SIGN}")


def percent(share):
    """A share in per cent, small ones by their first digit."""
    if 0 < share < 0.0005:
        return f"{100 * share:.1g}" if share >= 1e-6 else "<0.0001"
    return f"{100 * share:.1f}"


def paragraph(text, indent="  "):
    """The text in lines of the page's width."""
    return fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent,
                break_long_words=False, break_on_hyphens=False)


def table(rows, left=1):
    """Rows of texts as aligned columns, the first `left` of them to the left."""
    widths = [max(map(len, cells)) for cells in zip(*rows)]
    return "\n".join("  ".join(
        ("  " * (i == 0)) + (cell.ljust(width) if i < left else cell.rjust(width))
        for i, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in rows)


def cut(name, most=26):
    """A name that fits into a table."""
    return name if len(name) <= most else name[:most - 1] + "\N{HORIZONTAL ELLIPSIS}"


def head(found, name):
    """What the table is, and how it was measured."""
    n = len(found["columns"])
    lines = [f"{name}: {found['rows']:,} rows, {n} column{'s' * (n > 1)} to predict "
             f"{found['outcome']} from"]
    if found["classes"]:
        classes = [f"{cut(key)} ({count:,})" for key, count in found["classes"].items()]
        more = f" and {len(classes) - 8} more" if len(classes) > 8 else ""
        lines.append(paragraph(f"{len(classes)} classes: {', '.join(classes[:8])}{more}", ""))
    how = (f"{found['k']} nearest neighbours, {found['splits']} splits, "
           + ("a quarter of the groups for test, the rows of a group together"
              if found["groups"] else "a quarter of the rows for test"
              + (", stratified" if found["classes"] else "")))
    if found["rows_measured"] < found["rows"]:
        how += (f". Measured on a sample of {found['rows_measured']:,} rows: among more rows, k-NN "
                "has nearer neighbours, and what scaling changes may differ")
    lines.append(paragraph(how + ".", ""))
    return "\n".join(lines)


def columns(found):
    """The columns, the loudest in raw units first."""
    order = sorted(found["columns"].items(), key=lambda item: -item[1]["share_raw"])
    units = any(about.get("unit") for _, about in order)
    missing = any(about["missing"] for _, about in order)
    rows = [["", *["unit"] * units, *["missing"] * missing, "smallest", "median", "largest", "raw",
             "standardized"]]
    for name, about in order[:MOST_COLUMNS]:
        if about["kind"] == "number":
            middle = [short(about[key]) for key in ("min", "median", "max")]
        else:
            middle = ["", f"{len(about['categories'])} categories", ""]
        rows.append([cut(name), *[about.get("unit", "")] * units,
                     *[f"{about['missing'] or ''}"] * missing, *middle,
                     percent(about["share_raw"]), percent(about["share_standard"])])
    if rest := order[MOST_COLUMNS:]:
        shares = [percent(sum(about[key] for _, about in rest))
                  for key in ("share_raw", "share_standard")]
        rows.append([f"{len(rest)} more", *[""] * (3 + units + missing), *shares])
    text = "COLUMNS, and their share of the squared distance in per cent\n" + table(rows)
    return text + "\n" + paragraph(about_units(found["columns"]))


def about_units(columns):
    """What the units that show in the columns' names say of scaling."""
    numbers = {name: about["unit"] for name, about in columns.items() if about["kind"] == "number"}
    units = {unit for unit in numbers.values() if unit}
    if len(numbers) == 1:
        return "One column of numbers: beside no other, its unit decides nothing."
    if len(units) == 1 and all(numbers.values()):
        return (f"All numbers are in one unit ({units.pop()}): the ratio of their spreads may be "
                "information, so compare raw and scaled.")
    if len(units) > 1:
        return ("The names show different units: the ratio of their spreads is arbitrary, so "
                "scaling is the default.")
    return ("The names show no units: where they differ, the ratio of the spreads is arbitrary and "
            "scaling the default; where all are the same, it may be information.")


def left_out(found):
    """The columns that were not measured with, and what else was done to the table."""
    lines = [paragraph(f"{cut(name)}: {why}") for name, why in found["left_out"].items()]
    if len(lines) > MOST_COLUMNS:
        lines[MOST_COLUMNS:] = [f"  and {len(lines) - MOST_COLUMNS} more"]
    texts = []
    if lines:
        texts.append("LEFT OUT\n" + "\n".join(lines))
    if found["notes"]:
        texts.append("NOTED\n" + "\n".join(paragraph(note + ".") for note in found["notes"]))
    return "\n\n".join(texts)


def placeholders(found):
    """The values that may be missing values in disguise, and how to have them so."""
    lines, options = [], []
    for name, about in found["columns"].items():
        for suspect in about.get("suspects", []):
            side = "smallest" if suspect["value"] < suspect["nearest"] else "largest"
            lines.append(paragraph(
                f"{cut(name)}: {short(suspect['value'])} stands in {suspect['rows']} rows "
                f"({100 * suspect['share']:.1f} %); the {side} other value is "
                f"{short(suspect['nearest'])}"))
            options.append(f'"{name}={suspect["value"]:g}"')
    if not lines:
        return ""
    return ("LOOK AT FIRST: missing values in disguise?\n" + "\n".join(lines) + "\n"
            + paragraph("If these are no measurements, measure again with") + "\n"
            + fill(" ".join(["--missing", *options]), WIDTH, initial_indent="    ",
                   subsequent_indent="      ", break_long_words=False, break_on_hyphens=False))


def scores(found):
    """The scores, and each gain with its interval and what may be said of it."""
    kind = "accuracy" if found["classes"] else "R2, the share of the variance explained"
    guess = "commonest class" if found["classes"] else "always the mean"
    rows = [["", "score", "gain", "95 % interval", "won", "tied", "lost", "says"],
            [guess, number(found["baseline"]), *[""] * 6],
            ["raw", number(found["scores"]["raw"]["mean"]), *[""] * 6]]
    for key, gain in found["gains"].items():
        rows.append([NAMES[key], number(found["scores"][key]["mean"]), *gain_cells(gain),
                     SAYS[verdict(found, key)]])
    return f"SCORES: {kind}, mean over the splits; gain over raw\n" + table(rows)


def gain_cells(gain):
    """A gain's cells of a table."""
    return [number(gain["mean"], "+"), f"{number(gain['low'], '+')} to {number(gain['high'], '+')}",
            *(str(gain[key]) for key in ("won", "tied", "lost"))]


def leak(found):
    """What fitting the scaler on all rows would have changed."""
    rows = [["", "difference", "95 % interval", "up", "same", "down"],
            *([NAMES[key], *gain_cells(gain)] for key, gain in found["leak"].items())]
    shows = [NAMES[key] for key, gain in found["leak"].items()
             if not gain["low"] <= 0 <= gain["high"]]
    said = (f"It shows here with {' and '.join(shows)}." if shows
            else "It does not show here; that does not make it right.")
    return ("LEAK: the scaler fitted on all rows, minus fitted on the training rows\n" + table(rows)
            + "\n" + paragraph(said))


def last_words(found):
    """The verdict on standardizing, why, and what to look at next."""
    rule, gain = verdict(found), found["gains"]["standard"]
    lines = [f"VERDICT: {TITLE[rule]}"]
    if rule == "few":
        why = (f"Under {FEWEST_GROUPS} groups or {FEWEST_ROWS} rows an interval promises more than "
               "it can keep: whatever stands above may be luck.")
    else:
        why = WHY[rule].format(low=number(gain["low"], "+"), high=number(gain["high"], "+"),
                               wrong=number(1 - found["scores"]["raw"]["mean"]))
    lines.append(paragraph(why[0].upper() + why[1:]))
    if rule != "few" and found["scores"]["standard"]["mean"] <= found["baseline"]:
        lines.append(paragraph("Scaled or not, these neighbours predict no better than a guess "
                               "without looking: the gain is one of a model of no use."))
    lines.append(paragraph(what_next(found)))
    return "\n".join(lines)


def what_next(found):
    """What to look at next, and what the verdict does not cover."""
    hints = []
    if any(about.get("suspects") for about in found["columns"].values()):
        hints.append("Next: settle the suspicious values first; they can outweigh any choice of "
                     "scaler.")
    if not found["groups"]:
        hints.append("The interval takes the rows as independent: where several are of one person "
                     "or thing, name that column with --groups.")
    hints.append("The verdict is on k-NN and on this table; min-max and robust are for comparison, "
                 "since the best of three is chosen by luck too.")
    return " ".join(hints)
