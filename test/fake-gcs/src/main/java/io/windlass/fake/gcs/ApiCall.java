package io.windlass.fake.gcs;

import java.util.List;

/**
 * One call of an API.
 *
 * @param names what the path names, in its order
 */
record ApiCall(WireRequest request, List<String> names, Principal who) {

  String name(int index) {
    return names.get(index);
  }
}
