"""What the cases are made of. Each runs in a directory of its own, as root, with umask 022."""

import contextlib
import ctypes
import errno
import os
import time

CASES = {}
"""What is tested: by name, what does it."""

SOMEBODY, ANOTHER = 65534, 65533
"""Users that are not root; their groups have the same numbers."""

LIBC = ctypes.CDLL(None, use_errno=True)
TICK = 20_000_000
"""More nanoseconds than any file system takes for one moment."""


BUCKET_ONLY = set()
"""The names of cases that are about buckets, and are not run on a local disk."""


def case(name, bucket_only=False):
    """Has a function be a case."""

    def known(function):
        assert name not in CASES, name
        CASES[name] = function
        if bucket_only:
            BUCKET_ONLY.add(name)
        return function

    return known


def each(name, bucket_only=False, **variants):
    """Has a function be a case for each of the variants, which it is given."""

    def known(function):
        for variant, value in variants.items():
            full = f"{name}: {variant.replace('_', ' ')}"
            case(full, bucket_only)(lambda value=value: function(value))
        return function

    return known


def equal(seen, wanted):
    assert seen == wanted, f"{seen!r}, not {wanted!r}"


def fails(code, function, *arguments, **named):
    """Calls what must fail, with just this errno."""
    try:
        result = function(*arguments, **named)
    except OSError as e:
        equal(errno.errorcode[e.errno], errno.errorcode[code])
    else:
        raise AssertionError(f"{result!r}, not {errno.errorcode[code]}")


def called(result):
    """What a function of libc returned, with its errno as an exception."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


@contextlib.contextmanager
def user(uid, groups=()):
    """Does something as another user."""
    os.setgroups(groups)
    os.setegid(uid)
    os.seteuid(uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups([])


@contextlib.contextmanager
def opened(path, flags, mode=0o644):
    fd = os.open(path, flags, mode)
    try:
        yield fd
    finally:
        os.close(fd)


def make(path, content=b"content", mode=0o644, owner=0):
    with opened(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as fd:
        os.write(fd, content)
    os.chown(path, owner, owner)
    os.chmod(path, mode)
    return path


def make_directory(path, mode=0o755, owner=0):
    os.mkdir(path)
    os.chown(path, owner, owner)
    os.chmod(path, mode)
    return path


def content(path):
    with open(path, "rb") as file:
        return file.read()


def mode(path):
    return os.lstat(path).st_mode & 0o7777


def owner(path):
    found = os.lstat(path)
    return found.st_uid, found.st_gid


def advances(path, kinds, deed):
    """Does what must move these times of a file forward, of m, c, and leave the others."""
    before = os.lstat(path)
    began = time.time_ns()
    while time.time_ns() < began + TICK:
        time.sleep(0.001)
    deed()
    after = os.lstat(path)
    for kind in "mc":
        old, new = (getattr(found, f"st_{kind}time_ns") for found in (before, after))
        if kind in kinds:
            assert new > old, f"st_{kind}time stayed {old}, was {new}"
        else:
            equal(new, old)
