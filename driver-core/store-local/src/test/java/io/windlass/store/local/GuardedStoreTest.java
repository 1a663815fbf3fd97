package io.windlass.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.junit.jupiter.api.Test;

/** Nothing that S3Proxy can ask of a store goes past the guard, whatever its next version adds. */
class GuardedStoreTest {

  /** Methods that the interface implements by other methods, which are guarded. */
  private static final Set<String> MADE_OF_OTHERS =
      Set.of(
          "blobMetadata(String,String)",
          "blobMetadataIfPresent(HeadObjectRequest)",
          "blobMetadataIfPresent(String,String)",
          "containerExists(String)",
          "createContainer(String)",
          "deleteBucketEncryption(String)",
          "getBlob(String,String)",
          "getBucketEncryption(String)",
          "getBucketVersioning(String)",
          "list(ListBucketsRequest)",
          "list(String)",
          "listV1(ListObjectsRequest)",
          "putBucketEncryption(String,ServerSideEncryptionConfiguration)",
          "putBucketVersioning(String,BucketVersioningStatus)",
          "removeBlob(String,String)",
          "removeBlob(String,String,String)");

  /** These tell nothing of what is stored: that something is not offered, or a constant. */
  private static final Set<String> HARMLESS =
      Set.of(
          "getMinimumMultipartPartSize()",
          "supportsBucketEncryption()",
          "supportsServerSideEncryption()",
          "supportsVersioning()",
          "supportsCopyMultipartPart()",
          "copyMultipartPart(MultipartUpload,UploadPartCopyRequest)");

  @Test
  void everyMethodIsGuarded() {
    Set<String> guarded = signatures(GuardedStore.class.getDeclaredMethods());
    Set<String> asked = signatures(BlobStore.class.getMethods());

    asked.removeAll(guarded);

    assertThat(asked)
        .containsOnly(
            Stream.of(MADE_OF_OTHERS, HARMLESS).flatMap(Set::stream).toArray(String[]::new));
  }

  private static Set<String> signatures(Method[] methods) {
    return Arrays.stream(methods)
        .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isBridge())
        .map(GuardedStoreTest::signature)
        .collect(Collectors.toSet());
  }

  private static String signature(Method method) {
    return method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(",", "(", ")"));
  }
}
