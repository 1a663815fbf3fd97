package io.windlass.test.chart;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Objects that a chart rendered.
 *
 * @param all in the order of the output
 */
record Manifests(List<JsonNode> all) {
  private static final List<String> WORKLOADS = List.of("Deployment", "DaemonSet");

  Manifests {
    all = List.copyOf(all);
  }

  /** An object's kind and name, for messages. */
  static String name(JsonNode object) {
    return object.path("kind").asString() + "/" + object.at("/metadata/name").asString();
  }

  Stream<JsonNode> of(String kind) {
    return all.stream().filter(object -> object.path("kind").asString().equals(kind));
  }

  JsonNode get(String kind, String name) {
    return of(kind)
        .filter(object -> object.at("/metadata/name").asString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no %s %s".formatted(kind, name)));
  }

  Stream<JsonNode> workloads() {
    return WORKLOADS.stream().flatMap(this::of);
  }

  /** A container, with what it is in. */
  record Container(JsonNode workload, JsonNode pod, JsonNode spec) {
    /** Such as {@code DaemonSet/windlass-node/plugin}. */
    String name() {
      return Manifests.name(workload) + "/" + spec.path("name").asString();
    }

    /** Where the pod and the container both may say it, the container counts. */
    JsonNode security(String field) {
      JsonNode own = spec.path("securityContext").path(field);
      return own.isMissingNode() ? pod.path("securityContext").path(field) : own;
    }

    /** Its variables; those that the API server fills in have what they are filled with. */
    Map<String, String> environment() {
      return spec.path("env")
          .valueStream()
          .collect(
              Collectors.toMap(
                  variable -> variable.path("name").asString(),
                  variable ->
                      variable.has("value")
                          ? variable.path("value").asString()
                          : variable.path("valueFrom").toString()));
    }
  }

  List<Container> containers() {
    return Stream.concat(workloads(), of("Pod"))
        .flatMap(workload -> {
          JsonNode pod =
              workload.path("kind").asString().equals("Pod")
                  ? workload.path("spec")
                  : workload.at("/spec/template/spec");
          return pod.path("containers")
              .valueStream()
              .map(container -> new Container(workload, pod, container));
        })
        .toList();
  }

  Container container(String name) {
    return containers().stream()
        .filter(container -> container.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no container " + name));
  }
}
