package io.windlass.store.azure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.windlass.secret.Secret;
import io.windlass.store.azure.object.IdentifierMetadata;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Requests are signed as Azure's SDK signs them. */
class SharedKeyTest {
  private static final String ACCOUNT = "account";
  private static final String KEY = "c2VjcmV0IGtleQ==";

  /** Headers that requests have, beside metadata. */
  private static final List<String> HEADERS =
      List.of(
          "content-md5",
          "content-type",
          "if-match",
          "if-none-match",
          "x-ms-blob-cache-control",
          "x-ms-blob-content-disposition",
          "x-ms-blob-content-encoding",
          "x-ms-blob-content-language",
          "x-ms-blob-content-type",
          "x-ms-blob-type",
          "x-ms-copy-source",
          "x-ms-copy-source-authorization",
          "x-ms-date",
          "x-ms-properties",
          "x-ms-range",
          "x-ms-rename-source",
          "x-ms-requires-sync",
          "x-ms-source-if-match",
          "x-ms-source-range",
          "x-ms-version");

  private final SharedKey key = new SharedKey(ACCOUNT, Secret.of(KEY));
  private final StorageSharedKeyCredential sdk = new StorageSharedKeyCredential(ACCOUNT, KEY);

  @Test
  void theSignatureIsThatOfTheSdk() throws Exception {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      SortedMap<String, String> headers = new TreeMap<>(SharedKey.HEADER_ORDER);
      HEADERS.stream()
          .filter(_ -> random.nextBoolean())
          .forEach(name -> headers.put(name, text(random)));
      headers.put("content-length", "12"); // the SDK signs the word "null" where there is none
      headers.put("x-ms-date", "Wed, 25 Nov 2026 03:00:00 GMT");
      metadata(random).forEach((name, value) -> headers.put("x-ms-meta-" + name, value));
      SortedMap<String, String> query = new TreeMap<>();
      List.of("blockid", "comp", "include", "marker", "prefix", "startFrom", "versionid").stream()
          .filter(_ -> random.nextBoolean())
          .forEach(name -> query.put(name, text(random) + " +/=&ä"));
      HttpHeaders theirs = new HttpHeaders();
      headers.forEach((name, value) -> theirs.set(HttpHeaderName.fromString(name), value));
      URI url = URI.create("https://account.blob.core.windows.net/c/a%20b%2Fc" + encoded(query));

      assertThat(key.authorization("PUT", "/c/a%20b%2Fc", query, headers))
          .as("round %d: %s", round, headers)
          .isEqualTo(sdk.generateAuthorizationHeader(url.toURL(), "PUT", theirs, false));
    }
  }

  private static String text(Random random) {
    return Integer.toString(random.nextInt(1 << 20), 36);
  }

  private static Map<String, String> metadata(Random random) {
    Map<String, String> metadata = new TreeMap<>();
    for (int count = random.nextInt(6); count > 0; count--) {
      String name =
          random
              .ints(1 + random.nextInt(4), 0, 8)
              .mapToObj(i -> "ab-_.09z".substring(i, i + 1))
              .collect(Collectors.joining());
      metadata.put(name, text(random));
    }
    return IdentifierMetadata.encode(metadata);
  }

  private static String encoded(Map<String, String> query) {
    return query.entrySet().stream()
        .map(each ->
            each.getKey()
                + "="
                + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8).replace("+", "%20"))
        .collect(Collectors.joining("&", query.isEmpty() ? "" : "?", ""));
  }

  @Test
  void anEmptyBodyIsSignedWithoutItsLength() throws Exception {
    SortedMap<String, String> headers = new TreeMap<>(SharedKey.HEADER_ORDER);
    headers.put("x-ms-date", "Wed, 25 Nov 2026 03:00:00 GMT");
    String without = key.authorization("PUT", "/c/b", new TreeMap<>(), headers);
    headers.put("content-length", "0");

    assertThat(key.authorization("PUT", "/c/b", new TreeMap<>(), headers)).isEqualTo(without);
  }

  @Test
  void aKeyOrTokenThatIsNoneIsNotShown() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SharedKey(ACCOUNT, Secret.of("secret!")))
        .withMessageContaining("Base64")
        .withNoCause();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> signed(new AzureSigner.ByToken(Secret.of("sig=secret %"))))
        .withMessageContaining("signature")
        .withNoCause();
  }

  @Test
  void aTokenIsPartOfTheUrlAndAnIdentitysIsAHeader() {
    HttpRequest byToken = signed(new AzureSigner.ByToken(Secret.of("sv=1&sig=a%2Fb")));
    assertThat(byToken.uri()).hasQuery("comp=a b&sv=1&sig=a/b");
    assertThat(byToken.uri().getRawQuery()).isEqualTo("comp=a%20b&sv=1&sig=a%2Fb");
    assertThat(byToken.headers().map()).containsOnlyKeys("x-ms-date");

    HttpRequest byIdentity = signed(new AzureSigner.ByIdentity(() -> Secret.of("token")));
    assertThat(byIdentity.headers().firstValue("Authorization")).contains("Bearer token");
  }

  private static HttpRequest signed(AzureSigner signer) {
    SortedMap<String, String> query = new TreeMap<>(Map.of("comp", "a b"));
    return signer
        .sign("GET", "https://account.blob/c", query, new TreeMap<>(SharedKey.HEADER_ORDER))
        .build();
  }
}
