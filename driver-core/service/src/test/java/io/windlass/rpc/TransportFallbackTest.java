package io.windlass.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.observe.Tracing;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver on a machine for which there is no native library. */
class TransportFallbackTest {
  @TempDir private Path directory;

  /** A process of its own: whether epoll is there is decided once in each. */
  public static final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
      Transport transport = Transport.best();
      ServerSettings settings = ServerSettings.at(UnixEndpoint.parse(args[0]));
      try (UnixServer server =
              UnixServer.start(
                  settings,
                  TestService.RULES,
                  new SimpleMeterRegistry(),
                  Tracing.off(),
                  List.of(TestService.echo()));
          UnixChannel channel = UnixChannel.open(server.endpoint().toString())) {
        DynamicMessage answer = TestService.call(channel.grpc(), TestProto.named("a"));
        System.out.println(TestProto.get(answer, "name") + " served by " + transport);
      }
    }
  }

  private String run(String... options) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
    command.addAll(List.of(options));
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            directory.resolve("driver.sock").toString()));
    Process process = Programs.process(command).redirectErrorStream(true).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(output).isZero();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void servesByTheJdkWithoutTheNativeLibrary() throws Exception {
    assertThat(run("-Dio.netty.transport.noNative=true")).contains("a served by NIO");
  }

  @Test
  void servesByEpollWithIt() throws Exception {
    assertThat(run()).contains("a served by EPOLL").doesNotContain("WARN");
  }
}
