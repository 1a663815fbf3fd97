package io.windlass.store.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.RequiredTrait;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.S3Request;
import software.amazon.awssdk.utils.builder.Buildable;

/**
 * Every operation of S3 that the SDK has, as the SDK itself describes it, also those that are added
 * to it: what this server does not offer is refused, and changes nothing.
 */
class EveryOperationTest {
  private static final String CONTENT = "content";

  /** Tested by the contract of stores and by the rules of keys. */
  private static final Set<String> OFFERED =
      Set.of(
          "abortMultipartUpload",
          "completeMultipartUpload",
          "copyObject",
          "createBucket",
          "createMultipartUpload",
          "deleteBucket",
          "deleteBucketEncryption",
          "deleteObject",
          "deleteObjects",
          "getBucketAcl",
          "getBucketEncryption",
          "getBucketLocation",
          "getBucketPolicy",
          "getBucketVersioning",
          "getObject",
          "getObjectAcl",
          "getObjectAttributes",
          "headBucket",
          "headObject",
          "listBuckets",
          "listDirectoryBuckets",
          "listMultipartUploads",
          "listObjectVersions",
          "listObjects",
          "listObjectsV2",
          "listParts",
          "putBucketAcl",
          "putBucketEncryption",
          "putBucketVersioning",
          "putObject",
          "putObjectAcl",
          "uploadPart",
          "uploadPartCopy");

  @TempDir Path directory;
  private OpenStore open;
  private S3Client s3;

  @BeforeEach
  void open() {
    open = new OpenStore(directory);
    open.backend().buckets().create("bucket", BucketSettings.DEFAULT);
    s3 = open.writer("bucket");
    s3.putObject(b -> b.bucket("bucket").key("key"), RequestBody.fromString(CONTENT));
  }

  @AfterEach
  void close() {
    open.close();
  }

  @Test
  void whatIsNotOfferedIsRefusedAndChangesNothing() throws ReflectiveOperationException {
    Set<String> tried = new TreeSet<>();
    List<String> wrong = new ArrayList<>();
    for (Method method : S3Client.class.getMethods()) {
      if (isOperation(method) && !OFFERED.contains(method.getName())) {
        tried.add(method.getName());
        problem(method).ifPresent(wrong::add);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(tried).hasSizeGreaterThan(70).contains("putObjectAnnotation", "renameObject");
  }

  @Test
  void headersThatWouldChangeWhatIsMeantAreRefused() {
    Stream.<Consumer<PutObjectRequest.Builder>>of(
            put -> put.writeOffsetBytes((long) CONTENT.length()),
            put -> put.tagging("a=b"),
            put -> put.objectLockLegalHoldStatus("ON"))
        .forEach(header -> {
          assertThatExceptionOfType(S3Exception.class)
              .isThrownBy(() ->
                  s3.putObject(
                      put -> header.accept(put.bucket("bucket").key("key")),
                      RequestBody.fromString("other")))
              .satisfies(
                  e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("NotImplemented"));
          assertThat(stored()).isEqualTo(Map.of("key", CONTENT));
        });
  }

  /** Those that take a request, and a body if they have one; not other forms of the same. */
  private static boolean isOperation(Method method) {
    Class<?>[] types = method.getParameterTypes();
    return types.length > 0
        && !method.getName().matches(".*(Paginator|AsBytes)")
        && S3Request.class.isAssignableFrom(types[0])
        && (types.length == 1 || (types.length == 2 && types[1] == RequestBody.class))
        && Arrays.stream(types).noneMatch(S3Request.class::equals);
  }

  private Optional<String> problem(Method method) throws ReflectiveOperationException {
    Object request =
        sample((SdkPojo) method.getParameterTypes()[0].getMethod("builder").invoke(null));
    Object[] arguments =
        method.getParameterCount() == 1
            ? new Object[] {request}
            : new Object[] {request, RequestBody.fromString("other")};
    String answer;
    try {
      Object _ = method.invoke(s3, arguments);
      answer = "not refused";
    } catch (InvocationTargetException e) {
      answer =
          switch (e.getCause()) {
            case S3Exception refused when refused.statusCode() == 501 -> "refused";
            case SdkClientException _ -> "refused"; // the SDK would send it elsewhere
            case null, default -> "" + e.getCause();
          };
    }
    boolean same = stored().equals(Map.of("key", CONTENT));
    return answer.equals("refused") && same
        ? Optional.empty()
        : Optional.of("%s: %s, then there is %s".formatted(method.getName(), answer, stored()));
  }

  /** A value of the smallest form that the SDK sends. */
  private static Object sample(SdkPojo builder) {
    for (SdkField<?> field : builder.sdkFields()) {
      if (field.containsTrait(RequiredTrait.class)) {
        field.set(builder, sample(field));
      }
    }
    return ((Buildable) builder).build();
  }

  private static Object sample(SdkField<?> field) {
    MarshallingType<?> type = field.marshallingType();
    if (type.equals(MarshallingType.LIST)) {
      return List.of(sample(field.getTrait(ListTrait.class).memberFieldInfo()));
    } else if (type.equals(MarshallingType.SDK_POJO)) {
      return sample(field.constructor().get());
    } else if (type.equals(MarshallingType.INTEGER)) {
      return 1;
    } else if (type.equals(MarshallingType.LONG)) {
      return 1L;
    } else if (type.equals(MarshallingType.BOOLEAN)) {
      return true;
    } else if (type.equals(MarshallingType.INSTANT)) {
      return Instant.EPOCH;
    }
    String name = Objects.requireNonNullElse(field.memberName(), "Member"); // of a list, none
    return name.toLowerCase(Locale.ROOT);
  }

  private Map<String, String> stored() {
    return s3.listObjectsV2(b -> b.bucket("bucket")).contents().stream()
        .map(S3Object::key)
        .collect(
            Collectors.toMap(
                key -> key,
                key -> s3.getObjectAsBytes(b -> b.bucket("bucket").key(key)).asUtf8String()));
  }
}
