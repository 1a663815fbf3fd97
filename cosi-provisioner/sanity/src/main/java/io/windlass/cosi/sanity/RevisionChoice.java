package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.wire.ApiRevision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Choice of the revisions that a driver is tested in. */
public sealed interface RevisionChoice {

  /** For each API version that the driver serves, the revision that was detected. */
  record Detected() implements RevisionChoice {}

  /** Every revision of each API version that the driver serves. */
  record Every() implements RevisionChoice {}

  /** The given revisions, one after the other. */
  record These(List<ApiRevision> revisions) implements RevisionChoice {
    public These {
      revisions = List.copyOf(revisions);
    }
  }

  /**
   * Parses {@code auto}, {@code all}, or a list like {@code v1alpha1,B,E}.
   *
   * @throws IllegalArgumentException when the text is none of these; the message lists what is
   *     valid
   */
  static RevisionChoice parse(String text) {
    if (text.equals("auto")) {
      return new Detected();
    }
    if (text.equals("all")) {
      return new Every();
    }
    List<ApiRevision> revisions = new ArrayList<>();
    for (String name : text.split(",", -1)) {
      revisions.add(
          ApiRevision.of(name)
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "'%s' is no revision: auto, all, v1alpha1, A, B, C, D or E"
                          .formatted(name))));
    }
    return new These(revisions);
  }

  /** Returns the revisions to test for a driver that seems to serve the detected ones. */
  default List<ApiRevision> of(List<ApiRevision> detected) {
    List<String> served = detected.stream().map(ApiRevision::api).toList();
    return switch (this) {
      case Detected() -> detected;
      case Every() ->
          Arrays.stream(ApiRevision.values()).filter(r -> served.contains(r.api())).toList();
      case These(List<ApiRevision> revisions) -> revisions;
    };
  }
}
