"""The kernels that run the cells of the pages are reached through files, not through ports.

So the build needs no network at all, not even the machine's own address, and opens nothing to it.
What a cell prints is one piece, however the kernel happened to cut it on its way.
"""

from itertools import count
from tempfile import TemporaryDirectory

from jupyter_client.manager import KernelManager
from nbclient import NotebookClient


def setup(app):
    with_ports, in_pieces = KernelManager.__init__, NotebookClient.__init__
    folder, number = TemporaryDirectory(prefix="kernels-"), count()

    def with_files(self, *args, **settings):
        files = {"transport": "ipc", "ip": f"{folder.name}/{next(number)}"}
        with_ports(self, *args, **(files | settings))

    def in_one_piece(self, *args, **settings):
        in_pieces(self, *args, **({"coalesce_streams": True} | settings))

    # What makes the client, and the manager within it, has no setting for these.
    KernelManager.__init__, NotebookClient.__init__ = with_files, in_one_piece
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
