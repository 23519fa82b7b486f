package io.lychgate.gateway.admin.account;

import io.lychgate.gateway.admin.access.OperationGroup;
import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Page;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Session;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tokens of the API: those of the sender, and for admins those of all users. */
public final class TokenResource {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._ -]{0,49}");
  private static final int DEFAULT_DAYS = 90;
  private static final int MOST_DAYS = 3650;
  private static final int MAX_WORD = 30;

  private final InstantSource clock;

  public TokenResource(InstantSource clock) {
    this.clock = clock;
  }

  public Reply list(Call call) {
    String wanted = call.query("owner");
    Principal sender = call.principal();
    String own = sender.user().name();
    if (!wanted.isEmpty() && !wanted.equals(own) && !sender.isAdmin()) {
      throw call.forbidden(wanted, "owner: " + wanted + " (expected: " + own + ", or an admin)");
    }
    String owner = wanted.isEmpty() ? (sender.isAdmin() ? null : own) : wanted;
    List<String> cursor = Cursor.of(call, 2);
    int limit = call.limit();
    Page<ApiToken> page = call.store()
        .tokens()
        .list(
            owner,
            cursor == null ? "" : cursor.get(0),
            cursor == null ? "" : cursor.get(1),
            limit + 1,
            call.offset());
    Instant now = clock.instant();
    return Reply.ok(Cursor.cut(page, limit, each -> List.of(each.owner(), each.name()))
        .map(token -> TokenBody.of(token, now)));
  }

  /** Creates a token of the sender. Its rights are among those of the sender. */
  public Reply create(Call call) {
    Principal sender = call.principal();
    Wanted wanted = call.body(TokenResource::wanted);
    if (!sender.includes(wanted.grant())) {
      throw call.forbidden(
          wanted.name(),
          "role: " + wanted.grant() + " (expected: at most the rights of the sender)");
    }
    Instant expiresAt =
        clock.instant().plus(Duration.ofDays(wanted.days())).truncatedTo(ChronoUnit.MILLIS);
    ApiToken parent = sender.token();
    if (parent != null) {
      requireWithin(call, parent, wanted, expiresAt);
    }
    Outcome<ApiToken.Created> outcome = call.store()
        .tokens()
        .create(
            new ApiToken.New(
                wanted.name(),
                sender.user().name(),
                wanted.grant(),
                wanted.operations(),
                expiresAt,
                origin(call, parent)),
            call.actor());
    if (outcome instanceof Outcome.Done<ApiToken.Created> done) {
      if (parent == null && call.session().isEmpty()) {
        // The session ended while it made the token, which would survive it.
        call.store().tokens().delete(done.value().token().id(), true, call.actor());
        throw new ProblemException(
            ProblemCode.UNAUTHENTICATED, "session: ended (expected: one that is open)");
      }
      TokenBody body = TokenBody.of(done.value().token(), clock.instant());
      return Reply.created(
          new CreatedToken(body, done.value().text()), "/api/v1/tokens/" + body.id());
    }
    throw new ProblemException(
        ProblemCode.CONFLICT,
        outcome instanceof Outcome.Conflict<ApiToken.Created> conflict
            ? conflict.sentence()
            : "owner or token of the sender: no longer there (expected: a user who may sign in)");
  }

  /** A stolen token must not get more rights, or live longer, in another one. */
  private static void requireWithin(Call call, ApiToken parent, Wanted wanted, Instant expiresAt) {
    boolean hasAll = parent.operations().contains(OperationGroup.ALL)
        || parent.operations().containsAll(wanted.operations());
    if (!hasAll || expiresAt.isAfter(parent.expiresAt())) {
      throw call.forbidden(
          wanted.name(),
          "operations and expiresInDays: more than those of the token in use (expected: at most these)");
    }
  }

  public Reply delete(Call call) {
    String id = call.path("id");
    Principal sender = call.principal();
    ApiToken token = call.store().tokens().find(id).orElseThrow(() -> missing(id));
    if (!token.owner().equals(sender.user().name()) && !sender.isAdmin()) {
      call.forbidden(token.owner() + "/" + token.name(), "the token of another user");
      throw missing(id);
    }
    boolean keepsMade = keeps(call);
    if (call.store().tokens().delete(id, !keepsMade, call.actor()) == 0) {
      throw missing(id);
    }
    call.rightsChanged();
    return Reply.noContent();
  }

  /** Tokens that a stolen token has made end with it, unless the sender wants to keep them. */
  private static boolean keeps(Call call) {
    return switch (call.query("made")) {
      case "", "delete" -> false;
      case "keep" -> true;
      default -> throw Call.invalid("made", call.query("made"), "delete or keep");
    };
  }

  private static ApiToken.Origin origin(Call call, @Nullable ApiToken parent) {
    return parent == null
        ? new ApiToken.Origin(null, call.session().map(Session::id).orElse(null))
        : new ApiToken.Origin(parent.id(), null);
  }

  private static ProblemException missing(String id) {
    return new ProblemException(
        ProblemCode.NOT_FOUND, "token: " + id + " (expected: one that exists)");
  }

  private static Wanted wanted(JsonBody body) {
    String name = body.text("name", 1, 50);
    if (!NAME.matcher(name).matches()) {
      throw body.invalid("name", "another form", "1-50 letters, digits, spaces, . _ -");
    }
    Grant grant = GrantBody.grant(body);
    Set<String> operations =
        new LinkedHashSet<>(body.texts("operations", OperationGroup.values().length, MAX_WORD));
    for (String group : operations) {
      if (!group.equals(OperationGroup.ALL) && OperationGroup.grantable(group).isEmpty()) {
        throw body.invalid("operations", group, known());
      }
    }
    if (operations.isEmpty()) {
      throw body.invalid("operations", "none", known());
    }
    int days = (int) body.number("expiresInDays", DEFAULT_DAYS, 1, MOST_DAYS);
    return new Wanted(
        name,
        grant,
        operations.contains(OperationGroup.ALL) ? Set.of(OperationGroup.ALL) : operations,
        days);
  }

  private static String known() {
    return "* or some of "
        + Arrays.stream(OperationGroup.values())
            .filter(OperationGroup::isGrantable)
            .map(OperationGroup::token)
            .collect(Collectors.joining(", "));
  }

  private record Wanted(String name, Grant grant, Set<String> operations, int days) {}

  /** A token with its text, which is shown once. */
  private record CreatedToken(TokenBody token, String secret) {
    @Override
    public String toString() {
      return "CreatedToken[" + token.id() + "]";
    }
  }

  private record TokenBody(
      String id,
      String name,
      String owner,
      Role role,
      List<String> sites,
      List<String> operations,
      Instant createdAt,
      Instant expiresAt,
      boolean expired,
      @Nullable Instant usedAt,
      @Nullable String usedNetwork,
      @Nullable String madeByToken,
      @Nullable String madeInSession) {

    static TokenBody of(ApiToken token, Instant now) {
      return new TokenBody(
          token.id(),
          token.name(),
          token.owner(),
          token.grant().role(),
          token.grant().sites(),
          token.operations().stream().sorted().toList(),
          token.createdAt(),
          token.expiresAt(),
          !token.expiresAt().isAfter(now),
          token.usedAt(),
          token.usedNetwork().isEmpty() ? null : token.usedNetwork(),
          token.origin().token(),
          token.origin().session());
    }
  }
}
