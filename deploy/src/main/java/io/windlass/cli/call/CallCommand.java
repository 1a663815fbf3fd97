package io.windlass.cli.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.StatusException;
import io.windlass.cli.terminal.CountConverter;
import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import io.windlass.setting.NearestName;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/** Command that makes one call to any COSI or CSI driver, ours or not. */
@Command(
    name = "call",
    header = "Call a COSI or CSI driver by hand.%n",
    description = {
      "",
      "Sends one request and prints the answer as JSON; a failure goes to standard error as the"
          + " status code and the driver's message.",
      "",
      "For example:",
      "  windlass call",
      "  windlass call DriverGetInfo",
      "  windlass call --describe GrantBucketAccess",
      "  windlass call DriverGenerateBucketId '{\"name\": \"my-bucket\"}'",
      "  windlass call --api csi ListVolumes"
    })
public final class CallCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(
      index = "0",
      paramLabel = "METHOD",
      arity = "0..1",
      description =
          "Name of the method. The prefix Driver can be left out, and case does not matter. Without"
              + " one, the methods are listed.")
  String method = "";

  @Parameters(
      index = "1",
      paramLabel = "JSON",
      arity = "0..1",
      description =
          "The request, in proto3 JSON; - reads it from standard input. Default: ${DEFAULT-VALUE}")
  String json = "{}";

  @Option(
      names = {"-e", "--endpoint"},
      paramLabel = "URI",
      description =
          "The driver's socket, like unix:///var/lib/cosi/cosi.sock. Default: COSI_ENDPOINT, with"
              + " --api csi CSI_ENDPOINT")
  Optional<String> endpoint = Optional.empty();

  @Option(
      names = "--api",
      paramLabel = "API",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
  Api api = Api.v1alpha2;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      converter = CountConverter.class,
      description = "Longest wait for the answer. Default: ${DEFAULT-VALUE}")
  int timeout = 30;

  @Option(
      names = "--describe",
      description = "Show the fields of the request, and an example; calls nothing.")
  boolean describe;

  @Option(names = "--show-secrets", description = "Print credentials rather than ***.")
  boolean showSecrets;

  public CallCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (method.isEmpty()) {
      terminal.out().println(api + ":");
      names().forEach(name -> terminal.out().println("  " + name));
      return Exit.OK;
    }
    MethodDescriptor called = api.method(method).orElseThrow(() -> wrong(unknownMethod()));
    if (describe) {
      String options = api == Api.v1alpha2 ? "" : "--api %s ".formatted(api);
      terminal.out().println(RequestDescription.of(called, options));
      return Exit.OK;
    }
    DynamicMessage request = request(called);
    try (ApiClient client = connect()) {
      return call(client, called, request);
    }
  }

  private int call(ApiClient client, MethodDescriptor called, DynamicMessage request) {
    try {
      ObjectNode answer = client.call(called, request);
      terminal
          .out()
          .println(
              ApiJson.pretty(
                  showSecrets ? answer : ApiJson.masked(called.getOutputType(), answer)));
      return Exit.OK;
    } catch (StatusException e) {
      terminal.err().println(called.getName() + ": " + client.explain(e));
      return Exit.FAILED;
    }
  }

  private DynamicMessage request(MethodDescriptor called) throws IOException {
    String text = json.equals("-") ? new String(System.in.readAllBytes(), UTF_8) : json;
    try {
      return ApiClient.request(called, text);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private ApiClient connect() {
    String where =
        endpoint
            .or(() -> Optional.ofNullable(terminal.environment().get(api.endpoint())))
            .orElseThrow(() ->
                wrong(
                    "there is no endpoint: give --endpoint, or set %s".formatted(api.endpoint())));
    try {
      return new ApiClient(where, Duration.ofSeconds(timeout));
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  private List<String> names() {
    return api.methods().stream().map(MethodDescriptor::getName).toList();
  }

  private String unknownMethod() {
    String hint =
        Arrays.stream(Api.values())
            .filter(other -> other.method(method).isPresent())
            .findFirst()
            .map(other -> "%1$s has it: add --api %1$s".formatted(other))
            .or(() -> meant().map("did you mean %s?"::formatted))
            .orElseGet(() -> "'windlass call --api %s' lists them".formatted(api));
    return "%s has no method '%s'; %s".formatted(api, method, hint);
  }

  /** Returns the methods that begin like what was written, or else the nearest. */
  private Optional<String> meant() {
    String begin = method.toLowerCase(Locale.ROOT);
    return names().stream()
        .filter(name -> {
          String whole = name.toLowerCase(Locale.ROOT);
          return whole.startsWith(begin) || whole.startsWith("driver" + begin);
        })
        .reduce("%s or %s"::formatted)
        .or(() -> NearestName.of(method, names()))
        .or(() -> NearestName.of("Driver" + method, names()));
  }

  private ParameterException wrong(@Nullable String what) {
    return new ParameterException(spec.commandLine(), what);
  }
}
