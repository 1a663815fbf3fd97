package io.windlass.fuse;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The tests of this class mount for real, on the empty directories that they get as parameters of
 * type {@link java.nio.file.Path}. What is still mounted there after a test is aborted and
 * detached. Where the machine does not let us mount, they are skipped and say so; with {@code
 * CI=true} they fail.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RealMountExtension.class)
public @interface RealMount {}
