"""The kernels that run the cells of the pages are reached through files, not through ports.

So the build needs no network at all, not even the machine's own address, and opens nothing to it.
"""

from itertools import count
from tempfile import TemporaryDirectory

from jupyter_client.manager import KernelManager


def setup(app):
    with_ports = KernelManager.__init__
    folder, number = TemporaryDirectory(prefix="kernels-"), count()

    def with_files(self, *args, **settings):
        files = {"transport": "ipc", "ip": f"{folder.name}/{next(number)}"}
        with_ports(self, *args, **(files | settings))

    # The notebook client makes its manager itself and has no setting for this.
    KernelManager.__init__ = with_files
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
