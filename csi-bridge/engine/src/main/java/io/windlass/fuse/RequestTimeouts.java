package io.windlass.fuse;

import io.windlass.fuse.message.InitFlag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long the kernel waits for the answer to a request, which an administrator can set for all
 * FUSE file systems of a machine (Linux 6.15). After that the kernel does not fail the request: it
 * ends the whole mount. Requests of a mount may wait for long and nothing is wrong, as an fsync
 * while a large file is sent. So a session asks for the longest time that there is; but only where
 * a time is set, as without one the kernel waits without an end.
 *
 * @param unasked time that a session gets that asks for none, in seconds; 0: without an end
 * @param most most that a session gets, whatever it asks for; 0: no bound
 */
public record RequestTimeouts(long unasked, long most) {
  private static final Logger log = LoggerFactory.getLogger(RequestTimeouts.class);

  /** Reads the settings of this machine. */
  public static RequestTimeouts ofKernel() {
    return read(Path.of("/proc/sys/fs/fuse"));
  }

  static RequestTimeouts read(Path settings) {
    return new RequestTimeouts(
        number(settings.resolve("default_request_timeout")),
        number(settings.resolve("max_request_timeout")));
  }

  /** A kernel without the setting sets no bound. */
  private static long number(Path setting) {
    try {
      return Long.parseLong(Files.readString(setting).strip());
    } catch (IOException | NumberFormatException e) {
      log.debug("{} cannot be read", setting, e);
      return 0;
    }
  }

  /** Returns options of a session that lives on when a request takes long. */
  public SessionOptions outlast(SessionOptions options) {
    if (most > 0) {
      log.warn(
          "fs.fuse.max_request_timeout is {}: the kernel ends a mount in which a request takes more"
              + " than {} s, as an fsync of a large file may; set it to 0",
          most,
          most);
    }
    return unasked == 0 && most == 0 ? options : options.with(InitFlag.REQUEST_TIMEOUT);
  }
}
