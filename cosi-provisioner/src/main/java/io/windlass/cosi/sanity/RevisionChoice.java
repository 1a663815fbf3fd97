package io.windlass.cosi.sanity;

import io.windlass.cosi.sanity.wire.ApiRevision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Which revisions a driver is tested in. */
public sealed interface RevisionChoice {

  /** For each API version that the driver serves, the revision that it seems to be. */
  record Detected() implements RevisionChoice {}

  /** Every revision of each API version that the driver serves. */
  record Every() implements RevisionChoice {}

  /** These, one after the other. */
  record These(List<ApiRevision> revisions) implements RevisionChoice {
    public These {
      revisions = List.copyOf(revisions);
    }
  }

  /**
   * Reads {@code auto}, {@code all}, or a list like {@code v1alpha1,B,E}.
   *
   * @throws IllegalArgumentException says what would be right
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

  /** The revisions for a driver that seems to serve these. */
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
