package io.windlass.cli.doctor;

import io.windlass.observe.HttpListener;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Checks whether the driver can listen on an address, as it does.
 *
 * @param what what it serves there, in the plural
 * @param setting the variable that names the address
 * @param serves whether a driver of this configuration runs, and so listens there itself
 */
record ListenCheck(String what, InetSocketAddress address, String setting, boolean serves) {
  Finding check() {
    try (HttpListener _ = HttpListener.open(what, address, 1)) {
      return Finding.fine("%s can be listened on".formatted(text()));
    } catch (IOException e) {
      return serves
          ? Finding.fine("%s is in use, as by the driver that serves".formatted(text()))
          : Finding.wrong(
              String.valueOf(e.getMessage()),
              "end what listens there, or set %s to another address".formatted(setting));
    }
  }

  private String text() {
    return "%s:%d".formatted(address.getHostString(), address.getPort());
  }
}
