#!/usr/bin/env bash
# How pyarrow sends the token that AzureFileSystem is given as sas_token.
#
# The guess: as the query, as obstore does, whether or not a question mark is before it: Azure's
# command line prints tokens without one.
#
# What happens: without the question mark the token becomes a part of the path, between account and container, signature and all.
# Azure refuses that as a name, and logs of servers and of proxies, which leave out queries, have the signature.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI.
. "$(dirname "$0")/s3-servers.bash"

install_python pyarrow==26.0.1 obstore==0.12.1
cat >"$work/try.py" <<'END_OF_PYTHON'
import http.server, threading
from urllib.parse import urlsplit

asked = []

class Server(http.server.BaseHTTPRequestHandler):
    """Has no blob."""
    def do_HEAD(self):
        asked.append(self.path)
        self.send_response(404)
        self.send_header("Content-Length", "0")
        self.end_headers()
    do_GET = do_HEAD
    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
place = f"127.0.0.1:{server.server_port}"
import obstore
from obstore.store import AzureStore
from pyarrow import fs

def with_pyarrow(token):
    fs.AzureFileSystem("account", sas_token=token, blob_storage_authority=place, blob_storage_scheme="http",
                       dfs_storage_authority=place, dfs_storage_scheme="http").get_file_info("container/blob")

def with_obstore(token):
    obstore.head(AzureStore("container", account_name="account", endpoint=f"http://{place}/account", sas_token=token,
                            client_options={"allow_http": True}), "blob")

for token in "?sv=2024-01-01&sig=signature", "sv=2024-01-01&sig=signature":
    for client in with_obstore, with_pyarrow:
        asked.clear()
        try:
            client(token)
        except (OSError, obstore.exceptions.BaseError):
            pass
        parts = urlsplit(asked[0])
        print(f"{token}: {client.__name__} has the signature in the",
              " and the ".join(name for name in ("path", "query") if "sig=signature" in getattr(parts, name)))
END_OF_PYTHON
echo "pyarrow 26.0.1, obstore 0.12.1"
try
compare 'a token without a question mark is in the path.' <<'END_OF_KNOWN'
?sv=2024-01-01&sig=signature: with_obstore has the signature in the query
?sv=2024-01-01&sig=signature: with_pyarrow has the signature in the query
sv=2024-01-01&sig=signature: with_obstore has the signature in the query
sv=2024-01-01&sig=signature: with_pyarrow has the signature in the path
END_OF_KNOWN
