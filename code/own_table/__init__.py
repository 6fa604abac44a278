"""What code/measure.py is made of, in the order of its work.

reading (a file's cells), columns (what each column is), scores (k-NN under each scaler over many
splits), verdict (the rules in words), page (all of it as text) and picture.
"""
