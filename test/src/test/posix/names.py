"""mkdir, rmdir, link, mknod, symlink and rename, and what names may be."""

import errno
import os
import socket
import stat

from harness import LIBC, SOMEBODY, advances, called, case, content, each, equal, fails, make
from harness import make_directory, mode, opened, owner, user

NOREPLACE = 1
HERE = -100


def renameat2(old, new, flags):
    return called(LIBC.renameat2(HERE, os.fsencode(old), HERE, os.fsencode(new), flags))


def plain(name):
    os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
    return name


CALLS = {
    "open": lambda path: os.open(path, os.O_RDONLY),
    "create": lambda path: os.open(path, os.O_CREAT | os.O_WRONLY),
    "stat": os.stat,
    "lstat": os.lstat,
    "mkdir": os.mkdir,
    "rmdir": os.rmdir,
    "unlink": os.unlink,
    "chmod": lambda path: os.chmod(path, 0o644),
    "chown": lambda path: os.chown(path, 0, 0),
    "truncate": lambda path: os.truncate(path, 0),
    "utimensat": os.utime,
    "symlink": lambda path: os.symlink("target", path),
    "readlink": os.readlink,
    "mknod": lambda path: os.mknod(path, 0o644 | stat.S_IFREG),
    "rename_of": lambda path: os.rename(path, "new"),
    "rename_to": lambda path: os.rename(plain("old"), path),
    "opendir": os.listdir,
}
MAKING = ("create", "mkdir", "symlink", "mknod", "rename_to")


@each("ENOTDIR below a file", **CALLS)
def _(call):
    make("a")
    fails(errno.ENOTDIR, call, "a/b")


@each("ENOENT where there is nothing", **{k: v for k, v in CALLS.items() if k not in MAKING})
def _(call):
    fails(errno.ENOENT, call, "a")


@each("ENOENT in a directory that is not there", **CALLS)
def _(call):
    fails(errno.ENOENT, call, "d/a")


@each("ENAMETOOLONG", **CALLS)
def _(call):
    fails(errno.ENAMETOOLONG, call, "n" * 256)
    fails(errno.ENAMETOOLONG, call, "d/" * 2048 + "a")


@each("ELOOP", **CALLS)
def _(call):
    os.symlink("two", "one")
    os.symlink("one", "two")
    fails(errno.ELOOP, call, "one/a")


@each("EACCES in a directory that must not be searched", **CALLS)
def _(call):
    make(make_directory("d") + "/a")
    os.chmod(".", 0o777)
    os.chmod("d", 0o644)
    with user(SOMEBODY):
        fails(errno.EACCES, call, "d/a")


@each("EACCES in a directory that must not be written", **{k: CALLS[k] for k in MAKING})
def _(call):
    os.chmod(".", 0o777)
    os.mkdir("d")
    with user(SOMEBODY):
        fails(errno.EACCES, call, "d/a")


@case("a name of 255 bytes")
def _():
    name = "n" * 255
    make(name)
    equal(os.listdir("."), [name])
    os.rename(name, "m" * 255)
    equal(content("m" * 255), b"content")


@each("names of any bytes but slash and NUL", space=" ", line="a\nb", percent="%20", back="a\\b",
      quote="'\"", star="*?[x]", accent="ä\u0308€", dots="...", dash="-rf")
def _(name):
    make(name)
    equal(os.listdir("."), [name])
    os.unlink(name)


@case("mkdir makes a directory with its mode less the umask, of who made it")
def _():
    os.chmod(".", 0o777)
    with user(SOMEBODY):
        os.mkdir("d", 0o727)
    equal((mode("d"), owner("d")), (0o705, (SOMEBODY, SOMEBODY)))
    assert stat.S_ISDIR(os.lstat("d").st_mode)
    equal(os.listdir("d"), [])


@each("what is made moves the directory's time", file=make, directory=os.mkdir,
      link=lambda name: os.symlink("x", name), node=os.mknod)
def _(make_it):
    advances(".", "mc", lambda: make_it("a"))


@each("what is made has the group of a directory with set-group-ID", file=make, node=os.mknod,
      directory=os.mkdir, link=lambda name: os.symlink("x", name))
def _(make_it):
    make_directory("d", 0o2777, SOMEBODY)
    os.chdir("d")
    if make_it is make:
        os.close(os.open("a", os.O_CREAT | os.O_WRONLY))
    else:
        make_it("a")
    equal(owner("a"), (0, SOMEBODY))
    if make_it is os.mkdir:
        equal(mode("a"), 0o2755)


@each("EEXIST where there is something", mkdir=os.mkdir, symlink=CALLS["symlink"],
      mknod=CALLS["mknod"])
def _(call):
    make("file")
    os.mkdir("directory")
    os.symlink("nowhere", "link")
    for name in ("file", "directory", "link", "."):
        fails(errno.EEXIST, call, name)


@case("rmdir removes a directory, and moves the time of the one that it was in")
def _():
    os.mkdir("d")
    advances(".", "mc", lambda: os.rmdir("d"))
    fails(errno.ENOENT, os.stat, "d")


@case("rmdir refuses what is not an empty directory")
def _():
    make(make_directory("d") + "/a")
    fails(errno.ENOTEMPTY, os.rmdir, "d")
    fails(errno.ENOTDIR, os.rmdir, "d/a")
    fails(errno.EINVAL, os.rmdir, "d/.")
    fails(errno.ENOTEMPTY, os.rmdir, "d/..")
    os.symlink("d", "l")
    fails(errno.ENOTDIR, os.rmdir, "l")
    os.unlink("d/a")
    os.rmdir("d")


@case("symlink keeps its target as it is, and leads to it")
def _():
    target = "dir/ä \n%/" + "x" * 200 + "/../../a"
    os.symlink(target, "l")
    equal((os.readlink("l"), os.lstat("l").st_size), (target, len(os.fsencode(target))))
    assert stat.S_ISLNK(os.lstat("l").st_mode)
    make("a")
    os.symlink("a", "m")
    equal(content("m"), b"content")
    fails(errno.EINVAL, os.readlink, "a")
    fails(errno.ENOENT, os.symlink, "", "n")


@case("link gives a file another name")
def _():
    make("a")
    os.link("a", "b")
    equal((os.stat("a").st_nlink, os.stat("b").st_ino), (2, os.stat("a").st_ino))


@each("mknod makes", pipe=stat.S_IFIFO, character_device=stat.S_IFCHR, block_device=stat.S_IFBLK,
      socket=stat.S_IFSOCK)
def _(kind):
    os.mknod("a", 0o644 | kind, os.makedev(1, 3))
    equal(stat.S_IFMT(os.lstat("a").st_mode), kind)


@case("mknod makes an empty file")
def _():
    os.mknod("a", 0o640 | stat.S_IFREG)
    equal((mode("a"), content("a")), (0o640, b""))


@case("a socket is bound to a name")
def _():
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("s")


@case("rename of a file keeps all of it, and moves the directories' times")
def _():
    make("a", mode=0o741, owner=SOMEBODY)
    os.utime("a", ns=(1, 10**18 + 5))
    before = os.stat("a")
    os.mkdir("d")
    advances(".", "mc", lambda: advances("d", "mc", lambda: os.rename("a", "d/b")))
    after = os.stat("d/b")
    for kept in ("st_ino", "st_mode", "st_uid", "st_gid", "st_mtime_ns", "st_size"):
        equal(getattr(after, kept), getattr(before, kept))
    fails(errno.ENOENT, os.stat, "a")


def link_to_nothing(name):
    os.symlink("nowhere", name)


def full_directory(name):
    make(make_directory(name) + "/inside")


KINDS = {"file": make, "link": link_to_nothing, "empty": os.mkdir, "full": full_directory}


def replacing(old, new):
    def check():
        KINDS[old]("old")
        KINDS[new]("new")
        before = os.lstat("old")
        if old in ("file", "link"):
            wanted = errno.EISDIR if new in ("empty", "full") else 0
        else:
            wanted = {"file": errno.ENOTDIR, "link": errno.ENOTDIR, "full": errno.ENOTEMPTY}.get(new, 0)
        if wanted:
            fails(wanted, os.rename, "old", "new")
            equal(sorted(os.listdir(".")), ["new", "old"])
        else:
            os.rename("old", "new")
            equal(os.listdir("."), ["new"])
            equal(stat.S_IFMT(os.lstat("new").st_mode), stat.S_IFMT(before.st_mode))
            equal(os.lstat("new").st_ino, before.st_ino)

    case(f"rename of a {old} to where there is a {new}")(check)


for one in KINDS:
    for other in KINDS:
        replacing(one, other)


@case("rename of a directory takes along what is in it")
def _():
    full_directory("d")
    os.mkdir("d/e")
    os.chmod("d/e", 0o711)
    os.symlink("inside", "d/l")
    os.mkdir("f")
    os.rename("d", "f/g")
    equal(sorted(os.listdir("f/g")), ["e", "inside", "l"])
    equal((content("f/g/l"), mode("f/g/e")), (b"content", 0o711))


@case("rename of a directory into itself")
def _():
    os.makedirs("d/e")
    fails(errno.EINVAL, os.rename, "d", "d/f")
    fails(errno.EINVAL, os.rename, "d", "d/e/f")
    fails(errno.ENOTEMPTY, os.rename, "d/e", "d")


@case("rename to its own name does nothing")
def _():
    make("a")
    os.mkdir("d")
    os.rename("a", "a")
    os.rename("d", "d")
    equal(sorted(os.listdir(".")), ["a", "d"])
    equal(content("a"), b"content")


@case("rename of . and ..")
def _():
    os.mkdir("d")
    for name in ("d/.", "d/.."):
        fails(errno.EBUSY, os.rename, name, "e")
        fails(errno.EBUSY, os.rename, "d", name)


@case("rename over an open file leaves it to who has it open")
def _():
    make("old", b"old")
    make("new", b"new")
    with opened("new", os.O_RDONLY) as replaced, opened("old", os.O_RDWR) as moved:
        os.rename("old", "new")
        equal(os.pread(replaced, 9, 0), b"new")
        equal(os.fstat(replaced).st_nlink, 0)
        os.pwrite(moved, b"NEW", 0)
    equal(content("new"), b"NEW")


@case("rename with RENAME_NOREPLACE")
def _():
    make("a")
    make("b")
    fails(errno.EEXIST, renameat2, "a", "b", NOREPLACE)
    renameat2("a", "c", NOREPLACE)
    equal(sorted(os.listdir(".")), ["b", "c"])


@case("a directory that somebody is in can be renamed, and removed")
def _():
    os.mkdir("d")
    os.chdir("d")
    os.rename("../d", "../e")
    make("a")
    equal(os.listdir("../e"), ["a"])
    os.unlink("a")
    os.rmdir("../e")
    fails(errno.ENOENT, os.open, "a", os.O_CREAT | os.O_WRONLY)


@case("no two files that can be held have one inode number")
def _():
    make("a")
    with opened("a", os.O_RDONLY) as fd:
        number = os.fstat(fd).st_ino
        os.rename("a", "b")
        equal((os.stat("b").st_ino, os.fstat(fd).st_ino), (number, number))
        make("a")
        assert os.stat("a").st_ino != number, number
        os.unlink("b")
        make("b")
        equal(os.fstat(fd).st_ino, number)
        assert number not in (os.stat("a").st_ino, os.stat("b").st_ino), number
