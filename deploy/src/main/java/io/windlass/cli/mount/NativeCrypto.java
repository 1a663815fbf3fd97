package io.windlass.cli.mount;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ciphers and digests in the processor's own instructions. The JDK has them from its optimising
 * compiler alone, which the launcher leaves out; without, a core decrypts 50 MiB in a second.
 */
final class NativeCrypto {
  private static final Logger log = LoggerFactory.getLogger(NativeCrypto.class);

  private NativeCrypto() {}

  /** For the whole process; where there are none for this machine the JDK's stay. */
  static void install() {
    AmazonCorrettoCryptoProvider.install();
    Throwable failure = AmazonCorrettoCryptoProvider.INSTANCE.getLoadingError();
    if (failure != null) {
      log.warn("encryption and signatures are slow on this machine: {}", failure.getMessage());
    }
  }
}
