package io.windlass.store.memory.google;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Parameters of a request: "request-preconditions".
 *
 * @param ifGenerationMatch 0: there is no live object of the name
 * @param ifMetagenerationMatch of what is live
 */
record Preconditions(OptionalLong ifGenerationMatch, OptionalLong ifMetagenerationMatch) {
  static final Preconditions NONE = new Preconditions(OptionalLong.empty(), OptionalLong.empty());

  static Preconditions generation(long generation) {
    return new Preconditions(OptionalLong.of(generation), OptionalLong.empty());
  }

  /** Refuses where they do not hold of what is there. */
  void check(String name, Optional<FakeObject> there) {
    long generation = there.map(FakeObject::generation).orElse(0L);
    long metageneration = there.map(FakeObject::metageneration).orElse(0L);
    if (ifGenerationMatch.orElse(generation) != generation
        || ifMetagenerationMatch.orElse(metageneration) != metageneration) {
      throw new GoogleError(GoogleError.Reason.CONDITION_NOT_MET, name);
    }
  }
}
