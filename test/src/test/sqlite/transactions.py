"""Commits transaction after transaction to a database, in rollback-journal mode.

python3 transactions.py DATABASE

Says the number of each when it is committed. After a line of input it says "paused", commits no
more, and has no transaction open, until the next line; at the end of the input it ends.
"""

import os
import select
import sqlite3
import sys

base = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=300)
base.execute("pragma journal_mode = delete")
base.execute("pragma synchronous = full")
base.execute("create table if not exists done(id integer primary key, content blob)")
(last,) = base.execute("select coalesce(max(id), 0) from done").fetchone()
while True:
    if select.select([sys.stdin], [], [], 0)[0]:
        if not sys.stdin.readline():
            sys.exit()
        print("paused", flush=True)
        if not sys.stdin.readline():
            sys.exit()
    last += 1
    base.execute("begin immediate")
    base.execute("insert into done values(?, ?)", (last, os.urandom(last * 331 % 20_000)))
    base.execute("update done set content = ? where id = ?", (os.urandom(3000), last * 2654435761 % last + 1))
    base.execute("update done set content = ? where id = ?", (os.urandom(99), last // 2))
    base.execute("commit")
    print(last, flush=True)
