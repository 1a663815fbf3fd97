#!/usr/bin/env bash
# Which server pyarrow asks where AWS_ENDPOINT_URL names one.
#
# The guess: that one, however a file system was made: region and key come out of the environment in both ways.
#
# What happens: FileSystem.from_uri asks it, and S3FileSystem() goes to AWS, with the bucket's name and a signature of the key
# (apache/arrow#49643 has the second half).
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI. The region is one
# that does not exist, so that nobody is asked.
. "$(dirname "$0")/s3-servers.bash"

install_python pyarrow==26.0.1
cat >"$work/try.py" <<'END_OF_PYTHON'
import http.server, os, threading

asked = []

class Server(http.server.BaseHTTPRequestHandler):
    """Has no object."""
    def do_HEAD(self):
        asked.append(self.path)
        self.send_response(404)
        self.send_header("Content-Length", "0")
        self.end_headers()
    do_GET = do_HEAD
    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
os.environ |= {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{server.server_port}", "AWS_DEFAULT_REGION": "nowhere-1",
               "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret"}
from pyarrow import fs

ways = {"FileSystem.from_uri": lambda: fs.FileSystem.from_uri("s3://bucket/key")[0], "S3FileSystem()": fs.S3FileSystem}
for name, way in ways.items():
    asked.clear()
    try:
        way().open_input_stream("bucket/key").read()
    except OSError as e:
        error = str(e)
    print(f"{name}: {'asked the server' if asked else 'asked s3.nowhere-1.amazonaws.com' if 's3.nowhere-1.amazonaws.com' in error else error}")
END_OF_PYTHON
echo "pyarrow 26.0.1"
try
compare 'S3FileSystem() goes to AWS.' <<'END_OF_KNOWN'
FileSystem.from_uri: asked the server
S3FileSystem(): asked s3.nowhere-1.amazonaws.com
END_OF_KNOWN
