package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.ResponseHeaders;
import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.admin.access.Reach;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.IdempotencyStore;
import io.lychgate.gateway.store.IdempotencyStore.Claim;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.User;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A POST that a client may repeat after a lost response, because its Idempotency-Key (draft-ietf-httpapi-idempotency-key-header) names
 * it: it runs once, and each repetition gets the stored response. Keys belong to the user.
 *
 * <p>A failure that may end by itself is not stored: the repetition runs again then.
 */
final class RepeatableRequest {
  private static final String FIELD = "idempotency-key";
  private static final Pattern KEY = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}");

  /** Fields of a response that a repetition gets again. */
  private static final Set<String> KEPT = Set.of("content-type", "etag", "location");

  /** A response with such a field is not stored: it shows a secret once. */
  private static final Pattern SECRET =
      Pattern.compile("\"(token|password|oneTimePassword|secret|recoveryCodes)\"\\s*:\\s*[\"\\[]");

  /**
   * Member of the stored fields for the rights of the sender. It has the name of a field, because a node of an older version sends all
   * members.
   */
  private static final String RIGHTS = "lychgate-rights";

  /** The rights at the first request for a response that an older version stored: the greatest. */
  private static final String UNKNOWN_RIGHTS = "[{\"role\":\"admin\",\"sites\":[\"*\"]}]";

  private final Call call;
  private final Operation operation;
  private final String user;
  private final String key;

  private RepeatableRequest(Call call, Operation operation, String user, String key) {
    this.call = call;
    this.operation = operation;
    this.user = user;
    this.key = key;
  }

  /** Runs the operation, or returns the response of its earlier run. */
  static Reply run(Call call, Operation operation) throws Exception {
    String key = call.header(FIELD);
    if (key == null
        || operation.permission().least() == null
        || call.context().method() != HttpMethod.POST
        || call.readOnly() != null) {
      return operation.work().run(call);
    }
    String user = call.principal().name();
    return new RepeatableRequest(call, operation, user, bare(key)).run();
  }

  /** Returns the key without the quotes of a structured field, which the draft demands and many clients omit. */
  private static String bare(String key) {
    String bare = key.strip();
    if (bare.length() >= 2 && bare.startsWith("\"") && bare.endsWith("\"")) {
      bare = bare.substring(1, bare.length() - 1);
    }
    if (!KEY.matcher(bare).matches()) {
      throw Call.invalid("Idempotency-Key", key, "1-200 visible ASCII characters, such as a UUID");
    }
    return bare;
  }

  private Reply run() throws Exception {
    IdempotencyStore store = call.store().idempotency();
    Claim claim = store.claim(user, key, requestHash());
    if (claim instanceof Claim.Other) {
      throw new ProblemException(
          ProblemCode.IDEMPOTENCY_KEY_REUSED,
          "Idempotency-Key: " + key + " (expected: a new key; another request of yours had it)");
    }
    if (claim instanceof Claim.Running) {
      throw new ProblemException(
          ProblemCode.IDEMPOTENCY_KEY_IN_USE,
          "Idempotency-Key: " + key
              + " (expected: a repetition after the first request has ended)");
    }
    return claim instanceof Claim.Done done ? again(done) : runFirst(store);
  }

  /**
   * Refuses a repetition if the first request had rights that its sender lacks now. The operation itself checks the sites of its things,
   * and a repetition does not run it.
   */
  private void requireRights(String earlier) {
    Role least = Objects.requireNonNull(operation.permission().least());
    Reach reach = operation.permission().reach();
    boolean isBySite = reach == Reach.OWN_SITES;
    if ((!isBySite && reach != Reach.OWN_ACCOUNT)
        || (isBySite && call.principal().hasForAllSites(least))) {
      return;
    }
    User now = call.principal().user();
    boolean hasAll = Json.MAPPER
        .readTree(earlier)
        .valueStream()
        .allMatch(grant -> Principal.of(now)
            .includes(new Grant(
                Role.ofToken(grant.path("role").asString("")),
                grant.path("sites").valueStream().map(site -> site.asString("")).toList())));
    if (!hasAll) {
      throw call.forbidden(
          null,
          "role: fewer rights than at the first request with this Idempotency-Key (expected: the same; send a GET of its result)");
    }
  }

  private String rights() {
    return Json.text(call.principal().user().grants());
  }

  private Reply again(Claim.Done done) {
    Map<String, String> fields = new LinkedHashMap<>();
    Json.MAPPER
        .readTree(done.head())
        .properties()
        .forEach(field -> fields.put(field.getKey(), field.getValue().asString("")));
    String earlier = fields.remove(RIGHTS);
    requireRights(earlier == null ? UNKNOWN_RIGHTS : earlier);
    String body = done.body();
    if (body == null && done.status() != 204) {
      throw new ProblemException(
          ProblemCode.CONFLICT,
          "Idempotency-Key: the request was done with status " + done.status()
              + ", and its response was not stored (expected: a GET of its result)");
    }
    return Reply.again(done.status(), fields, body);
  }

  private Reply runFirst(IdempotencyStore store) throws Exception {
    String rights = rights();
    Reply reply;
    try {
      reply = operation.work().run(call);
    } catch (ProblemException e) {
      reply = e.reply();
      if (!isLasting(reply.head().status().code())) {
        store.drop(user, key);
        throw e;
      }
    } catch (Exception e) {
      store.drop(user, key);
      throw e;
    }
    keep(store, reply, rights);
    return reply;
  }

  private void keep(IdempotencyStore store, Reply reply, String rights) {
    ResponseHeaders head = reply.head();
    Map<String, String> fields = new LinkedHashMap<>();
    for (String name : KEPT) {
      String value = head.get(name);
      if (value != null) {
        fields.put(name, value);
      }
    }
    fields.put(RIGHTS, rights);
    String text = reply.isStream() ? null : reply.body().toStringUtf8();
    boolean isStored = text != null
        && text.length() <= IdempotencyStore.MAX_BODY
        && !SECRET.matcher(text).find();
    store.keep(user, key, head.status().code(), Json.text(fields), isStored ? text : null);
  }

  /**
   * Returns true for a result that a repetition would get again anyway, or must not undo. A trial that failed (422) is none: the port that
   * was in use may be free now.
   */
  private static boolean isLasting(int status) {
    return status < 500
        && status != 401
        && status != 403
        && status != 408
        && status != 422
        && status != 429;
  }

  private String requestHash() {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
    add(digest, call.context().method().name());
    add(digest, call.context().request().path());
    add(digest, call.header("if-match"));
    add(digest, call.header("content-type"));
    digest.update(call.bytes());
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void add(MessageDigest digest, @Nullable String part) {
    digest.update((part == null ? "" : part).getBytes(StandardCharsets.UTF_8));
    digest.update((byte) '\n');
  }
}
