package io.windlass.http;

import io.windlass.error.DriverException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Which requests go through which proxy: as curl decides by the environment, or as a setting says.
 * The metadata servers of clouds are never asked through one: they answer the machine that asks.
 */
public final class Proxies {
  /** Setting for no proxy at all. */
  public static final String NONE = "none";

  /** Where Google's libraries find its metadata server. */
  private static final String METADATA_HOST = "GCE_METADATA_HOST";

  private static final Set<String> METADATA = Set.of("metadata.google.internal", "metadata");

  /** AWS's metadata server in IPv6. That of all clouds in IPv4 is link-local. */
  private static final Optional<InetAddress> METADATA_IPV6 = NoProxy.address("fd00:ec2::254");

  private final Map<String, Named> named;
  private final NoProxy except;
  private final Set<String> metadata;

  /**
   * A proxy, and who named it.
   *
   * @param read empty if it is none; only whoever would use it minds
   * @param problem why it is none
   */
  private record Named(String variable, Optional<HttpProxy> read, String problem) {
    static Named parse(String variable, String text) {
      try {
        return new Named(variable, Optional.of(HttpProxy.parse(text)), "");
      } catch (IllegalArgumentException e) {
        return new Named(variable, Optional.empty(), variable + " " + e.getMessage());
      }
    }

    HttpProxy proxy() {
      return read.orElseThrow(() -> new DriverException.FailedPrecondition(problem));
    }
  }

  private Proxies(Map<String, Named> named, NoProxy except, Set<String> metadata) {
    this.named = named;
    this.except = except;
    this.metadata = metadata;
  }

  /** Returns the rule that no request goes through a proxy. */
  public static Proxies none() {
    return new Proxies(Map.of(), new NoProxy(List.of()), METADATA);
  }

  /**
   * Returns what the value of a setting says: {@value #NONE}, or the proxy of all requests.
   *
   * @throws IllegalArgumentException if it is neither, or has a user: that would be a secret
   */
  public static Proxies ofSetting(String text) {
    if (text.equals(NONE)) {
      return none();
    }
    HttpProxy proxy = HttpProxy.parse(text);
    if (proxy.login().isPresent()) {
      throw new IllegalArgumentException("must have no user");
    }
    Named all = new Named("setting PROXY", Optional.of(proxy), "");
    return new Proxies(Map.of("http", all, "https", all), new NoProxy(List.of()), METADATA);
  }

  /** Returns what the environment says, as curl reads it. */
  public static Proxies ofEnvironment(Map<String, String> environment) {
    return ofEnvironment(name -> Optional.ofNullable(environment.get(name)));
  }

  /**
   * Returns what the environment says, as curl reads it.
   *
   * @param environment value of a variable; an empty one counts as not set
   */
  public static Proxies ofEnvironment(Function<String, Optional<String>> environment) {
    Function<String, Optional<String>> set =
        name -> environment.apply(name).filter(text -> !text.isEmpty());
    Map<String, Named> named = new TreeMap<>();
    // Not HTTP_PROXY: a CGI program has that from a header of whoever asks.
    first(set, "http_proxy", "all_proxy", "ALL_PROXY")
        .ifPresent(name -> named.put("http", Named.parse(name, set.apply(name).orElseThrow())));
    first(set, "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        .ifPresent(name -> named.put("https", Named.parse(name, set.apply(name).orElseThrow())));
    NoProxy except = NoProxy.parse(first(set, "no_proxy", "NO_PROXY").flatMap(set).orElse(""));
    Set<String> metadata = new HashSet<>(METADATA);
    set.apply(METADATA_HOST).map(host -> host.replaceFirst(":\\d+$", "")).ifPresent(metadata::add);
    return new Proxies(named, except, metadata);
  }

  /** Returns the first of these variables that is set. */
  private static Optional<String> first(
      Function<String, Optional<String>> environment, String... names) {
    return Arrays.stream(names).filter(name -> environment.apply(name).isPresent()).findFirst();
  }

  /**
   * Returns the proxy that requests to a server go through; empty if they go there directly.
   *
   * @throws DriverException.FailedPrecondition if the proxy that they would go through is none; the
   *     message names the variable, without its value
   */
  public Optional<HttpProxy> of(URI server) {
    String host = Optional.ofNullable(server.getHost()).orElse("").toLowerCase(Locale.ROOT);
    if (host.isEmpty() || isMetadata(host) || except.has(host)) {
      return Optional.empty();
    }
    return Optional.ofNullable(named.get(scheme(server))).map(Named::proxy);
  }

  private static String scheme(URI server) {
    return String.valueOf(server.getScheme()).toLowerCase(Locale.ROOT);
  }

  private boolean isMetadata(String host) {
    Optional<InetAddress> address = NoProxy.address(host);
    return metadata.contains(host)
        || address.filter(InetAddress::isLinkLocalAddress).isPresent()
        || (address.isPresent() && address.equals(METADATA_IPV6));
  }

  /** Returns these rules in the form of the JDK. */
  public ProxySelector selector() {
    return new Selector(this);
  }

  /** Makes a client go by these rules. */
  public HttpClient.Builder install(HttpClient.Builder client) {
    return client.proxy(selector());
  }

  /**
   * Returns a request with what its proxy wants to be told. The JDK's client sends that to nobody
   * else; over TLS only if its property {@code jdk.http.auth.tunneling.disabledSchemes} is empty.
   */
  public HttpRequest prepared(HttpRequest.Builder request) {
    HttpRequest plain = request.build();
    return of(plain.uri())
        .flatMap(HttpProxy::authorization)
        .map(value -> request.setHeader("Proxy-Authorization", value).build())
        .orElse(plain);
  }

  /**
   * Returns what they say for people; empty if no proxy is named.
   *
   * @throws DriverException.FailedPrecondition as {@link #of}
   */
  public Optional<String> describe() {
    if (named.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    named.forEach((scheme, proxy) ->
        text.append(text.isEmpty() ? "" : ", ")
            .append("%s:// goes through %s (%s)".formatted(scheme, proxy.proxy(), proxy.variable)));
    return Optional.of(
        except.entries().isEmpty()
            ? text.toString()
            : text.append(", except to ").append(String.join(", ", except.entries())).toString());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Proxies that
        && named.equals(that.named)
        && except.equals(that.except)
        && metadata.equals(that.metadata);
  }

  @Override
  public int hashCode() {
    return named.hashCode();
  }

  @Override
  public String toString() {
    return "Proxies[%s]".formatted(String.join(", ", named.keySet()));
  }

  private static final class Selector extends ProxySelector {
    private final Proxies proxies;

    Selector(Proxies proxies) {
      this.proxies = proxies;
    }

    @Override
    public List<Proxy> select(URI uri) {
      return List.of(
          proxies
              .of(uri)
              .map(proxy -> new Proxy(Proxy.Type.HTTP, address(proxy)))
              .orElse(Proxy.NO_PROXY));
    }

    /** The client resolves the name when it connects. */
    private static InetSocketAddress address(HttpProxy proxy) {
      return InetSocketAddress.createUnresolved(
          proxy.host().replaceFirst("^\\[(.*)]$", "$1"), proxy.port());
    }

    /** There is no other proxy that could be tried. */
    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
  }
}
