import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps Error Prone loaded between the modules of a build, so that its code is read and compiled once and not in each
 * of forty compilations. javac makes one for its plugins, by this constructor, where the option {@code -XDprocloader}
 * names a class that its own loader finds: {@code .ci/run} puts this one on Maven's boot class path.
 */
public final class SharedCheckers extends ClassLoader {
  // javac closes what it has made, and nobody closes these before Maven ends.
  private static final Map<List<String>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

  public SharedCheckers(URL[] urls, ClassLoader parent) {
    super(
        LOADERS.computeIfAbsent(
            Arrays.stream(urls).map(URL::toString).toList(), key -> new URLClassLoader(urls, parent)));
  }
}
