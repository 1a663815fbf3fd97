package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Changes;
import io.windlass.fs.FileSystem;
import io.windlass.fs.Known;
import io.windlass.fs.Node;
import io.windlass.fs.bucket.ModelVolume.Place;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/** Deeds of the model that change sizes, modes, times and attributes. */
final class ModelDescriptions {
  private final ModelVolume model;
  private final Volume volume;
  private final Random random;

  ModelDescriptions(ModelVolume model) {
    this.model = model;
    this.volume = model.volume();
    this.random = model.random();
  }

  void describe() {
    Place in = model.place();
    if (in.node() != FileSystem.ROOT) {
      describe(in);
    }
    model
        .file(in)
        .ifPresent(found -> {
          model.note("describe %s%s".formatted(in.path(), found.getKey()));
          Node node = volume.lookup(in.node(), found.getKey()).orElseThrow();
          int mode = random.nextInt(01000);
          volume.fs().setattr(node.id(), FileCalls.mode(mode)).await();
          found.getValue().chmod(mode);
          Instant time = Instant.ofEpochSecond(random.nextInt(1 << 30), random.nextInt(1 << 29));
          Changes times =
              new Changes(
                  OptionalInt.empty(),
                  OptionalInt.empty(),
                  OptionalInt.empty(),
                  OptionalLong.empty(),
                  Optional.empty(),
                  Optional.of(time));
          assertThat(volume.fs().setattr(node.id(), times).await().attributes().modified())
              .isEqualTo(time);
          String value = "v" + random.nextInt(100);
          volume
              .fs()
              .setxattr(
                  node.id(), "user.x", value.getBytes(StandardCharsets.UTF_8), 0, volume.request())
              .await();
          found.getValue().attributes().put("user.x", value);
        });
  }

  private void describe(Place in) {
    model.note("describe " + in.path());
    int mode = random.nextInt(01000);
    FileSystem fs = volume.fs();
    fs.setattr(in.node(), FileCalls.mode(mode)).await();
    in.directory().mode().set(mode);
    String value = "v" + random.nextInt(100);
    fs.setxattr(in.node(), "user.x", value.getBytes(StandardCharsets.UTF_8), 0, volume.request())
        .await();
    assertThat(fs.getxattr(in.node(), "user.x").await())
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(value);
  }

  void truncate() {
    Place in = model.place();
    model
        .file(in)
        .ifPresent(found -> {
          int size = random.nextInt(found.getValue().content().length + 3000);
          model.note("truncate %s%s to %d".formatted(in.path(), found.getKey(), size));
          Node node = volume.lookup(in.node(), found.getKey()).orElseThrow();
          Known known = volume.fs().setattr(node.id(), FileCalls.size(size)).await();
          found.getValue().truncate(size);
          assertThat(known.attributes().size()).isEqualTo(size);
        });
  }
}
