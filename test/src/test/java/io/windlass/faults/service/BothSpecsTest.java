package io.windlass.faults.service;

import static io.windlass.faults.service.ServiceCase.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Status.Code;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.BucketInfo;
import io.windlass.cosi.sanity.wire.CosiClient;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import io.windlass.faults.Fleet;
import io.windlass.faults.csi.CsiCalls;
import io.windlass.faults.csi.MountedFiles;
import io.windlass.faults.csi.StormVolume;
import io.windlass.secret.Secret;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.Sockets;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.S3Clients;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The same cases through COSI, in each of its revisions, and through CSI, over their sockets: the
 * code is the same, and the message names the same. And what one of them made is in good hands with
 * the other.
 */
class BothSpecsTest {

  @Test
  @RealServer(MinioServer.class)
  void theyAnswerAlikeOnMinio(MinioServer server) throws IOException {
    DriverSetup setup = DriverSetup.minio(server);
    String foreign = UniqueName.of("foreign");
    admin(server, s3 -> s3.createBucket(b -> b.bucket(foreign)));
    ServiceCase notOurs =
        refused(
            Code.ALREADY_EXISTS,
            List.of(foreign),
            "a bucket that is somebody's",
            s -> s.make(foreign, Map.of()));
    try (Services services = new Services(setup, setup.sibling())) {
      services.requireAll(
          Stream.of(
                  ServiceCases.malformed(),
                  ServiceCases.own(),
                  ServiceCases
                      .lives(), // makes the registry, without which nothing is known to be gone
                  ServiceCases.unknown(),
                  ServiceCases.settings(),
                  Stream.of(notOurs))
              .flatMap(each -> each));
    }
  }

  @Test
  @LongForm(
      gate = "BothSpecsTest.theyAnswerAlikeOnMinio",
      reason = "the same cases on another server")
  void theyAnswerAlikeOnTheEmbeddedServer() throws IOException {
    ServiceCase notOffered =
        refused(
            Code.INVALID_ARGUMENT,
            List.of("backend store does not offer parameter quota", "versioning"),
            "what the backend does not offer",
            s -> s.make(UniqueName.of("both"), Map.of("quota", "1Gi", "versioning", "Enabled")));
    try (Services services = new Services(DriverSetup.local(), DriverSetup.local())) {
      services.requireAll(
          Stream.of(
                  ServiceCases.malformed(),
                  ServiceCases.own(),
                  ServiceCases
                      .lives(), // makes the registry, without which nothing is known to be gone
                  ServiceCases.unknown(),
                  Stream.of(notOffered))
              .flatMap(each -> each));
    }
  }

  @Test
  @RealServer(MinioServer.class)
  void theySayAlikeThatTheServerIsDown(PrivateServer<MinioServer> minio)
      throws IOException, InterruptedException {
    DriverSetup setup = DriverSetup.minio(minio.server());
    theySayAlike(setup, minio::kill);
  }

  @Test
  @LongForm(
      gate = {
        "BothSpecsTest.theySayAlikeThatTheServerIsDown",
        "ThreeBackendsTest.theOthersAreUsedWhileOneIsFrozen"
      },
      reason = "each call waits for as long as the driver waits for its server")
  @RealServer(MinioServer.class)
  void theySayAlikeThatTheServerIsFrozen(PrivateServer<MinioServer> minio)
      throws IOException, InterruptedException {
    DriverSetup setup = DriverSetup.minio(minio.server()).with("WINDLASS_STORE_CALL_TIMEOUT", "3s");
    theySayAlike(setup, minio::pause);
  }

  private static void theySayAlike(DriverSetup setup, Runnable leaves)
      throws IOException, InterruptedException {
    try (Services services = new Services(setup, setup.sibling())) {
      List<Callable<List<String>>> away = services.all().stream().map(BothSpecsTest::away).toList();
      leaves.run();
      requireAtOnce(away);
    }
  }

  /** Makes objects to ask for now, and returns the calls that ask for them. */
  private static Callable<List<String>> away(Service service) {
    String who = UniqueName.of("kept");
    AtomicReference<String> made = new AtomicReference<>("");
    ServiceCase making =
        ServiceCase.well(
            "what is asked for",
            s -> {
              made.set(s.make(who, Map.of()));
              var _ = s.allow(made.get(), who, false);
            });
    assertThat(making.violation(service)).isEmpty();
    String kept = made.get();
    return () ->
        Stream.<Consumer<Service>>of(
                s -> s.make(UniqueName.of("new"), Map.of()),
                s -> s.delete(kept),
                s -> s.allow(kept, "not-" + who, false),
                s -> s.forbid(kept, who))
            .map(deed -> refused(Code.UNAVAILABLE, List.of("store: "), "away", deed))
            .flatMap(each -> each.violation(service).stream())
            .toList();
  }

  /** Asks all services at the same time, as each of them waits as long as it may. */
  private static void requireAtOnce(List<Callable<List<String>>> questions)
      throws InterruptedException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(threads.invokeAll(questions)).flatExtracting(Future::resultNow).isEmpty();
    }
  }

  @Test
  @LongForm(gate = "SecretsTest.nothingTellsThem", reason = "two more drivers, for one more code")
  @RealServer(MinioServer.class)
  void theySayAlikeThatTheDriversOwnKeyDoesNotDo(MinioServer server) throws IOException {
    DriverSetup setup = DriverSetup.minio(server);
    setup.secret("admin", "secretAccessKey", "another-secret");
    try (Services services = new Services(setup, setup.sibling())) {
      services.requireAll(
          Stream.of(
              refused(
                  Code.UNAUTHENTICATED,
                  List.of("store: "),
                  "a driver whose key is wrong",
                  s -> s.make(UniqueName.of("both"), Map.of()))));
    }
  }

  @Test
  @LongForm(
      gate = "BothSpecsTest.aClaimedBucketIsNoVolumesToMakeOrToDelete",
      reason = "two more drivers and a mount, for the opposite direction")
  @RealServer(MinioServer.class)
  void aVolumeIsGrantedThroughCosiAndStaysAVolume(MinioServer server) throws IOException {
    DriverSetup setup = DriverSetup.minio(server);
    try (DriverProcess cosi = DriverProcess.start(setup);
        Fleet fleet = new Fleet(List.of(cosi));
        CsiPlugin plugin = CsiPlugin.start(setup.sibling())) {
      CsiCalls calls = CsiCalls.alone(plugin.channel(), new SplittableRandom(1));
      String name = UniqueName.of("volume");
      StormVolume volume =
          new StormVolume(name, Map.of(), calls.nodeId(), plugin.mounts().resolve("v"), calls);
      volume.create();
      for (CosiClient client : fleet.clients()) {
        Service claims = new CosiService(client);
        ServiceCase claim =
            refused(
                Code.ALREADY_EXISTS,
                List.of("made for a volume"),
                "a claim of it",
                s -> s.make(name, Map.of()));
        assertThat(claim.violation(claims)).isEmpty();
        claims.delete(volume.id());
        admin(server, s3 -> s3.headBucket(b -> b.bucket(name)));
      }
      volume.rise();
      volume.rise();
      volume.rise();
      CosiService claims = new CosiService(fleet.clients().getLast());
      Access access = claims.allow(volume.id(), UniqueName.of("reader"), true);
      MountedFiles.write(volume.target().resolve("file"), new byte[] {1, 2, 3});
      BucketInfo.S3 info = access.s3Bucket(volume.id()).orElseThrow();
      WorkloadCredential.S3 key = access.s3Key().orElseThrow();
      try (S3Client s3 =
          S3Clients.client(
              URI.create(info.endpoint()), key.accessKeyId(), Secret.of(key.secretKey()))) {
        assertThat(s3.getObjectAsBytes(b -> b.bucket(info.bucketId()).key("file")).asByteArray())
            .containsExactly(1, 2, 3);
      }
      while (volume.stage() != StormVolume.Stage.NONE) {
        volume.fall();
      }
    }
  }

  @Test
  @RealServer(MinioServer.class)
  void aClaimedBucketIsNoVolumesToMakeOrToDelete(MinioServer server) throws IOException {
    DriverSetup setup = DriverSetup.minio(server);
    try (Services services = new Services(setup, setup.sibling())) {
      Service claims = services.all().getFirst();
      Service volumes = services.all().getLast();
      String name = UniqueName.of("claimed");
      String id = claims.make(name, Map.of());
      ServiceCase volume =
          refused(Code.ALREADY_EXISTS, List.of(id), "a volume of it", s -> s.make(name, Map.of()));
      assertThat(volume.violation(volumes)).isEmpty();
      volumes.delete(id);
      admin(server, s3 -> s3.headBucket(b -> b.bucket(name)));
      volumes.allow(id, "somebody", false);
      volumes.forbid(id, "somebody");
      claims.delete(id);
    }
  }

  private static void admin(MinioServer server, Consumer<S3Client> deed) {
    try (S3Client s3 =
        S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret())) {
      deed.accept(s3);
    }
  }

  /** Drivers of both specs. */
  private static final class Services implements AutoCloseable {
    private final DriverProcess cosi;
    private final DriverProcess csi;
    private final Fleet fleet;
    private final ManagedChannel channel;
    private final List<Service> all;

    /** {@code csiSetup} has the keys of both. */
    Services(DriverSetup csiSetup, DriverSetup cosiSetup) throws IOException {
      csiSetup.asCsi("controller");
      cosi = DriverProcess.start(cosiSetup);
      csi = DriverProcess.start(csiSetup);
      fleet = new Fleet(List.of(cosi));
      channel = Sockets.channel(csiSetup.socket());
      all =
          Stream.concat(
                  fleet.clients().stream().map(CosiService::new),
                  Stream.of(new CsiService(channel)))
              .map(Service.class::cast)
              .toList();
    }

    /** COSI first, CSI last. */
    List<Service> all() {
      return all;
    }

    void requireAll(Stream<ServiceCase> cases) {
      assertThat(
              cases.flatMap(each -> all.stream().flatMap(s -> each.violation(s).stream())).toList())
          .isEmpty();
    }

    @Override
    public void close() {
      channel.shutdownNow();
      fleet.close();
      csi.close();
      cosi.close();
    }
  }
}
