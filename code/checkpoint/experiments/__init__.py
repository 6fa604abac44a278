"""Every measurement of the book, a topic a file; `table.py` names them all."""
