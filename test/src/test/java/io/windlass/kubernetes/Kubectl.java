package io.windlass.kubernetes;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The cluster as its users see it: by {@code kubectl}. */
final class Kubectl {
  /** How long the cluster may take for anything that it is asked for. */
  static final Duration PATIENCE = Duration.ofMinutes(4);

  private final Tool tool;
  private final String program;

  Kubectl(Tool tool, String program) {
    this.tool = tool;
    this.program = program;
  }

  /** Runs a command, and returns what it wrote. */
  String run(String... arguments) {
    return tool.run("", command(arguments));
  }

  /** Runs a command, whatever comes of it. */
  Tool.Outcome attempt(String... arguments) {
    return tool.attempt("", command(arguments));
  }

  /** Makes or changes objects. */
  void apply(String yaml) {
    tool.run(yaml, command("apply", "--filename", "-"));
  }

  /** Returns what a path of JSON finds in an object; empty if there is nothing. */
  String get(String object, String path) {
    return run("get", object, "--output", "jsonpath={" + path + "}");
  }

  /** Returns a field of a Secret. */
  String secret(String name, String field) {
    String encoded = get("secret/" + name, ".data." + field.replace(".", "\\."));
    return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
  }

  /** Waits until a path of JSON finds this in an object. */
  void awaitValue(String object, String path, String value) {
    run(
        "wait",
        object,
        "--for=jsonpath={" + path + "}=" + value,
        "--timeout=" + PATIENCE.toSeconds() + "s");
  }

  /** Waits until an object is there. */
  void awaitThere(String object) {
    run("wait", object, "--for=create", "--timeout=" + PATIENCE.toSeconds() + "s");
  }

  /** Waits until an object is gone. */
  void awaitGone(String object) {
    run("wait", object, "--for=delete", "--timeout=" + PATIENCE.toSeconds() + "s");
  }

  /** Returns the names of the pods of a component of the driver. */
  String podsOf(String component) {
    return run(
        "get",
        "pods",
        "--namespace=windlass",
        "--selector=app.kubernetes.io/component=" + component,
        "--output=name");
  }

  /** Deletes an object, and waits until it is gone. */
  void delete(String object) {
    run("delete", object, "--wait=true", "--timeout=" + PATIENCE.toSeconds() + "s");
  }

  /** Waits until all replicas of a Deployment or DaemonSet are there and ready. */
  void awaitRollout(String object) {
    run("rollout", "status", object, "-n", "windlass", "--timeout=" + PATIENCE.toSeconds() + "s");
  }

  /** Waits until a command prints these lines. */
  void awaitLines(List<String> lines, String... arguments) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> run(arguments).lines().toList(), lines::equals);
  }

  /** Waits until the API server answers. */
  void awaitReady() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> attempt("get", "--raw=/readyz").succeeded());
  }

  private List<String> command(String... arguments) {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(arguments));
    return command;
  }
}
