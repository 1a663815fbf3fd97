package io.windlass.cli.demo;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** Requests of CSI as JSON. Arguments must need no escaping. */
final class VolumeRequests {
  private static final String CAPABILITY =
      "{\"mount\": {}, \"access_mode\": {\"mode\": \"MULTI_NODE_MULTI_WRITER\"}}";

  private VolumeRequests() {}

  /** Returns a request to stage a volume, with a key in the secrets of the request. */
  static String stageWithSecrets(String volume, Path staging, Map<String, String> secrets) {
    return stage(volume, staging, "secrets", object(secrets));
  }

  /**
   * Returns a request to stage a volume, with the publish context, in JSON, that the controller
   * returned.
   */
  static String stagePublished(String volume, Path staging, String context) {
    return stage(volume, staging, "publish_context", context);
  }

  private static String stage(String volume, Path staging, String field, String value) {
    return """
    {"volume_id": "%s", "staging_target_path": "%s", "volume_capability": %s, "%s": %s}\
    """
        .formatted(volume, staging, CAPABILITY, field, value);
  }

  static String unstage(String volume, Path staging) {
    return "{\"volume_id\": \"%s\", \"staging_target_path\": \"%s\"}".formatted(volume, staging);
  }

  /** Returns a request to publish a staged volume at the path where a workload sees it. */
  static String publish(String volume, Path staging, Path target) {
    return """
    {"volume_id": "%s", "staging_target_path": "%s", "target_path": "%s", \
    "volume_capability": %s}\
    """
        .formatted(volume, staging, target, CAPABILITY);
  }

  static String unpublish(String volume, Path target) {
    return "{\"volume_id\": \"%s\", \"target_path\": \"%s\"}".formatted(volume, target);
  }

  static String createSnapshot(String name, String volume) {
    return "{\"name\": \"%s\", \"source_volume_id\": \"%s\"}".formatted(name, volume);
  }

  static String snapshot(String id) {
    return "{\"snapshot_id\": \"%s\"}".formatted(id);
  }

  /** Returns a request to create a volume with the content of a snapshot. */
  static String createVolume(String name, String snapshot) {
    return """
    {"name": "%s", "volume_capabilities": [%s], \
    "volume_content_source": {"snapshot": {"snapshot_id": "%s"}}}\
    """
        .formatted(name, CAPABILITY, snapshot);
  }

  static String volume(String id) {
    return "{\"volume_id\": \"%s\"}".formatted(id);
  }

  /** Returns a request to publish a volume to a node, for which the controller makes a key. */
  static String attach(String volume, String node) {
    return "{\"volume_id\": \"%s\", \"node_id\": \"%s\", \"volume_capability\": %s}"
        .formatted(volume, node, CAPABILITY);
  }

  static String detach(String volume, String node) {
    return "{\"volume_id\": \"%s\", \"node_id\": \"%s\"}".formatted(volume, node);
  }

  private static String object(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> "\"%s\": \"%s\"".formatted(field.getKey(), field.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
