package io.windlass.testing;

import io.windlass.testing.proxy.Balancer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.http.SdkHttpMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Four processes of MinIO on one erasure set, two of whose disks may be lost, and three of which
 * have to take a write. A balancer stands before them.
 */
record MinioCluster(MinioServer server, Balancer balancer, List<ClusterMember> all)
    implements ClusterKind {
  private static final int SIZE = 4;

  /** Does not start them. */
  static MinioCluster of(Place.Executable program) {
    List<Integer> ports = IntStream.range(0, SIZE).mapToObj(_ -> FreePort.pick()).toList();
    try {
      Balancer balancer = new Balancer(ports);
      MinioServer server = new Minio().plan(balancer.url());
      Map<String, String> shared = Minio.environment(server);
      List<Path> homes =
          IntStream.range(0, SIZE).mapToObj(_ -> ClusterMember.home("minio")).toList();
      List<String> disks =
          IntStream.range(0, SIZE)
              .mapToObj(i -> "%s%s".formatted(url(ports.get(i)), ClusterMember.data(homes.get(i))))
              .toList();
      List<ClusterMember> members =
          IntStream.range(0, SIZE)
              .mapToObj(i ->
                  ClusterMember.of(
                      "minio",
                      ports.get(i),
                      homes.get(i),
                      command(program, at(server, ports.get(i)), homes.get(i), shared, disks)))
              .toList();
      return new MinioCluster(server, balancer, members);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URI url(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  private static MinioServer at(MinioServer server, int port) {
    return new MinioServer(
        url(port), server.rootAccessKey(), server.rootSecret(), server.kmsKeyId());
  }

  /** In a container, MinIO takes no loopback address that it is not told of. */
  private static ProcessBuilder command(
      Place.Executable program,
      MinioServer member,
      Path home,
      Map<String, String> shared,
      List<String> disks) {
    Map<String, String> settings = new HashMap<>(shared);
    settings.put("MINIO_CI_CD", "on"); // their disks may be one
    settings.put("_MINIO_SERVER_LOCAL", member.endpoint().getAuthority());
    ProcessBuilder process = new Minio(settings).process(program.file(), member, home);
    List<String> alone = process.command(); // it ends with its one disk
    List<String> command = new ArrayList<>(alone.subList(0, alone.size() - 1));
    command.addAll(disks);
    return process.command(command);
  }

  @Override
  public String title() {
    return "MinIO as four processes";
  }

  @Override
  public List<ClusterMember> replaceable() {
    return all;
  }

  @Override
  public boolean isReady() {
    return all.stream().allMatch(member -> new Minio().isReady(at(server, member.port())));
  }

  @Override
  public boolean isWhole() {
    try {
      byte[] info = MinioAdminCall.make(server, SdkHttpMethod.GET, "info", new byte[0]);
      List<JsonNode> disks =
          new JsonMapper()
              .readTree(info)
              .path("servers")
              .valueStream()
              .flatMap(each -> each.path("drives").valueStream())
              .toList();
      return disks.size() == SIZE
          && disks.stream()
              .allMatch(disk ->
                  disk.path("state").asString("").equals("ok")
                      && !disk.path("healing").asBoolean(false));
    } catch (IllegalStateException | UncheckedIOException e) {
      return false;
    }
  }

  /** MinIO does it by itself. */
  @Override
  public void heal() {}

  @Override
  public void left(ClusterMember member) {
    try {
      balancer.remove(member.port());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void joined(ClusterMember member) {
    balancer.add(member.port());
  }

  @Override
  public void close() {
    try {
      balancer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
