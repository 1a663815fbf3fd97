package io.windlass.fs.posix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.fs.FsException;
import io.windlass.linux.Errno;
import java.net.URLEncoder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserAttributesTest {
  private static Map<String, String> encoded(String json) {
    return Map.of("xattr", URLEncoder.encode(json, UTF_8));
  }

  @Test
  void namesOfAllKindsAreRead() {
    Map<String, String> described = Map.of("mode", "33188");
    for (String name : new String[] {"user.a", "user.\"quoted\\", "user.a\nb", "user.é{}:,"}) {
      described = UserAttributes.with(described, name, name.getBytes(UTF_8), 0, false);
      assertThat(UserAttributes.get(described, name)).hasValue(name.getBytes(UTF_8));
    }
    assertThat(UserAttributes.names(described)).hasSize(4);
    assertThat(UserAttributes.without(described, "user.a", false)).containsEntry("mode", "33188");
  }

  @Test
  void whatS3fsWroteIsRead() {
    assertThat(UserAttributes.get(encoded("{\"user.a\":\"Yg==\", \"user.c\\nd\":\"\"}"), "user.a"))
        .hasValue("b".getBytes(UTF_8));
    assertThat(UserAttributes.names(encoded("{\"user.a\nb\":\"Yg==\"}")))
        .containsExactly("user.a\nb");
  }

  @Test
  void moreThanAnObjectCanKeepIsRefused() {
    // 1,200 bytes are 1,600 characters in Base64; name, quotes and braces are some more.
    assertThat(UserAttributes.with(Map.of(), "user.a", new byte[1_200], 0, false))
        .containsKey("xattr");
    assertThatExceptionOfType(FsException.class)
        .isThrownBy(() -> UserAttributes.with(Map.of(), "user.a", new byte[1_300], 0, false))
        .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOSPC));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "%", "%zz", "{", "[1]", "7", "{\"user.a\":", "{'user.a':'Yg=='}", "null"})
  void whatIsMalformedIsNoAttribute(String text) {
    Map<String, String> described = Map.of("xattr", text);
    assertThat(UserAttributes.names(described)).isEmpty();
    assertThat(UserAttributes.get(described, "user.a")).isEmpty();
    assertThat(
            UserAttributes.names(UserAttributes.with(described, "user.b", new byte[1], 0, false)))
        .containsExactly("user.b");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"user.a\":\"%\",\"user.b\":\"Yg==\"}",
        "{\"user.a\":\"A\",\"user.b\":\"Yg==\"}",
        "{\"user.a\":{},\"user.b\":\"Yg==\"}"
      })
  void oneThatIsMalformedHidesNoOther(String json) {
    assertThat(UserAttributes.names(encoded(json))).containsExactly("user.b");
  }
}
