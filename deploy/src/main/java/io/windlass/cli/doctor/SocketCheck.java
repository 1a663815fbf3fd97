package io.windlass.cli.doctor;

import io.grpc.StatusException;
import io.windlass.cli.call.Api;
import io.windlass.cli.scratch.Spec;
import io.windlass.rpc.ServerSettings;
import io.windlass.rpc.SocketTrial;
import io.windlass.rpc.UnixEndpoint;
import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** Checks whether the driver can make its socket, or which process already serves on it. */
final class SocketCheck {
  private static final int TYPE = 0170000;
  private static final int SOCKET = 0140000;
  private static final int GROUP_WRITES = 020;

  private final Spec spec;
  private final ServerSettings settings;
  private final Path path;
  private volatile boolean served;

  SocketCheck(Spec spec, ServerSettings settings) {
    this.spec = spec;
    this.settings = settings;
    this.path = settings.endpoint().path();
  }

  /** Checks the socket file and its directory. */
  Finding place() throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return canBeMade();
    }
    int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if ((mode & TYPE) != SOCKET) {
      return Finding.wrong(
          "%s is there, and is no socket".formatted(path),
          "remove it, or choose another " + spec.endpoint());
    }
    return listening();
  }

  private Finding canBeMade() {
    return cannot().orElseGet(() -> Finding.fine("%s can be made".formatted(path)));
  }

  /** Returns why the driver could not make its socket. */
  private Optional<Finding> cannot() {
    Path there = path;
    do {
      there = there.resolveSibling("").toAbsolutePath().normalize();
    } while (Files.notExists(there));
    if (!Files.isDirectory(there) || !Files.isWritable(there)) {
      return Optional.of(
          cannot(
              Files.isDirectory(there)
                  ? "this user may not write to %s".formatted(there)
                  : "%s is no directory".formatted(there)));
    }
    try {
      SocketTrial.make(settings, Optional.empty());
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(cannot(Reason.of(e)));
    }
  }

  private Finding cannot(String why) {
    return Finding.wrong(
        "%s cannot be made: %s".formatted(path, why),
        "choose another %s, or let the driver's user write there".formatted(spec.endpoint()));
  }

  private Finding listening() {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(path));
      served = true;
      return Finding.fine("%s is served by %s".formatted(path, whoServes(settings.endpoint())));
    } catch (ConnectException e) {
      return cannot()
          .orElseGet(() ->
              Finding.fine(
                  "%s is left over from a driver that died: the next one replaces it"
                      .formatted(path)));
    } catch (IOException e) {
      return Finding.wrong(
          "%s cannot be connected to: %s".formatted(path, e.getMessage()),
          "run as the driver's user, or see WINDLASS_SOCKET_MODE and WINDLASS_SOCKET_GROUP");
    }
  }

  private String whoServes(UnixEndpoint endpoint) {
    try (Question question = new Question(endpoint.toString())) {
      var method =
          switch (spec) {
            case COSI -> Api.v1alpha1.method("DriverGetInfo").orElseThrow();
            case CSI -> Api.csi.method("GetPluginInfo").orElseThrow();
          };
      return "the driver " + question.ask(method).path("name").asString();
    } catch (StatusException e) {
      return "something that does not answer as a %s driver does (%s)"
          .formatted(spec, e.getStatus().getCode());
    }
  }

  /** Returns whether a process listened when {@link #place} checked. */
  boolean served() {
    return served;
  }

  private static boolean isGroup(String name) {
    try {
      return FileSystems.getDefault()
              .getUserPrincipalLookupService()
              .lookupPrincipalByGroupName(name)
          != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** Checks whether a sidecar that runs as another user can connect. */
  Finding access() {
    String mode = "%04o".formatted(settings.mode());
    String group = settings.group().map(name -> ", group " + name).orElse("");
    Optional<String> unknown = settings.group().filter(name -> !isGroup(name));
    if (unknown.isPresent()) {
      return Finding.wrong(
          "there is no group " + unknown.get(),
          "make it, or name another with WINDLASS_SOCKET_GROUP");
    }
    if (settings.group().isPresent() && !served) {
      try {
        SocketTrial.make(settings, settings.group());
      } catch (IOException e) {
        return Finding.wrong(
            "the socket cannot be given to group %s: %s"
                .formatted(settings.group().get(), Reason.of(e)),
            "run as a member of that group, or name another with WINDLASS_SOCKET_GROUP");
      }
    }
    return (settings.mode() & GROUP_WRITES) == 0
        ? Finding.remark(
            "mode %s: a sidecar that runs as another user cannot connect".formatted(mode),
            "set WINDLASS_SOCKET_MODE to 0660, and WINDLASS_SOCKET_GROUP to a group of both")
        : Finding.fine("mode %s%s".formatted(mode, group));
  }
}
