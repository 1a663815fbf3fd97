package io.windlass.volume;

/**
 * Access mode of a volume: whether it may be written, and how many nodes may use it. The names are
 * those of CSI.
 */
public enum VolumeAccessMode {
  SINGLE_NODE_WRITER,
  SINGLE_NODE_READER_ONLY,
  MULTI_NODE_READER_ONLY,
  MULTI_NODE_SINGLE_WRITER,
  MULTI_NODE_MULTI_WRITER,
  SINGLE_NODE_SINGLE_WRITER,
  SINGLE_NODE_MULTI_WRITER;

  /** Returns whether only one node at a time may use the volume. */
  public boolean singleNode() {
    return switch (this) {
      case SINGLE_NODE_WRITER,
          SINGLE_NODE_READER_ONLY,
          SINGLE_NODE_SINGLE_WRITER,
          SINGLE_NODE_MULTI_WRITER ->
          true;
      case MULTI_NODE_READER_ONLY, MULTI_NODE_SINGLE_WRITER, MULTI_NODE_MULTI_WRITER -> false;
    };
  }

  /** Returns whether nobody may write to the volume. */
  public boolean readOnly() {
    return switch (this) {
      case SINGLE_NODE_READER_ONLY, MULTI_NODE_READER_ONLY -> true;
      case SINGLE_NODE_WRITER,
          MULTI_NODE_SINGLE_WRITER,
          MULTI_NODE_MULTI_WRITER,
          SINGLE_NODE_SINGLE_WRITER,
          SINGLE_NODE_MULTI_WRITER ->
          false;
    };
  }
}
