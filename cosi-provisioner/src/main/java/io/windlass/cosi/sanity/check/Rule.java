package io.windlass.cosi.sanity.check;

/**
 * The sentence that a check stands on.
 *
 * @param source where it is said
 * @param sentence what is said, quoted or in short
 */
public record Rule(String source, String sentence) {

  /** A rule of the COSI spec, in its section on one RPC or subject. */
  static Rule spec(String section, String sentence) {
    return new Rule("COSI spec, " + section, sentence);
  }

  /** Behaviour of the upstream sidecar that a driver has to live with. */
  static Rule sidecar(String sentence) {
    return new Rule("COSI sidecar", sentence);
  }

  @Override
  public String toString() {
    return source + ": " + sentence;
  }
}
