package io.windlass.volume;

/** How a volume may be used, and by how many nodes; the names are those of CSI. */
public enum VolumeAccessMode {
  SINGLE_NODE_WRITER,
  SINGLE_NODE_READER_ONLY,
  MULTI_NODE_READER_ONLY,
  MULTI_NODE_SINGLE_WRITER,
  MULTI_NODE_MULTI_WRITER,
  SINGLE_NODE_SINGLE_WRITER,
  SINGLE_NODE_MULTI_WRITER;

  /** Whether one node at a time may have the volume. */
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

  /** Whether nobody may write. */
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
