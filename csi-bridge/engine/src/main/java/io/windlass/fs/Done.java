package io.windlass.fs;

/** Result of an operation whose success carries no data. */
public enum Done {
  DONE
}
