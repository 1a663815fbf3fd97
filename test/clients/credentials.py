"""An endpoint of credentials, as containers have it: answers with the key of a file of variables.
   credentials.py PORT FILE
"""
import http.server, json, sys

values = dict(line.rstrip("\n").split("=", 1) for line in open(sys.argv[2]))


class Endpoint(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"AccessKeyId": values["AWS_ACCESS_KEY_ID"], "SecretAccessKey": values["AWS_SECRET_ACCESS_KEY"],
                           "Token": "", "Expiration": "2099-01-01T00:00:00Z"}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Endpoint).serve_forever()
