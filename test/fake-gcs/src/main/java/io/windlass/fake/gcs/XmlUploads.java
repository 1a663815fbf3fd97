package io.windlass.fake.gcs;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** Uploads in parts: cloud.google.com/storage/docs/multipart-uploads. */
final class XmlUploads {
  private static final int SMALLEST = 5 << 20;
  private static final int MOST_PARTS = 10_000;
  private static final Pattern PART = Pattern.compile("<Part>(.*?)</Part>", Pattern.DOTALL);
  private static final Pattern NUMBER =
      Pattern.compile("<PartNumber>\\s*(\\d{1,9})\\s*</PartNumber>");
  private static final Pattern ETAG = Pattern.compile("<ETag>(.*?)</ETag>", Pattern.DOTALL);

  @SuppressWarnings("ArrayRecordComponent") // nobody changes or compares it
  private record Part(byte[] content, String etag) {}

  private record Upload(
      String bucket,
      String name,
      ObjectNode fields,
      Instant started,
      NavigableMap<Integer, Part> parts) {}

  private final GcsState state;
  private final ObjectWriter writer;
  private final Map<String, Upload> all = new HashMap<>();

  XmlUploads(GcsState state, ObjectWriter writer) {
    this.state = state;
    this.writer = writer;
  }

  private void require(Principal who, String what, GcsBucket bucket, String name) {
    GcsResource resource =
        name.isEmpty() ? GcsResource.of(bucket) : GcsResource.object(bucket, name);
    state.access().require(who, "storage.multipartUploads." + what, resource);
  }

  /** No precondition is documented for uploads in parts. */
  private static void requireNoCondition(WireRequest request) {
    for (String name : request.headers().keySet()) {
      if (name.startsWith("x-goog-if-")
          || name.equals("if-match")
          || name.equals("if-none-match")) {
        throw Refusal.unknown("the header " + name + " of an upload in parts");
      }
    }
  }

  private Upload required(WireRequest request, GcsBucket bucket, String name) {
    return Optional.ofNullable(all.get(request.parameter("uploadId").orElse("")))
        .filter(each -> each.bucket().equals(bucket.name()) && each.name().equals(name))
        .orElseThrow(() -> Refusal.notFound("The requested upload was not found."));
  }

  WireAnswer start(WireRequest request, Principal who, GcsBucket bucket, String name) {
    if (!request.has("uploads")) {
      throw Refusal.unknown("POST of objects but for uploads in parts");
    }
    requireNoCondition(request);
    XmlObjects.requireModelled(request);
    require(who, "create", bucket, name);
    state.access().require(who, "storage.objects.create", GcsResource.object(bucket, name));
    ObjectNames.requireObject(name);
    String id = "fake-" + UUID.randomUUID();
    all.put(
        id,
        new Upload(
            bucket.name(), name, XmlObjects.fields(request), state.clock().now(), new TreeMap<>()));
    return WireAnswer.xml(
        200,
        "<InitiateMultipartUploadResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'>"
            + XmlText.element("Bucket", bucket.name())
            + XmlText.element("Key", name)
            + XmlText.element("UploadId", id)
            + "</InitiateMultipartUploadResult>");
  }

  WireAnswer part(WireRequest request, Principal who, GcsBucket bucket, String name) {
    require(who, "create", bucket, name);
    Upload upload = required(request, bucket, name);
    XmlObjects.requireModelled(request);
    if (request.headers().containsKey("x-amz-copy-source")
        || request.headers().containsKey("x-goog-copy-source")) {
      throw Refusal.of(
          501,
          "NotImplemented",
          "Parts are not copied: cloud.google.com/storage/docs/multipart-uploads");
    }
    long number = request.number("partNumber").orElse(0L);
    if (number < 1 || number > MOST_PARTS) {
      throw Refusal.invalid("Part number must be an integer between 1 and 10000.");
    }
    XmlObjects.requireMd5(request);
    String etag =
        "\"" + HexFormat.of().formatHex(ContentChecksums.digest("MD5", request.body())) + "\"";
    upload.parts().put((int) number, new Part(request.body(), etag));
    return WireAnswer.of(200)
        .with("ETag", etag)
        .with("x-goog-hash", "crc32c=" + ContentChecksums.crc32c(request.body()));
  }

  WireAnswer complete(WireRequest request, Principal who, GcsBucket bucket, String name) {
    requireNoCondition(request);
    require(who, "create", bucket, name);
    Upload upload = required(request, bucket, name);
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    int last = 0;
    boolean small = false;
    Matcher parts = PART.matcher(new String(request.body(), StandardCharsets.UTF_8));
    while (parts.find()) {
      Matcher number = NUMBER.matcher(parts.group(1));
      Matcher etag = ETAG.matcher(parts.group(1));
      Optional<Part> part =
          number.find() && etag.find()
              ? Optional.ofNullable(upload.parts().get(Integer.parseInt(number.group(1))))
              : Optional.empty();
      if (part.isEmpty()
          || !part.get()
              .etag()
              .replace("\"", "")
              .equals(XmlText.unescaped(etag.group(1)).strip().replace("\"", ""))) {
        throw Refusal.of(
            400, "InvalidPart", "One or more of the specified parts could not be found.");
      }
      int at = Integer.parseInt(number.group(1));
      if (at <= last) {
        throw Refusal.of(400, "InvalidPartOrder", "The list of parts was not in ascending order.");
      }
      if (small) {
        throw Refusal.of(400, "EntityTooSmall", "All parts but the last need at least 5 MiB.");
      }
      last = at;
      small = part.get().content().length < SMALLEST;
      content.writeBytes(part.get().content());
    }
    if (last == 0) {
      throw Refusal.of(400, "MalformedCompleteMultipartUploadRequest", "There is no part.");
    }
    StoredObject written =
        writer.write(
            who,
            bucket,
            name,
            StoredObject.of(name, content.toByteArray(), upload.fields(), 0).withoutMd5(),
            new Preconditions(_ -> Optional.empty()));
    all.remove(request.parameter("uploadId").orElse(""));
    return WireAnswer.xml(
            200,
            "<CompleteMultipartUploadResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'>"
                + XmlText.element("Location", state.base().get() + "/" + bucket.name() + "/" + name)
                + XmlText.element("Bucket", bucket.name())
                + XmlText.element("Key", name)
                + XmlText.element("ETag", "\"" + XmlObjects.etag(written) + "\"")
                + "</CompleteMultipartUploadResult>")
        .with("x-goog-hash", "crc32c=" + written.crc32c())
        .with("x-goog-generation", Long.toString(written.generation()));
  }

  WireAnswer abort(WireRequest request, Principal who, GcsBucket bucket, String name) {
    require(who, "abort", bucket, name);
    Upload _ = required(request, bucket, name);
    all.remove(request.parameter("uploadId").orElse(""));
    return WireAnswer.of(204);
  }

  WireAnswer parts(WireRequest request, Principal who, GcsBucket bucket, String name) {
    require(who, "listParts", bucket, name);
    Upload upload = required(request, bucket, name);
    int after = request.number("part-number-marker").orElse(0L).intValue();
    long most = request.number("max-parts").orElse(1000L);
    StringBuilder xml =
        new StringBuilder("<ListPartsResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'>");
    xml.append(XmlText.element("Bucket", bucket.name()))
        .append(XmlText.element("Key", name))
        .append(XmlText.element("UploadId", request.parameter("uploadId").orElse("")))
        .append(XmlText.element("PartNumberMarker", after));
    NavigableMap<Integer, Part> rest = upload.parts().tailMap(after, false);
    rest.entrySet().stream()
        .limit(most)
        .forEach(each ->
            xml.append("<Part>")
                .append(XmlText.element("PartNumber", each.getKey()))
                .append(XmlText.element("ETag", each.getValue().etag()))
                .append(XmlText.element("Size", each.getValue().content().length))
                .append(XmlText.element("LastModified", FakeClock.json(upload.started())))
                .append("</Part>"));
    int next = rest.keySet().stream().limit(most).reduce(after, (_, number) -> number);
    xml.append(XmlText.element("IsTruncated", rest.size() > most))
        .append(XmlText.element("NextPartNumberMarker", next))
        .append(XmlText.element("MaxParts", most));
    return WireAnswer.xml(200, xml.append("</ListPartsResult>").toString());
  }

  WireAnswer list(Principal who, GcsBucket bucket) {
    require(who, "list", bucket, "");
    StringBuilder xml =
        new StringBuilder(
            "<ListMultipartUploadsResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'>");
    xml.append(XmlText.element("Bucket", bucket.name()))
        .append(XmlText.element("IsTruncated", false));
    all.forEach((id, upload) -> {
      if (upload.bucket().equals(bucket.name())) {
        xml.append("<Upload>")
            .append(XmlText.element("Key", upload.name()))
            .append(XmlText.element("UploadId", id))
            .append(XmlText.element("Initiated", FakeClock.json(upload.started())))
            .append("</Upload>");
      }
    });
    return WireAnswer.xml(200, xml.append("</ListMultipartUploadsResult>").toString());
  }
}
