package io.windlass.store.s3.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.backend.BucketSettings.Encryption;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.http.HttpAttempts;
import io.windlass.store.s3.access.BucketKeys;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.object.S3Capabilities;
import io.windlass.testing.Patience;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

class AwsBucketsTest {
  private static final String KEY =
      "arn:aws:kms:us-east-1:000000000000:key/1234abcd-12ab-34cd-56ef-1234567890ab";

  private static final BucketSettings LOCKED =
      new BucketSettings(
          Optional.empty(),
          true,
          true,
          OptionalLong.empty(),
          OptionalInt.empty(),
          new Encryption.BackendDefault(),
          Map.of());

  private final StoreErrors errors = S3Errors.of("aws");
  private FakeAwsBuckets fake;
  private S3Clients clients;
  private S3Buckets buckets;

  @BeforeEach
  void start() throws IOException {
    fake = new FakeAwsBuckets();
    clients = open(Optional.empty());
    buckets = buckets(true);
  }

  private S3Clients open(Optional<S3Connection.Encryption> encryption) {
    return S3Clients.open(
        S3Connection.to(fake.endpoint())
            .withTimeouts(Patience.LONG, Patience.LONG)
            .withEncryption(encryption),
        StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")));
  }

  private S3Buckets buckets(boolean onlyTls) {
    return buckets(clients, onlyTls, Duration.ofMillis(1));
  }

  private S3Buckets buckets(S3Clients at, boolean onlyTls, Duration pause) {
    return new S3Buckets(
        at,
        S3Capabilities.of(S3Flavor.NONE),
        new AwsExtras(at, errors, onlyTls),
        errors,
        new HttpAttempts(pause));
  }

  @AfterEach
  void stop() {
    clients.close();
    fake.close();
  }

  /** Some accounts deny what is so already. */
  @Test
  void whatANewBucketHasAnywayIsNotSet() {
    fake.deny("PUT publicAccessBlock", "PUT ownershipControls");
    buckets.create("mine", BucketSettings.DEFAULT);
    assertThat(fake.settings("mine").orElseThrow()).containsKey("policy");
  }

  /** With what AWS makes by itself, with nothing, with less, and without the right to look. */
  @ParameterizedTest
  @CsvSource({
    "true, ''",
    "true, GET publicAccessBlock",
    "true, GET ownershipControls",
    "false, ''",
    "false, <BlockPublicAcls>true</BlockPublicAcls>",
  })
  void aBucketIsMadeClosedToThePublicAndToPlainHttp(boolean byItself, String other) {
    if (!byItself) {
      fake.makeWith(
          other.isEmpty()
              ? Map.of()
              : Map.of(
                  "publicAccessBlock",
                  "<PublicAccessBlockConfiguration>%s</PublicAccessBlockConfiguration>"
                      .formatted(other),
                  "ownershipControls",
                  "<OwnershipControls><Rule><ObjectOwnership>ObjectWriter</ObjectOwnership></Rule>"
                      + "</OwnershipControls>"));
    } else if (!other.isEmpty()) {
      fake.deny(other);
    }
    buckets.create("mine", BucketSettings.DEFAULT);
    Map<String, String> made = fake.settings("mine").orElseThrow();
    assertThat(made.get("publicAccessBlock"))
        .contains(
            "<BlockPublicAcls>true<",
            "<IgnorePublicAcls>true<",
            "<BlockPublicPolicy>true<",
            "<RestrictPublicBuckets>true<");
    assertThat(made.get("ownershipControls")).contains("BucketOwnerEnforced");
    assertThat(made.get("policy"))
        .contains(
            "\"Effect\":\"Deny\"",
            "\"aws:SecureTransport\":\"false\"",
            "\"arn:aws:s3:::mine\"",
            "\"arn:aws:s3:::mine/*\"");
  }

  /** The driver's own requests would be denied. */
  @Test
  void plainHttpIsDeniedOnlyWhereNobodyIsToldToUseIt() {
    buckets(false).create("mine", BucketSettings.DEFAULT);
    assertThat(fake.settings("mine").orElseThrow())
        .containsKey("publicAccessBlock")
        .doesNotContainKey("policy");
  }

  @Test
  void aBucketOfANamedKeyHasAKeyOfItsOwnAndWhoeverUsesItNeedsBoth() {
    buckets.create("mine", encrypted(KEY));
    assertThat(fake.settings("mine").orElseThrow().get("encryption"))
        .contains(
            "<SSEAlgorithm>aws:kms<",
            "<KMSMasterKeyID>%s<".formatted(KEY),
            "<BucketKeyEnabled>true<");
    buckets.create("other", encrypted(new Encryption.Managed()));
    buckets.create("plain", BucketSettings.DEFAULT);
    BucketKeys keys = BucketKeys.ofAws(clients, "aws", errors);
    assertThat(keys.of("mine").getFirst().resource()).isEqualTo(KEY);
    assertThat(keys.of("other")).isEmpty();
    assertThat(keys.of("plain")).isEmpty();
    try (S3Clients encrypting =
        open(S3Connection.Encryption.of(Optional.of("aws:kms"), Optional.of("alias/volumes")))) {
      assertThat(BucketKeys.ofAws(encrypting, "aws", errors).of("mine"))
          .as("that of the bucket, and that which volumes write with")
          .extracting(KmsKey::alias)
          .containsExactly(Optional.empty(), Optional.of("alias/volumes"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "alias/mine, must be the ARN of a key",
    "arn:aws:kms:us-east-1:000000000000:alias/mine, must be the ARN of a key",
    "1234abcd-12ab-34cd-56ef-1234567890ab, must be the ARN of a key",
    "arn:aws:kms:eu-north-1:000000000000:key/1234, is a key of region eu-north-1"
  })
  void aKeyIsNamedSoThatItIsTheSameForAll(String name, String problem) {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> buckets.create("mine", encrypted(name)))
        .withMessageContaining("kmsKeyId " + problem);
    assertThat(fake.settings("mine")).isEmpty();
  }

  private static BucketSettings encrypted(String key) {
    return encrypted(new Encryption.Kms(key));
  }

  private static BucketSettings encrypted(Encryption encryption) {
    return new BucketSettings(
        Optional.empty(),
        false,
        false,
        OptionalLong.empty(),
        OptionalInt.empty(),
        encryption,
        Map.of());
  }

  @Test
  void aNameOfTheAccountsNamespaceIsMadeThere() {
    buckets.create("mine-111122223333-us-east-1-an", BucketSettings.DEFAULT);
    assertThat(fake.settings("mine-111122223333-us-east-1-an")).isPresent();
    buckets.create("mine-an", BucketSettings.DEFAULT);
    assertThat(fake.settings("mine-an")).isPresent();
  }

  /** They are permissions then. What is so already is not set. */
  @Test
  void tagsOfABucketWithAccessByAttributesAreLeftAlone() {
    BucketSettings tagged = tagged(Map.of("team", "data"));
    buckets.create("mine", tagged);
    assertThat(fake.settings("mine").orElseThrow().get("tagging")).contains("<Key>team<");
    fake.set("mine", "abac", "<AbacStatus><Status>Enabled</Status></AbacStatus>");
    buckets.amend("mine", tagged);
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> buckets.amend("mine", tagged(Map.of("team", "other"))))
        .withMessageContaining("(ABAC)")
        .withMessageContaining("by TagResource alone: set them there, and call again");
  }

  private static BucketSettings tagged(Map<String, String> tags) {
    return new BucketSettings(
        Optional.empty(),
        false,
        false,
        OptionalLong.empty(),
        OptionalInt.empty(),
        new Encryption.BackendDefault(),
        tags);
  }

  @Test
  void aBucketThatIsNotKnownYetIsWaitedFor() {
    fake.knowsLate(7, 5);
    buckets.create("mine", encrypted(KEY));
    assertThat(fake.settings("mine").orElseThrow())
        .containsKeys("publicAccessBlock", "policy", "encryption");
  }

  /** The first pause is longer than the call may take. */
  @Test
  void aBucketThatIsKnownTooLateStaysForTheNextCall() {
    S3Buckets hasty = buckets(clients, true, Duration.ofDays(1));
    fake.knowsLate(1, 0);
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> hasty.create("mine", BucketSettings.DEFAULT))
        .withMessageContaining("it is made, and the server does not know it yet: call again");
    fake.knowsLate(0, 1);
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> hasty.create("mine", BucketSettings.DEFAULT))
        .withMessageContaining("OperationAborted");
    assertThat(fake.settings("mine")).as("it stays").isPresent();
    fake.knowsLate(0, 0);
    hasty.create("mine", BucketSettings.DEFAULT);
    assertThat(fake.settings("mine").orElseThrow()).containsKey("publicAccessBlock");
  }

  /** Else its record would go, and the bucket would stay with nobody's name on it. */
  @Test
  void whatCannotBeSetUpIsToldOfABucketThatCanBeFound() {
    fake.makeWith(Map.of());
    fake.deny("GET publicAccessBlock", "PUT publicAccessBlock");
    fake.knowsLate(1, 0);
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() ->
            buckets(clients, true, Duration.ofDays(1)).create("mine", BucketSettings.DEFAULT));
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> buckets.create("mine", BucketSettings.DEFAULT));
    assertThat(buckets.exists("mine")).isTrue();
  }

  /** A captive portal, or the port of a console. */
  @Test
  void aPageForBrowsersIsNoBucket() throws IOException {
    ScriptedServer.Answer page =
        exchange -> {
          byte[] text = "<!DOCTYPE html><html><body>Welcome</body></html>".getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
          exchange.sendResponseHeaders(200, text.length);
          exchange.getResponseBody().write(text);
        };
    try (ScriptedServer portal = new ScriptedServer(page);
        S3Clients there =
            S3Clients.open(
                S3Connection.to(portal.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")))) {
      S3Buckets none = buckets(there, true, Duration.ofMillis(1));
      for (ThrowingCallable call :
          List.<ThrowingCallable>of(
              () -> none.create("mine", BucketSettings.DEFAULT),
              () -> none.exists("mine"),
              () -> none.delete("mine"),
              () -> none.list(Optional.empty()))) {
        assertThatExceptionOfType(DriverException.Unavailable.class)
            .isThrownBy(call)
            .withMessageContaining("the answer is not one of the object store (HTTP 200)");
      }
    }
  }

  /** It may be another account's, or the key lacks a right: no answer tells. */
  @Test
  void aBucketThatMayNotBeLookedAtMayBeAnotherAccounts() throws IOException {
    try (ScriptedServer server = new ScriptedServer(ScriptedServer.error(403, "AccessDenied"));
        S3Clients there =
            S3Clients.open(
                S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
                StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")))) {
      S3Buckets denied = buckets(there, true, Duration.ofMillis(1));
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> denied.exists("taken"))
          .withMessageContainingAll("another account's", "lacks s3:GetBucketLocation");
    }
  }

  @Test
  void aPolicyThatIsThereStays() {
    String own = "{\"Statement\":[]}";
    buckets.create("mine", BucketSettings.DEFAULT);
    fake.set("mine", "policy", own);
    buckets.create("mine", BucketSettings.DEFAULT);
    assertThat(fake.settings("mine").orElseThrow()).containsEntry("policy", own);
  }

  /** The answer does not say that it was there before. */
  @Test
  void aBucketThatWasThereWithoutLockIsNotTakenForOneWithLock() {
    buckets.create("mine", BucketSettings.DEFAULT);
    assertThatExceptionOfType(DriverException.AlreadyExists.class)
        .isThrownBy(() -> buckets.create("mine", LOCKED))
        .withMessageContaining("without object lock");
  }

  @Test
  void theRegionOfABucketElsewhereIsNamed() {
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> buckets.create(FakeAwsBuckets.ELSEWHERE, BucketSettings.DEFAULT))
        .withMessageContaining("the bucket is in region " + FakeAwsBuckets.REGION);
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() ->
            errors.call(
                "look at",
                "key",
                () ->
                    clients
                        .calls()
                        .headObject(of -> of.bucket(FakeAwsBuckets.ELSEWHERE).key("key"))))
        .withMessageContaining("the bucket is in region " + FakeAwsBuckets.REGION);
  }
}
