#!/usr/bin/env bash
# Names of headers that java.net.http sends and receives.
#
# The guess: names of headers are what was sent, whatever their case: a client that reads the headers of an answer can
# send the same headers again, as for the metadata of an object in a store that keeps the case of names.
#
# What happens: what the client sends has the names as they were given. What it receives has them in lower case, also by
# HTTP/1.1, where the server's own case was on the wire; no method of HttpHeaders tells the original. So metadata that
# were read and written again by this client have other names for all clients that compare names by case.
#
# Exits with 0 if it is so, 1 if not any more, 2 if it could not be tried. Needs a JDK 25.
set -euo pipefail
cd "$(dirname "$0")/.."

status=2
work=$(mktemp -d "${TMPDIR:-/var/tmp}/windlass-finding.XXXXXX")
trap 'rm -rf "$work"; exit "$status"' EXIT
trap 'exit 130' INT TERM HUP
. .mvn/find-jdk.sh

cat >"$work/Names.java" <<'END'
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;

void main() throws Exception {
  try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
    CompletableFuture<String> sent = new CompletableFuture<>();
    Thread.ofVirtual().start(() -> {
      try (Socket socket = server.accept()) {
        sent.complete(new Scanner(socket.getInputStream()).useDelimiter("\r\n\r\n").next());
        socket.getOutputStream().write(
            "HTTP/1.1 200 OK\r\nX-Meta-Author: Ada\r\nContent-Length: 0\r\n\r\n".getBytes());
      } catch (Exception e) {
        sent.completeExceptionally(e);
      }
    });
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/"))
            .header("X-Meta-Author", "Ada").build();
    var answer = client.send(request, BodyHandlers.discarding());
    System.out.println("JDK " + Runtime.version() + ", " + answer.version());
    sent.get().lines().filter(line -> line.endsWith(": Ada")).forEach(line -> System.out.println("sent: " + line));
    answer.headers().map().forEach((name, values) -> System.out.println("received: " + name + ": " + values));
  }
}
END
"$JAVA_HOME/bin/java" "$work/Names.java" | tee "$work/seen"
if grep -qx 'sent: X-Meta-Author: Ada' "$work/seen" && grep -qx 'received: x-meta-author: \[Ada\]' "$work/seen"; then
  echo "As described: a name is sent as it was given, and received in lower case."
  status=0
else
  echo "This has changed."
  status=1
fi
