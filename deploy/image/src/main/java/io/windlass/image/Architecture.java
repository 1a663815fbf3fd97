package io.windlass.image;

import java.util.Arrays;

/** Architectures that images are built for, by their names in OCI images. */
enum Architecture {
  AMD64("amd64", "x86_64", "x86_64", 62),
  ARM64("arm64", "aarch64", "aarch_64", 183);

  private final String oci;
  private final String machine;
  private final String classifier;
  private final int elfMachine;

  Architecture(String oci, String machine, String classifier, int elfMachine) {
    this.oci = oci;
    this.machine = machine;
    this.classifier = classifier;
    this.elfMachine = elfMachine;
  }

  /** Returns the architecture of that name. */
  static Architecture of(String oci) {
    return Arrays.stream(values())
        .filter(each -> each.oci.equals(oci))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("--arch is amd64 or arm64, not '" + oci + "'"));
  }

  /** Returns whether programs of this architecture run here. */
  boolean isHere() {
    return System.getProperty("os.arch").equals(this == AMD64 ? "amd64" : "aarch64");
  }

  /** Returns its name in OCI images. */
  String oci() {
    return oci;
  }

  /** Returns what {@code uname -m} says there. */
  String machine() {
    return machine;
  }

  /**
   * Returns whether a file of the distribution is meant for another architecture, by the classifier
   * in the name of a jar or by the directory of a library.
   */
  boolean excludes(String file) {
    return Arrays.stream(values())
        .filter(each -> each != this)
        .anyMatch(each ->
            file.endsWith("-linux-" + each.classifier + ".jar")
                || file.startsWith("native/" + each.machine + "/"));
  }

  /** Returns {@code e_machine} of its ELF files. */
  int elfMachine() {
    return elfMachine;
  }
}
