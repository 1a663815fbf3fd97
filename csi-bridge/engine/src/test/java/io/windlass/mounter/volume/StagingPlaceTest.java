package io.windlass.mounter.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.BucketLocation;
import io.windlass.access.CosiForm;
import io.windlass.access.Protocol;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Staged files are found again by every later version: the names below are a format. */
class StagingPlaceTest {
  private static final BucketLocation S3 = location("S3", "http://127.0.0.1:9000");
  private static final BucketLocation AZURE =
      location("AZURE", "https://acme.blob.core.windows.net");
  private static final BucketLocation GCS = location("GCS", "https://storage.googleapis.com");

  private static BucketLocation location(String protocol, String endpoint) {
    return new BucketLocation(
        new Protocol(protocol, new CosiForm() {}), "photos", URI.create(endpoint), Map.of());
  }

  @TempDir Path root;

  private StagingPlace place(BucketLocation location, String prefix) {
    return StagingPlace.of(
        Volume.newBuilder()
            .setId("0a1b")
            .setSource(Source.newBuilder().setBucket("photos").setPrefix(prefix))
            .setOptions(Options.newBuilder().setStaging(root.toString()))
            .build(),
        location);
  }

  private void isNamed(BucketLocation location, String prefix, String name) {
    assertThat(place(location, prefix)).isEqualTo(new StagingPlace(root, "0a1b", "0a1b-" + name));
  }

  @Test
  void aPlaceIsNamedByWhatIdentifiesItsBucket() {
    isNamed(S3, "", "d28c85f1a0ca561d8fabcae8ae2bb482");
    isNamed(S3, "2026/ü/", "73f5e09ee7b970a868a11455f342eede");
    isNamed(AZURE, "", "d6362221a479ce115453105c219d416f");
    isNamed(AZURE, "2026/ü/", "5e3efa5c0840ede3e462c865d8b727bf");
    isNamed(GCS, "", "a092911583f1934e8ee6a2190b3e704f");
    isNamed(GCS, "2026/ü/", "3d335cc9f6361cf4465cd32f9607ce01");
  }

  @Test
  void cachesOnDiskKnowABucketByTheSame() {
    assertThat(StagingPlace.source(S3)).isEqualTo("s3 http://127.0.0.1:9000 photos");
    assertThat(StagingPlace.source(AZURE))
        .isEqualTo("azure https://acme.blob.core.windows.net photos");
    assertThat(StagingPlace.source(GCS)).isEqualTo("gcs https://storage.googleapis.com photos");
  }

  @Test
  void howTheServerIsAddressedIsNoPartOfTheName() {
    BucketLocation moved = location("S3", "http://127.0.0.1:9000/");
    assertThat(place(moved, "").name()).isEqualTo(place(S3, "").name());
  }

  @Test
  void whatIsLeftUnderOtherNamesStaysAndIsKnown() throws IOException {
    StagingPlace place = place(S3, "");
    Path another = root.resolve("0a1b-of-another-bucket");
    left(another);
    left(place.directory());
    Files.createDirectories(root.resolve("0a1b-empty"));
    assertThat(place.claim()).isEqualTo(place.directory());
    assertThat(place.others()).containsExactly(another);
  }

  private static void left(Path directory) throws IOException {
    Files.writeString(Files.createDirectories(directory).resolve("1.log"), "events");
  }
}
