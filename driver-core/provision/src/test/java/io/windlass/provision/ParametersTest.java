package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.backend.BucketSettings.Encryption;
import io.windlass.error.DriverException;
import io.windlass.provision.BucketParameters.WhenNotEmpty;
import io.windlass.provision.grant.AccessParameters;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParametersTest {
  private static final Map<String, String> EVERY_BUCKET_PARAMETER =
      Map.ofEntries(
          Map.entry("backend", "fast"),
          Map.entry("namePrefix", "team-"),
          Map.entry("nameSuffix", "prod"),
          Map.entry("region", "eu-west-1"),
          Map.entry("versioning", "Enabled"),
          Map.entry("objectLock", "true"),
          Map.entry("retentionDays", "146000"),
          Map.entry("quota", "5Gi"),
          Map.entry("expirationDays", "30"),
          Map.entry("encryption", "aws:kms"),
          Map.entry("kmsKeyId", "key-1"),
          Map.entry("tags", "team=data,env=prod"),
          Map.entry("hierarchicalNamespace", "true"),
          Map.entry("whenNotEmpty", "Empty"));

  @Test
  void readsEveryBucketParameter() {
    BucketParameters parameters = BucketParameters.parse(EVERY_BUCKET_PARAMETER);
    assertThat(parameters.backend()).contains("fast");
    assertThat(parameters.naming()).isEqualTo(new BucketNaming("team-", "-prod"));
    assertThat(parameters.whenNotEmpty()).isEqualTo(WhenNotEmpty.EMPTY);
    assertThat(parameters.settings().region()).contains("eu-west-1");
    assertThat(parameters.settings().versioning()).isTrue();
    assertThat(parameters.settings().objectLock()).isTrue();
    assertThat(parameters.settings().retentionDays()).hasValue(146_000);
    assertThat(parameters.fingerprint().fields()).containsEntry("retentionDays", "146000");
    assertThat(parameters.settings().quotaBytes()).hasValue(5L << 30);
    assertThat(parameters.settings().expireDays()).hasValue(30);
    assertThat(parameters.settings().encryption()).isEqualTo(new Encryption.Kms("key-1"));
    assertThat(parameters.settings().tags()).isEqualTo(Map.of("team", "data", "env", "prod"));
    assertThat(parameters.settings().hierarchicalNamespace()).isTrue();
  }

  @Test
  void readsAnEncryptionScope() {
    BucketParameters parameters = BucketParameters.parse(Map.of("encryptionScope", "team-1"));
    assertThat(parameters.settings().encryption()).isEqualTo(new Encryption.Scope("team-1"));
    assertThat(parameters.fingerprint().fields()).containsEntry("encryptionScope", "team-1");
    for (Map<String, String> wrong :
        List.of(
            Map.of("encryptionScope", "A"),
            Map.of("encryptionScope", "team--1"),
            Map.of("encryptionScope", "team-1", "encryption", "AES256"))) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> BucketParameters.parse(wrong))
          .withMessageContaining("encryptionScope");
    }
  }

  @Test
  void documentsExactlyWhatItReads() {
    Set<String> documented = new HashSet<>();
    BucketParameters.ALL.forEach(parameter -> documented.add(parameter.name()));
    Set<String> read = new HashSet<>(EVERY_BUCKET_PARAMETER.keySet());
    read.add("encryptionScope"); // not together with encryption
    assertThat(documented).isEqualTo(read);
    Set<String> access = new HashSet<>();
    AccessParameters.ALL.forEach(parameter -> access.add(parameter.name()));
    assertThat(access)
        .containsExactlyInAnyOrder(
            "backend",
            "prefix",
            "prefixExact",
            "actions",
            "expiresAfter",
            "accessMode",
            "signing",
            "delegatedUserObjectId",
            "serviceAccountNamespace",
            "serviceAccountIdentity");
  }

  @Test
  void nothingGivenMeansTheDefaults() {
    assertThat(BucketParameters.parse(Map.of())).isEqualTo(BucketParameters.DEFAULT);
    assertThat(AccessParameters.parse(Map.of())).isEqualTo(AccessParameters.DEFAULT);
    assertThat(BucketParameters.DEFAULT.fingerprint().fields()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "backend,''",
    "namePrefix,-a",
    "namePrefix,Capital",
    "namePrefix,abcdefghijklmnopqrstu",
    "nameSuffix,prod-",
    "nameSuffix,Capital",
    "nameSuffix,a2345678901234567890123456789012345678901",
    "region,EU",
    "versioning,enabled",
    "objectLock,yes",
    "retentionDays,0",
    "retentionDays,146001",
    "retentionDays,1.5",
    "quota,0",
    "quota,-1",
    "quota,5GB",
    "quota,99999999999999999Pi",
    "expirationDays,0",
    "expirationDays,36501",
    "expirationDays,1.5",
    "encryption,DES",
    "kmsKeyId,'a b'",
    "tags,a",
    "tags,=b",
    "tags,'a=1,a=2'",
    "hierarchicalNamespace,yes",
    "whenNotEmpty,delete",
    "unheard,of"
  })
  void refusesABucketParameterByName(String name, String value) {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> BucketParameters.parse(Map.of(name, value)))
        .withMessageContaining("parameter")
        .withMessageContaining(name);
  }

  @ParameterizedTest
  @CsvSource({
    "backend,''",
    "prefix,''",
    "prefix,a*",
    "prefix,${aws:username}",
    "prefixExact,yes",
    "actions,s3",
    "actions,'s3:Get,'",
    "actions,s3:*",
    "expiresAfter,0h",
    "expiresAfter,soon",
    "expiresAfter,-P1D",
    "expiresAfter,9999999d",
    "accessMode,rw",
    "delegatedUserObjectId,app",
    "delegatedUserObjectId,0b5c2a7e7d544c6b9f0e3a1d2c4b5e6f",
    "unheard,of"
  })
  void refusesAnAccessParameterByName(String name, String value) {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> AccessParameters.parse(Map.of(name, value)))
        .withMessageContaining("parameter " + name);
  }

  @Test
  void tellsEverythingThatIsWrongAtOnce() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(
            () -> BucketParameters.parse(Map.of("quota", "big", "colour", "red", "region", "?")))
        .withMessageContaining("quota")
        .withMessageContaining("colour")
        .withMessageContaining("region");
  }

  @Test
  void objectLockNeedsVersioningAndTurnsItOn() {
    assertThat(BucketParameters.parse(Map.of("objectLock", "true")).settings().versioning())
        .isTrue();
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(
            () -> BucketParameters.parse(Map.of("objectLock", "true", "versioning", "Disabled")))
        .withMessageContaining("objectLock");
  }

  @Test
  void aRetentionNeedsObjectLock() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> BucketParameters.parse(Map.of("retentionDays", "7")))
        .withMessageContaining("retentionDays")
        .withMessageContaining("objectLock");
  }

  @Test
  void aKeyAndItsEncryptionGoTogether() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> BucketParameters.parse(Map.of("encryption", "aws:kms")));
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> BucketParameters.parse(Map.of("kmsKeyId", "k")));
  }

  @Test
  void sayingTheDefaultOrTheSameInOtherWordsChangesNoFingerprint() {
    assertThat(BucketParameters.parse(Map.of("versioning", "Disabled")).fingerprint())
        .isEqualTo(BucketParameters.DEFAULT.fingerprint());
    assertThat(BucketParameters.parse(Map.of("quota", "1Gi")).fingerprint())
        .isEqualTo(BucketParameters.parse(Map.of("quota", "1073741824")).fingerprint());
    assertThat(BucketParameters.parse(Map.of("tags", "a=1,b=2")).fingerprint())
        .isEqualTo(BucketParameters.parse(Map.of("tags", "b=2, a=1")).fingerprint());
  }

  @Test
  void aDifferenceIsNamed() {
    assertThat(
            BucketParameters.parse(Map.of("quota", "1Gi"))
                .fingerprint()
                .difference(BucketParameters.DEFAULT.fingerprint()))
        .contains("quota is '1073741824' and was asked to be not set");
  }

  @ParameterizedTest
  @CsvSource({"90s,PT90S", "15m,PT15M", "12h,PT12H", "30d,PT720H", "P30D,PT720H", "PT1H,PT1H"})
  void readsDurations(String text, String expected) {
    assertThat(AccessParameters.parse(Map.of("expiresAfter", text)).expiresAfter())
        .contains(Duration.parse(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "team,false,team/",
    "team/,false,team/",
    "team,true,team",
    "team/,true,team/",
    "a/b,false,a/b/"
  })
  void aPrefixEndsAtASlashUnlessTheClassSaysOtherwise(String given, String exact, String expected) {
    Map<String, String> parameters = Map.of("prefix", given, "prefixExact", exact);
    assertThat(AccessParameters.parse(parameters).prefix()).isEqualTo(expected);
  }

  @Test
  void readsTheOtherAccessParameters() {
    AccessParameters parameters =
        AccessParameters.parse(
            Map.of(
                "prefix",
                "in/",
                "actions",
                "s3:PutObjectTagging, s3:GetObjectTagging",
                "accessMode",
                "ReadOnly",
                "backend",
                "fast"));
    assertThat(parameters.prefix()).isEqualTo("in/");
    assertThat(parameters.actions())
        .containsExactlyInAnyOrder("s3:GetObjectTagging", "s3:PutObjectTagging");
    assertThat(parameters.accessMode()).isEqualTo(Optional.of(AccessMode.READ_ONLY));
    assertThat(parameters.backend()).contains("fast");
  }

  @Test
  void onlyATokenOfALentKeyIsBoundToAPrincipal() {
    String id = "0B5C2A7E-7D54-4C6B-9F0E-3A1D2C4B5E6F";
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> AccessParameters.parse(Map.of("delegatedUserObjectId", id)))
        .withMessageContaining("delegatedUserObjectId needs parameter signing=UserDelegation");
    assertThat(
            AccessParameters.parse(Map.of("delegatedUserObjectId", id, "signing", "UserDelegation"))
                .delegatedUserObjectId())
        .contains("0b5c2a7e-7d54-4c6b-9f0e-3a1d2c4b5e6f");
  }

  @Test
  void wrongValuesAreShownCutAndInOneLine() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> BucketParameters.parse(Map.of("quota", "x\n".repeat(500))))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(200));
  }
}
