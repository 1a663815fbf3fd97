package io.windlass.provision.iam;

import io.windlass.store.ObjectStore;
import io.windlass.testing.TokenIssuer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A FAKE of AWS's IAM, with the limits of the original that no server has which can be started
 * here. Beside it on the same port are the calls of S3 by which keys are tried and used, and the
 * sessions of roles by tokens. Each rule names the page of AWS that states it: "API" is the IAM API
 * Reference, "quotas" the page "IAM and AWS STS quotas". It does not check signatures: SeaweedFS
 * does.
 */
public final class FakeIam implements AutoCloseable {
  /**
   * The permissions boundary that the organization's service control policy demands of each user
   * and role, by the condition iam:PermissionsBoundary ("Permissions boundaries for IAM entities",
   * "Delegating responsibility to others using permissions boundaries").
   */
  static final String BOUNDARY =
      "arn:aws:iam::%s:policy/windlass-boundary".formatted(FakeRoles.ACCOUNT);

  /** Quotas: access keys assigned to an IAM user. */
  private static final int KEYS_OF_A_USER = 2;

  /** Quotas: characters of a user's name. */
  private static final int LONGEST_NAME = 64;

  /** Quotas: characters of all inline policies of a user, white space not counted. */
  private static final int LONGEST_POLICY = 2048;

  private final Map<String, IamUser> users = new TreeMap<>();
  private final Deque<Fault> faults = new ArrayDeque<>();

  /** What keys could do from each moment on; IAM applies changes late. */
  private final List<Moment> moments = new ArrayList<>();

  private final FakeRoles roles = new FakeRoles(this::remember);
  private final FakeSessions sessions = new FakeSessions();
  private final DocumentedPolicy ofDriver = DocumentedPolicy.of(FakeRoles.ACCOUNT);
  private final FakeHttp http;
  private final FakeObjects objects;
  private Instant now = Instant.now();

  /** Which replica answers about keys next, and how late each is. */
  private final Deque<Duration> replicas = new ArrayDeque<>(List.of(Duration.ZERO));

  private int keysMade;

  /** How much time passes with each request. */
  private Duration pace = Duration.ZERO;

  private record Moment(Instant from, Map<String, IamUser> users, Map<String, IamRole> roles) {}

  private record Fault(String action, IamRefusal refusal) {}

  /**
   * Creates a server.
   *
   * @param buckets where objects are that keys read, write and delete
   */
  public FakeIam(Function<String, ObjectStore> buckets) {
    this.objects = new FakeObjects(buckets);
    this.http = FakeHttp.start(this::answer);
    remember();
  }

  /** Returns where it listens, for IAM and for S3. */
  public URI endpoint() {
    return http.endpoint();
  }

  /**
   * Lets keys and policies have their effect so late. "Troubleshoot IAM": "changes that you make
   * might not be immediately visible".
   */
  public synchronized void effectsTake(Duration time) {
    replicasTake(time);
  }

  /**
   * Lets replicas, which answer about keys by turns, have changes so late. Terraform waits until
   * several reads in a row agree (magic-modules 14447 for Google; terraform-provider-aws waits two
   * minutes for IAM).
   */
  public synchronized void replicasTake(Duration... times) {
    replicas.clear();
    replicas.addAll(List.of(times));
  }

  /** Lets time pass. */
  public synchronized void pass(Duration time) {
    now = now.plus(time);
  }

  /** Lets so much time pass with each request, for who asks until a change has its effect. */
  public synchronized void requestsTake(Duration time) {
    pace = time;
  }

  /** Refuses the next calls of an action, one for each time that this is called. */
  public synchronized void refuseOnce(String action, int status, String code) {
    faults.add(new Fault(action, new IamRefusal(status, code, "as the test wants it")));
  }

  /** Returns all users. */
  public synchronized List<IamUser> users() {
    return List.copyOf(users.values());
  }

  /** Deletes a user without the driver. */
  public synchronized void loseUser(String user) {
    users.remove(user);
    remember();
  }

  /** Makes a user without the driver. */
  public synchronized void makeUser(String user) {
    put(IamUser.of(user, Map.of()));
  }

  /** Attaches a policy of an administrator's to a user. */
  public synchronized void attachPolicy(String user) {
    put(require(user).withAttached());
  }

  /** Deactivates all keys of a user without the driver. */
  public synchronized void deactivateAccessKeys(String user) {
    IamUser found = require(user);
    for (String id : found.keys().keySet()) {
      found = found.withKey(id, false);
    }
    put(found);
  }

  /** Deletes a key without the driver. */
  public synchronized void deleteAccessKey(String user, String id) {
    put(require(user).withoutKey(id));
  }

  /** Makes an identity provider for the tokens of an issuer, and returns its ARN. */
  public synchronized String addProvider(TokenIssuer issuer) {
    return sessions.add(issuer);
  }

  /** Returns all roles. */
  public synchronized List<IamRole> roles() {
    return roles.list();
  }

  /** Makes a role without the driver. */
  public synchronized void makeRole(String role, String path) {
    makeRole(role, path, "{}");
  }

  /** The same with a trust policy. */
  public synchronized void makeRole(String role, String path, String trust) {
    IamRole _ = roles.make(role, path, trust, Map.of());
  }

  /** Deletes a role without the driver. */
  public synchronized void loseRole(String role) {
    roles.remove(role);
  }

  /** Attaches a policy of an administrator's to a role. */
  public synchronized void attachRolePolicy(String role) {
    roles.put(roles.require(role).withAttached());
  }

  /** Deletes the inline policy of a role without the driver. */
  public synchronized void deleteRolePolicy(String role) {
    roles.put(roles.require(role).withPolicy(Optional.empty()));
  }

  private void put(IamUser user) {
    users.put(user.name(), user);
    remember();
  }

  private void remember() {
    moments.add(new Moment(now, Map.copyOf(users), roles.all()));
  }

  private synchronized FakeHttp.Answer answer(FakeHttp.Request request) {
    now = now.plus(pace);
    try {
      return request.isForm() ? iam(request) : s3(request);
    } catch (IamRefusal e) {
      return e.answer(request.isForm());
    }
  }

  private FakeHttp.Answer iam(FakeHttp.Request request) {
    Map<String, String> form = request.form();
    String action = form.getOrDefault("Action", "");
    Optional<Fault> fault = faults.stream().filter(f -> f.action.equals(action)).findFirst();
    if (fault.isPresent()) {
      faults.remove(fault.get());
      throw fault.get().refusal;
    }
    if (action.startsWith("AssumeRole")) { // which the trust policy of the role permits
      return answered(action, assume(action, request, form));
    }
    authorize(action, form);
    String user = form.getOrDefault("UserName", "");
    String result = roles.answer(action, form).orElseGet(() -> users(action, user, form));
    return answered(action, result);
  }

  /** A caller that has a session token has assumed a role before. */
  private String assume(String action, FakeHttp.Request request, Map<String, String> form) {
    return action.equals("AssumeRole")
        ? sessions.assumeAnother(form, !request.token().isEmpty(), then().roles, now)
        : sessions.assume(form, then().roles, now);
  }

  private static FakeHttp.Answer answered(String action, String result) {
    return FakeHttp.Answer.xml(
        200,
        """
        <%1$sResponse><%1$sResult>%2$s</%1$sResult>\
        <ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></%1$sResponse>\
        """
            .formatted(action, result));
  }

  /**
   * The driver's key has the policy that OPERATIONS.md documents, which is asked before anything is
   * looked up ("Policy evaluation logic"). "IAM identifiers" has the path in the ARN; there is none
   * of a user or role that is not there, so a policy for a path does not cover it
   * (cloud-gov/terraform-provision, issue 1923). "Tagging IAM users": one made with tags needs the
   * permission to tag, too.
   */
  private void authorize(String action, Map<String, String> form) {
    boolean ofRole = form.containsKey("RoleName");
    String name = form.getOrDefault(ofRole ? "RoleName" : "UserName", "");
    Optional<String> known =
        ofRole
            ? Optional.ofNullable(roles.all().get(name)).map(IamRole::path)
            : Optional.ofNullable(users.get(name)).map(IamUser::path);
    String path = Optional.ofNullable(form.get("Path")).or(() -> known).orElse("/");
    String resource =
        "arn:aws:iam::%s:%s%s%s".formatted(FakeRoles.ACCOUNT, ofRole ? "role" : "user", path, name);
    requirePermission("iam:" + action, resource);
    if ((action.equals("CreateUser") || action.equals("CreateRole"))
        && !BOUNDARY.equals(form.get("PermissionsBoundary"))) {
      throw new IamRefusal(
          403,
          "AccessDenied",
          "not authorized to perform: iam:%s on resource: %s with an explicit deny in a service control policy"
              .formatted(action, resource));
    }
    if (form.containsKey("Tags.member.1.Key")) {
      requirePermission(ofRole ? "iam:TagRole" : "iam:TagUser", resource);
    }
  }

  private void requirePermission(String action, String resource) {
    if (!ofDriver.permits(action, resource, now)) {
      throw new IamRefusal(
          403,
          "AccessDenied",
          "not authorized to perform: %s on resource: %s".formatted(action, resource));
    }
  }

  private String users(String action, String user, Map<String, String> form) {
    return switch (action) {
      case "CreateUser" -> createUser(user, form);
      case "GetUser" -> asXml(require(user));
      case "PutUserPolicy" -> putPolicy(user, form);
      case "GetUserPolicy" -> getPolicy(user, form);
      case "DeleteUserPolicy" -> deletePolicy(user, form);
      case "CreateAccessKey" -> createKey(user);
      case "ListAccessKeys" -> listKeys(user);
      case "UpdateAccessKey" -> updateKey(user, form);
      case "DeleteAccessKey" -> deleteKey(user, form);
      case "DeleteUser" -> deleteUser(user);
      default -> throw new IamRefusal(400, "InvalidAction", "FakeIam has no " + action);
    };
  }

  /** API, CreateUser: EntityAlreadyExists; names that differ only in case are the same. */
  private String createUser(String name, Map<String, String> form) {
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw new IamRefusal(400, "ValidationError", "a name has 1 to 64 characters");
    }
    if (users.keySet().stream().anyMatch(name::equalsIgnoreCase)) {
      throw new IamRefusal(409, "EntityAlreadyExists", "User with name %s".formatted(name));
    }
    IamUser made = IamUser.of(name, form);
    put(made);
    return asXml(made);
  }

  private static String asXml(IamUser user) {
    return "<User><Path>%s</Path><UserName>%s</UserName></User>"
        .formatted(user.path(), user.name());
  }

  /** API, PutUserPolicy: LimitExceeded. */
  private String putPolicy(String name, Map<String, String> form) {
    IamUser user = require(name);
    String policy = form.getOrDefault("PolicyDocument", "");
    if (policy.replaceAll("\\s", "").length() > LONGEST_POLICY) {
      throw new IamRefusal(409, "LimitExceeded", "Maximum policy size of 2048 bytes exceeded");
    }
    put(
        user.withPolicy(
            Optional.of(new InlinePolicy(form.getOrDefault("PolicyName", ""), policy))));
    return "";
  }

  /** API, GetUserPolicy: the document is URL-encoded, as RFC 3986 has it. */
  private String getPolicy(String name, Map<String, String> form) {
    InlinePolicy policy = policy(seen(name), form);
    return "<UserName>%s</UserName><PolicyName>%s</PolicyName><PolicyDocument>%s</PolicyDocument>"
        .formatted(
            name,
            policy.name(),
            URLEncoder.encode(policy.document(), StandardCharsets.UTF_8).replace("+", "%20"));
  }

  private String deletePolicy(String name, Map<String, String> form) {
    InlinePolicy _ = policy(require(name), form);
    put(require(name).withPolicy(Optional.empty()));
    return "";
  }

  private static InlinePolicy policy(IamUser user, Map<String, String> form) {
    return user.policy()
        .filter(policy -> policy.name().equals(form.get("PolicyName")))
        .orElseThrow(() -> noSuchEntity("policy of " + user.name()));
  }

  /** API, CreateAccessKey: LimitExceeded; the secret is in this answer and in no other. */
  private String createKey(String name) {
    IamUser user = require(name);
    if (user.keys().size() >= KEYS_OF_A_USER) {
      throw new IamRefusal(
          409, "LimitExceeded", "Cannot exceed quota for AccessKeysPerUser: " + KEYS_OF_A_USER);
    }
    String id = "AKIA%016d".formatted(++keysMade);
    put(user.withKey(id, true));
    return """
    <AccessKey><UserName>%s</UserName><AccessKeyId>%s</AccessKeyId><Status>Active</Status>\
    <SecretAccessKey>%040d</SecretAccessKey></AccessKey>\
    """
        .formatted(name, id, keysMade);
  }

  private String listKeys(String name) {
    StringBuilder members = new StringBuilder();
    seen(name)
        .keys()
        .forEach((id, active) ->
            members.append(
                """
                <member><UserName>%s</UserName><AccessKeyId>%s</AccessKeyId><Status>%s</Status>\
                </member>\
                """
                    .formatted(name, id, active ? "Active" : "Inactive")));
    return "<AccessKeyMetadata>%s</AccessKeyMetadata><IsTruncated>false</IsTruncated>"
        .formatted(members);
  }

  private String updateKey(String name, Map<String, String> form) {
    IamUser user = requireKey(name, form);
    put(user.withKey(form.getOrDefault("AccessKeyId", ""), "Active".equals(form.get("Status"))));
    return "";
  }

  private String deleteKey(String name, Map<String, String> form) {
    put(requireKey(name, form).withoutKey(form.getOrDefault("AccessKeyId", "")));
    return "";
  }

  private IamUser requireKey(String name, Map<String, String> form) {
    IamUser user = require(name);
    if (!user.keys().containsKey(form.getOrDefault("AccessKeyId", ""))) {
      throw noSuchEntity("access key of " + name);
    }
    return user;
  }

  /** API, DeleteUser: DeleteConflict while it has keys or policies. */
  private String deleteUser(String name) {
    IamUser user = require(name);
    if (!user.keys().isEmpty()) {
      throw new IamRefusal(409, "DeleteConflict", "must delete access keys first");
    }
    if (user.policy().isPresent()) {
      throw new IamRefusal(409, "DeleteConflict", "must delete policies first");
    }
    if (user.hasAttached()) {
      throw new IamRefusal(409, "DeleteConflict", "must detach all policies first");
    }
    users.remove(name);
    remember();
    return "";
  }

  private IamUser require(String name) {
    return Optional.ofNullable(users.get(name)).orElseThrow(() -> noSuchEntity("user " + name));
  }

  /** Lists and policies are shown by the latest replica; what changes them meets the truth. */
  private IamUser seen(String name) {
    Duration latest = replicas.stream().max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    return Optional.ofNullable(ago(latest).users.get(name))
        .orElseThrow(() -> noSuchEntity("user " + name));
  }

  private static IamRefusal noSuchEntity(String what) {
    return new IamRefusal(404, "NoSuchEntity", what + " cannot be found");
  }

  /** What has its effect by now, on the replica whose turn it is. */
  private Moment then() {
    Duration late = replicas.removeFirst();
    replicas.addLast(late);
    return ago(late);
  }

  private Moment ago(Duration late) {
    Instant effective = now.minus(late);
    return moments.stream()
        .filter(moment -> !moment.from.isAfter(effective))
        .reduce((_, last) -> last)
        .orElse(new Moment(now, Map.of(), Map.of()));
  }

  /** The calls of S3, with what keys could do that late ago. */
  private FakeHttp.Answer s3(FakeHttp.Request request) {
    String action = request.action();
    if (!mayDo(request, action)) {
      throw new IamRefusal(403, "AccessDenied", "Access Denied");
    }
    return switch (action) {
      case "s3:GetBucketLocation" -> FakeHttp.Answer.xml(200, "<LocationConstraint/>");
      case "s3:ListBucket" ->
          FakeHttp.Answer.xml(
              200, "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>");
      default -> FakeHttp.Answer.xml(200, objects.answer(action, request));
    };
  }

  /** "Disable permissions for temporary security credentials": a session can what its role can. */
  private boolean mayDo(FakeHttp.Request request, String action) {
    String id = request.accessKeyId().orElse("");
    Optional<FakeSessions.Session> session = sessions.find(id, request.token(), now);
    if (session.isPresent()) {
      return then().roles.values().stream()
          .filter(role -> role.id().equals(session.get().roleId()))
          .flatMap(role -> role.policy().stream())
          .anyMatch(policy -> policy.permits(action, request.resource(), now));
    }
    return then().users.values().stream()
        .filter(each -> each.keys().getOrDefault(id, false))
        .findAny()
        .orElseThrow(() -> new IamRefusal(403, "InvalidAccessKeyId", "no such key"))
        .mayDo(action, request.resource(), now);
  }

  @Override
  public void close() {
    http.close();
  }
}
