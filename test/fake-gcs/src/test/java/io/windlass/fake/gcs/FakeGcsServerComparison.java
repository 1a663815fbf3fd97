package io.windlass.fake.gcs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends the same calls to this fake and to fake-gcs-server, and prints where the answers differ. It
 * is no test: CONTRIBUTING.md has what it said, and how to run it again.
 */
class FakeGcsServerComparison {
  /** The executable: {@code go install github.com/fsouza/fake-gcs-server@v1.56.1}. */
  private static final String VARIABLE = "WINDLASS_TEST_FAKE_GCS_SERVER";

  private static final String O = "/storage/v1/b/bucket/o";

  /** What is compared: a name, a method, a target (O: the objects, U: uploads to them), a body. */
  private static final String CALLS =
      """
      bucket|POST|/storage/v1/b?project=project|{"name":"bucket"}
      insert|POST|U?uploadType=media&name=a|one
      insert, if absent, there|POST|U?uploadType=media&name=a&ifGenerationMatch=0|x
      insert, stale|POST|U?uploadType=media&name=a&ifGenerationMatch=1|x
      insert, if absent|POST|U?uploadType=media&name=b&ifGenerationMatch=0|two
      insert d/1|POST|U?uploadType=media&name=d%2F1|x
      insert d/2|POST|U?uploadType=media&name=d%2F2|x
      insert e/1|POST|U?uploadType=media&name=e%2F1|x
      insert f|POST|U?uploadType=media&name=f|x
      resumable, stale|POST|U?uploadType=resumable&name=a&ifGenerationMatch=1|{}
      get|GET|O/a|
      get, none|GET|O/none|
      get, stale|GET|O/a?ifGenerationMatch=1|
      get, not changed|GET|O/a?ifMetagenerationNotMatch=1|
      read|GET|/downloadO/a?alt=media|
      list, delimiter|GET|O?delimiter=/|
      list, prefix|GET|O?prefix=d/|
      list, prefix and delimiter|GET|O?prefix=d&delimiter=/|
      list, offsets|GET|O?startOffset=b&endOffset=e|
      list, trailing delimiter|GET|O?delimiter=/&includeTrailingDelimiter=true|
      patch|PATCH|O/b|{"metadata":{"k":"v","l":"w"}}
      patch, remove|PATCH|O/b|{"metadata":{"k":null}}
      patch, stale|PATCH|O/b?ifMetagenerationMatch=9|{"metadata":{"l":"x"}}
      delete, stale|DELETE|O/f?ifGenerationMatch=1|
      get after that|GET|O/f|
      delete|DELETE|O/e%2F1|
      compose|POST|O/c/compose|{"sourceObjects":[{"name":"a"},{"name":"b"}]}
      compose, if absent, there|POST|O/c/compose?ifGenerationMatch=0|{"sourceObjects":[{"name":"a"}]}
      compose, none|POST|O/n/compose|{"sourceObjects":[{"name":"none"}]}
      rewrite|POST|O/a/rewriteTo/b/bucket/o/w|
      rewrite, if absent, there|POST|O/a/rewriteTo/b/bucket/o/w?ifGenerationMatch=0|
      rewrite, stale source|POST|O/a/rewriteTo/b/bucket/o/w?ifSourceGenerationMatch=1|
      delete bucket, not empty|DELETE|/storage/v1/b/bucket|
      """;

  private final List<String> rows = new ArrayList<>();
  private int calls;
  private PlainHttp ours = new PlainHttp(URI.create("http://unused"), "");
  private PlainHttp theirs = ours;

  @Test
  void differences() throws IOException, InterruptedException {
    String program =
        Optional.ofNullable(System.getenv(VARIABLE))
            .orElseThrow(() -> new IllegalStateException(VARIABLE + " names no executable"));
    String port = Integer.toString(freePort());
    List<String> command = new ArrayList<>(List.of(program, "-scheme", "http", "-port", port));
    command.addAll(List.of("-host", "127.0.0.1", "-backend", "memory"));
    command.addAll(List.of("-public-host", "127.0.0.1:" + port));
    Process server =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (FakeGcs fake = new FakeGcs("project").writesAtAnyRate()) { // theirs has no such limit
      ours = new PlainHttp(fake.storage(), fake.accessToken(fake.administrator()));
      theirs = new PlainHttp(URI.create("http://127.0.0.1:" + port), "");
      awaitStart(server);
      CALLS.lines().forEach(this::compare);
      both("resumable", FakeGcsServerComparison::resumable);
      both("list in pages", FakeGcsServerComparison::pages);
      for (String range : List.of("0-0", "1-", "-2", "1-99", "3-", "2-1")) {
        String target = "/download" + O + "/a?alt=media";
        both(
            "read " + range,
            client -> shown(client.send("GET", target, "", "Range", "bytes=" + range)));
      }
    } finally {
      ours.close();
      theirs.close();
      server.destroy();
    }
    System.out.printf("%d of %d calls differ:%n", rows.size(), calls);
    rows.forEach(System.out::println);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitStart(Process server) throws InterruptedException {
    while (server.isAlive()) {
      try {
        HttpResponse<byte[]> _ = theirs.send("GET", "/storage/v1/b?project=project", "");
        return;
      } catch (UncheckedIOException e) {
        Thread.onSpinWait(); // it does not listen yet
      }
    }
    throw new IllegalStateException("fake-gcs-server ended with " + server.waitFor());
  }

  private void compare(String line) {
    String[] call = line.split("\\|", -1);
    String target =
        call[2].replaceFirst("^U", "/upload" + O).replaceFirst("^(/download)?O", "$1" + O);
    both(call[0], client -> shown(client.send(call[1], target, call[3])));
  }

  private void both(String what, Function<PlainHttp, String> call) {
    calls++;
    String here = call.apply(ours);
    String there = call.apply(theirs);
    if (!here.equals(there)) {
      rows.add("| %s | %s | %s |".formatted(what, here, there));
    }
  }

  private static String resumable(PlainHttp client) {
    HttpResponse<byte[]> begun =
        client.send("POST", "/upload" + O + "?uploadType=resumable&name=r", "{}");
    URI session = URI.create(begun.headers().firstValue("Location").orElse("/none"));
    String to = session.getRawPath() + "?" + session.getRawQuery();
    HttpResponse<byte[]> asked = client.send("PUT", to, "", "Content-Range", "bytes */*");
    HttpResponse<byte[]> sent = client.send("PUT", to, "three", "Content-Range", "bytes 0-4/5");
    return "%d, asked: %d, sent: %s".formatted(begun.statusCode(), asked.statusCode(), shown(sent));
  }

  /** Returns how often each name came in pages of two. */
  private static String pages(PlainHttp client) {
    Map<String, Integer> seen = new TreeMap<>();
    Optional<String> token = Optional.of("");
    while (token.isPresent()) {
      ObjectNode page =
          parsed(client.send("GET", O + "?delimiter=/&maxResults=2&pageToken=" + token.get(), ""));
      names(page).forEach(name -> seen.merge(name, 1, Integer::sum));
      token = JsonText.text(page, "nextPageToken").filter(next -> seen.size() < 100);
    }
    return seen.toString();
  }

  private static List<String> names(ObjectNode list) {
    List<String> names = new ArrayList<>();
    list.path("items").forEach(item -> names.add(item.path("name").asString()));
    list.path("prefixes").forEach(prefix -> names.add(prefix.asString()));
    return names;
  }

  /** Returns what does not differ from run to run. */
  private static String shown(HttpResponse<byte[]> answer) {
    ObjectNode json = parsed(answer);
    List<String> text = new ArrayList<>(List.of(Integer.toString(answer.statusCode())));
    answer.headers().firstValue("Content-Range").ifPresent(text::add);
    if (json.isEmpty() && answer.statusCode() < 300) {
      text.add(PlainHttp.text(answer));
    }
    JsonNode object = json.has("resource") ? json.path("resource") : json;
    for (String field : List.of("name", "size", "metageneration", "componentCount", "metadata")) {
      if (object.has(field)) {
        text.add(field + "=" + object.path(field).toString().replace("\"", ""));
      }
    }
    text.addAll(names(json));
    String reason = json.path("error").path("errors").path(0).path("reason").asString("");
    return (String.join(" ", text) + " " + reason).strip();
  }

  private static ObjectNode parsed(HttpResponse<byte[]> answer) {
    try {
      return PlainHttp.json(answer);
    } catch (Refusal e) {
      return JsonText.object();
    }
  }
}
