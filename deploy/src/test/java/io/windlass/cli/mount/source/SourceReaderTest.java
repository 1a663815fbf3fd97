package io.windlass.cli.mount.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.windlass.cli.stores.Stores;
import io.windlass.connect.KeySource;
import io.windlass.error.DriverException;
import io.windlass.mounter.volume.VolumeName;
import io.windlass.proto.mounter.Source;
import io.windlass.secret.Secret;
import io.windlass.store.s3.S3Connector;
import io.windlass.store.s3.client.S3Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceReaderTest {
  private static final BucketUri PHOTOS = BucketUri.parse("s3://photos/2026", Stores.connectors());

  private static Source source(Map<String, String> environment, Map<String, String> options) {
    return new SourceReader(environment, options).read(PHOTOS, Optional.empty(), Optional.empty());
  }

  @Test
  void anOptionGoesBeforeTheEnvironmentAndTheMoreSpecialVariableBeforeTheOther() {
    Map<String, String> environment =
        Map.of(
            "AWS_ENDPOINT_URL", "http://general:9000",
            "AWS_ENDPOINT_URL_S3", "http://special:9000",
            "AWS_REGION", "",
            "AWS_DEFAULT_REGION", "eu-1",
            "COSI_S3_REGION", "not of the environment",
            "bucket", "neither");
    Source read = source(environment, Map.of());
    assertThat(read.getProtocol()).isEqualTo("s3");
    assertThat(read.getBucket()).isEqualTo("photos");
    assertThat(read.getPrefix()).isEqualTo("2026/");
    assertThat(read.getAddressMap())
        .isEqualTo(
            Map.of("endpoint", "http://special:9000", "region", "eu-1", "pathStyle", "true"));
    assertThat(source(environment, Map.of("endpoint", "http://said:1")).getAddressMap())
        .containsEntry("endpoint", "http://said:1");
  }

  @Test
  void withoutAServerItIsAws() {
    assertThat(source(Map.of(), Map.of()).getAddressMap())
        .isEqualTo(
            Map.of(
                "endpoint", "https://s3.us-east-1.amazonaws.com",
                "region", "us-east-1",
                "pathStyle", "false"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://photos/",
        "s3://photos/2026/may/",
        "azure://account/photos/",
        "azure://account/photos/2026/",
        "gs://photos/2026/"
      })
  void whatAMountShowsCanBeTyped(String text) {
    BucketUri typed = BucketUri.parse(text, Stores.connectors());
    Source read =
        new SourceReader(Map.of(), Map.of()).read(typed, Optional.empty(), Optional.empty());
    assertThat(VolumeName.uri(read)).isEqualTo(text);
  }

  @Test
  void filesArePathsOfTheirOwn() {
    Source read =
        new SourceReader(Map.of(), Map.of())
            .read(PHOTOS, Optional.of(Path.of("/key")), Optional.of(Path.of("/ca.pem")));
    assertThat(read.getDirectory()).isEqualTo("/key");
    assertThat(read.getCaCertificate()).isEqualTo("/ca.pem");
  }

  @Test
  void theKeyIsThatOfTheEnvironment() {
    Map<String, String> environment =
        Map.of("AWS_ACCESS_KEY_ID", "AKIA", "AWS_SECRET_ACCESS_KEY", "secret");
    assertThat(new SourceReader(environment, Map.of()).key(PHOTOS).credential())
        .isEqualTo(
            new S3Connector().credential(new S3Key("AKIA", Secret.of("secret")).credential()));
    Map<String, String> session = new HashMap<>(environment);
    session.put("AWS_SESSION_TOKEN", "token");
    assertThat(new SourceReader(session, Map.of()).key(PHOTOS).credential())
        .isEqualTo(
            new S3Connector()
                .credential(
                    Map.of(
                        "accessKeyId", Secret.of("AKIA"),
                        "secretAccessKey", Secret.of("secret"),
                        "sessionToken", Secret.of("token"))));
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new SourceReader(Map.of("AWS_ACCESS_KEY_ID", "AKIA"), Map.of())
                .key(PHOTOS)
                .credential())
        .withMessage(
            "there is no key: give --credentials or --profile, or set AWS_ACCESS_KEY_ID and"
                + " AWS_SECRET_ACCESS_KEY");
  }

  @Test
  void aKeyOfTheEnvironmentGoesBeforeAProfileAndBehindThatOfAnOption(@TempDir Path home)
      throws IOException {
    Files.writeString(
        Files.createDirectory(home.resolve(".aws")).resolve("config"),
        "[profile dev]\nregion = eu-7\nrole_arn = arn\n");
    Map<String, String> environment = Map.of("HOME", home.toString(), "AWS_PROFILE", "dev");
    Map<String, String> keyed = new HashMap<>(environment);
    keyed.putAll(Map.of("AWS_ACCESS_KEY_ID", "AKIA", "AWS_SECRET_ACCESS_KEY", "secret"));
    SourceReader reader = new SourceReader(environment, Map.of());
    KeySource found = reader.key(PHOTOS).source().orElseThrow();
    assertThat(new SourceReader(keyed, Map.of()).key(PHOTOS).source()).isEmpty();
    assertThat(new SourceReader(keyed, Map.of("profile", "dev")).key(PHOTOS).source())
        .contains(found);
    assertThat(reader.with(found).read(PHOTOS, Optional.empty(), Optional.empty()).getAddressMap())
        .containsEntry("region", "eu-7");
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> source(Map.of(), Map.of("endpoint", "nowhere")))
        .withMessage("endpoint must be a URL like https://minio.example, without path or user");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BucketUri.parse("ftp://bucket", Stores.connectors()))
        .withMessage(
            "'ftp://bucket' is nothing that can be mounted: like s3://bucket or s3://bucket/prefix,"
                + " azure://storageAccount/bucket or azure://storageAccount/bucket/prefix,"
                + " gs://bucket or gs://bucket/prefix");
  }
}
