package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.lychgate.gateway.admin.access.Permission;
import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.admin.access.SessionCookie;
import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Session;
import io.lychgate.gateway.store.SessionRules;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.User;
import java.net.InetAddress;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One call of an operation: its request, session, parameters and body. */
public final class Call {

  private static final int MAX_LIMIT = 1000;
  private static final int DEFAULT_LIMIT = 100;
  private static final int MAX_QUERY = 200;

  /** Hosts in a message. */
  private static final int MAX_NAMED = 5;

  private final ServiceRequestContext context;
  private final StoreSource source;
  private final Callers callers;
  private final Permission permission;
  private final byte[] body;

  /** The sender, as found once for this call. */
  private @Nullable Principal principal;

  /** The session of the sender. */
  private @Nullable Session found;

  Call(
      ServiceRequestContext context,
      StoreSource source,
      Callers callers,
      Permission permission,
      byte[] body) {
    this.context = context;
    this.source = source;
    this.callers = callers;
    this.permission = permission;
    this.body = body;
  }

  /** Returns the body as sent. */
  byte[] bytes() {
    return body;
  }

  public ServiceRequestContext context() {
    return context;
  }

  public Store store() {
    return source.store();
  }

  /** Returns the reason why the store cannot be changed now; null if it can. */
  @Nullable
  String readOnly() {
    return source.readOnly();
  }

  /** Returns the session id in the cookie, even if no such session exists. */
  public Optional<String> sessionId() {
    return SessionCookie.read(header("cookie"));
  }

  /** Returns the session from the store. A request with a token has none: its cookie is ignored. */
  public Optional<Session> session() {
    Optional<Session> session =
        bearer() != null ? Optional.empty() : callers.session(store(), header("cookie"), address());
    found = session.orElse(null);
    return session;
  }

  /** Returns the public id of the session by which the sender was found; empty for a token. */
  public String senderSession() {
    Session session = found;
    return session == null ? "" : session.id();
  }

  /** Keeps the sender, who has passed all checks, for a time without the store. */
  void keepSender() {
    Session session = found;
    if (session != null) {
      sessionId().ifPresent(id -> callers.recent().keep(id, session, store()));
    }
  }

  /** Ends what is kept of senders, because the rights of one have changed. */
  public void rightsChanged() {
    callers.recent().dropAll();
  }

  public Session requireSession() {
    return session().orElseThrow(Call::unauthenticated);
  }

  /** Returns the token of the request in its text form; null if it has none. */
  public @Nullable String bearer() {
    return Callers.bearer(context.request().headers().getAll("authorization"));
  }

  /** Returns the sender now, from the store. */
  public Optional<Principal> findPrincipal() {
    String token = bearer();
    return token == null
        ? session().map(each -> Principal.of(each.user()))
        : callers.ofToken(store(), token, address());
  }

  /** Returns the sender of an open stream now. The session is not marked as seen, so that it expires without requests. */
  public Optional<Principal> streamPrincipal() {
    return bearer() == null
        ? callers
            .openSession(store(), header("cookie"), address())
            .map(each -> Principal.of(each.user()))
        : findPrincipal();
  }

  /** Returns true if a user of a session must set up a second factor before anything else. */
  public boolean mustEnrol(User user) {
    return callers.mustEnrol(this, user);
  }

  /** Returns the sender, which was permitted this operation. */
  public Principal principal() {
    Principal known = principal;
    if (known == null) {
      known = findPrincipal().orElseThrow(this::notFound);
      principal = known;
    }
    return known;
  }

  private ProblemException notFound() {
    if (bearer() == null) {
      return unauthenticated();
    }
    recordRefusal(actor(Refusals.UNKNOWN_TOKEN), null);
    return new ProblemException(
        ProblemCode.UNAUTHENTICATED,
        "Authorization: unknown token, or it has expired (expected: a valid token)");
  }

  private static ProblemException unauthenticated() {
    return new ProblemException(
        ProblemCode.UNAUTHENTICATED,
        "Cookie: no session, or it has ended (expected: POST /session first)");
  }

  public Permission permission() {
    return permission;
  }

  public SessionRules sessionRules() {
    return callers.rules();
  }

  /** Returns the hosts of a manifest with this text; {@code *} for every host; empty if they cannot be read. */
  public Optional<Set<String>> hostsOf(String manifestText) {
    return callers.manifests().of(manifestText);
  }

  /** Returns true if the sender may read things of all these hosts. */
  public boolean sees(Collection<String> hosts) {
    return principal().covers(Role.VIEWER, hosts);
  }

  public boolean seesAllSites() {
    return principal().hasForAllSites(Role.VIEWER);
  }

  /**
   * Refuses the call unless the sender has the role of the operation for all these hosts.
   *
   * @param subject the thing, for the audit trail
   */
  public void requireSites(Collection<String> hosts, String subject) {
    Role least = Objects.requireNonNull(permission.least());
    if (!principal().covers(least, hosts)) {
      String sites = hosts.stream().sorted().limit(MAX_NAMED).collect(Collectors.joining(", "));
      throw forbidden(
          subject,
          "role: not " + least.token() + " for all of " + sites + " (expected: " + least.token()
              + " for these sites)");
    }
  }

  /** Returns the refusal of a call, which the audit trail then has. */
  public ProblemException forbidden(@Nullable String subject, String detail) {
    return refused(subject, new ProblemException(ProblemCode.FORBIDDEN, detail));
  }

  /** Returns this refusal of a call, which the audit trail then has. */
  ProblemException refused(@Nullable String subject, ProblemException refusal) {
    recordRefusal(actor(), subject);
    return refusal;
  }

  /** Returns this refusal of a call that some senders may make without a sign-in. The audit trail has it if it came with a token or a session. */
  public ProblemException refusedOpen(ProblemException refusal) {
    Optional<Principal> sender = findPrincipal();
    if (sender.isPresent() || bearer() != null) {
      recordRefusal(actor(sender.map(Principal::name).orElse(Refusals.UNKNOWN_TOKEN)), null);
    }
    return refusal;
  }

  /**
   * Returns the response for a thing that does not exist or that the sender does not see. For a sender with some sites only, the audit
   * trail has both cases: if it had one, the time of the write would show which names exist.
   */
  public ProblemException absent(String subject, String detail) {
    if (!seesAllSites()) {
      recordRefusal(actor(), subject);
    }
    return new ProblemException(ProblemCode.NOT_FOUND, detail);
  }

  private void recordRefusal(Actor by, @Nullable String subject) {
    String what = context.method() + " " + context.path();
    callers.refusals().record(store(), by, permission, "forbidden", what, subject);
  }

  public InetAddress address() {
    return context.remoteAddress().getAddress();
  }

  public Actor actor() {
    return actor(principal().name());
  }

  public Actor actor(String name) {
    return new Actor(name, address().getHostAddress());
  }

  public @Nullable String header(String name) {
    return context.request().headers().get(name);
  }

  public String path(String name) {
    String value = context.pathParam(name);
    return value == null ? "" : value;
  }

  /** Returns a query parameter of free text; empty if absent. */
  public String query(String name) {
    String value = context.queryParam(name);
    if (value != null && value.length() > MAX_QUERY && !name.equals("comment")) {
      throw invalid(name, value.length() + " characters", "at most " + MAX_QUERY);
    }
    return value == null ? "" : value;
  }

  /** Returns all values of a query parameter of free text, in their order. */
  public List<String> queries(String name) {
    List<String> values = context.queryParams().getAll(name);
    for (String value : values) {
      if (value.length() > MAX_QUERY) {
        throw invalid(name, value.length() + " characters", "at most " + MAX_QUERY);
      }
    }
    return values;
  }

  public int limit() {
    return number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
  }

  public int offset() {
    return number("offset", 0, 0, Integer.MAX_VALUE);
  }

  /** Returns the condition of a change; every change needs If-Match. */
  public Precondition ifMatch() {
    RequestHeaders headers = context.request().headers();
    String match = Precondition.list(headers, "if-match");
    String noneMatch = Precondition.list(headers, "if-none-match");
    if (match == null && Precondition.isAny(noneMatch)) {
      // A condition, and false for all that exists.
      return new Precondition(false, Set.of(), noneMatch);
    }
    if (match == null) {
      throw new ProblemException(
          ProblemCode.PRECONDITION_REQUIRED,
          "If-Match: absent (expected: the ETag last read, or *)");
    }
    return Precondition.of(match, noneMatch)
        .orElseThrow(() -> new ProblemException(
            ProblemCode.MALFORMED,
            "If-Match: " + match + " (expected: the ETag last read, such as \"7\", or *)"));
  }

  /**
   * Refuses entity tags in If-Match, because the target has no version and no tag can match it (RFC 9110 13.1.1). The asterisk holds. To be
   * called after the checks of the sender and before the first effect (RFC 9110 13.2.1).
   */
  public void requireNoTag() {
    String match = Precondition.list(context.request().headers(), "if-match");
    if (match != null && !ifMatch().isAny()) {
      throw new ProblemException(
          ProblemCode.STALE, "If-Match: " + match + " (expected: * or none; it has no version)");
    }
  }

  public <T> T body(Function<JsonBody, T> reading) {
    String type = header("content-type");
    if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
      throw new ProblemException(
          ProblemCode.UNSUPPORTED_MEDIA_TYPE,
          "Content-Type: " + (type == null ? "absent" : type) + " (expected: application/json)");
    }
    return JsonBody.read(body, reading);
  }

  /** Returns a query parameter with a time, such as 2026-11-27T08:00:00Z; null if absent. */
  public @Nullable Instant time(String name) {
    String value = query(name);
    if (value.isEmpty()) {
      return null;
    }
    try {
      return OffsetDateTime.parse(value).toInstant();
    } catch (DateTimeParseException e) {
      throw invalid(name, value, "a time such as 2026-11-27T08:00:00Z");
    }
  }

  private int number(String name, int absent, int min, int max) {
    String value = context.queryParam(name);
    if (value == null) {
      return absent;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below like a number out of range.
    }
    throw invalid(name, value, min + "-" + max);
  }

  public static ProblemException invalid(String name, String got, String expected) {
    return new ProblemException(
        ProblemCode.INVALID, name + ": " + got + " (expected: " + expected + ")");
  }
}
