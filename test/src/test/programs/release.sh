# needs python3 flock
# Files that are made without being opened for writing: they are there when they are closed, and what
# is done to their names afterwards is not undone by what the kernel says later of the descriptor.
mkdir locks
for i in $(seq 10); do flock locks/lock$i true; rm locks/lock$i; done
test -z "$(ls -A locks)"
rmdir locks
python3 - <<'END'
import os
os.mkdir('again')
for i in range(40):
    path = 'again/file%d' % i
    os.close(os.open(path, os.O_CREAT | os.O_RDONLY))
    os.unlink(path)
    fd = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL)
    os.write(fd, b'text')
    os.close(fd)
    assert open(path).read() == 'text'
    os.unlink(path)
os.rmdir('again')
END
