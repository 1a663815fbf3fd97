package io.windlass.store.azure;

import io.windlass.store.contract.BucketView;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the metadata of a container say of its tags. */
final class ContainerView {
  private static final String TAG = "tag_";
  private static final Pattern CODES = Pattern.compile("(?:_[0-9a-f]{2})+");

  private ContainerView() {}

  static BucketView of(Map<String, String> metadata) {
    return new BucketView(
        false,
        false,
        OptionalInt.empty(),
        OptionalInt.empty(),
        false,
        metadata.entrySet().stream()
            .filter(each -> each.getKey().startsWith(TAG))
            .collect(
                Collectors.toMap(
                    each ->
                        CODES
                            .matcher(each.getKey().substring(TAG.length()))
                            .replaceAll(ContainerView::decoded),
                    each -> plain(each.getValue()))));
  }

  private static String decoded(MatchResult codes) {
    return plain(codes.group().replace('_', '%'));
  }

  private static String plain(String encoded) {
    return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
