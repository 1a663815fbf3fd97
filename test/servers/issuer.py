"""An issuer of tokens as a cluster is one (OpenID Connect), with a key and a certificate in its folder.

issuer.py FOLDER serve ADDRESS     serves its configuration and its keys over https
issuer.py FOLDER token URL SUBJECT  prints a token of a service account, for an hour
"""

import base64
import http.server
import json
import pathlib
import ssl
import subprocess
import sys
import time


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def openssl(*arguments, given=None):
    return subprocess.run(["openssl", *arguments], input=given, capture_output=True, check=True).stdout


def serve(folder, address):
    url = f"https://{address}"
    modulus = openssl("rsa", "-in", folder / "key.pem", "-noout", "-modulus").decode().strip().split("=")[1]
    pages = {
        "/.well-known/openid-configuration": {"issuer": url, "jwks_uri": f"{url}/keys"},
        "/keys": {
            "keys": [
                {
                    "kty": "RSA",
                    "use": "sig",
                    "alg": "RS256",
                    "kid": "1",
                    "n": encoded(bytes.fromhex(modulus)),
                    "e": encoded((65537).to_bytes(3, "big")),
                }
            ]
        },
    }

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = json.dumps(pages.get(self.path, {})).encode()
            self.send_response(200 if self.path in pages else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "certificate.pem", folder / "key.pem")
    server = http.server.ThreadingHTTPServer((address, 443), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.serve_forever()


def token(folder, url, subject):
    now = int(time.time())
    claims = {"iss": url, "aud": "sts.amazonaws.com", "sub": subject, "iat": now, "nbf": now, "exp": now + 3600}
    signed = ".".join(encoded(json.dumps(part).encode()) for part in ({"alg": "RS256", "kid": "1", "typ": "JWT"}, claims))
    signature = openssl("dgst", "-sha256", "-sign", folder / "key.pem", given=signed.encode())
    print(f"{signed}.{encoded(signature)}")


def main():
    folder, command, *rest = sys.argv[1:]
    {"serve": serve, "token": token}[command](pathlib.Path(folder), *rest)


main()
