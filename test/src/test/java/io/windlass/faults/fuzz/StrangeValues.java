package io.windlass.faults.fuzz;

import io.windlass.provision.BucketParameters;
import io.windlass.provision.Parameter;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.test.driver.DriverSetup;
import io.windlass.volume.VolumeParameters;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Values that a caller may send: nearly right, far too long, path escapes, or noise. */
final class StrangeValues {
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "/",
          "//",
          "..",
          "../..",
          "a",
          "A",
          "-",
          "a..b",
          "a.-b",
          "127.0.0.1",
          "%2f",
          "%s%n%d",
          "\0",
          "a\0b",
          "a\r\nb: c",
          "\u001b[31mred",
          "\u202ereversed",
          "\u00e4\u00f6\u00fc",
          "\ud83e\udea3\ud83e\udea3",
          "*",
          "?",
          "$",
          "${jndi:ldap://localhost/a}",
          "\"quoted\"",
          "<xml>&amp;</xml>",
          "null",
          "true",
          "0",
          "-1",
          "9223372036854775807",
          "99999999999999999999",
          "1e400",
          "NaN",
          DriverSetup.BACKEND,
          DriverSetup.BACKEND + "/",
          DriverSetup.BACKEND + "/.",
          DriverSetup.BACKEND + "/..",
          DriverSetup.BACKEND + "/../" + DriverSetup.REGISTRY,
          DriverSetup.BACKEND + "/%2e%2e",
          DriverSetup.BACKEND + "/\0",
          DriverSetup.BACKEND + "/" + DriverSetup.REGISTRY,
          DriverSetup.BACKEND + "/" + DriverSetup.REGISTRY + "/",
          DriverSetup.BACKEND + "//" + DriverSetup.REGISTRY,
          DriverSetup.REGISTRY,
          "other/bucket",
          "/etc/passwd",
          ".windlass",
          DriverSetup.BACKEND + "/.windlass",
          "arn:aws:s3:::*");

  /** Values of parameters that are right, or nearly. */
  private static final List<String> PARAMETER_VALUES =
      List.of(
          "Enabled",
          "Disabled",
          "enabled",
          "true",
          "false",
          "500Gi",
          "1",
          "0",
          "36500",
          "36501",
          "AES256",
          "aws:kms",
          "a=b",
          "a=b,c=d",
          "a=b,a=c",
          "=",
          "Refuse",
          "Empty",
          "ReadOnly",
          "WriteOnly",
          "us-east-1",
          "12h",
          "P30D",
          "P99999999999D",
          "-5s",
          "s3:GetObjectTagging",
          "s3:*",
          "s3:PutBucketPolicy",
          "prefix/",
          "../",
          DriverSetup.BACKEND);

  private static final List<String> PARAMETERS =
      Stream.of(BucketParameters.ALL, AccessParameters.ALL, VolumeParameters.ALL)
          .flatMap(List::stream)
          .map(Parameter::name)
          .distinct()
          .toList();

  private static final int[] LENGTHS = {63, 64, 128, 129, 253, 254, 2048, 2049, 5_000, 70_000};

  private final RandomGenerator random;
  private final List<String> near;
  private final List<String> texts;

  /**
   * @param near values that are right somewhere
   * @param prefix for those that can be names by accident: others may send the same
   */
  StrangeValues(RandomGenerator random, List<String> near, String prefix) {
    this.random = random;
    this.near = near;
    this.texts =
        TEXTS.stream().map(text -> AccountId.isSuggestion(text) ? prefix + text : text).toList();
  }

  /** Any text. */
  String text() {
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> pick(texts);
      case 4, 5 -> pick(near);
      case 6 -> damaged(pick(near));
      case 7 -> pick(near) + pick(texts);
      case 8 -> longText();
      default -> noise();
    };
  }

  /** The name of a parameter, right in most cases. */
  String parameter() {
    return switch (random.nextInt(6)) {
      case 0 -> text();
      case 1 -> damaged(pick(PARAMETERS));
      default -> pick(PARAMETERS);
    };
  }

  /** The value of a parameter. */
  String parameterValue() {
    return random.nextInt(3) == 0 ? text() : pick(PARAMETER_VALUES);
  }

  /** Any number, mostly small. */
  int number() {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt();
      case 1 -> Integer.MIN_VALUE;
      default -> random.nextInt(-1, 6);
    };
  }

  /** Returns a random number of elements, mostly small. */
  int count() {
    return random.nextInt(200) == 0 ? random.nextInt(2_000) : random.nextInt(4);
  }

  /** Any bytes. */
  byte[] bytes(int most) {
    byte[] bytes = new byte[random.nextInt(most)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String longText() {
    int length = LENGTHS[random.nextInt(LENGTHS.length)];
    String unit = random.nextBoolean() ? pick(near) + "-" : pick(texts) + "x";
    return unit.repeat(length / unit.length() + 1).substring(0, length);
  }

  private String noise() {
    return new String(bytes(60), StandardCharsets.UTF_8);
  }

  private String damaged(String text) {
    if (text.isEmpty()) {
      return text;
    }
    int at = random.nextInt(text.length());
    char other = (char) random.nextInt(1, 0x250);
    return switch (random.nextInt(3)) {
      case 0 -> text.substring(0, at) + text.substring(at + 1);
      case 1 -> text.substring(0, at) + other + text.substring(at);
      default -> text.substring(0, at) + other + text.substring(at + 1);
    };
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
