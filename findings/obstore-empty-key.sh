#!/usr/bin/env bash
# What obstore does with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY that are set and empty.
#
# The guess: as in AWS's own SDKs, an empty variable is none, so the key is looked for elsewhere: in the token of a service
# account, or at AWS_CONTAINER_CREDENTIALS_FULL_URI. Secrets have such variables where a form has the fields and nothing to
# put there.
#
# What happens: obstore signs with the empty key, and does not look elsewhere. deltalake, which has the same object_store below
# it, does so too. boto3 asks for a key elsewhere.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs Python, with venv, and PyPI.
. "$(dirname "$0")/s3-servers.bash"

install_python obstore==0.12.1 boto3==1.44.8
cat >"$work/try.py" <<'END_OF_PYTHON'
import http.server, json, os, threading

asked = []

class Server(http.server.BaseHTTPRequestHandler):
    """Takes every object, and has a key for who asks at /key."""
    def do_GET(self):
        self.answer(json.dumps({"AccessKeyId": "elsewhere", "SecretAccessKey": "secret", "Token": "token",
                                "Expiration": "2099-01-01T00:00:00Z"}).encode())
    def do_PUT(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        asked.append(self.headers["Authorization"].split("Credential=")[1].split("/")[0])
        self.answer(b"")
    def answer(self, body):
        self.send_response(200)
        for name, value in ("Content-Type", "application/json"), ("Content-Length", str(len(body))), ("ETag", '"a"'):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{server.server_port}"
with open(os.environ["PYTHONPATH"] + "/token", "w") as file: file.write("token")
os.environ |= {"AWS_ENDPOINT_URL": url, "AWS_DEFAULT_REGION": "us-east-1", "AWS_CONTAINER_CREDENTIALS_FULL_URI": url + "/key",
               "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": file.name}

def with_boto3():
    import boto3
    boto3.client("s3").put_object(Bucket="bucket", Key="key", Body=b"x")

def with_obstore():
    import obstore
    from obstore.store import S3Store
    obstore.put(S3Store("bucket", client_options={"allow_http": True}), "key", b"x")

for variables in "unset", "empty":
    for name in "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY":
        os.environ.pop(name, None)
        if variables == "empty": os.environ[name] = ""
    for client in with_boto3, with_obstore:
        asked.clear()
        client()
        print(f"{variables}: {client.__name__} signs as {asked[0]!r}")
END_OF_PYTHON
echo "obstore 0.12.1, boto3 1.44.8"
try
compare 'obstore takes an empty variable for a key.' <<'END_OF_KNOWN'
unset: with_boto3 signs as 'elsewhere'
unset: with_obstore signs as 'elsewhere'
empty: with_boto3 signs as 'elsewhere'
empty: with_obstore signs as ''
END_OF_KNOWN
