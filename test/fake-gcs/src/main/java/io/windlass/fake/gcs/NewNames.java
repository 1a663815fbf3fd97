package io.windlass.fake.gcs;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * Service accounts and roles that a request made: no part of the service knows them at first. IAM
 * is eventually consistent (cloud.google.com/iam/docs/overview#consistency), and a new account
 * "might take 60 seconds or more" (cloud.google.com/iam/docs/service-accounts-create). Here each
 * part says a number of times that there is no such name.
 */
final class NewNames {
  /** Who is asked for a name. */
  enum Part {
    /**
     * IAM itself: github.com/GoogleCloudPlatform/magic-modules/pull/14447 awaits three good answers
     * in a row.
     */
    LOOKS,
    /**
     * Policies: for accounts "Error 400: Service account … does not exist.", for instance
     * github.com/Liscor/terraform_dataform_ga4_pipeline/issues/1.
     */
    POLICIES,
    /** Keys. No thread says how they refuse, so they do so by 400 and by 404 in turn. */
    KEYS
  }

  private final FakeSettings settings;
  private final Map<String, Map<Part, Integer>> asked = new HashMap<>();

  NewNames(FakeSettings settings) {
    this.settings = settings;
  }

  /** Notes that a request has made an account or a role. */
  void made(String name) {
    asked.put(name, new EnumMap<>(Part.class));
  }

  /** Asks for a name, and returns how often it has been too early; 0: it is known. */
  int refusals(String name, Part part) {
    Map<Part, Integer> of = asked.get(name);
    int times = of == null ? Integer.MAX_VALUE : of.merge(part, 1, Integer::sum);
    return times > settings.newNamesUnknown() ? 0 : times;
  }

  boolean isKnown(String name, Part part) {
    return refusals(name, part) == 0;
  }
}
