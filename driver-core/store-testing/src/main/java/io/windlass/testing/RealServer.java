package io.windlass.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests that need real servers. Where one cannot be had, they are aborted with a sentence in the
 * output of the build, or fail when {@code CI=true}.
 *
 * <p>Constructors and methods take what they need as parameters:
 *
 * <ul>
 *   <li>{@link MinioServer} (or another type named here): the server that all tests share: of this
 *       JVM, or of the whole run where {@code .ci/run} has started one. Keep to buckets and users
 *       of your own, see {@link UniqueName}.
 *   <li>{@link PrivateServer}{@code <MinioServer>}: one that is stopped again after the test (after
 *       the class, if the constructor asked), to be frozen, killed and restarted.
 * </ul>
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(RealServerExtension.class)
public @interface RealServer {
  /** Types of the servers that the tests need: {@link MinioServer} for MinIO. */
  Class<?>[] value();
}
