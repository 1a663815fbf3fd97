package io.windlass.store.azure;

import io.windlass.secret.Secret;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.azure.client.SharedAccessSignature;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Text form of tokens and account keys: JSON, the same for the same credential. */
final class AzureCredentialText {
  static final String ACCESS_TOKEN = "accessToken";
  static final String ACCOUNT_KEY = "accountKey";

  private static final TypeReference<Map<String, String>> MEMBERS = new TypeReference<>() {};

  private AzureCredentialText() {}

  static Secret of(AzureKey key) {
    Map<String, String> members = new TreeMap<>();
    members.put("protocol", AzureProtocol.AZURE.name());
    switch (key) {
      case AzureKey.Account(Secret secret) -> members.put(ACCOUNT_KEY, secret.reveal());
      case AzureKey.Token(Secret token) -> members.put(ACCESS_TOKEN, token.reveal());
      case AzureKey.Identity _ ->
          throw new IllegalArgumentException("an identity is not handed to others");
    }
    return Secret.of(new JsonMapper().writeValueAsString(members));
  }

  /**
   * Returns the text for the fields {@code accessToken} or {@code accountKey}; the token counts if
   * both are there.
   */
  static Secret of(Map<String, Secret> fields) {
    Optional<AzureKey> token =
        Optional.ofNullable(fields.get(ACCESS_TOKEN))
            .map(text -> new AzureKey.Token(SharedAccessSignature.read(text).token()));
    return of(
        token
            .or(() -> Optional.ofNullable(fields.get(ACCOUNT_KEY)).map(AzureKey.Account::new))
            .orElseThrow(
                () -> new IllegalArgumentException("the credential lacks its " + ACCESS_TOKEN)));
  }

  /**
   * Returns what a text contains.
   *
   * @throws IllegalArgumentException when that is no credential; the message does not show the text
   */
  static AzureKey read(Secret text) {
    Map<String, String> members;
    try {
      members = new JsonMapper().readValue(text.reveal(), MEMBERS);
    } catch (JacksonException e) {
      // Jackson's message may show the text.
      throw new IllegalArgumentException("the credential is not one of Azure");
    }
    Optional<AzureKey> token =
        Optional.ofNullable(members.get(ACCESS_TOKEN)).map(Secret::of).map(AzureKey.Token::new);
    return token
        .or(() ->
            Optional.ofNullable(members.get(ACCOUNT_KEY))
                .map(Secret::of)
                .map(AzureKey.Account::new))
        .orElseThrow(
            () -> new IllegalArgumentException("the credential lacks its " + ACCESS_TOKEN));
  }
}
