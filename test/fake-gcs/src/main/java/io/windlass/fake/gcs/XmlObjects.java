package io.windlass.fake.gcs;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** cloud.google.com/storage/docs/xml-api/reference-methods: objects and their list, version 2. */
record XmlObjects(GcsState state, ObjectWriter writer, ObjectApi objects) {
  private static final Map<String, String> FIELDS =
      Map.of(
          "content-type", "contentType",
          "content-encoding", "contentEncoding",
          "content-disposition", "contentDisposition",
          "content-language", "contentLanguage",
          "cache-control", "cacheControl");

  /**
   * "x-goog-if-generation-match" and "x-goog-if-metageneration-match" of xml-api/reference-headers.
   */
  static Preconditions conditions(WireRequest request) {
    Map<String, String> names =
        Map.of(
            "GenerationMatch", "x-goog-if-generation-match",
            "MetagenerationMatch", "x-goog-if-metageneration-match");
    return new Preconditions(name ->
        Optional.ofNullable(names.get(name))
            .flatMap(request::header)
            .map(text -> WireRequest.number(name, text)));
  }

  /** The MD5 of content that has one: xml-api/reference-headers#etag. */
  static String etag(StoredObject object) {
    return object
        .md5()
        .map(md5 -> HexFormat.of().formatHex(Base64.getDecoder().decode(md5)))
        .orElse("-" + object.etag());
  }

  private static String quoted(String etag) {
    return "\"" + etag + "\"";
  }

  WireAnswer get(WireRequest request, Principal who, GcsBucket bucket, String name) {
    StoredObject found =
        objects.required(who, bucket, name, request.number("generation"), "storage.objects.get");
    conditions(request).require(Optional.of(found));
    String etag = etag(found);
    if (request.header("if-match").filter(tag -> !names(tag, etag)).isPresent()) {
      throw Refusal.conditionNotMet();
    }
    if (request.header("if-none-match").filter(tag -> names(tag, etag)).isPresent()) {
      throw Refusal.notModified();
    }
    for (String time : new String[] {"if-modified-since", "if-unmodified-since"}) {
      if (request.header(time).isPresent()) {
        throw Refusal.unknown("the header " + time);
      }
    }
    WireAnswer answer = ContentAnswer.of(bucket, found, request).with("ETag", quoted(etag));
    return amazon(request) ? answer.with(amazonMetadata(answer)) : answer;
  }

  private static boolean names(String header, String etag) {
    return header.equals("*") || header.replace("\"", "").equals(etag);
  }

  /** cloud.google.com/storage/docs/interoperability: headers in the form of the request's. */
  private static boolean amazon(WireRequest request) {
    return request.headers().containsKey("x-amz-date");
  }

  private static Map<String, String> amazonMetadata(WireAnswer answer) {
    Map<String, String> headers = new TreeMap<>();
    answer
        .headers()
        .forEach((header, value) -> {
          if (header.startsWith("x-goog-meta-")) {
            headers.put(header.replace("x-goog-", "x-amz-"), value);
          }
        });
    return headers;
  }

  /** Fields of a new object, from the headers. */
  static ObjectNode fields(WireRequest request) {
    ObjectNode fields = JsonText.object().put("contentType", "binary/octet-stream");
    FIELDS.forEach(
        (header, field) -> request.header(header).ifPresent(value -> fields.put(field, value)));
    Map<String, String> metadata = new HashMap<>();
    request
        .headers()
        .forEach((header, value) -> {
          if (header.startsWith("x-goog-meta-") || header.startsWith("x-amz-meta-")) {
            metadata.put(header.substring(header.indexOf("-meta-") + 6), value);
          }
        });
    if (!metadata.isEmpty()) {
      ObjectNode node = fields.putObject("metadata");
      metadata.forEach(node::put);
    }
    request
        .header("x-goog-storage-class")
        .or(() -> request.header("x-amz-storage-class"))
        .ifPresent(value -> fields.put("storageClass", value));
    request.header("x-goog-custom-time").ifPresent(value -> fields.put("customTime", value));
    return ObjectFields.encrypted(ObjectFields.fresh(fields), key(request));
  }

  /** "x-goog-encryption-kms-key-name" of xml-api/reference-headers. */
  static Optional<String> key(WireRequest request) {
    return request.header("x-goog-encryption-kms-key-name");
  }

  /** Headers of a PUT that this fake refuses. */
  static void requireModelled(WireRequest request) {
    for (String name : request.headers().keySet()) {
      boolean condition = name.equals("if-match") || name.equals("if-none-match");
      boolean other =
          name.endsWith("-copy-source-range")
              || name.endsWith("-acl")
              || name.startsWith("x-amz-server-side-encryption")
              || (name.startsWith("x-goog-encryption")
                  && !name.equals("x-goog-encryption-kms-key-name"));
      if (condition
          || other
          || request
              .header("content-encoding")
              .filter(e -> e.contains("aws-chunked"))
              .isPresent()) {
        throw Refusal.unknown("what the header " + name + " asks for in a PUT of the XML API");
      }
    }
  }

  static void requireMd5(WireRequest request) {
    Optional<String> md5 = request.header("content-md5");
    if (md5.filter(said -> !said.equals(ContentChecksums.md5(request.body()))).isPresent()) {
      throw Refusal.of(
          400, "BadDigest", "The Content-MD5 you specified did not match what we received.");
    }
    ContentChecksums.require(request.body(), request);
  }

  WireAnswer put(WireRequest request, Principal who, GcsBucket bucket, String name) {
    requireModelled(request);
    Optional<String> source =
        request.header("x-goog-copy-source").or(() -> request.header("x-amz-copy-source"));
    if (source.isPresent()) {
      return copy(request, who, bucket, name, source.get());
    }
    requireMd5(request);
    StoredObject fresh = StoredObject.of(name, request.body(), fields(request), 0);
    StoredObject written = writer.write(who, bucket, name, fresh, conditions(request));
    return WireAnswer.of(200)
        .with(ObjectResource.headers(bucket, written))
        .with("ETag", quoted(etag(written)));
  }

  private WireAnswer copy(
      WireRequest request, Principal who, GcsBucket bucket, String name, String source) {
    String[] halves =
        WireRequest.decoded(source.startsWith("/") ? source.substring(1) : source).split("/", 2);
    StoredObject found =
        objects.required(
            who,
            state.bucket(halves[0]),
            halves.length > 1 ? halves[1] : "",
            number(request, "x-goog-copy-source-generation"),
            "storage.objects.get");
    number(request, "x-goog-copy-source-if-generation-match")
        .filter(wanted -> wanted != found.generation())
        .ifPresent(_ -> {
          throw Refusal.conditionNotMet();
        });
    boolean replace =
        request
            .header("x-goog-metadata-directive")
            .or(() -> request.header("x-amz-metadata-directive"))
            .filter("REPLACE"::equals)
            .isPresent();
    for (String header : request.headers().keySet()) {
      if (header.contains("-copy-source-if-") && !header.endsWith("-if-generation-match")) {
        throw Refusal.unknown("the header " + header);
      }
    }
    StoredObject written =
        writer.write(
            who, bucket, name, replace ? found.with(fields(request)) : found, conditions(request));
    return WireAnswer.xml(
            200,
            "<CopyObjectResult>"
                + XmlText.element("LastModified", FakeClock.json(written.updated()))
                + XmlText.element("ETag", quoted(etag(written)))
                + "</CopyObjectResult>")
        .with("x-goog-generation", Long.toString(written.generation()));
  }

  private static Optional<Long> number(WireRequest request, String header) {
    return request.header(header).map(text -> WireRequest.number(header, text));
  }

  /** 404 where there is none, unlike S3: xml-api/delete-object. */
  WireAnswer delete(WireRequest request, Principal who, GcsBucket bucket, String name) {
    Optional<Long> generation = request.number("generation");
    StoredObject found = objects.required(who, bucket, name, generation, "storage.objects.delete");
    conditions(request).require(Optional.of(found));
    writer.requireFree(bucket, found, generation.isPresent() || !bucket.versioned());
    writer.requireRate(bucket, name);
    if (generation.isPresent()) {
      bucket.objects().remove(found, bucket.kept());
    } else {
      bucket.objects().displace(name, bucket.versioned(), bucket.kept());
    }
    return WireAnswer.of(204);
  }

  /** xml-api/get-bucket-list. */
  WireAnswer list(WireRequest request, Principal who, GcsBucket bucket) {
    if (request.parameter("list-type").filter("2"::equals).isEmpty()) {
      throw Refusal.unknown("lists of the XML API but those of version 2");
    }
    String prefix = request.parameter("prefix").orElse("");
    state.access().require(who, "storage.objects.list", GcsResource.list(bucket, prefix));
    // startOffset is inclusive, start-after is not: the smallest name after it
    String from = request.parameter("start-after").map(after -> after + "\0").orElse("");
    ObjectListing listing =
        ObjectListing.of(
            prefix,
            request.parameter("delimiter").orElse(""),
            from,
            request.parameter("continuation-token"),
            request.number("max-keys"));
    ObjectListing.Page page = listing.page(bucket.objects().live(), Stream.empty());
    UnaryOperator<String> shown =
        request.parameter("encoding-type").filter("url"::equals).isPresent()
            ? text -> URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20")
            : text -> text;
    StringBuilder xml =
        new StringBuilder("<ListBucketResult xmlns='http://doc.s3.amazonaws.com/2006-03-01'>");
    xml.append(XmlText.element("Name", bucket.name()))
        .append(XmlText.element("Prefix", shown.apply(prefix)))
        .append(XmlText.element("KeyCount", page.entries().size()))
        .append(XmlText.element("MaxKeys", listing.most()))
        .append(XmlText.element("IsTruncated", page.next().isPresent()));
    request
        .parameter("encoding-type")
        .ifPresent(type -> xml.append(XmlText.element("EncodingType", type)));
    page.next().ifPresent(token -> xml.append(XmlText.element("NextContinuationToken", token)));
    for (ObjectListing.Entry entry : page.entries()) {
      String name = shown.apply(entry.name());
      xml.append(
          entry
              .object()
              .map(object -> contents(name, object))
              .orElseGet(() ->
                  "<CommonPrefixes>" + XmlText.element("Prefix", name) + "</CommonPrefixes>"));
    }
    return WireAnswer.xml(200, xml.append("</ListBucketResult>").toString());
  }

  private static String contents(String name, StoredObject object) {
    return "<Contents>"
        + XmlText.element("Key", name)
        + XmlText.element("Generation", object.generation())
        + XmlText.element("MetaGeneration", object.metageneration())
        + XmlText.element("LastModified", FakeClock.json(object.updated()))
        + XmlText.element("ETag", quoted(etag(object)))
        + XmlText.element("Size", object.content().length)
        + "</Contents>";
  }
}
