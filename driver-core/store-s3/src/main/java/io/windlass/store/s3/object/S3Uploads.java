package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopies;
import io.windlass.store.RangeCopy;
import io.windlass.store.Upload;
import io.windlass.store.s3.client.S3Answer;
import io.windlass.store.s3.client.S3Body;
import io.windlass.store.s3.client.S3Requests.Request;
import io.windlass.store.s3.object.UploadChecksums.SentPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.CopyPartResult;
import software.amazon.awssdk.services.s3.model.ListPartsRequest;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.UploadPartCopyRequest;
import software.amazon.awssdk.services.s3.model.UploadPartCopyResponse;

/**
 * Multipart uploads to one bucket. The state of an upload is its S3 upload id, the state of a part
 * its ETag and its checksum.
 */
final class S3Uploads implements MultipartUploads, RangeCopies {
  /** Type of an object of which nothing is known, as S3 itself has it. */
  private static final String ANY_TYPE = "binary/octet-stream";

  private final S3Bucket bucket;
  private final S3Lists lists;
  private final S3Sources sources;

  S3Uploads(S3Bucket bucket, S3Lists lists, S3Sources sources) {
    this.bucket = bucket;
    this.lists = lists;
    this.sources = sources;
  }

  @Override
  public Upload start(String key, PutOptions options) {
    return start(
        "start upload",
        bucket.newKey(key),
        S3Properties.headers(options),
        UploadChecksums.ANNOUNCED);
  }

  @Override
  public Upload startWithCopies(String key, PutOptions options) {
    return startCopy(bucket.newKey(key), S3Keys.metadata(options.metadata()), options.properties());
  }

  @Override
  public Upload startCopy(String key, CopySource source, Map<String, String> metadata) {
    return startCopy(
        bucket.newKey(key), S3Keys.metadata(metadata), sources.whole(source, sources.look(source)));
  }

  /** Starts an upload that is to become a copy with these properties. */
  Upload startCopy(String key, Map<String, String> metadata, ObjectProperties properties) {
    return start(
        "copy",
        key,
        S3Properties.headers(properties, metadata),
        bucket.isOnAws() ? UploadChecksums.ANNOUNCED : Map.of());
  }

  /**
   * Where the answer to an attempt was lost, the upload that it may have started is aborted.
   *
   * @param announced headers for a server that takes announcements of checksums
   */
  private Upload start(
      String what, String key, Map<String, String> headers, Map<String, String> announced) {
    Attempts attempts = new Attempts();
    Started answer =
        bucket
            .errors()
            .call(
                what,
                bucket.target(key),
                () ->
                    bucket
                        .clients()
                        .announcing(announces -> {
                          Map<String, String> all = bucket.making(headers);
                          all.putIfAbsent("Content-Type", ANY_TYPE);
                          if (announces) {
                            all.putAll(announced);
                          }
                          Request request =
                              bucket.post(
                                  key, Map.of("uploads", ""), all, attempts.counting(new byte[0]));
                          return bucket.clients().requests().send(request, Started::of);
                        }));
    Upload started = new Upload(key, answer.upload, Optional.empty());
    if (attempts.areSeveral()) {
      abortOthers(started, answer.observed);
    }
    return started;
  }

  private record Started(String upload, Instant observed) {
    static Started of(S3Answer answer) throws IOException {
      String id = answer.element().text("UploadId").orElse(null);
      return new Started(S3Answers.stated(id, "UploadId"), S3Answers.observed(answer.head()));
    }
  }

  private void abortOthers(Upload started, Instant observed) {
    Instant since = observed.minus(bucket.clients().connection().http().callTimeout());
    try {
      lists.uploadsOf(started.key()).stream()
          .filter(found -> !found.state().equals(started.state()))
          .filter(found -> found.started().stream().noneMatch(at -> at.isBefore(since)))
          .forEach(this::abort);
    } catch (DriverException.PermissionDenied e) {
      // A credential for a folder may not list uploads: the other upload is left to the server's
      // own rules.
    } catch (DriverException e) {
      // Abort this upload and fail: after a failed start the caller must look for all uploads of
      // the key.
      abort(started, e);
      throw e;
    }
  }

  @Override
  public Part send(Upload upload, int number, Content content) {
    Map<String, String> query =
        Map.of("partNumber", Integer.toString(number), "uploadId", upload.state());
    try (S3Body body = new S3Body(content)) {
      SentPart sent =
          body.send(() ->
              bucket
                  .errors()
                  .call(
                      "upload part",
                      bucket.target(upload.key()),
                      () -> sent(bucket.send(upload.key(), query, Map.of(), body))));
      return new Part(number, sent.state(), content.length());
    }
  }

  private static SentPart sent(SdkHttpResponse answer) {
    return new SentPart(
        S3Answers.revision(answer).token(), answer.firstMatchingHeader("x-amz-checksum-crc32"));
  }

  @Override
  public Part copy(Upload upload, int number, CopySource source, ByteRange range) {
    return copy(upload, number, source, Optional.of(range), range.length());
  }

  /** Copies a source, or a range of it. AWS refuses only what cannot be done. */
  Part copy(Upload upload, int number, CopySource source, Optional<ByteRange> range, long bytes) {
    RefusedCopies.Copying<Part, RuntimeException> byServer =
        () -> copied(upload, number, source, range, bytes);
    return bucket.isOnAws()
        ? byServer.make()
        : bucket
            .refused()
            .make(
                RefusedCopies.Kind.PART,
                () -> sources.isAsAsked(source),
                byServer,
                () -> sent(upload, number, source, range.orElse(new ByteRange(0, bytes))));
  }

  private Part sent(Upload upload, int number, CopySource source, ByteRange range) {
    ObjectStore from = new S3Store(bucket.at(source.bucket()));
    RangeCopy copy = new RangeCopy(from, source, new S3Store(bucket), upload);
    return bucket.refused().inTurn(() -> copy.sent(number, range));
  }

  private Part copied(
      Upload upload, int number, CopySource source, Optional<ByteRange> range, long bytes) {
    UploadPartCopyRequest.Builder request =
        UploadPartCopyRequest.builder()
            .destinationBucket(bucket.name())
            .destinationKey(upload.key())
            .uploadId(upload.state())
            .partNumber(number)
            .sourceBucket(source.bucket())
            .sourceKey(source.key())
            .overrideConfiguration(bucket.clients().allowCopying(bytes));
    range.ifPresent(wanted -> request.copySourceRange(header(wanted)));
    source.version().ifPresent(request::sourceVersionId);
    source.ifMatch().map(Revision::token).ifPresent(request::copySourceIfMatch);
    UploadPartCopyResponse answer =
        bucket
            .errors()
            .call(
                "copy part",
                source.bucket() + "/" + source.key(),
                () -> bucket.clients().slow().uploadPartCopy(request.build()));
    CopyPartResult copied = S3Answers.stated(answer.copyPartResult(), "CopyPartResult");
    SentPart sent =
        new SentPart(
            S3Answers.quoted(S3Answers.text(copied.eTag())),
            Optional.ofNullable(copied.checksumCRC32()));
    return new Part(number, sent.state(), bytes);
  }

  /** Returns a range in the form of the HTTP header. */
  static String header(ByteRange range) {
    return "bytes=%d-%d".formatted(range.offset(), range.last());
  }

  /** Returns the headers for a condition. */
  static Map<String, String> headers(Condition condition) {
    return switch (condition) {
      case Condition.Always _ -> Map.of();
      case Condition.IfAbsent _ -> Map.of("If-None-Match", "*");
      case Condition.IfMatch(Revision seen) -> Map.of("If-Match", seen.token());
    };
  }

  @Override
  public ObjectInfo complete(Upload upload, List<Part> parts, Condition condition) {
    List<Part> inOrder = parts.stream().sorted(Comparator.comparingInt(Part::number)).toList();
    long size = inOrder.stream().mapToLong(Part::size).sum();
    requireConditional(upload.key(), condition);
    Map<String, String> headers = new HashMap<>(headers(condition));
    headers.put("Content-Type", "application/xml");
    Attempts attempts = new Attempts();
    Completed answer;
    try {
      answer = complete(upload, inOrder, headers, size, attempts);
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      if (isThere(upload)) {
        throw e;
      }
      return completedBefore(upload, inOrder)
          .orElseThrow(() -> attempts.areSeveral() ? lost(upload, e) : e);
    }
    return new ObjectInfo(
        upload.key(),
        size,
        new Revision(answer.etag),
        answer.version,
        answer.observed,
        answer.observed,
        Map.of(),
        ObjectProperties.NONE);
  }

  /** Of the object nothing is known: an attempt before, or its conflict, has ended the upload. */
  private DriverException lost(Upload upload, DriverException cause) {
    return new DriverException.Unavailable(
        bucket
            .errors()
            .says(
                "complete upload",
                bucket.target(upload.key()),
                "it was asked for several times, and the upload is gone: begin it again"),
        cause);
  }

  private record Completed(String etag, Optional<String> version, Instant observed) {
    static Completed of(S3Answer answer) throws IOException {
      return new Completed(
          answer.element().text("ETag").orElse(""),
          answer.head().firstMatchingHeader(S3Answers.VERSION),
          S3Answers.observed(answer.head()));
    }
  }

  /**
   * Checks that the server keeps a condition of a completion.
   *
   * @throws DriverException.Unsupported when it does not
   */
  void requireConditional(String key, Condition condition) {
    if (!(condition instanceof Condition.Always)
        && !bucket.capabilities().has(Feature.COMPLETE_CONDITIONAL)) {
      throw new DriverException.Unsupported(
          bucket
              .errors()
              .says(
                  "complete upload",
                  bucket.target(key),
                  "the server has no conditional completion"),
          null);
    }
  }

  /**
   * Completes an upload with the checksums of its parts. Some servers want them of an upload for
   * which they were announced, others of each part that has one, and others refuse them of an
   * upload for which they were not.
   */
  private Completed complete(
      Upload upload, List<Part> parts, Map<String, String> headers, long size, Attempts attempts) {
    String known = listed(parts, UnaryOperator.identity());
    try {
      return complete(upload, known, headers, size, attempts);
    } catch (DriverException.InvalidArgument e) {
      List<Supplier<String>> others =
          List.of(
              () -> listed(parts, SentPart::bare),
              () -> listed(told(upload, parts), UnaryOperator.identity()));
      Set<String> tried = new HashSet<>(Set.of(known));
      for (Supplier<String> other : others) {
        String form = other.get();
        try {
          if (tried.add(form)) {
            return complete(upload, form, headers, size, attempts);
          }
        } catch (DriverException.InvalidArgument again) {
          e.addSuppressed(again);
        }
      }
      throw e;
    }
  }

  /**
   * Returns parts with the checksums that the server tells of them. The answer to a copy need not
   * have told one.
   */
  private List<Part> told(Upload upload, List<Part> parts) {
    Map<String, Part> all = new HashMap<>();
    Optional<String> token = Optional.empty();
    do {
      Page<Part> page = parts(upload, token);
      page.items().forEach(each -> all.put(sameness(each), each));
      token = page.next();
    } while (token.isPresent());
    return parts.stream().map(part -> all.getOrDefault(sameness(part), part)).toList();
  }

  private static String sameness(Part part) {
    return part.number() + " " + bare(SentPart.of(part.state()).etag());
  }

  private static String listed(List<Part> parts, UnaryOperator<SentPart> form) {
    return parts.stream()
        .map(part -> form.apply(SentPart.of(part.state())).completed(part.number()))
        .collect(
            Collectors.joining(
                "",
                "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">",
                "</CompleteMultipartUpload>"));
  }

  private Completed complete(
      Upload upload, String parts, Map<String, String> headers, long size, Attempts attempts) {
    Request request =
        bucket.post(
            upload.key(),
            Map.of("uploadId", upload.state()),
            headers,
            attempts.counting(parts.getBytes(StandardCharsets.UTF_8)));
    return bucket
        .errors()
        .call(
            "complete upload",
            bucket.target(upload.key()),
            () -> bucket.clients().join(request, size, Completed::of));
  }

  /** Returns whether an upload is there, as far as the server says. */
  private boolean isThere(Upload upload) {
    try {
      parts(upload, Optional.empty());
      return true;
    } catch (DriverException e) {
      return !(e instanceof DriverException.NotFound);
    }
  }

  /**
   * Returns the object that this upload became, if it was completed before and the answer was lost:
   * then the upload is gone, and the ETag of the object follows from these parts. Where a key of a
   * key management service encrypts, it does not, and the checksum has to do.
   *
   * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_Object.html">Object,
   *     "ETag"</a>
   */
  private Optional<ObjectInfo> completedBefore(Upload upload, List<Part> parts) {
    try {
      SdkHttpResponse found =
          bucket
              .errors()
              .call(
                  "complete upload",
                  bucket.target(upload.key()),
                  () ->
                      bucket.head(
                          upload.key(),
                          Optional.empty(),
                          Map.of("x-amz-checksum-mode", "ENABLED")));
      return Optional.of(S3Answers.info(upload.key(), found, bucket.seen(found)))
          .filter(info ->
              joinedTag(parts).equals(Optional.of(bare(info.revision().token())))
                  || (isByKey(found) && hasChecksum(found, info.size(), parts)));
    } catch (DriverException e) {
      return Optional.empty();
    }
  }

  private static boolean isByKey(SdkHttpResponse found) {
    ServerSideEncryption by =
        ServerSideEncryption.fromValue(
            found.firstMatchingHeader("x-amz-server-side-encryption").orElse(""));
    return by == ServerSideEncryption.AWS_KMS || by == ServerSideEncryption.AWS_KMS_DSSE;
  }

  private static boolean hasChecksum(SdkHttpResponse found, long size, List<Part> parts) {
    return size == parts.stream().mapToLong(Part::size).sum()
        && found
            .firstMatchingHeader("x-amz-checksum-crc32")
            .map(JoinedCrc32::read)
            .filter(stated -> stated.isPresent() && stated.equals(joinedChecksum(parts)))
            .isPresent();
  }

  /** Returns the CRC32 of an object made of parts; empty if one of them has none. */
  private static OptionalLong joinedChecksum(List<Part> parts) {
    long joined = 0;
    for (Part part : parts) {
      OptionalLong next =
          SentPart.of(part.state()).crc32().map(JoinedCrc32::read).orElse(OptionalLong.empty());
      if (next.isEmpty()) {
        return next;
      }
      joined = JoinedCrc32.join(joined, next.getAsLong(), part.size());
    }
    return OptionalLong.of(joined);
  }

  /** Returns the ETag of an object made of parts: the MD5 of their MD5s, and their number. */
  private static Optional<String> joinedTag(List<Part> parts) {
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      for (Part part : parts) {
        md5.update(HexFormat.of().parseHex(bare(SentPart.of(part.state()).etag())));
      }
      return Optional.of(HexFormat.of().formatHex(md5.digest()) + "-" + parts.size());
    } catch (IllegalArgumentException | NoSuchAlgorithmException e) {
      return Optional.empty();
    }
  }

  private static String bare(String etag) {
    return etag.replace("\"", "");
  }

  @Override
  public void abort(Upload upload) {
    try {
      bucket
          .errors()
          .call(
              "abort upload",
              bucket.target(upload.key()),
              () ->
                  bucket
                      .client()
                      .abortMultipartUpload(abort ->
                          abort.bucket(bucket.name()).key(upload.key()).uploadId(upload.state())));
    } catch (DriverException.NotFound e) {
      // The upload was completed, or aborted before.
    }
  }

  /**
   * Aborts an upload because of a failure. If the abort fails, that is thrown, with the failure as
   * suppressed: the caller must know that the upload is left.
   */
  void abort(Upload upload, Exception reason) {
    try {
      abort(upload);
    } catch (DriverException e) {
      e.addSuppressed(reason);
      throw e;
    }
  }

  @Override
  public Page<Part> parts(Upload upload, Optional<String> token) {
    ListPartsRequest.Builder request =
        ListPartsRequest.builder().bucket(bucket.name()).key(upload.key()).uploadId(upload.state());
    token.ifPresent(after -> request.partNumberMarker(number(after)));
    ListPartsResponse answer =
        bucket
            .errors()
            .call(
                "list parts",
                bucket.target(upload.key()),
                () -> bucket.client().listParts(request.build()));
    List<Part> parts =
        answer.parts().stream()
            .map(found ->
                new Part(
                    found.partNumber(),
                    new SentPart(
                            S3Answers.text(found.eTag()),
                            Optional.ofNullable(found.checksumCRC32()))
                        .state(),
                    found.size()))
            .toList();
    Optional<String> next =
        Boolean.TRUE.equals(answer.isTruncated())
            ? Optional.of(String.valueOf(answer.nextPartNumberMarker()))
            : Optional.empty();
    return new Page<>(parts, next);
  }

  @Override
  public Page<Upload> list(String prefix, Optional<String> token) {
    return lists.uploads(prefix, token);
  }

  @Override
  public List<Upload> of(String key) {
    return lists.uploadsOf(key);
  }

  /** Returns empty: only lifecycle rules of the bucket end uploads. */
  @Override
  public Optional<Duration> expiry() {
    return Optional.empty();
  }

  private static int number(String token) {
    if (!token.matches("\\d{1,5}")) {
      throw new DriverException.InvalidArgument("the page token was not given by this listing");
    }
    return Integer.parseInt(token);
  }
}
