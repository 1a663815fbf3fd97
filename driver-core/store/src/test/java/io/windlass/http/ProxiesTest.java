package io.windlass.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.windlass.error.DriverException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rules are those that curl documents. The rows about schemes and exceptions were tried on curl
 * 7.88, which does otherwise with IPv6 addresses in other forms than {@code ::1}, and takes a
 * prefix that is no number for that of one address.
 */
class ProxiesTest {
  private static final String SERVER = "s3.example.com";

  private static Proxies environment(String variables) {
    Map<String, String> environment = new HashMap<>();
    Arrays.stream(variables.split(" ", -1))
        .filter(variable -> !variable.isEmpty())
        .forEach(variable -> {
          String[] parts = variable.split("=", 2);
          environment.put(parts[0], parts[1]);
        });
    return Proxies.ofEnvironment(environment);
  }

  private static String way(Proxies proxies, String server) {
    return proxies.of(URI.create(server)).map(HttpProxy::host).orElse("-");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // variables | of http | of https
        " | - | -",
        "http_proxy=a | a | -",
        "HTTP_PROXY=a | - | -",
        "https_proxy=a | - | a",
        "HTTPS_PROXY=a | - | a",
        "https_proxy=a HTTPS_PROXY=b | - | a",
        "https_proxy= HTTPS_PROXY=b | - | b",
        "all_proxy=a | a | a",
        "ALL_PROXY=a | a | a",
        "all_proxy=a ALL_PROXY=b | a | a",
        "http_proxy=a all_proxy=b | a | b",
        "HTTPS_PROXY=a all_proxy=b | b | a",
        "HTTP_PROXY=a ALL_PROXY=b | b | b",
        "http_proxy=a https_proxy=b no_proxy=* | - | -",
        "http_proxy=a https_proxy=b NO_PROXY=s3.example.com | - | -",
        "http_proxy=a https_proxy=b no_proxy=other NO_PROXY=s3.example.com | a | b",
        "http_proxy=a https_proxy=b no_proxy= NO_PROXY=s3.example.com | - | -",
      })
  void theSchemeChooses(String variables, String http, String https) {
    Proxies proxies = environment(Optional.ofNullable(variables).orElse(""));
    assertThat(way(proxies, "http://" + SERVER)).isEqualTo(http);
    assertThat(way(proxies, "https://" + SERVER + ":9000/path")).isEqualTo(https);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // no_proxy | host | whether it is among them
        "* | s3.example.com | true",
        "*,other | s3.example.com | false",
        "*.example.com | s3.example.com | false",
        "example.com | s3.example.com | true",
        "example.com | example.com | true",
        "example.com | notexample.com | false",
        "example.com | example.com.evil | false",
        "example | s3.example.com | false",
        ".example.com | s3.example.com | true",
        ".example.com | example.com | true",
        "EXAMPLE.com | s3.Example.COM | true",
        "example.com. | s3.example.com | true",
        "example.com | s3.example.com. | true",
        "s3.example.com:9000 | s3.example.com | false",
        "one,two, example.com ,three | s3.example.com | true",
        "one two example.com | s3.example.com | true",
        "localhost | localhost | true",
        "other | localhost | false",
        "10.0.0.1 | 10.0.0.1 | true",
        "10.0.0.1 | 10.0.0.10 | false",
        "10.0.0.0/8 | 10.1.2.3 | true",
        "10.0.0.0/8 | 11.1.2.3 | false",
        "192.168.1.128/25 | 192.168.1.200 | true",
        "192.168.1.128/25 | 192.168.1.100 | false",
        "192.168.1.0/23 | 192.168.0.7 | true",
        "10.0.0.1/32 | 10.0.0.1 | true",
        "10.0.0.1/32 | 10.0.0.2 | false",
        "10.0.0.0/33 | 10.0.0.0 | false",
        "10.0.0.0/x | 10.0.0.0 | false",
        "10.0.0.0/8 | 10.example.com | false",
        "0.1 | 10.0.0.1 | false",
        "example.com | 10.0.0.1 | false",
        "::1 | [::1] | true",
        "[::1] | [::1] | true",
        "0:0:0:0:0:0:0:1 | [::1] | true",
        "fd00::/8 | [fd12:3456::1] | true",
        "fd00::/8 | [fe12:3456::1] | false",
        "2001:db8::/33 | [2001:db8:7fff::1] | true",
        "2001:db8::/33 | [2001:db8:8000::1] | false",
        "10.0.0.0/8 | [::1] | false",
        "::/0 | 10.0.0.1 | false",
      })
  void somethingIsExcepted(String except, String host, boolean isExcepted) {
    Proxies proxies =
        Proxies.ofEnvironment(Map.of("https_proxy", "http://proxy:3128", "no_proxy", except));
    assertThat(way(proxies, "https://%s:9000".formatted(host)))
        .isEqualTo(isExcepted ? "-" : "proxy");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest/meta-data",
        "http://169.254.170.2",
        "http://[fd00:ec2::254]",
        "http://metadata.google.internal",
        "http://metadata",
        "http://metadata.test:8080"
      })
  void metadataServersAreAskedDirectly(String server) {
    assertThat(way(environment("http_proxy=a GCE_METADATA_HOST=metadata.test:8080"), server))
        .isEqualTo("-");
    if (!server.contains("test")) {
      assertThat(way(Proxies.ofSetting("http://a:1"), server)).isEqualTo("-");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "proxy | http://proxy:1080 |",
        "proxy:3128 | http://proxy:3128 |",
        "http://proxy:3128/ | http://proxy:3128 |",
        "HTTP://10.0.0.1:8080 | http://10.0.0.1:8080 |",
        "http://[::1]:8080 | http://[::1]:8080 |",
        "http://user@proxy:1 | http://proxy:1 | user:",
        "user:word@proxy:1 | http://proxy:1 | user:word",
        "http://us%40er:a%2Fb+%3A@proxy:1 | http://proxy:1 | us@er:a/b+:",
        "http://user:a@b@proxy:1 | http://proxy:1 | user:a@b",
      })
  void aProxyIsRead(String text, String url, String login) {
    HttpProxy proxy = HttpProxy.parse(text);
    assertThat(proxy).hasToString(url);
    assertThat(proxy.login().map(own -> own.user() + ":" + own.password().reveal()))
        .isEqualTo(Optional.ofNullable(login));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "socks5://canary:canary@proxy:1080",
        "https://canary@proxy:443",
        "http://canary:%zz@proxy:1",
        "http://proxy:99999",
        "http://proxy:0",
        "http://canary canary@pro xy",
        "http://canary@",
        "http://proxy:1/canary"
      })
  void whatIsNoneIsSaidWithoutItsText(String text) {
    Proxies proxies = Proxies.ofEnvironment(Map.of("ALL_PROXY", text, "no_proxy", "excepted"));
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> proxies.of(URI.create("http://" + SERVER)))
        .withMessageStartingWith("ALL_PROXY must be an HTTP proxy like http://proxy.example:3128")
        .withMessageNotContaining("canary");
    assertThat(proxies.of(URI.create("http://excepted"))).isEmpty();
    assertThat(proxies.toString()).doesNotContain("canary");
    assertThatIllegalArgumentException().isThrownBy(() -> Proxies.ofSetting(text));
  }

  @Test
  void aSettingIsForAllServers() {
    Proxies setting = Proxies.ofSetting("http://proxy:3128");
    assertThat(way(setting, "http://localhost")).isEqualTo("proxy");
    assertThat(way(setting, "https://10.0.0.1")).isEqualTo("proxy");
    assertThat(Proxies.ofSetting("none")).isEqualTo(Proxies.none());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Proxies.ofSetting("http://user:word@proxy:3128"));
  }

  @Test
  void theClientOfTheJdkGoesByThem() {
    Proxies proxies = environment("http_proxy=u:p@a:3128 no_proxy=direct");
    assertThat(proxies.selector().select(URI.create("http://" + SERVER)))
        .containsExactly(new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved("a", 3128)));
    assertThat(proxies.selector().select(URI.create("http://direct")))
        .containsExactly(Proxy.NO_PROXY);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + SERVER));
    assertThat(proxies.prepared(request).headers().firstValue("Proxy-Authorization"))
        .contains("Basic dTpw");
    HttpRequest.Builder direct = HttpRequest.newBuilder(URI.create("http://direct"));
    assertThat(proxies.prepared(direct).headers().map()).isEmpty();
  }

  @Test
  void theyAreDescribedWithoutSecrets() {
    assertThat(
            environment("http_proxy=u:canary@a:1 HTTPS_PROXY=b:2 no_proxy=one,10.0.0.0/8")
                .describe())
        .contains(
            "http:// goes through http://a:1 (http_proxy), https:// goes through http://b:2"
                + " (HTTPS_PROXY), except to one, 10.0.0.0/8");
    assertThat(environment("no_proxy=one").describe()).isEmpty();
  }
}
