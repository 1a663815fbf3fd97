package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windlass.fs.Answer;
import io.windlass.fs.FileSystem;
import io.windlass.fs.FsException;
import io.windlass.fs.RequestId;
import io.windlass.fs.bucket.ModelFiles.Directory;
import io.windlass.fs.bucket.ModelFiles.File;
import io.windlass.fs.bucket.ModelVolume.Open;
import io.windlass.fs.bucket.ModelVolume.Place;
import io.windlass.linux.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/** A volume, the tree in memory that it has to be like, and what is open of both. */
final class ModelVolume {
  private static final List<String> NAMES = List.of("a", "b", "c", "a.txt", "ü", "a-");

  private final Random random;
  private final Volume volume;
  private final Directory root = new Directory(0755);
  private final List<Open> open = new ArrayList<>();
  private final List<String> trail = new ArrayList<>();

  ModelVolume(Random random, Volume volume) {
    this.random = random;
    this.volume = volume;
  }

  /** An open file. */
  record Open(long handle, long node, File file, boolean writing) {}

  /** A random directory, and its node. */
  record Place(Directory directory, long node, String path) {}

  Random random() {
    return random;
  }

  Volume volume() {
    return volume;
  }

  Directory root() {
    return root;
  }

  /** The files that are open. */
  List<Open> open() {
    return open;
  }

  /** What was done. */
  List<String> trail() {
    return trail;
  }

  void note(String step) {
    trail.add(step);
  }

  String name() {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  Place place() {
    Directory at = root;
    long node = FileSystem.ROOT;
    String path = "/";
    while (random.nextInt(3) > 0) {
      List<String> inner =
          at.things().entrySet().stream()
              .filter(thing -> thing.getValue() instanceof Directory)
              .map(Map.Entry::getKey)
              .toList();
      if (inner.isEmpty()) {
        break;
      }
      String name = inner.get(random.nextInt(inner.size()));
      if (!(at.things().get(name) instanceof Directory next)) {
        throw new IllegalStateException(name);
      }
      node = volume.lookup(node, name).orElseThrow().id();
      path += name + "/";
      at = next;
    }
    return new Place(at, node, path);
  }

  Optional<Open> pick() {
    return open.isEmpty() ? Optional.empty() : Optional.of(open.get(random.nextInt(open.size())));
  }

  /** Carries out a request; sometimes the process dies before it answers, and it comes again. */
  <T> T request(Function<RequestId, Answer<T>> asked) {
    RequestId request = volume.request();
    T answer = asked.apply(request).await();
    if (random.nextInt(6) == 0) {
      note("(again)");
      volume.restart();
      answer = asked.apply(new RequestId(request.number(), true)).await();
    }
    return answer;
  }

  void refused(Errno errno, Function<RequestId, Answer<?>> asked) {
    FsException refused =
        catchThrowableOfType(FsException.class, () -> asked.apply(volume.request()).await());
    assertThat(refused).isNotNull();
    assertThat(refused.errno()).isEqualTo(errno);
  }

  /** A random file with a name. */
  Optional<Map.Entry<String, File>> file(Place in) {
    List<Map.Entry<String, File>> files = new ArrayList<>();
    in.directory
        .things()
        .forEach((name, thing) -> {
          if (thing instanceof File file) {
            files.add(Map.entry(name, file));
          }
        });
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(files.get(random.nextInt(files.size())));
  }
}
