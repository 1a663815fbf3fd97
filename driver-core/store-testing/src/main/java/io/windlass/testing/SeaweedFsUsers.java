package io.windlass.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import software.amazon.awssdk.http.SdkHttpMethod;

/** Users of a SeaweedFS server, as its API of IAM lists them. */
public final class SeaweedFsUsers {
  private static final Pattern USER = Pattern.compile("<UserName>([^<]*)</UserName>");
  private static final Pattern KEY = Pattern.compile("<AccessKeyId>([^<]*)</AccessKeyId>");

  private SeaweedFsUsers() {}

  /** Returns the names of all users but the administrator. */
  public static Set<String> names(SeaweedFsServer server) {
    Set<String> names = find(USER, ask(server, "ListUsers", ""));
    names.remove(SeaweedFs.ADMINISTRATOR);
    return names;
  }

  /** Returns the ids of a user's access keys. */
  public static Set<String> keys(SeaweedFsServer server, String user) {
    return find(KEY, ask(server, "ListAccessKeys", "&UserName=" + URLEncoder.encode(user, UTF_8)));
  }

  private static String ask(SeaweedFsServer server, String action, String arguments) {
    byte[] form = "Action=%s&Version=2010-05-08%s".formatted(action, arguments).getBytes(UTF_8);
    return new String(
        AwsCall.of("iam", server.endpoint())
            .signedBy(server.rootAccessKey(), server.rootSecret())
            .send(SdkHttpMethod.POST, form),
        UTF_8);
  }

  private static Set<String> find(Pattern element, String xml) {
    Set<String> found = new TreeSet<>();
    element.matcher(xml).results().map((MatchResult each) -> each.group(1)).forEach(found::add);
    return found;
  }
}
