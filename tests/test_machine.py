"""The commands hold on another machine: whatever a reader has set, and however git was set up."""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from base64 import urlsafe_b64encode

import pytest
from conftest import ROOT

FORCE = {"HTTPS_PROXY": "http://127.0.0.1:9", "SSL_CERT_FILE": os.devnull,
         "PIP_INDEX_URL": "http://127.0.0.1:9/simple"}


def run(*words, cwd, **settings):
    """What a command prints; an AssertionError with all of it where the command fails."""
    environment = {name: value for name, value in (os.environ | settings).items()
                   if not name.startswith("MAKE") and name != "MFLAGS" or name in settings}
    done = subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# What a reader has set


@pytest.fixture
def hostile(tmp_path):
    """Settings for other work: another numpy, flags of Python, an environment that is gone."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "numpy.py").write_text("raise ImportError('another numpy')")
    (other / "code").mkdir()
    (other / ".ci").mkdir()
    return {"PYTHONPATH": str(other), "PYTHONSAFEPATH": "1", "PYTHONOPTIMIZE": "2",
            "PYTHONNOUSERSITE": "1", "PYTHONWARNINGS": "error", "PYTHONINSPECT": "1",
            "PYTEST_ADDOPTS": "--no-such-option", "PYTEST_PLUGINS": "no_such_module",
            "FORCE_COLOR": "1", "MAKEFLAGS": "-j4", "CDPATH": str(other),
            "VIRTUAL_ENV": str(tmp_path / "gone"), "HOME": ""}


def test_no_setting_for_other_work_reaches_a_recipe_and_what_the_network_needs_does(
        hostile, tmp_path):
    (tmp_path / "probe.mk").write_text(
        "include Makefile\nprobe:\n\t@$(PY) -c '"
        "import json, numpy, os, sys; print(json.dumps([os.environ | {}, sys.flags.optimize, "
        "numpy.__file__]))'\n")
    told = run("make", "-f", str(tmp_path / "probe.mk"), "probe", cwd=ROOT, **hostile, **FORCE)
    environment, optimize, numpy = json.loads(told)
    assert not [name for name in environment if re.match("PYTHON[A-Z]|PYTEST|VIRTUAL_ENV|FORCE_COLOR", name)]
    assert optimize == 0
    assert numpy.startswith(str(ROOT / ".venv"))
    assert environment.items() >= FORCE.items()


def test_the_checker_holds_with_a_readers_settings_without_make(hostile):
    for name in ("PYTHONINSPECT", "PYTHONWARNINGS"):
        hostile.pop(name)
    report = run(sys.executable, "code/check", "code/scalers.py", "--only", "minmax",
                 cwd=ROOT, **hostile)
    assert "2 of 2 right" in report


def test_a_file_to_check_may_have_any_name(tmp_path):
    file = shutil.copy(ROOT / "code" / "plain.py", tmp_path / "a `name` of \"two\" words.py")
    assert "2 of 2 right" in run("make", "check", f"FILE={file}", "ONLY=minmax", cwd=ROOT)


def wheel(folder, name, version, **modules):
    """Write a package of one module a keyword argument; its line of a lock."""
    info, file = f"{name}-{version}.dist-info", folder / f"{name}-{version}-py3-none-any.whl"
    contents = {f"{name}/{module}.py": text for module, text in modules.items()} | {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    with zipfile.ZipFile(file, "w") as archive:
        rows = [f"{info}/RECORD,,"]
        for path, text in contents.items():
            archive.writestr(path, text)
            digest = urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()
            rows.append(f"{path},sha256={digest.rstrip('=')},{len(text.encode())}")
        archive.writestr(f"{info}/RECORD", "\n".join(rows))
    return f"{name}=={version} \\\n    --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


@pytest.mark.parametrize("kind", ["variables", "a file of settings"])
def test_the_packages_go_into_the_folders_own_environment(kind, hostile, tmp_path):
    """The Makefile's own recipe, with a lock of two tiny packages: uv's place is taken by one that
    passes on to uv."""
    home, folder, wheels = (tmp_path / name for name in ("home", "a folder", "wheels"))
    for path in (home, folder, wheels):
        path.mkdir()
    shutil.copy(ROOT / "Makefile", folder)
    uv = shutil.which("uv", path=os.path.dirname(sys.executable))
    (folder / "requirements.lock").write_text(
        wheel(wheels, "tiny", "1.0", __init__="")
        + wheel(wheels, "uv", "1.0", __init__="", __main__="import os, sys\n"
                f"os.execv({uv!r}, ['uv', *sys.argv[1:]])"))
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": wheels.as_uri(), "UV_NO_INDEX": "1",
               "UV_FIND_LINKS": str(wheels), "UV_CACHE_DIR": str(tmp_path / "cache")}
    if kind == "variables":
        astray = {"PIP_USER": "1", "PIP_TARGET": str(home / "t"), "PIP_PREFIX": str(home / "p"),
                  "PIP_ROOT": str(home / "r"), "PIP_DRY_RUN": "1", "PIP_REQUIRE_VIRTUALENV": "1",
                  "UV_SYSTEM_PYTHON": "1"}
    else:
        (home / "pip.conf").write_text(f"[install]\nuser = true\ntarget = {home / 't'}\nprefix = "
                                       f"{home / 'p'}\nroot = {home / 'r'}\ndry-run = true\n")
        (home / "uv.toml").write_text("[pip]\nsystem = true\n")
        astray = {"PIP_CONFIG_FILE": str(home / "pip.conf"), "UV_CONFIG_FILE": str(home / "uv.toml")}
    run("make", ".venv/done", f"PYTHON={sys.executable}", cwd=folder,
        **hostile, **offline, **astray)
    python = str(folder / ".venv" / "bin" / "python")
    for name in ("tiny", "uv"):
        place = run(python, "-c", f"import {name}; print({name}.__file__)", cwd=folder)
        assert place.startswith(str(folder / ".venv"))
    assert {path.name for path in home.iterdir()} <= {"pip.conf", "uv.toml"}


# How git was set up


def test_line_ends_survive_a_clone_with_autocrlf(tmp_path):
    def git(*words):
        return run("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=true",
                   *words, cwd=tmp_path)

    (tmp_path / "source").mkdir()
    for path in (".gitattributes", ".ci/run", "data/diabetes.csv", "Makefile", "requirements.lock"):
        (tmp_path / "source" / path).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / "source" / path)
    git("init", "--quiet", "source")
    git("-C", "source", "add", ".")
    git("-C", "source", "commit", "--quiet", "--message", "all")
    git("clone", "--quiet", "source", "cloned")
    for path in git("-C", "cloned", "ls-files").split():
        assert (tmp_path / "cloned" / path).read_bytes() == (ROOT / path).read_bytes(), path
    run("bash", "-n", ".ci/run", cwd=tmp_path / "cloned")


def test_ruff_finds_nothing():
    run(sys.executable, "-m", "ruff", "check", cwd=ROOT)
