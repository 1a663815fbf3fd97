package io.windlass.linux;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Another user of the machine, as which a test of root does something. */
public final class OtherUser {
  private static final long KEPT = -1;

  private OtherUser() {}

  /** Does something on a thread that is that user's, and no longer root's. */
  public static <T> T does(int user, Callable<T> task) throws Exception {
    FutureTask<T> done =
        new FutureTask<>(() -> {
          become(user);
          return task.call();
        });
    Thread.ofPlatform().start(done);
    return done.get();
  }

  /** The system call changes this thread alone; the function of the C library changes all. */
  @SuppressWarnings("restricted")
  private static void become(int user) {
    Linker linker = Linker.nativeLinker();
    MethodHandle call =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("syscall"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
    long setresuid = System.getProperty("os.arch").equals("aarch64") ? 147 : 117;
    try {
      long failed = (long) call.invokeExact(setresuid, KEPT, (long) user, KEPT);
      if (failed != 0) {
        throw new IllegalStateException("this thread cannot become user " + user);
      }
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
