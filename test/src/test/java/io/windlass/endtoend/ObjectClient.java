package io.windlass.endtoend;

/** What workloads do, by the client of their protocol. Refusals are its exceptions. */
interface ObjectClient extends AutoCloseable {
  void put(String bucket, String key, String content);

  String get(String bucket, String key);

  void delete(String bucket, String key);

  /** Looks at the first page of a listing. */
  void list(String bucket);

  /** Begins an upload, and leaves it at that. */
  void leaveUpload(String bucket, String key);

  /** Whether this refuses what the key is not for. */
  boolean isDenial(Throwable thrown);

  @Override
  void close();
}
