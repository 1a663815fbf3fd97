package io.windlass.cli.stores;

import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.http.Proxies;
import java.net.PasswordAuthentication;
import java.net.URI;
import java.util.Map;

/** The proxies of this program's environment, for clients that know no driver. */
public final class ClientProxies {
  private ClientProxies() {}

  /** Returns the rule by which the driver goes, too. */
  public static ProxyRule of(Map<String, String> environment) {
    Proxies proxies = Proxies.ofEnvironment(environment);
    return server ->
        proxies
            .of(server)
            .map(proxy ->
                new ProxyRule.Via(
                    URI.create(proxy.toString()),
                    proxy
                        .login()
                        .map(login ->
                            new PasswordAuthentication(
                                login.user(), login.password().reveal().toCharArray()))));
  }
}
