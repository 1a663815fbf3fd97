package io.windlass.fake.gcs;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The XML API: cloud.google.com/storage/docs/xml-api/overview. Paths are {@code /bucket/object}.
 */
record XmlApi(
    GcsState state,
    Tokens tokens,
    SignatureV4 signatures,
    XmlObjects objects,
    XmlUploads uploads,
    XmlCompose composed) {
  /** cloud.google.com/storage/docs/xml-api/reference-status, by the reasons of the JSON API. */
  private static final Map<String, String> CODES =
      Map.of(
          "conditionNotMet", "PreconditionFailed",
          "notFound", "NoSuchKey",
          "forbidden", "AccessDenied",
          "insufficientPermissions", "AccessDenied",
          "authError", "AuthenticationRequired",
          "invalid", "InvalidArgument",
          "requestedRangeNotSatisfiable", "InvalidRange",
          "rateLimitExceeded", "SlowDown",
          "notImplemented", "NotImplemented");

  /** Of the upload parameters, and those that the SDK of AWS adds to all that it sends. */
  private static final Set<String> MODELLED =
      Set.of(
          "x-id",
          "generation",
          "compose",
          "uploads",
          "uploadId",
          "partNumber",
          "list-type",
          "prefix",
          "delimiter",
          "max-keys",
          "continuation-token",
          "start-after",
          "encoding-type",
          "fetch-owner",
          "max-parts",
          "part-number-marker");

  WireAnswer answer(WireRequest request) {
    try {
      return answered(request);
    } catch (Refusal refusal) {
      return refused(refusal);
    }
  }

  private static WireAnswer refused(Refusal refusal) {
    String message = String.valueOf(refusal.getMessage());
    String code = code(refusal, message);
    String body =
        "<Error>"
            + XmlText.element("Code", code)
            + XmlText.element("Message", message)
            + "</Error>";
    return WireAnswer.xml(refusal.status(), body).with(refusal.headers());
  }

  private static String code(Refusal refusal, String message) {
    if (refusal.reason().equals("notFound") && message.contains("bucket does not")) {
      return "NoSuchBucket";
    }
    if (refusal.reason().equals("notFound") && message.contains("upload")) {
      return "NoSuchUpload";
    }
    if (refusal.reason().equals("required")) {
      return refusal.status() == 401 ? "AuthenticationRequired" : "InvalidArgument";
    }
    return switch (refusal.reason()) {
      // gsutil, testcase/integration_testcase.py, expects these of the XML API.
      case "objectUnderActiveHold" -> "ObjectUnderActiveHold";
      case "retentionPolicyNotMet" -> "RetentionPolicyNotMet";
      default -> CODES.getOrDefault(refusal.reason(), refusal.reason());
    };
  }

  private Principal principal(WireRequest request) {
    if (request.has("X-Goog-Algorithm")
        || request.has("X-Amz-Algorithm")
        || request.has("Signature")) {
      throw Refusal.unknown("signed URLs");
    }
    Optional<String> authorization = request.header("authorization");
    return authorization
        .filter(SignatureV4::isMeant)
        .map(text -> signatures.principal(request, text))
        .orElseGet(() -> tokens.bearer(authorization));
  }

  private WireAnswer answered(WireRequest request) {
    Principal who = principal(request);
    for (String name : request.query().keySet()) {
      if (!MODELLED.contains(name)) {
        throw Refusal.unknown("the parameter '" + name + "' in the XML API");
      }
    }
    String[] halves = request.path().substring(1).split("/", 2);
    if (halves[0].isEmpty()) {
      throw Refusal.unknown("the list of buckets in the XML API");
    }
    if (request.method().equals("PUT") && (halves.length == 1 || halves[1].isEmpty())) {
      throw Refusal.unknown("PUT of buckets in the XML API");
    }
    GcsBucket bucket = state.bucket(WireRequest.decoded(halves[0]));
    String name = halves.length > 1 ? WireRequest.decoded(halves[1]) : "";
    return name.isEmpty() ? ofBucket(request, who, bucket) : ofObject(request, who, bucket, name);
  }

  private WireAnswer ofBucket(WireRequest request, Principal who, GcsBucket bucket) {
    return switch (request.method()) {
      case "HEAD" -> {
        state.access().require(who, "storage.buckets.get", GcsResource.of(bucket));
        yield WireAnswer.of(200);
      }
      case "GET" ->
          request.has("uploads") ? uploads.list(who, bucket) : objects.list(request, who, bucket);
      default -> throw Refusal.unknown(request.method() + " of buckets in the XML API");
    };
  }

  private WireAnswer ofObject(WireRequest request, Principal who, GcsBucket bucket, String name) {
    boolean upload = request.has("uploadId");
    return switch (request.method()) {
      case "GET" ->
          upload
              ? uploads.parts(request, who, bucket, name)
              : objects.get(request, who, bucket, name);
      case "HEAD" -> objects.get(request, who, bucket, name);
      case "PUT" ->
          upload
              ? uploads.part(request, who, bucket, name)
              : request.has("compose")
                  ? composed.answer(request, who, bucket, name)
                  : objects.put(request, who, bucket, name);
      case "DELETE" ->
          upload
              ? uploads.abort(request, who, bucket, name)
              : objects.delete(request, who, bucket, name);
      case "POST" ->
          upload
              ? uploads.complete(request, who, bucket, name)
              : uploads.start(request, who, bucket, name);
      default -> throw Refusal.unknown(request.method() + " of objects in the XML API");
    };
  }
}
