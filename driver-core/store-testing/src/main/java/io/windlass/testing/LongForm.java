package io.windlass.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Tests that {@code ./mvnw verify} leaves out and {@code ./mvnw verify -Plong} runs: those that
 * take long, need real time to pass, or depend on how busy the machine is. {@code java.lang} has
 * the name Long.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("long")
public @interface LongForm {
  /**
   * The tests of the gate that show the promise in small, as simple names of classes, with {@code
   * .method} where only one counts. A test of the architecture looks for them.
   */
  String[] gate();

  /** Why it is not in the gate, in one line. */
  String reason();
}
