package io.windlass.fake.gcs;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/json_api/v1/objects/compose. */
record ComposeApi(GcsState state, ObjectWriter writer, ObjectApi objects) {
  /** cloud.google.com/storage/docs/composite-objects. */
  private static final int MOST_SOURCES = 32;

  List<Route> routes() {
    return List.of(
        Route.of(
            "POST",
            "b/*/o/*/compose",
            this::compose,
            "ifGenerationMatch",
            "ifMetagenerationMatch",
            ObjectFields.KMS_KEY));
  }

  private WireAnswer compose(ApiCall call) {
    GcsBucket bucket = state.bucket(call.name(0));
    ObjectNode body = JsonText.object(call.request().body());
    return WireAnswer.json(
        state
            .shown()
            .json(
                bucket,
                composed(
                    call.who(),
                    bucket,
                    call.name(1),
                    body,
                    call.request().parameter(ObjectFields.KMS_KEY),
                    Preconditions.of(call.request()))));
  }

  /** Composes objects for a request of the JSON API. */
  StoredObject composed(
      Principal who,
      GcsBucket bucket,
      String name,
      ObjectNode body,
      Optional<String> key,
      Preconditions conditions) {
    List<JsonNode> sources = JsonText.elements(body, "sourceObjects");
    if (sources.isEmpty()) {
      throw Refusal.invalid("You must provide at least one source component.");
    }
    if (sources.size() > MOST_SOURCES) {
      throw Refusal.invalid(
          "The number of source components provided (%d) exceeds the maximum (%d)"
              .formatted(sources.size(), MOST_SOURCES));
    }
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    int components = 0;
    for (JsonNode source : sources) {
      StoredObject found = source(who, bucket, source);
      content.writeBytes(found.content());
      components += Math.max(1, found.components());
    }
    ObjectNode destination =
        body.optional("destination").map(ObjectNode.class::cast).orElseGet(JsonText::object);
    ContentChecksums.require(
        content.toByteArray(), JsonText.text(destination, "crc32c"), Optional.empty());
    StoredObject made =
        StoredObject.of(
            name,
            content.toByteArray(),
            ObjectFields.encrypted(ObjectFields.fresh(destination), key),
            components);
    return writer.write(who, bucket, name, made, conditions);
  }

  private StoredObject source(Principal who, GcsBucket bucket, JsonNode source) {
    String name = JsonText.text(source, "name").orElseThrow(() -> Refusal.required("name"));
    Optional<Long> generation =
        JsonText.text(source, "generation").map(t -> WireRequest.number("generation", t));
    StoredObject found = objects.required(who, bucket, name, generation, "storage.objects.get");
    JsonText.text(source.path("objectPreconditions"), "ifGenerationMatch")
        .map(text -> WireRequest.number("ifGenerationMatch", text))
        .filter(wanted -> wanted != found.generation())
        .ifPresent(_ -> {
          throw Refusal.conditionNotMet();
        });
    return found;
  }
}
