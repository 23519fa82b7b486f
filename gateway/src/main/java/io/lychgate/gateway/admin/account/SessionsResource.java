package io.lychgate.gateway.admin.account;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.NumberOrder;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.store.AuditState;
import io.lychgate.gateway.store.Session;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sessions of a user: for the user, and for admins. */
public final class SessionsResource {

  private final Runnable sessionsEnded;

  /** @param sessionsEnded called when sessions have ended, to close their open streams */
  public SessionsResource(Runnable sessionsEnded) {
    this.sessionsEnded = sessionsEnded;
  }

  public Reply list(Call call) {
    String user = user(call);
    String own = call.session().map(Session::id).orElse("");
    return Reply.ok(Cursor.byValue(
            call,
            sessions(call, user),
            NumberOrder.greatestFirst(each -> each.seenAt().toEpochMilli()),
            Session::id)
        .map(session -> SessionRow.of(session, own)));
  }

  public Reply end(Call call) {
    String user = user(call);
    String id = call.path("id");
    boolean endsTokens = endsTokens(call);
    int tokens = endsTokens ? endTokens(call, user, id) : 0;
    Optional<Session> session =
        sessions(call, user).stream().filter(each -> each.id().equals(id)).findFirst();
    boolean isEnded = call.store().sessions().end(user, id);
    if (!isEnded && tokens == 0) {
      throw new ProblemException(
          ProblemCode.NOT_FOUND, "session: " + id + " (expected: one of " + user + ")");
    }
    if (isEnded) {
      String before = session.map(Session::described).orElse("session: " + id);
      call.store()
          .audit()
          .recordChange(
              call.actor(), "session.end", user + "/" + id, null, AuditState.of(before, null));
    }
    if (endsTokens) {
      endTokens(call, user, id);
    }
    sessionsEnded.run();
    return Reply.noContent();
  }

  /** Ends all sessions of the user except that of the call. */
  public Reply endAll(Call call) {
    String user = user(call);
    String own = call.session().map(Session::id).orElse("");
    boolean endsTokens = endsTokens(call);
    List<Session> before = sessions(call, user);
    for (Session each : before) {
      if (!each.id().equals(own)) {
        if (endsTokens) {
          endTokens(call, user, each.id());
        }
        call.store().sessions().end(user, each.id());
        if (endsTokens) {
          endTokens(call, user, each.id());
        }
      }
    }
    call.store()
        .audit()
        .recordChange(
            call.actor(),
            "session.end",
            user,
            "all others",
            AuditState.of(
                described(before),
                described(before.stream().filter(each -> each.id().equals(own)).toList())));
    sessionsEnded.run();
    return Reply.noContent();
  }

  private static List<Session> sessions(Call call, String user) {
    return call.store().sessions().list(user, call.sessionRules());
  }

  private static String described(List<Session> sessions) {
    return sessions.isEmpty()
        ? "no session"
        : sessions.stream().map(Session::described).collect(Collectors.joining("\n"));
  }

  /**
   * Deletes the tokens that a session made. Called before its end, so that a repetition after a failure finds them still, or after the
   * session has logged out; and after its end, because it may make tokens until then.
   */
  private static int endTokens(Call call, String user, String id) {
    return call.store().tokens().deleteMadeIn(user, id, call.actor());
  }

  /** The tokens of programs go on without the session that made them, unless the sender suspects a theft. */
  private static boolean endsTokens(Call call) {
    return switch (call.query("tokens")) {
      case "", "keep" -> false;
      case "delete" -> true;
      default -> throw Call.invalid("tokens", call.query("tokens"), "keep or delete");
    };
  }

  /** Returns the user of the path. Another user than the sender is absent, except for admins. */
  private static String user(Call call) {
    String name = call.path("name");
    boolean isOwn = name.equals(call.principal().user().name());
    if (!isOwn && !call.principal().isAdmin()) {
      // Recorded whether the user exists or not.
      call.forbidden(name, "another user");
      throw missing(name);
    }
    if (call.store().users().find(name).isEmpty()) {
      throw missing(name);
    }
    return name;
  }

  private static ProblemException missing(String name) {
    return new ProblemException(
        ProblemCode.NOT_FOUND, "user: " + name + " (expected: one that exists)");
  }

  private record SessionRow(
      String id,
      Instant createdAt,
      Instant seenAt,
      Instant expiresAt,
      String network,
      String agent,
      boolean current) {

    static SessionRow of(Session session, String own) {
      return new SessionRow(
          session.id(),
          session.createdAt(),
          session.seenAt(),
          session.expiresAt(),
          session.origin().network(),
          session.origin().agent(),
          session.id().equals(own));
    }
  }
}
