package io.windlass.faults.secret;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.grpc.ManagedChannel;
import io.grpc.Status.Code;
import io.windlass.faults.Progress;
import io.windlass.faults.RawWire;
import io.windlass.faults.RawWire.Reply;
import io.windlass.faults.csi.CsiCalls;
import io.windlass.faults.csi.MountedFiles;
import io.windlass.faults.csi.NodeKey;
import io.windlass.faults.csi.StormVolume;
import io.windlass.faults.csi.VolumeRequests;
import io.windlass.faults.fuzz.CsiConsequences;
import io.windlass.faults.fuzz.CsiDialect;
import io.windlass.faults.fuzz.Fuzzer;
import io.windlass.faults.fuzz.ValidCsiRequests;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.Sockets;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Recognisable secrets are given to CSI in every way that it takes them, at the most talkative
 * level of its log; volumes are made, mounted and written, and processes killed. Nothing that they
 * wrote, said or show to others has one of the secrets in it, in whatever form.
 */
class CsiSecretsTest {
  private final Canaries canaries = new Canaries();
  private final Planted planted = new Planted(canaries);
  private final List<String> said = new ArrayList<>();

  @Test
  @LongForm(
      gate = "SecretsTest.nothingTellsThem",
      reason = "the same search with two more processes, which log in the same way")
  @RealServer(MinioServer.class)
  void nothingTellsThem(PrivateServer<MinioServer> minio) throws IOException {
    DriverSetup setup = DriverSetup.minio(minio.server()).asCsi("controller");
    setup.with("WINDLASS_LOG_LEVEL", "debug");
    Planted.Administrator admin = planted.administrator(minio.server(), "controller");
    admin.install(setup, admin.secret());
    String ring = Files.readString(setup.keys());
    planted.key("driver key", ring);
    canaries.add("root secret", minio.server().rootSecret().reveal());
    DriverSetup nodeSetup = setup.csiNode().with("WINDLASS_LOG_LEVEL", "debug");
    try (DriverProcess controller = DriverProcess.start(setup);
        CsiPlugin node = CsiPlugin.over(nodeSetup)) {
      ManagedChannel channel = Sockets.channel(setup.socket());
      try {
        CsiCalls calls =
            new CsiCalls(channel, node.channel(), new SplittableRandom(5), new Progress());
        StormVolume volume = live(calls, node);
        stageWithSecrets(calls, node, planted.administrator(minio.server(), "node"));
        sendSecretsToAll(setup.socket(), node, calls.nodeId());
        node.killMounter();
        node.restart();
        MountedFiles.write(volume.target().resolve("after"), new byte[] {1});
        search(setup, controller, node);
        Planted.records(minio.server()).forEach((key, text) -> said.add(key + ": " + text));
        List<String> found = new ArrayList<>();
        said.forEach(text -> found.addAll(canaries.in("what was said or kept", text)));
        assertThat(found).isEmpty();
      } catch (RuntimeException | Error e) {
        e.addSuppressed(new DriverOutput(controller));
        e.addSuppressed(new DriverOutput(node.process()));
        throw e;
      } finally {
        channel.shutdownNow();
      }
    }
  }

  /** A volume that is mounted and written; the key that the node got for it is looked for. */
  private StormVolume live(CsiCalls calls, CsiPlugin node) {
    String nodeId = calls.nodeId();
    StormVolume volume =
        new StormVolume("secret-life", Map.of(), nodeId, node.mounts().resolve("life"), calls);
    volume.create();
    volume.rise();
    NodeKey key =
        NodeKey.of(volume.publishContext(), node.process().setup().nodeKey(), volume.id());
    canaries.add("the node's key", key.key().reveal());
    said.add(volume.publishContext().toString());
    volume.rise();
    volume.rise();
    MountedFiles.write(volume.target().resolve("before"), new byte[] {1});
    return volume;
  }

  private static void stageWithSecrets(
      CsiCalls calls, CsiPlugin node, Planted.Administrator administrator) {
    StormVolume other =
        new StormVolume(
            "secret-stage", Map.of(), calls.nodeId(), node.mounts().resolve("stage"), calls);
    other.create();
    other.rise();
    Path place = node.mounts().resolve("by-secrets");
    NodeStageVolumeRequest request =
        new VolumeRequests(other.id(), calls.nodeId(), place, place)
            .stage()
            .putSecrets("AWS_ACCESS_KEY_ID", administrator.key())
            .putSecrets("AWS_SECRET_ACCESS_KEY", administrator.secret().reveal())
            .putSecrets("AWS_ENDPOINT_URL", other.publishContext().get("endpoint"))
            .build();
    calls.node("stage by secrets", stub -> stub.nodeStageVolume(request));
    assertThat(node.mounted()).anyMatch(mount -> mount.path().equals(place));
  }

  /** To every RPC that takes any, in requests that are right but for them. */
  private void sendSecretsToAll(Path controller, CsiPlugin node, String nodeId) {
    CsiConsequences consequences = new CsiConsequences();
    ValidCsiRequests valid =
        new ValidCsiRequests(new SplittableRandom(3), "sent", nodeId, node.mounts(), consequences);
    try (RawWire toController = new RawWire(controller);
        RawWire toNode = new RawWire(node.socket())) {
      int sent = 0;
      for (MethodDescriptor method : CsiDialect.METHODS) {
        FieldDescriptor secrets = method.getInputType().findFieldByName("secrets");
        if (secrets != null) {
          sent++;
          RawWire wire = method.getService().getName().equals("Node") ? toNode : toController;
          for (String name : List.of("AWS_SECRET_ACCESS_KEY", "password")) {
            String secret = planted.secret(method.getName() + " " + name).reveal();
            byte[] request = with(valid.of(method.getInputType()), secrets, name, secret);
            Reply reply = wire.call(Fuzzer.path(method), request);
            if (reply.code() == Code.OK) {
              consequences.of(method.getName(), request, reply.message().toByteArray());
            }
            said.add(reply.text());
            said.add(reply.message().toStringUtf8());
          }
        }
      }
      assertThat(sent).as("RPCs that take secrets").isGreaterThan(10);
    }
  }

  private static byte[] with(Message request, FieldDescriptor secrets, String name, String secret) {
    Descriptor entry = secrets.getMessageType();
    return request.toBuilder()
        .addRepeatedField(
            secrets,
            DynamicMessage.newBuilder(entry)
                .setField(entry.findFieldByNumber(1), name)
                .setField(entry.findFieldByNumber(2), secret)
                .build())
        .build()
        .toByteArray();
  }

  private void search(DriverSetup setup, DriverProcess controller, CsiPlugin node)
      throws IOException {
    DriverSetup nodeSetup = node.process().setup();
    // The search finds what is there, and what is searched is what was meant.
    assertThat(canaries.in(setup.secrets("admin"))).anyMatch(each -> each.contains("controller"));
    assertThat(canaries.in(setup.secrets("keys"))).anyMatch(each -> each.contains("driver key"));
    assertThat(Files.readString(setup.err())).contains("ControllerPublishVolume", "***");
    assertThat(Files.readString(nodeSetup.err())).contains("NodeStageVolume", "***");
    assertThat(nodeSetup.state()).isNotEmptyDirectory();
    assertThat(node.others()).isNotEmpty();

    List<String> found = new ArrayList<>();
    for (DriverSetup each : List.of(setup, nodeSetup)) {
      for (Path file : List.of(each.out(), each.err())) {
        found.addAll(canaries.in(file.toString(), Files.readString(file)));
      }
      found.addAll(canaries.in(each.work()));
      found.addAll(canaries.in(each.sockets()));
    }
    for (Path directory : List.of(nodeSetup.run(), nodeSetup.state(), nodeSetup.staging())) {
      found.addAll(canaries.in(directory));
    }
    List<ProcessHandle> processes = new ArrayList<>(node.others());
    processes.add(ProcessHandle.of(controller.pid()).orElseThrow());
    processes.add(ProcessHandle.of(node.process().pid()).orElseThrow());
    for (ProcessHandle process : processes) {
      for (String file : List.of("cmdline", "environ")) {
        Path path = Path.of("/proc", Long.toString(process.pid()), file);
        String text = Files.readString(path, ISO_8859_1).replace('\0', '\n');
        assertThat(text).as(path.toString()).isNotEmpty();
        found.addAll(canaries.in(path.toString(), text));
      }
    }
    assertThat(found).isEmpty();
  }
}
