package io.windlass.fake.gcs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON API: cloud.google.com/storage/docs/json_api. */
final class JsonApi {
  private static final List<String> API = List.of("storage", "v1");

  private final Tokens tokens;
  private final List<Route> routes;
  private final List<Route> uploads;

  JsonApi(Tokens tokens, List<Route> routes, List<Route> uploads) {
    this.tokens = tokens;
    this.routes = routes;
    this.uploads = uploads;
  }

  /** Returns whether the path of a request belongs to this API. */
  static boolean isMeant(WireRequest request) {
    return List.of("/storage/v1/", "/upload/storage/v1/", "/download/storage/v1/").stream()
        .anyMatch(request.path()::startsWith);
  }

  WireAnswer answer(WireRequest request) {
    try {
      return answered(request);
    } catch (Refusal refusal) {
      return refusal.json();
    }
  }

  private WireAnswer answered(WireRequest received) {
    WireRequest request = plain(received).withFormAsQuery();
    List<String> segments = new ArrayList<>(request.segments());
    boolean upload = segments.getFirst().equals("upload");
    if (upload || segments.getFirst().equals("download")) {
      segments.removeFirst();
    }
    List<String> rest = segments.subList(API.size(), segments.size());
    for (String conditional : List.of("if-match", "if-none-match")) {
      if (request.headers().containsKey(conditional)) {
        throw Refusal.unknown("the header " + conditional + " in the JSON API");
      }
    }
    for (Route route : upload ? uploads : routes) {
      Optional<List<String>> names =
          route.method().equals(request.method()) ? route.match(rest) : Optional.empty();
      if (names.isPresent()) {
        Principal who =
            request.has("upload_id")
                ? Principal.ANONYMOUS
                : tokens.bearer(request.header("authorization"));
        return masked(request, route.answer(new ApiCall(request, names.get(), who)));
      }
    }
    throw Refusal.unknown(request.method() + " " + request.path());
  }

  /** Decompresses the body of a request; compressed media stay compressed. */
  private static WireRequest plain(WireRequest request) {
    boolean media =
        request.has("upload_id")
            || request.parameter("uploadType").filter("media"::equals).isPresent();
    boolean packed = request.header("content-encoding").filter("gzip"::equals).isPresent();
    return packed && !media
        ? request.withBody(
            ContentAnswer.unpacked(request.body())
                .orElseThrow(() -> Refusal.invalid("The body is not gzip.")))
        : request;
  }

  private static WireAnswer masked(WireRequest request, WireAnswer answer) {
    Optional<String> fields = request.parameter("fields");
    boolean json = answer.headers().getOrDefault("Content-Type", "").startsWith("application/json");
    boolean media = request.parameter("alt").filter("media"::equals).isPresent();
    if (fields.isEmpty() || !json || media || answer.status() != 200) {
      return answer;
    }
    ObjectNode whole = JsonText.object(answer.body());
    JsonNode kept = FieldMask.of(fields.get()).apply(whole);
    return answer.with(JsonText.bytes(kept));
  }
}
