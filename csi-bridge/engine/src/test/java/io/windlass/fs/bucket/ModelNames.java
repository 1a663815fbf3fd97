package io.windlass.fs.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.fs.Answer;
import io.windlass.fs.Attributes;
import io.windlass.fs.Caller;
import io.windlass.fs.Created;
import io.windlass.fs.DirectoryItem;
import io.windlass.fs.Done;
import io.windlass.fs.Node;
import io.windlass.fs.RequestId;
import io.windlass.fs.bucket.ModelFiles.Directory;
import io.windlass.fs.bucket.ModelFiles.File;
import io.windlass.fs.bucket.ModelFiles.Thing;
import io.windlass.fs.bucket.ModelVolume.Open;
import io.windlass.fs.bucket.ModelVolume.Place;
import io.windlass.linux.Errno;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;

/** Deeds of the model that make, move, remove and look up names. */
final class ModelNames {
  private static final Caller CALLER = new Caller(1000, 100);

  private final ModelVolume model;
  private final Volume volume;
  private final Random random;

  ModelNames(ModelVolume model) {
    this.model = model;
    this.volume = model.volume();
    this.random = model.random();
  }

  void create() {
    Place in = model.place();
    String name = model.name();
    // As the kernel, which asks for the name before it asks for a file to be made.
    Optional<Node> before = volume.lookup(in.node(), name);
    assertThat(before.isPresent()).isEqualTo(in.directory().things().containsKey(name));
    if (before.isPresent()) {
      return;
    }
    model.note("create " + in.path() + name);
    int mode = 0100000 | random.nextInt(01000);
    int flags = random.nextInt(4) == 0 ? 0100 : 0102;
    Created made =
        model.request(id -> volume.fs().create(in.node(), name, flags, mode, CALLER, id));
    volume.counted(made.node());
    File file = new File(mode & 0777);
    in.directory().things().put(name, file);
    model.open().add(new Open(made.file().handle(), made.node().id(), file, flags != 0100));
    assertThat(made.node().attributes().mode()).isEqualTo(mode);
  }

  void mkdir() {
    Place in = model.place();
    String name = model.name();
    if (volume.lookup(in.node(), name).isPresent()) {
      return;
    }
    model.note("mkdir " + in.path() + name);
    int mode = random.nextInt(01000);
    model.request(id -> {
      // The answer that was not delivered is counted, too: its node stays until the unmount.
      Node made = volume.fs().mkdir(in.node(), name, mode, CALLER, id).await();
      volume.counted(made);
      assertThat(made.attributes().mode()).isEqualTo(Attributes.DIRECTORY | mode);
      return Answer.now(made);
    });
    in.directory().things().put(name, new Directory(mode));
  }

  void unlink() {
    Place in = model.place();
    String name = model.name();
    if (in.directory().things().get(name) instanceof File) {
      assertThat(volume.lookup(in.node(), name)).isPresent();
      model.note("unlink " + in.path() + name);
      model.request(id -> volume.fs().unlink(in.node(), name, id));
      in.directory().things().remove(name);
    }
  }

  void rmdir() {
    Place in = model.place();
    String name = model.name();
    if (in.directory().things().get(name) instanceof Directory) {
      assertThat(volume.lookup(in.node(), name)).isPresent();
      model.note("rmdir " + in.path() + name);
      Optional<Errno> refusal = ModelFiles.rmdir(in.directory(), name);
      if (refusal.isPresent()) {
        model.refused(refusal.get(), id -> volume.fs().rmdir(in.node(), name, id));
      } else {
        model.request(id -> volume.fs().rmdir(in.node(), name, id));
      }
    }
  }

  void rename() {
    Place from = model.place();
    Place to = model.place();
    String name = model.name();
    String newName = model.name();
    Optional<Thing> thing = Optional.ofNullable(from.directory().things().get(name));
    Optional<Thing> there = Optional.ofNullable(to.directory().things().get(newName));
    assertThat(volume.lookup(from.node(), name).isPresent()).isEqualTo(thing.isPresent());
    assertThat(volume.lookup(to.node(), newName).isPresent()).isEqualTo(there.isPresent());
    boolean directory = thing.orElse(model.root()) instanceof Directory;
    boolean kernelRefuses =
        thing.isEmpty()
            || thing.equals(there)
            || (from.path() + name).equals(to.path() + newName)
            || (directory && to.path().startsWith(from.path() + name + "/"))
            || there.filter(found -> found instanceof Directory != directory).isPresent();
    if (kernelRefuses) {
      return;
    }
    boolean replace = random.nextInt(4) > 0;
    model.note("rename %s%s to %s%s %s".formatted(from.path(), name, to.path(), newName, replace));
    Optional<Errno> refusal =
        ModelFiles.rename(from.directory(), name, to.directory(), newName, replace);
    Function<RequestId, Answer<Done>> asked =
        id -> volume.fs().rename(from.node(), name, to.node(), newName, replace, id);
    if (refusal.isPresent()) {
      model.refused(refusal.get(), asked::apply);
    } else {
      model.request(asked);
    }
  }

  void look() {
    Place in = model.place();
    String name = model.name();
    Optional<Node> node = volume.lookup(in.node(), name);
    model.note("look at " + in.path() + name);
    Optional<Thing> thing = Optional.ofNullable(in.directory().things().get(name));
    assertThat(node.isPresent()).isEqualTo(thing.isPresent());
    if (thing.isPresent() && thing.get() instanceof Directory directory) {
      assertThat(node.orElseThrow().attributes().mode())
          .isEqualTo(Attributes.DIRECTORY | directory.mode().get());
    }
    if (thing.isPresent() && thing.get() instanceof File file) {
      Attributes attributes = node.orElseThrow().attributes();
      assertThat(attributes.size()).isEqualTo(file.content().length);
      assertThat(attributes.mode()).isEqualTo(Attributes.REGULAR | file.mode());
      assertThat(attributes.uid()).isEqualTo(CALLER.uid());
      file.attributes()
          .forEach((key, value) ->
              assertThat(volume.fs().getxattr(node.get().id(), key).await())
                  .asString(StandardCharsets.UTF_8)
                  .isEqualTo(value));
    }
  }

  void list() {
    Place in = model.place();
    model.note("list " + in.path());
    List<DirectoryItem> items =
        volume.list(in.node(), random.nextBoolean(), 1 + random.nextInt(5), random.nextInt(20));
    List<String> names = items.subList(2, items.size()).stream().map(DirectoryItem::name).toList();
    assertThat(names).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(names)).isEqualTo(new TreeSet<>(in.directory().things().keySet()));
  }
}
