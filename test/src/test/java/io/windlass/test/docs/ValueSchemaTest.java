package io.windlass.test.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.stores.Stores;
import io.windlass.error.DriverException.InvalidArgument;
import io.windlass.provision.BucketParameters;
import io.windlass.provision.Parameter;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.setting.Format;
import io.windlass.setting.Setting;
import io.windlass.volume.ChangeableParameters;
import io.windlass.volume.VolumeParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The chart refuses no text that the driver takes, and what people get wrong. */
class ValueSchemaTest {
  private static final List<String> VALUES =
      Stream.of(
              "0 1 2 3 5 022 0022 644 777 7777 07777 999 8 64 65 512 1024 1025 36500 36501 146000 146001",
              "86400 86401 2147483647 2147483648 1000000000000 1000000000001 -1 1.5 1e3 0x10",
              "0s 0ms 500ms 999ms 1000ms 1s 4s 4999ms 5s 05s 11s 12s 59s 60s 61s 899s 900s 15m 14m 30m",
              "5m 300s 301s 1440m 1441m 1h 12h 13h 24h 1d 2d 6d 7d 8d 30d 90d 91d 43200s 43201s 518400s",
              "518401s 43200000ms 43200001ms 900000ms 899999ms 00900s PT15M pt15m PT12H P30D -PT1S +PT1H",
              "5 5x s 10S 1.5h 36500d 36501d 7776000s 604799s 604800s",
              "4Ki 4096 4095 1Mi 64Gi 1048577 500Gi 10G 1P 1Ei 0Gi 01Gi 1Gb",
              "true false True yes on keep drop none extension Enabled enabled Disabled Delete Retain",
              "AES256 aes256 aws:kms aws:kms:dsse UserDelegation ReadWrite ReadOnly WriteOnly Refuse Empty",
              "aws minio none files chain a ab abc a-b A-B a_b a..b 0a ABC -a a- my-bucket my.bucket",
              "eu-north-1,eu-west-1 eu-north-1, eu,eu ümlaut s3:GetObject s3 team=data team=data,env=x team",
              "minio:9000 http://minio http://minio:9000 https://minio:9000/ https://minio/path ftp://minio",
              "HTTP://minio http://u:p@minio u:p@minio:9000 http:// https://a?b https://a#b http://[::1]:9000",
              "http://127.0.0.1:10000/account https://account.blob.core.windows.net 2019-07-07 2026-06-06",
              "arn:aws:iam::000000000000:role/volumes arn:aws:iam::000000000000:policy/limits role/volumes",
              "arn:aws:iam::000000000000:oidc-provider/oidc.example.com/id/0 arn: my-project-1 example.com:p",
              "0b5c2a7e-7d54-4c6b-9f0e-3a1d2c4b5e6f " + "x".repeat(600))
          .flatMap(line -> Stream.of(line.split(" ", -1)))
          .toList();

  @Test
  void parametersOfClassesAreTheDrivers() {
    check(BucketParameters.ALL, BucketParameters::parse);
    check(AccessParameters.ALL, AccessParameters::parse);
    check(VolumeParameters.ALL, VolumeParameters::parse);
    check(ChangeableParameters.ALL, ChangeableParameters::parse);
  }

  @Test
  void settingsOfBackendsAreTheDrivers() {
    Stores.kinds().all().stream()
        .flatMap(kind -> kind.settings().stream())
        .forEach(setting -> check(setting));
  }

  private static void check(Setting<?> setting) {
    Format<?> format = setting.format();
    ObjectNode schema = schema();
    ValueSchema.setting(schema, format.right());
    check(setting.name(), schema, value -> format.parse(value).isPresent());
  }

  private static void check(List<Parameter> parameters, Consumer<Map<String, String>> parse) {
    for (Parameter parameter : parameters) {
      ObjectNode schema = schema();
      ValueSchema.parameter(schema, parameter.values());
      check(parameter.name(), schema, value -> takes(parse, parameter.name(), value));
    }
  }

  /** Whether the value is right by itself; it may lack others that it goes with. */
  private static boolean takes(Consumer<Map<String, String>> parse, String name, String value) {
    try {
      parse.accept(Map.of(name, value));
      return true;
    } catch (InvalidArgument e) {
      return !String.valueOf(e.getMessage()).contains("parameter %s is '".formatted(name));
    }
  }

  private static void check(String name, JsonNode schema, Predicate<String> driver) {
    List<String> refused = new ArrayList<>(VALUES);
    refused.removeIf(value -> accepts(schema, value));
    assertThat(refused).as("%s: %s", name, schema).noneMatch(driver);
    assertThat(refused.isEmpty())
        .as("%s: a rule refuses something", schema)
        .isEqualTo(schema.has("minLength"));
  }

  private static ObjectNode schema() {
    return new JsonMapper().createObjectNode();
  }

  /** The value as whoever writes it in YAML has it: of the type that there is. */
  private static boolean accepts(JsonNode schema, String value) {
    String type = schema.path("type").isArray() ? "any" : schema.path("type").asString("any");
    return switch (type) {
      case "boolean" -> value.equals("true") || value.equals("false");
      case "integer" -> inRange(schema, value);
      case "array" ->
          Stream.of(value.split(",", -1)).allMatch(item -> accepts(schema.path("items"), item));
      default -> isText(schema, value);
    };
  }

  private static boolean inRange(JsonNode schema, String value) {
    return value.matches("0*[0-9]{1,18}")
        && Long.parseLong(value) >= schema.path("minimum").asLong()
        && Long.parseLong(value) <= schema.path("maximum").asLong();
  }

  private static boolean isText(JsonNode schema, String value) {
    boolean listed =
        !schema.has("enum")
            || schema.path("enum").valueStream().anyMatch(each -> each.asString().equals(value));
    boolean like =
        !schema.has("pattern")
            || Pattern.compile(schema.path("pattern").asString()).matcher(value).find();
    return listed && like && value.length() <= schema.path("maxLength").asInt(Integer.MAX_VALUE);
  }
}
