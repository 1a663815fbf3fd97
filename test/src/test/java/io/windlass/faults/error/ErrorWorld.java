package io.windlass.faults.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.windlass.faults.Progress;
import io.windlass.faults.RetryLoop;
import io.windlass.faults.csi.VolumeRequests;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.test.csi.CallStatus;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.S3Clients;
import io.windlass.testing.UniqueName;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** A plugin, controller and node, over a server of its own that can be made silent. */
final class ErrorWorld implements AutoCloseable {
  static final String UNKNOWN = DriverSetup.BACKEND + "/no-such";
  static final long BYTES = 1 << 20;

  private final PrivateServer<MinioServer> minio;
  private final DriverSetup setup;
  private final CsiPlugin plugin;

  ErrorWorld(PrivateServer<MinioServer> minio) {
    this.minio = minio;
    this.setup = DriverSetup.minio(minio.server());
    this.plugin = CsiPlugin.start(setup);
  }

  CsiPlugin plugin() {
    return plugin;
  }

  CsiStubs call() {
    return new CsiStubs(plugin.channel());
  }

  /** Its set-up, for others that have the same server and keys. */
  DriverSetup setup() {
    return setup;
  }

  MinioServer server() {
    return minio.server();
  }

  static CreateVolumeRequest.Builder fresh() {
    return VolumeRequests.create(UniqueName.of("row"), BYTES);
  }

  /** A new volume's id. */
  String volume() {
    return create(fresh().build());
  }

  private String create(CreateVolumeRequest request) {
    return made("a volume", () -> call().controller().createVolume(request))
        .getVolume()
        .getVolumeId();
  }

  /** Makes what a case needs, as a CO does: again, when the server was too slow. */
  private static <T> T made(String what, Supplier<T> call) {
    return new RetryLoop(new SplittableRandom(1), new Progress()).call(what, call);
  }

  /** A new snapshot's id. */
  String snapshot(String volume) {
    CreateSnapshotRequest request =
        CreateSnapshotRequest.newBuilder()
            .setName(UniqueName.of("row"))
            .setSourceVolumeId(volume)
            .build();
    return made("a snapshot", () -> call().controller().createSnapshot(request))
        .getSnapshot()
        .getSnapshotId();
  }

  /** Puts an object into a volume. */
  void write(String volume, byte[] content) {
    try (S3Client s3 = client()) {
      s3.putObject(b -> b.bucket(name(volume)).key("file"), RequestBody.fromBytes(content));
    }
  }

  /** Leaves a volume as a driver does that dies while it fills it from a snapshot. */
  void beginToFill(String snapshot) {
    CreateVolumeRequest request =
        fresh().setVolumeContentSource(VolumeRequests.ofSnapshot(snapshot)).build();
    String volume = create(request);
    String key = "fills/" + name(volume);
    try (S3Client s3 = client()) {
      String whole =
          s3.getObjectAsBytes(b -> b.bucket(DriverSetup.REGISTRY).key(key)).asUtf8String();
      String begun = whole.replace("\"done\":true", "\"done\":false");
      assertThat(begun).isNotEqualTo(whole);
      s3.putObject(b -> b.bucket(DriverSetup.REGISTRY).key(key), RequestBody.fromString(begun));
    }
  }

  private static String name(String volume) {
    return volume.substring(volume.indexOf('/') + 1);
  }

  private S3Client client() {
    return S3Clients.client(server().endpoint(), server().rootAccessKey(), server().rootSecret());
  }

  /**
   * Makes two equal calls at once, of which one waits for a silent server; returns the status of
   * the other. On a machine that stops for a while, neither may meet the other in time.
   */
  Status besideItself(Runnable call) {
    return answer(() -> firstOfTwo(call));
  }

  /** The first answer that the server was not too slow for. */
  static Status answer(Supplier<Status> call) {
    return await()
        .pollDelay(Duration.ZERO)
        .until(() -> status(call), status -> status.getCode() != Code.UNAVAILABLE);
  }

  /** The server may be too slow for what a case makes before its call, too. */
  private static Status status(Supplier<Status> call) {
    try {
      return call.get();
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
  }

  private Status firstOfTwo(Runnable call) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls = new ExecutorCompletionService<Status>(threads);
      minio.pause();
      try {
        calls.submit(() -> CallStatus.of(call));
        calls.submit(() -> CallStatus.of(call));
        return calls.take().get();
      } finally {
        minio.resume();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the status of a call, which may be repeated, while another waits for the server. */
  Status beside(Runnable waiting, Runnable call) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      minio.pause();
      try {
        threads.execute(() -> {
          while (CallStatus.of(waiting).getCode() == Code.ABORTED) {
            Thread.onSpinWait(); // the other was first, for a moment
          }
        });
        return until(Code.ABORTED, () -> CallStatus.of(call));
      } finally {
        minio.resume();
      }
    }
  }

  /** The first answer with this code. */
  static Status until(Code code, Supplier<Status> answer) {
    return await().until(answer::get, status -> status.getCode() == code);
  }

  @Override
  public void close() {
    plugin.close();
  }
}
