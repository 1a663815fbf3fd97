package io.windlass.fake.gcs;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** One upload that comes in pieces: cloud.google.com/storage/docs/resumable-uploads. */
final class ResumableSession {
  private final Principal who;
  private final WireRequest start;
  private final String bucket;
  private final String name;
  private final ObjectNode body;
  private final Instant started;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private Optional<StoredObject> finished = Optional.empty();

  ResumableSession(
      Principal who,
      WireRequest start,
      String bucket,
      String name,
      ObjectNode body,
      Instant started) {
    this.who = who;
    this.start = start;
    this.bucket = bucket;
    this.name = name;
    this.body = body;
    this.started = started;
  }

  Principal who() {
    return who;
  }

  /** Returns the request that started it, with its conditions. */
  WireRequest start() {
    return start;
  }

  String bucket() {
    return bucket;
  }

  String name() {
    return name;
  }

  ObjectNode body() {
    return body;
  }

  Instant started() {
    return started;
  }

  int size() {
    return received.size();
  }

  byte[] content() {
    return received.toByteArray();
  }

  void add(byte[] bytes, int from, int to) {
    received.write(bytes, from, to - from);
  }

  Optional<StoredObject> finished() {
    return finished;
  }

  void finish(StoredObject object) {
    finished = Optional.of(object);
  }
}
