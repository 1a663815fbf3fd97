"""open, truncate, unlink, and what is in files."""

import errno
import fcntl
import os

from harness import SOMEBODY, advances, case, content, each, equal, fails, make
from harness import make_directory, mode, opened, owner, user


@case("open makes a file with its mode less the umask, of who made it")
def _():
    os.chmod(".", 0o777)
    with user(SOMEBODY):
        os.close(os.open("a", os.O_CREAT | os.O_WRONLY, 0o767))
    equal((mode("a"), owner("a"), os.stat("a").st_size), (0o745, (SOMEBODY, SOMEBODY), 0))


@case("open for writing makes what it may not open again")
def _():
    os.chmod(".", 0o777)
    with user(SOMEBODY):
        with opened("a", os.O_CREAT | os.O_WRONLY, 0) as fd:
            os.write(fd, b"x")
        fails(errno.EACCES, os.open, "a", os.O_RDONLY)
    equal(content("a"), b"x")


@each("O_EXCL refuses what is there", file=make, directory=make_directory,
      link=lambda name: os.symlink("nowhere", name))
def _(make_it):
    make_it("a")
    fails(errno.EEXIST, os.open, "a", os.O_CREAT | os.O_EXCL | os.O_WRONLY)


@case("open makes what a link leads to")
def _():
    os.symlink("target", "a")
    os.close(os.open("a", os.O_CREAT | os.O_WRONLY))
    equal(sorted(os.listdir(".")), ["a", "target"])


@case("O_TRUNC empties")
def _():
    make("a")
    advances("a", "mc", lambda: os.close(os.open("a", os.O_WRONLY | os.O_TRUNC)))
    equal(content("a"), b"")


@case("O_NOFOLLOW refuses a link")
def _():
    make("a")
    os.symlink("a", "l")
    fails(errno.ELOOP, os.open, "l", os.O_RDONLY | os.O_NOFOLLOW)
    os.close(os.open("a", os.O_RDONLY | os.O_NOFOLLOW))


@case("O_DIRECTORY refuses a file")
def _():
    make("a")
    fails(errno.ENOTDIR, os.open, "a", os.O_RDONLY | os.O_DIRECTORY)
    os.close(os.open(".", os.O_RDONLY | os.O_DIRECTORY))


@each("a directory is not opened for writing", write=os.O_WRONLY, both=os.O_RDWR,
      cut=os.O_WRONLY | os.O_TRUNC, make=os.O_WRONLY | os.O_CREAT)
def _(flags):
    os.mkdir("d")
    fails(errno.EISDIR, os.open, "d", flags)


@case("a descriptor allows what it was opened for")
def _():
    make("a")
    with opened("a", os.O_RDONLY) as fd:
        fails(errno.EBADF, os.write, fd, b"x")
        fails(errno.EINVAL, os.ftruncate, fd, 0)
    with opened("a", os.O_WRONLY) as fd:
        fails(errno.EBADF, os.read, fd, 1)


@case("O_APPEND writes at the end, wherever that is by then")
def _():
    with opened("a", os.O_CREAT | os.O_WRONLY | os.O_APPEND) as one:
        with opened("a", os.O_WRONLY | os.O_APPEND) as other:
            for fd in (one, other, one):
                os.lseek(fd, 0, os.SEEK_SET)
                os.write(fd, b"x%d" % (fd == one))
    equal(content("a"), b"x1x0x1")


@case("a file is read behind its end as nothing, and written there with zeros between")
def _():
    make("a", b"ab")
    with opened("a", os.O_RDWR) as fd:
        equal(os.pread(fd, 9, 5), b"")
        os.pwrite(fd, b"c", 4)
        equal(os.pread(fd, 9, 0), b"ab\0\0c")


@each("truncate", shorter=3, longer=5000, to_nothing=0)
def _(length):
    make("a")
    advances("a", "mc", lambda: os.truncate("a", length))
    equal(content("a"), (b"content" + bytes(5000))[:length])


@case("ftruncate of a file that is written")
def _():
    with opened("a", os.O_CREAT | os.O_RDWR) as fd:
        os.write(fd, b"12345")
        os.ftruncate(fd, 2)
        equal(os.fstat(fd).st_size, 2)
        os.ftruncate(fd, 4)
        equal(os.pread(fd, 9, 0), b"12\0\0")


@case("truncate refuses what makes no sense")
def _():
    os.mkdir("d")
    make("a")
    fails(errno.EISDIR, os.truncate, "d", 0)
    fails(errno.EINVAL, os.truncate, "a", -1)
    with user(SOMEBODY):
        fails(errno.EACCES, os.truncate, "a", 0)


@case("posix_fallocate makes room, and the file longer")
def _():
    with opened(make("a"), os.O_RDWR) as fd:
        os.posix_fallocate(fd, 4, 10_000)
        equal(os.fstat(fd).st_size, 10_004)
        equal(os.pread(fd, 10, 0), b"content\0\0\0")


@case("unlink removes a name, and moves the directory's time")
def _():
    make("a")
    advances(".", "mc", lambda: os.unlink("a"))
    fails(errno.ENOENT, os.stat, "a")
    fails(errno.ENOENT, os.unlink, "a")


@case("unlink removes a link, not what it leads to")
def _():
    make("a")
    os.symlink("a", "l")
    os.unlink("l")
    equal(os.listdir("."), ["a"])


@case("unlink refuses a directory")
def _():
    os.mkdir("d")
    fails(errno.EISDIR, os.unlink, "d")


@each("an open file lives on without its name", old=True, new=False)
def _(published):
    if published:
        make("a", b"")
    with opened("a", os.O_CREAT | os.O_RDWR) as fd:
        os.write(fd, b"before")
        os.unlink("a")
        equal(os.fstat(fd).st_nlink, 0)
        os.write(fd, b" after")
        os.fchmod(fd, 0o600)
        equal(os.pread(fd, 99, 0), b"before after")
        equal((os.fstat(fd).st_size, os.fstat(fd).st_mode & 0o777), (12, 0o600))
        make("a", b"another")
        equal(os.pread(fd, 6, 0), b"before")
    equal(content("a"), b"another")


@case("fsync of files and directories")
def _():
    with opened(make("a"), os.O_RDONLY) as fd:
        os.fsync(fd)
    with opened(".", os.O_RDONLY) as fd:
        os.fsync(fd)


@case("a directory lists what is in it, each once, also while names go")
def _():
    names = [f"name-{i}" for i in range(300)]
    for name in names:
        make(name, b"")
    seen = []
    with os.scandir(".") as found:
        for entry in found:
            seen.append(entry.name)
            assert entry.is_file(follow_symlinks=False)
            os.unlink(entry.name)
    equal(sorted(seen), sorted(names))
    equal(os.listdir("."), [])


@case("copy_file_range copies")
def _():
    make("a", bytes(range(256)) * 40)
    with opened("a", os.O_RDONLY) as source, opened("b", os.O_CREAT | os.O_RDWR) as to:
        os.write(to, b"before")
        copied = 0
        while copied < 5000:
            copied += os.copy_file_range(source, to, 5000 - copied, 100 + copied, 3 + copied)
    equal(content("b"), b"bef" + content("a")[100:5100])


@case("lseek finds data")
def _():
    with opened(make("a"), os.O_RDONLY) as fd:
        equal(os.lseek(fd, 0, os.SEEK_DATA), 0)
        equal(os.lseek(fd, 0, os.SEEK_HOLE), 7)
        fails(errno.ENXIO, os.lseek, fd, 7, os.SEEK_DATA)


@case("flock and fcntl keep others out")
def _():
    make("a")
    with opened("a", os.O_RDWR) as one, opened("a", os.O_RDWR) as other:
        fcntl.flock(one, fcntl.LOCK_EX)
        fails(errno.EAGAIN, fcntl.flock, other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(one, fcntl.LOCK_UN)
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
