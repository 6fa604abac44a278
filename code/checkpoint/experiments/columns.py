"""The eight columns of the table by short keys, in the order of the file."""

COLUMNS = ("pregnancies", "glucose", "blood_pressure", "skin_thickness",
           "insulin", "bmi", "pedigree", "age")
GLUCOSE, INSULIN, PEDIGREE = (COLUMNS.index(key) for key in ("glucose", "insulin", "pedigree"))
# A living person has none of these at 0: there a zero is a value that was not measured.
HIDDEN = ("glucose", "blood_pressure", "skin_thickness", "insulin", "bmi")
HIDDEN_AT = [COLUMNS.index(key) for key in HIDDEN]
