package io.windlass.fake.gcs;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/json_api/v1/objects/insert, in one request. */
record InsertApi(GcsState state, ObjectWriter writer, ResumableApi resumable) {

  List<Route> routes() {
    return List.of(
        Route.of(
                "POST",
                "b/*/o",
                this::insert,
                "uploadType",
                "name",
                "contentEncoding",
                "upload_protocol",
                "upload_id",
                ObjectFields.KMS_KEY)
            .and(Preconditions.NAMES),
        Route.of("PUT", "b/*/o", resumable::send, "uploadType", "name", "upload_id")
            .and(Preconditions.NAMES),
        Route.of("DELETE", "b/*/o", resumable::cancel, "uploadType", "name", "upload_id")
            .and(Preconditions.NAMES));
  }

  private WireAnswer insert(ApiCall call) {
    if (call.request().parameter("upload_id").isPresent()) {
      // Google's client for Go continues its sessions by POST: google-api-go-client, gensupport.
      return resumable.send(call);
    }
    GcsBucket bucket = state.bucket(call.name(0));
    return switch (call.request().parameter("uploadType").orElse("")) {
      case "media" -> media(call, bucket);
      case "multipart" -> multipart(call, bucket);
      case "resumable" -> resumable.start(call, bucket);
      default -> throw Refusal.invalid("Invalid value for uploadType");
    };
  }

  private WireAnswer media(ApiCall call, GcsBucket bucket) {
    ObjectNode fields = JsonText.object();
    fields.put(
        "contentType", call.request().header("content-type").orElse("application/octet-stream"));
    call.request()
        .parameter("contentEncoding")
        .or(() -> call.request().header("content-encoding"))
        .ifPresent(encoding -> fields.put("contentEncoding", encoding));
    return written(call, bucket, fields, call.request().body());
  }

  private WireAnswer multipart(ApiCall call, GcsBucket bucket) {
    List<MultipartBody.Part> parts = MultipartBody.of(call.request());
    if (parts.size() != 2) {
      throw Refusal.invalid("Multipart must have two parts: metadata and media.");
    }
    ObjectNode body = JsonText.object(parts.getFirst().body());
    byte[] content = parts.getLast().body();
    if (!body.hasNonNull("contentType")) {
      body.put(
          "contentType",
          Optional.ofNullable(parts.getLast().headers().get("content-type"))
              .orElse("application/octet-stream"));
    }
    return written(call, bucket, body, content);
  }

  private WireAnswer written(ApiCall call, GcsBucket bucket, ObjectNode body, byte[] content) {
    ContentChecksums.require(
        content, JsonText.text(body, "crc32c"), JsonText.text(body, "md5Hash"));
    ContentChecksums.require(content, call.request());
    String name = name(call.request(), body);
    StoredObject written =
        writer.write(
            call.who(),
            bucket,
            name,
            StoredObject.of(
                name,
                content,
                ObjectFields.encrypted(
                    ObjectFields.fresh(body), call.request().parameter(ObjectFields.KMS_KEY)),
                0),
            Preconditions.of(call.request()));
    return WireAnswer.json(state.shown().json(bucket, written));
  }

  /** The parameter "overrides the object metadata's name value, if any". */
  static String name(WireRequest request, ObjectNode body) {
    return request.parameter("name").or(() -> JsonText.text(body, "name")).orElse("");
  }
}
