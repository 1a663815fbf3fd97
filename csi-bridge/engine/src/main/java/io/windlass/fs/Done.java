package io.windlass.fs;

/** The answer of an operation that says nothing but that it was carried out. */
public enum Done {
  DONE
}
