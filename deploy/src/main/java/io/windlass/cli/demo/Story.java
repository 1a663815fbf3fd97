package io.windlass.cli.demo;

import static io.windlass.cli.demo.Workload.delete;
import static io.windlass.cli.demo.Workload.get;
import static io.windlass.cli.demo.Workload.list;
import static io.windlass.cli.demo.Workload.put;

import io.grpc.Status.Code;
import io.windlass.cli.call.Requests;
import io.windlass.cli.scratch.Spec;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Steps of the demo, in order. Each chapter continues from the one before. */
final class Story {
  private static final String DONE = "done";
  private static final String HELLO = "\"hello\"";

  private final Screen screen;
  private final Stage stage;
  private final DemoStore store;
  private final Requests requests;
  private final Optional<Stay> stay;

  /**
   * Prepares the steps.
   *
   * @param stay is called before anything is taken away, which then is not told
   */
  Story(Screen screen, Stage stage, Optional<Stay> stay) {
    this.screen = screen;
    this.stage = stage;
    this.store = stage.store();
    this.requests = new Requests(store.clients().protocol().name());
    this.stay = stay;
  }

  /**
   * Runs the demo.
   *
   * @throws NotAsExpected when the result of a step is wrong
   */
  void play() throws IOException, InterruptedException {
    screen.part("A driver on a Unix socket", "A driver starts");
    stage.start(Spec.COSI);
    ObjectNode info = talk().call("DriverGetInfo", "{}");
    screen.shown("a COSI sidecar asks this first: the name is what classes call driverName");
    screen.kept(info.path("name").asString());

    screen.part("A name becomes a bucket", "A team asks for a bucket");
    String orders = bucket(store.own("bc-orders"));
    String payroll = bucket(store.own("bc-payroll"));
    screen.kept(name(orders));
    theSameAgain(orders);

    screen.part("Workloads get keys of their own", "Team shop gets a key to it, to write");
    ObjectNode granted = grant(store.own("ba-shop"), orders, "READ_WRITE");
    try (Workload shop = Workload.of("shop", granted, store)) {
      screen.kept("a key of its own");
      screen.promise("Team report gets one, to read");
      ObjectNode readOnly = grant(store.own("ba-report"), orders, "READ_ONLY");
      try (Workload report = Workload.of("report", readOnly, store)) {
        screen.kept("another key");
        screen.shown("one key for each; what stands as *** here is what goes into their Secrets");
        play(shop, report, orders, payroll);
      }
    }
  }

  private void play(Workload shop, Workload report, String orders, String payroll)
      throws IOException, InterruptedException {
    screen.part(
        "A key opens what was granted, and nothing else", "Shop writes an object, report reads it");
    use(shop, report, name(orders), name(payroll));

    screen.part("The driver dies; nothing is lost", "We kill the driver; another one starts");
    die(shop, orders);

    VolumeStory volumes = new VolumeStory(screen, stage, shop, orders);
    boolean mounted = volumes.begin();
    if (stay.isPresent()) {
      stay.get().pause(stage, shop, name(orders), mounted);
      return;
    }
    if (mounted) {
      volumes.end();
    }

    screen.part("Access is taken away", "Report's access is taken away");
    String account = account("ba-report");
    talk().call("DriverRevokeBucketAccess", requests.revoke(account, orders));
    talk().denied(report, "GET greeting.txt", get(name(orders), "greeting.txt"));
    screen.shown("the key has stopped working when the call returns");
    screen.kept("403 at once");

    screen.part("The bucket goes, but not with data in it", "A bucket with data is not deleted");
    remove(shop, orders, payroll);

    screen.part("Nothing is left", "Nothing is left");
    nothingIsLeft(List.of(shop, report), mounted);
  }

  private Conversation talk() {
    return stage.conversation();
  }

  /** Makes a bucket as the sidecar does: first the id, then the bucket. */
  private String bucket(String claim) {
    String id =
        talk()
            .call("DriverGenerateBucketId", Requests.generateBucketId(claim))
            .path("bucket_id")
            .asString();
    talk().call("DriverCreateBucket", Requests.createBucket(id, ""));
    return id;
  }

  private void theSameAgain(String bucket) {
    screen.promise("Asked again, there is still one bucket");
    talk().call("DriverCreateBucket", Requests.createBucket(bucket, ""));
    screen.shown("asked again, the answer is the same, and there is still one bucket");
    talk()
        .refused(
            "DriverCreateBucket",
            Requests.createBucket(bucket, "\"whenNotEmpty\": \"Empty\""),
            Code.ALREADY_EXISTS);
    screen.shown("asked for something else under the same id, it says what differs");
    screen.kept("same answer");
  }

  private ObjectNode grant(String claim, String bucket, String mode) {
    ObjectNode id =
        talk()
            .call("DriverGenerateBucketAccessId", requests.generateAccountId(claim, bucket, mode));
    return talk()
        .call(
            "DriverGrantBucketAccess",
            requests.grant(id.path("account_id").asString(), mode, bucket));
  }

  /** Returns an account id: the backend's name, a slash, and a name. */
  private String account(String claim) {
    return store.backend() + "/" + store.own(claim);
  }

  private static String name(String bucketId) {
    return bucketId.substring(bucketId.indexOf('/') + 1);
  }

  private void use(Workload shop, Workload report, String orders, String payroll) {
    talk().request(shop, "PUT greeting.txt", put(orders, "greeting.txt", "hello"), DONE);
    talk().request(shop, "LIST", list(orders), "[greeting.txt]");
    talk().request(report, "GET greeting.txt", get(orders, "greeting.txt"), HELLO);
    screen.kept("greeting.txt");
    screen.promise("Report cannot write");
    talk().denied(report, "PUT greeting.txt", put(orders, "greeting.txt", "bye"));
    screen.kept("403 from the server");
    screen.promise("Neither reaches another bucket");
    talk().denied(shop, "LIST of the other bucket", list(payroll));
    talk().denied(report, "PUT into the other bucket", put(payroll, "a", "b"));
    screen.shown("read-only cannot write, and neither reaches a bucket it was not granted");
    screen.kept("403 from the server");
  }

  private void die(Workload shop, String orders) throws IOException, InterruptedException {
    stage.kill();
    stage.start(Spec.COSI);
    talk().request(shop, "GET greeting.txt", get(name(orders), "greeting.txt"), HELLO);
    String request = requests.grant(account("ba-shop"), "READ_WRITE", orders);
    ObjectNode again = talk().call("DriverGrantBucketAccess", request);
    try (Workload after = Workload.of("shop", again, store)) {
      NotAsExpected.require(true, after.hasKeyOf(shop));
    }
    screen.shown("the same key as before: the store holds everything that the driver needs");
    screen.kept("same bucket, same key");
  }

  private void remove(Workload shop, String orders, String payroll) {
    String request = Requests.bucket(orders);
    talk().refused("DriverDeleteBucket", request, Code.FAILED_PRECONDITION);
    screen.kept("refused, with the reason");
    screen.promise("An empty one is deleted");
    talk().request(shop, "DELETE greeting.txt", delete(name(orders), "greeting.txt"), DONE);
    talk().call("DriverRevokeBucketAccess", requests.revoke(account("ba-shop"), orders));
    talk().call("DriverDeleteBucket", request);
    talk().call("DriverDeleteBucket", request);
    talk().call("DriverDeleteBucket", Requests.bucket(payroll));
    screen.shown("deleting a bucket that is gone succeeds, too");
    screen.kept("gone");
  }

  private void nothingIsLeft(List<Workload> workloads, boolean volumes) throws IOException {
    String clock = store.registry() + "/snapshot-data/clock";
    talk()
        .timed(
            "buckets and objects in the store",
            () -> store.stored().toString(),
            (volumes ? List.of(store.registry(), clock) : List.of(store.registry())).toString());
    if (volumes) {
      screen.remark("the clock is an empty object, by which snapshots read the server's time");
    }
    if (store.accounts().isPresent()) {
      talk().timed("accounts on the server", () -> store.accounts().orElseThrow().toString(), "[]");
    }
    String log = Files.readString(stage.place().log());
    for (Workload workload : workloads) {
      NotAsExpected.require(false, workload.secrets().stream().anyMatch(log::contains));
    }
    screen.shown(
        "no bucket, no account, no record; and no secret in the %d lines that the driver logged"
            .formatted(log.lines().count()));
    screen.kept("bucket, key, record");
  }
}
