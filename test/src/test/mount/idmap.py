"""Clones a mount with other users and groups, as container runtimes do for pods with a user namespace.

  idmap.py MOUNT TARGET FIRST

Users and groups 0 to 65535 of MOUNT are FIRST to FIRST + 65535 at TARGET. Needs root.
"""

import ctypes
import os
import signal
import struct
import sys

SYS_OPEN_TREE, SYS_MOVE_MOUNT, SYS_MOUNT_SETATTR = 428, 429, 442
AT_FDCWD, AT_EMPTY_PATH, CLONE_NEWUSER = -100, 0x1000, 0x10000000
OPEN_TREE_CLONE, MOVE_MOUNT_F_EMPTY_PATH, MOUNT_ATTR_IDMAP = 1, 4, 0x100000

libc = ctypes.CDLL(None, use_errno=True)


def call(name, result):
    if result < 0:
        number = ctypes.get_errno()
        sys.exit(f'{name}: {os.strerror(number)}')
    return result


def namespace(first):
    """Returns a descriptor of a user namespace with this mapping."""
    ready, told = os.pipe()
    child = os.fork()
    if child == 0:
        call('unshare', libc.unshare(CLONE_NEWUSER))
        os.write(told, b'x')
        signal.pause()
    os.read(ready, 1)
    try:
        for mapping in ('uid_map', 'gid_map'):
            with open(f'/proc/{child}/{mapping}', 'w') as file:
                file.write(f'0 {first} 65536')
        return os.open(f'/proc/{child}/ns/user', os.O_RDONLY)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


mount, target, first = sys.argv[1], sys.argv[2], int(sys.argv[3])
tree = call('open_tree', libc.syscall(SYS_OPEN_TREE, AT_FDCWD, mount.encode(), OPEN_TREE_CLONE))
attributes = struct.pack('QQQQ', MOUNT_ATTR_IDMAP, 0, 0, namespace(first))
call('mount_setattr', libc.syscall(SYS_MOUNT_SETATTR, tree, b'', AT_EMPTY_PATH, attributes, len(attributes)))
call('move_mount', libc.syscall(SYS_MOVE_MOUNT, tree, b'', AT_FDCWD, target.encode(), MOVE_MOUNT_F_EMPTY_PATH))
