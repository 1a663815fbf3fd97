package io.windlass.cosi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.grpc.BindableService;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.windlass.backend.Backend;
import io.windlass.cosi.tape.TapeKind;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.client.S3Protocol;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is said of a request that is wrong: the field, its value, and what would be right. */
class WrongRequestsTest {
  private static final String NEW_NAME =
      " cannot be the name of a new bucket: that has 3 to 63 of a-z, 0-9, hyphen and dot, begins"
          + " and ends with a letter or digit, has no dot beside a dot or hyphen, and is no IP"
          + " address";
  private static final String ANY_NAME =
      ": it has 3 to 255 letters, digits, hyphens, underscores and dots, and begins with no dot";
  private static final String SUBDOMAIN =
      ", but must be a DNS subdomain: at most 253 of a-z, 0-9, hyphen and dot, beginning and"
          + " ending with a letter or digit";
  private static final String PARAMETERS =
      "; known parameters: backend, namePrefix, nameSuffix, region, versioning, objectLock,"
          + " retentionDays, quota, expirationDays, encryption, kmsKeyId, encryptionScope, tags,"
          + " hierarchicalNamespace, whenNotEmpty";
  private static final String MODES =
      "buckets: object_data_access_mode, object_metadata_access_mode and"
          + " bucket_metadata_access_mode are required, each ANY, READ_WRITE, READ_ONLY or"
          + " WRITE_ONLY (in revisions A and B: access_mode)";
  private static final String KEY = " authentication_type { type: KEY } ";
  private static final String S3 = " protocol { type: S3 } ";
  private static final String ANY =
      " object_metadata_access_mode { mode: ANY } bucket_metadata_access_mode { mode: ANY } ";
  private static final String READ = " object_data_access_mode { mode: READ_ONLY } ";

  private final Backend backend = s3(TapeKind.open(Keyring.parse(Keyring.generate())));

  static Stream<Arguments> bucketsOfV1Alpha2() {
    return Stream.of(
        wrong("CreateBucket", "", "bucket_id (name in revisions A to C) is required"),
        wrong(
            "CreateBucket",
            "bucket_id: 'x'",
            "bucket_id (name in revisions A to C): 'x'" + NEW_NAME),
        wrong(
            "CreateBucket",
            "bucket_id: 'BC_X'",
            "bucket_id (name in revisions A to C) is 'BC_X'" + SUBDOMAIN),
        wrong("CreateBucket", "bucket_id: 'cold/BC_X'", "bucket_id: 'BC_X'" + NEW_NAME),
        wrong("CreateBucket", "bucket_id: 'cold/'", "bucket_id: ''" + NEW_NAME),
        wrong("CreateBucket", "bucket_id: 'cold/a/b'", "bucket_id: 'a/b'" + NEW_NAME),
        refused(
            "CreateBucket",
            "bucket_id: 'nope/bc-x'",
            Code.FAILED_PRECONDITION,
            "nope/bc-x is of backend 'nope', which is not configured: configure it again under this"
                + " name; the configured backends are cold"),
        wrong(
            "CreateBucket",
            "bucket_id: 'NOPE/bc-x'",
            "bucket_id is 'NOPE/bc-x', but must be <backend>/<bucket>; the configured backends are"
                + " cold"),
        wrong(
            "CreateBucket",
            "bucket_id: 'cold/bc-x' protocols { type: AZURE }",
            "protocols is AZURE, but backend cold speaks S3"),
        wrong(
            "CreateBucket",
            "bucket_id: 'cold/bc-x' protocols { type: 9 }",
            "protocols is 9, but backend cold speaks S3"),
        wrong(
            "CreateBucket",
            "bucket_id: 'bc-x' " + parameter("versionning", "Enabled"),
            "parameter versionning is unknown; did you mean versioning?" + PARAMETERS),
        wrong(
            "CreateBucket",
            "bucket_id: 'cold/bc-x' " + parameter("bakend", "cold"),
            "parameter bakend is unknown; did you mean backend?" + PARAMETERS),
        wrong(
            "CreateBucket",
            "bucket_id: 'bc-x' " + parameter("colour", "red"),
            "parameter colour is unknown" + PARAMETERS),
        wrong(
            "CreateBucket",
            "bucket_id: 'bc-x' " + parameter("backend", "nope"),
            "parameter backend: no backend 'nope' is configured; the configured backends are cold"),
        wrong(
            "CreateBucket",
            "bucket_id: 'bc-x' " + parameter("whenNotEmpty", "empty"),
            "parameter whenNotEmpty is 'empty', but must be Refuse or Empty"),
        wrong("GenerateBucketId", "", "name is required"),
        wrong("GenerateBucketId", "name: 'x'", "name: 'x'" + NEW_NAME),
        wrong("GetBucket", "", "bucket_id is required"),
        wrong("GetExistingBucket", "", "bucket_id (existing_bucket_id in revision A) is required"),
        wrong(
            "GetBucket",
            "bucket_id: 'cold/a b'",
            "bucket_id: no bucket can have the name 'a b'" + ANY_NAME),
        refused(
            "GetBucket",
            "bucket_id: 'nope/bc-x'",
            Code.NOT_FOUND,
            "bucket_id: there is no bucket nope/bc-x: there is no backend 'nope'; the configured"
                + " backends are cold"),
        wrong("DeleteBucket", "", "bucket_id is required"));
  }

  static Stream<Arguments> accessOfV1Alpha2() {
    String bucket = "buckets { bucket_id: 'cold/bc-x' ";
    return Stream.of(
        wrong(
            "GrantBucketAccess",
            "account_id: 'cold/ba-x'",
            "authentication_type is required: KEY or SERVICE_ACCOUNT; protocol is required: S3 on"
                + " backend cold; buckets: at least one is required"),
        wrong(
            "GrantBucketAccess",
            S3 + KEY + bucket + READ + ANY + "}",
            "account_id (account_name in revisions A to D) is required"),
        wrong(
            "GrantBucketAccess",
            "account_id: 'cold/A b'" + S3 + KEY + bucket + READ + ANY + "}",
            "account_id is 'cold/A b', which this driver did not generate: it is"
                + " <backend>/<account>, as DriverGenerateBucketAccessId answers"),
        wrong(
            "GrantBucketAccess",
            "account_id: 'cold/ba-x' protocol { type: GCS }" + KEY + bucket + READ + ANY + "}",
            "protocol is GCS, but backend cold speaks S3"),
        wrong(
            "GrantBucketAccess",
            "account_id: 'cold/ba-x' authentication_type { type: 7 }"
                + S3
                + bucket
                + READ
                + ANY
                + "}",
            "authentication_type is 7, but must be KEY or SERVICE_ACCOUNT"),
        wrong("GrantBucketAccess", "account_id: 'cold/ba-x'" + S3 + KEY + bucket + "}", MODES),
        wrong(
            "GrantBucketAccess",
            "account_id: 'cold/ba-x'"
                + S3
                + KEY
                + bucket
                + " object_data_access_mode { mode: WRITE_ONLY } }",
            "buckets.object_data_access_mode is 4: with neither object_metadata_access_mode nor"
                + " bucket_metadata_access_mode it is access_mode of revisions A and B, which must"
                + " be READ_WRITE (1), READ_ONLY (2) or WRITE_ONLY (3)"),
        wrong(
            "GrantBucketAccess",
            "account_id: 'cold/ba-x'" + S3 + KEY + bucket + ANY + "}",
            "buckets.object_data_access_mode is required: ANY, READ_WRITE, READ_ONLY or"
                + " WRITE_ONLY"),
        wrong(
            "GrantBucketAccess",
            "account_id: 'cold/ba-x'"
                + S3
                + KEY
                + bucket
                + " object_data_access_mode { mode: 9 }"
                + ANY
                + "}",
            "buckets.object_data_access_mode is 9, but must be ANY, READ_WRITE, READ_ONLY or"
                + " WRITE_ONLY"),
        refused(
            "GrantBucketAccess",
            "account_id: 'cold/ba-x'"
                + S3
                + KEY
                + "buckets { bucket_id: 'nope/bc-x' "
                + READ
                + ANY
                + "}",
            Code.NOT_FOUND,
            "buckets.bucket_id: there is no bucket nope/bc-x: there is no backend 'nope'; the"
                + " configured backends are cold"),
        refused(
            "GrantBucketAccess",
            "account_id: 'nope/ba-x'",
            Code.FAILED_PRECONDITION,
            "nope/ba-x is of backend 'nope', which is not configured: configure it again under this"
                + " name; the configured backends are cold"),
        wrong(
            "GenerateBucketAccessId",
            "account_name: 'A b'" + S3 + KEY + bucket + READ + ANY + "}",
            "account_name is 'A b'" + SUBDOMAIN),
        wrong("RevokeBucketAccess", "", "account_id is required"));
  }

  static Stream<Arguments> ofV1Alpha1() {
    return Stream.of(
        wrong("CreateBucket", "", "name is required"),
        wrong("CreateBucket", "name: 'x'", "name: 'x'" + NEW_NAME),
        wrong(
            "CreateBucket",
            "name: 'bc-x' " + parameter("quotas", "1Gi"),
            "parameter quotas is unknown; did you mean quota?" + PARAMETERS),
        wrong("DeleteBucket", "", "bucket_id is required"),
        wrong(
            "GrantBucketAccess",
            "bucket_id: 'cold/bc-x' name: 'A b'",
            "name is 'A b'" + SUBDOMAIN + "; authentication_type is required: use Key"),
        refused(
            "GrantBucketAccess",
            "bucket_id: 'nope/bc-x' name: 'ba-x' authentication_type: Key",
            Code.NOT_FOUND,
            "bucket_id: there is no bucket nope/bc-x: there is no backend 'nope'; the configured"
                + " backends are cold"),
        wrong("RevokeBucketAccess", "bucket_id: 'cold/bc-x'", "account_id is required"));
  }

  private static Arguments wrong(String method, String request, String message) {
    return refused(method, request, Code.INVALID_ARGUMENT, message);
  }

  private static Arguments refused(String method, String request, Code code, String message) {
    return arguments(method, request, code, message);
  }

  private static String parameter(String name, String value) {
    return "parameters { key: '%s' value: '%s' }".formatted(name, value);
  }

  @ParameterizedTest
  @MethodSource({"bucketsOfV1Alpha2", "accessOfV1Alpha2"})
  void v1Alpha2(String method, String request, Code code, String message) {
    assertRefused(V1Alpha2Provisioner.class, method, request, code, message);
  }

  @ParameterizedTest
  @MethodSource("ofV1Alpha1")
  void v1Alpha1(String method, String request, Code code, String message) {
    assertRefused(V1Alpha1Provisioner.class, method, request, code, message);
  }

  private void assertRefused(
      Class<?> api, String method, String request, Code code, String message) {
    Registry registry =
        new Registry(new RegistryBucket(backend, "registry", true), Owner.current("test:/a.sock"));
    OpenBackends backends =
        new OpenBackends(List.of(new OpenBackend(backend, registry, "registry")));
    BindableService service =
        CosiDriver.over("cosi.test", backends, () -> Keyring.parse(Keyring.generate()))
            .services()
            .stream()
            .filter(api::isInstance)
            .findFirst()
            .orElseThrow();

    CompletableFuture<Message> answer =
        Replies.asked(reply -> call(service, method, request, reply));

    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(answer::join)
        .havingCause()
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              assertThat(e.getStatus().getDescription()).isEqualTo(message);
              assertThat(e.getStatus().getCode()).isEqualTo(code);
            });
    // Records come first, so without them nothing was done.
    assertThat(backend.buckets().exists("registry")).isFalse();
  }

  private static void call(
      BindableService service, String name, String request, StreamObserver<Message> reply) {
    String method = "driver" + name;
    Method called =
        Arrays.stream(service.getClass().getMethods())
            .filter(each -> each.getName().equals(method))
            .findFirst()
            .orElseThrow();
    try {
      Message.Builder builder =
          (Message.Builder) called.getParameterTypes()[0].getMethod("newBuilder").invoke(null);
      TextFormat.merge(request, builder);
      called.invoke(service, builder.build(), reply);
    } catch (ReflectiveOperationException | TextFormat.ParseException e) {
      throw new AssertionError(e);
    }
  }

  private static Backend s3(Backend real) {
    return (Backend)
        Proxy.newProxyInstance(
            Backend.class.getClassLoader(),
            new Class<?>[] {Backend.class},
            (_, method, arguments) ->
                method.getName().equals("protocol")
                    ? S3Protocol.S3
                    : invoke(method, real, arguments));
  }

  private static Object invoke(Method method, Object on, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
