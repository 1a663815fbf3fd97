package io.windlass.cosi.sanity.trial;

/**
 * Sentence that a check is based on.
 *
 * @param source document that says it
 * @param sentence the sentence, quoted or in short
 */
public record Rule(String source, String sentence) {

  /** Returns a rule of the COSI spec, from its section on an RPC or a subject. */
  public static Rule spec(String section, String sentence) {
    return new Rule("COSI spec, " + section, sentence);
  }

  /** Returns a rule that follows from the behaviour of the upstream sidecar. */
  public static Rule sidecar(String sentence) {
    return new Rule("COSI sidecar", sentence);
  }

  @Override
  public String toString() {
    return source + ": " + sentence;
  }
}
