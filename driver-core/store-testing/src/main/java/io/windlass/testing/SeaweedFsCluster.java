package io.windlass.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * SeaweedFS as six processes: a master, three volume servers, a filer, and S3. Each volume is on
 * two servers (replication 001). The volume servers may be lost; of the others there is one each.
 *
 * @param shell talks to its master and its filer
 * @param all the master, the volume servers, and the others
 */
record SeaweedFsCluster(SeaweedFsServer server, ProcessBuilder shell, List<ClusterMember> all)
    implements ClusterKind {
  private static final int VOLUME_SERVERS = 3;
  private static final int COPIES = 2;
  private static final String IP = "127.0.0.1";

  /** It waits a quarter of a minute before it believes what it sees, twice. */
  private static final long HEALING_SECONDS = 120;

  /** Does not start them. */
  static SeaweedFsCluster of(Place.Executable weed) {
    Address master = Address.pick();
    Address filer = Address.pick();
    Address s3 = Address.pick();
    SeaweedFsServer server =
        new SeaweedFs().plan(URI.create("http://%s:%d".formatted(IP, s3.http)));
    List<ClusterMember> all = new ArrayList<>();
    Path home = ClusterMember.home("master");
    all.add(
        member(
            weed,
            "master",
            master,
            home,
            "-ip=" + IP,
            "-mdir=" + ClusterMember.data(home),
            "-peers=none",
            "-defaultReplication=001",
            "-volumeSizeLimitMB=64",
            "-telemetry=false"));
    for (int i = 0; i < VOLUME_SERVERS; i++) {
      home = ClusterMember.home("volume");
      all.add(
          member(
              weed,
              "volume",
              Address.pick(),
              home,
              "-ip=" + IP,
              "-dir=" + ClusterMember.data(home),
              "-max=1000",
              "-master=" + master.text(),
              // Without it, no volume is copied from a loopback address.
              "-volume.allowUntrustedRemoteEndpoints"));
    }
    home = ClusterMember.home("filer");
    all.add(
        member(
            weed,
            "filer",
            filer,
            home,
            "-ip=" + IP,
            "-master=" + master.text(),
            "-defaultStoreDir=" + ClusterMember.data(home),
            "-localSocket=" + home.resolve("filer.sock")));
    home = ClusterMember.home("s3");
    all.add(
        member(
            weed,
            "s3",
            s3,
            home,
            "-filer=" + filer.text(),
            "-port.iceberg=0",
            "-port.lance=0",
            "-localSocket=" + home.resolve("s3.sock"),
            "-config=" + SeaweedFs.identities(server, home),
            "-iam.readOnly=false",
            "-allowDeleteBucketNotEmpty=false",
            "-autoCreateBucket=false"));
    ProcessBuilder shell =
        Programs.process(
            weed.file().toString(), "shell", "-master=" + master.text(), "-filer=" + filer.text());
    shell.environment().put("HOME", home.toString());
    shell.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    return new SeaweedFsCluster(server, shell, List.copyOf(all));
  }

  /** Two ports, as SeaweedFS writes them. */
  private record Address(int http, int grpc) {
    static Address pick() {
      return new Address(FreePort.pick(), FreePort.pick());
    }

    String text() {
      return "%s:%d.%d".formatted(IP, http, grpc);
    }
  }

  private static ClusterMember member(
      Place.Executable weed, String command, Address address, Path home, String... options) {
    List<String> all =
        new ArrayList<>(
            List.of(
                weed.file().toString(),
                command,
                "-ip.bind=" + IP,
                "-port=" + address.http,
                "-port.grpc=" + address.grpc));
    all.addAll(List.of(options));
    ProcessBuilder process = Programs.process(all);
    process.directory(home.toFile());
    process.environment().put("HOME", home.toString());
    // A new bucket gets its volumes at its first put: one is quicker than six.
    process.environment().put("WEED_MASTER_VOLUME_GROWTH_COPY_2", "1");
    return ClusterMember.of(command, address.http, home, process);
  }

  @Override
  public String title() {
    return "SeaweedFS with three volume servers";
  }

  @Override
  public List<ClusterMember> replaceable() {
    return all.subList(1, 1 + VOLUME_SERVERS);
  }

  @Override
  public boolean isReady() {
    return copies().servers == VOLUME_SERVERS && new SeaweedFs().isReady(server);
  }

  @Override
  public boolean isWhole() {
    return copies().ofVolumes.values().stream().allMatch(copies -> copies >= COPIES);
  }

  /** What the master knows. */
  private record Copies(int servers, Map<Integer, Integer> ofVolumes) {}

  private Copies copies() {
    try {
      URI page = URI.create("http://%s:%d/vol/status".formatted(IP, all.getFirst().port()));
      JsonNode rack =
          new JsonMapper()
              .readTree(Http.text(page))
              .at("/Volumes/DataCenters/DefaultDataCenter/DefaultRack");
      Map<Integer, Integer> copies = new HashMap<>();
      rack.valueStream()
          .flatMap(JsonNode::valueStream)
          .forEach(volume -> copies.merge(volume.path("Id").asInt(), 1, Integer::sum));
      return new Copies(rack.size(), copies);
    } catch (UncheckedIOException e) {
      return new Copies(0, Map.of());
    }
  }

  /** By the command that its documents name for it. */
  @Override
  public void heal() {
    try {
      Process started = shell.start();
      try (OutputStream to = started.getOutputStream()) {
        to.write("lock\nvolume.fix.replication -apply\nunlock\n".getBytes(UTF_8));
      }
      if (!started.waitFor(HEALING_SECONDS, TimeUnit.SECONDS)) {
        started.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a disk was filled", e);
    }
  }

  /** Clients are led to S3 alone, which knows from the master who is there. */
  @Override
  public void left(ClusterMember member) {}

  @Override
  public void joined(ClusterMember member) {}

  @Override
  public void close() {}
}
