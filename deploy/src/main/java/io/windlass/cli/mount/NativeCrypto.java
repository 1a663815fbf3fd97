package io.windlass.cli.mount;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ciphers and digests with native processor instructions. The JDK uses those only in code of its
 * optimising compiler, which the launcher disables; without them, a core decrypts 50 MiB per
 * second.
 */
final class NativeCrypto {
  private static final Logger log = LoggerFactory.getLogger(NativeCrypto.class);

  private NativeCrypto() {}

  /**
   * Installs them for the whole process; on a machine without native code, the JDK's stay in use.
   */
  static void install() {
    AmazonCorrettoCryptoProvider.install();
    Throwable failure = AmazonCorrettoCryptoProvider.INSTANCE.getLoadingError();
    if (failure != null) {
      log.warn("encryption and signatures are slow on this machine: {}", failure.getMessage());
    }
  }
}
