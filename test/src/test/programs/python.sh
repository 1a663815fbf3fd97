# needs python3
python3 - <<'PYTHON'
import mmap, os, shutil, tempfile

with open("mapped", "w+b") as file:
    file.truncate(300_000)
    with mmap.mmap(file.fileno(), 0) as memory:
        memory[0:5] = b"begin"
        memory[150_000:150_006] = b"middle"
        memory[299_997:300_000] = b"end"
        memory.flush()
with open("mapped", "rb") as file:
    content = file.read()
assert len(content) == 300_000
assert content.startswith(b"begin") and content.endswith(b"end")
assert content[150_000:150_006] == b"middle"

with tempfile.NamedTemporaryFile(dir=".", delete=False) as file:
    file.write(b"whole")
    file.flush()
    os.fsync(file.fileno())
os.replace(file.name, "replaced")
assert open("replaced").read() == "whole"

shutil.copy2("mapped", "copied")
assert os.stat("copied").st_mtime_ns // 10**6 == os.stat("mapped").st_mtime_ns // 10**6
os.makedirs("a/b/c")
shutil.move("copied", "a/b/c/moved")
shutil.rmtree("a")
PYTHON
