package io.windlass.cli.demo;

import static io.windlass.cli.demo.Workload.get;
import static io.windlass.cli.demo.Workload.list;
import static io.windlass.cli.demo.Workload.put;

import io.windlass.cli.scratch.Mountable;
import io.windlass.cli.scratch.Spec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Second half of the demo: the bucket that COSI granted, as a directory. */
final class VolumeStory {
  private static final String DONE = "done";
  private static final String HALF = "5 apples, ";
  private static final String REST = "7 pears";
  private static final String ORDER = "\"" + HALF + REST + "\"";

  private final Screen screen;
  private final Stage stage;
  private final Workload shop;
  private final String volume;
  private final String bucket;
  private final Mounted orders;
  private final Mounted copy;
  private String node = "";
  private String snapshot = "";
  private String restored = "";

  /** The staging path of a volume, and the target path where a workload sees it. */
  private record Mounted(Path staging, Path target) {
    static Mounted below(Path directory, String name) {
      return new Mounted(directory.resolve(name + ".staged"), directory.resolve(name));
    }

    Folder folder() {
      return new Folder(target);
    }
  }

  /**
   * Prepares the steps. The stage must have a running driver.
   *
   * @param shop a workload that may write to the bucket
   * @param volume the bucket's id, which is also the id of the volume
   */
  VolumeStory(Screen screen, Stage stage, Workload shop, String volume) {
    this.screen = screen;
    this.stage = stage;
    this.shop = shop;
    this.volume = volume;
    this.bucket = volume.substring(volume.indexOf('/') + 1);
    this.orders = Mounted.below(stage.place().directory(), "orders");
    this.copy = Mounted.below(stage.place().directory(), "copy");
  }

  /**
   * Runs the first steps; if nothing can be mounted, says so. What they made stays for {@link
   * #end}.
   *
   * @return whether the steps were run
   */
  boolean begin() throws IOException, InterruptedException {
    screen.part("The same bucket becomes a directory", "The bucket becomes a directory");
    Optional<String> problem = Mountable.problem(stage.place().directory().resolve("try"));
    if (problem.isPresent()) {
      screen.leftOut("mounts, kills of what serves them, snapshots", problem.get());
      return false;
    }
    stage.stop();
    stage.start(Spec.CSI);
    node = talk().call("NodeGetInfo", "{}").path("node_id").asString();
    mount();
    use();

    screen.part(
        "What serves the files dies in the middle of a write",
        "We kill what serves it, in mid-write");
    killMounter();

    screen.part("A snapshot, and a volume made of it", "A snapshot is taken");
    snapshot = snapshot();
    restored = restore();
    return true;
  }

  /** Takes away what the first steps made, and starts a driver that serves COSI again. */
  void end() throws IOException, InterruptedException {
    screen.part("Volumes go, the bucket stays", "The volumes go, the bucket stays");
    unmount(restored, copy);
    talk().call("ControllerUnpublishVolume", VolumeRequests.detach(restored, node));
    talk().call("DeleteVolume", VolumeRequests.volume(restored));
    talk().call("DeleteSnapshot", VolumeRequests.snapshot(snapshot));
    orders("rm order.txt invoice.txt", orders.folder().delete("order.txt", "invoice.txt"), DONE);
    unmount(volume, orders);
    talk().request(shop, "LIST", list(bucket), "[greeting.txt]");
    screen.shown("not a mount is left, and what was made for the copy is gone with it");
    stage.stop();
    stage.start(Spec.COSI);
    screen.kept("greeting.txt");
  }

  private Conversation talk() {
    return stage.conversation();
  }

  private void orders(String what, Supplier<String> deed, String expected) {
    talk().timed("in orders: " + what, deed, expected);
  }

  private void mount() {
    talk()
        .call(
            "NodeStageVolume",
            VolumeRequests.stageWithSecrets(volume, orders.staging(), shop.nodeSecrets()));
    talk()
        .call(
            "NodePublishVolume", VolumeRequests.publish(volume, orders.staging(), orders.target()));
    screen.shown("its id is that of COSI, and so is the key: what a node calls secrets is shop's");
    screen.kept("…/" + orders.target().getFileName());
  }

  private void use() {
    screen.promise("A file is an object, an object is a file");
    orders("cat greeting.txt", orders.folder().read("greeting.txt"), "\"hello\"");
    orders("echo 2 apples > order.txt", orders.folder().write("order.txt", "2 apples"), DONE);
    talk().request(shop, "GET order.txt", get(bucket, "order.txt"), "\"2 apples\"");
    talk().request(shop, "PUT invoice.txt", put(bucket, "invoice.txt", "3 euros"), DONE);
    orders("cat invoice.txt", orders.folder().read("invoice.txt"), "\"3 euros\"");
    screen.shown("a file is an object, and an object is a file");
    screen.kept("order.txt, invoice.txt");
  }

  private void killMounter() {
    WriteTimes times = new WriteTimes();
    int half = HALF.length();
    List<String> letters = Stream.of((HALF + REST).split("")).toList();
    orders(
        "write half of order.txt, kill the mounter, write the other half",
        orders
            .folder()
            .write(
                "order.txt",
                letters,
                number -> {
                  if (number == half) {
                    kill();
                  }
                },
                time -> {
                  times.add(time);
                  screen.progress(times.toString());
                }),
        DONE);
    talk().request(shop, "GET order.txt", get(bucket, "order.txt"), ORDER);
    screen.shown("the program that wrote had to wait for a new one, and noticed nothing else");
    screen.kept(times.toString());
    screen.promise("No error, and no byte is lost");
    orders("cat order.txt", orders.folder().read("order.txt"), ORDER);
    screen.kept(ORDER);
  }

  private void kill() {
    try {
      long mounter = stage.mounter();
      screen.sent("kill -9 %d".formatted(mounter));
      ProcessHandle process = ProcessHandle.of(mounter).orElseThrow();
      process.destroyForcibly();
      process.onExit().join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String snapshot() {
    String id =
        talk()
            .call(
                "CreateSnapshot",
                VolumeRequests.createSnapshot(stage.store().own("before"), volume))
            .at("/snapshot/snapshot_id")
            .asString();
    screen.kept(stage.store().own("before"));
    screen.promise("Then a mistake: the order is overwritten");
    orders("echo none > order.txt", orders.folder().write("order.txt", "none"), DONE);
    screen.kept("\"none\"");
    return id;
  }

  private String restore() {
    screen.promise("A volume made of the snapshot has it");
    String id =
        talk()
            .call(
                "CreateVolume",
                VolumeRequests.createVolume(stage.store().own("pvc-copy"), snapshot))
            .at("/volume/volume_id")
            .asString();
    ObjectNode published = talk().call("ControllerPublishVolume", VolumeRequests.attach(id, node));
    screen.shown("a key for this volume and this node alone, sealed: only the node can open it");
    String context = published.path("publish_context").toString();
    talk().call("NodeStageVolume", VolumeRequests.stagePublished(id, copy.staging(), context));
    talk().call("NodePublishVolume", VolumeRequests.publish(id, copy.staging(), copy.target()));
    talk().timed("in copy: cat order.txt", copy.folder().read("order.txt"), ORDER);
    orders("cat order.txt", orders.folder().read("order.txt"), "\"none\"");
    screen.shown("the copy has what was there when the snapshot was taken");
    screen.kept(ORDER);
    return id;
  }

  private void unmount(String id, Mounted where) {
    talk().call("NodeUnpublishVolume", VolumeRequests.unpublish(id, where.target()));
    talk().call("NodeUnstageVolume", VolumeRequests.unstage(id, where.staging()));
  }
}
