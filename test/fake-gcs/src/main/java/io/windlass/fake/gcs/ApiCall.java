package io.windlass.fake.gcs;

import java.util.List;

/**
 * One call of an API.
 *
 * @param names the names in the path, in order
 */
record ApiCall(WireRequest request, List<String> names, Principal who) {

  String name(int index) {
    return names.get(index);
  }
}
