package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.admin.access.ClientNetwork;
import io.lychgate.gateway.admin.access.ManifestHosts;
import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.admin.access.SessionCookie;
import io.lychgate.gateway.config.account.SessionConfig;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.AuditState;
import io.lychgate.gateway.store.Session;
import io.lychgate.gateway.store.SessionOrigin;
import io.lychgate.gateway.store.SessionRules;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.User;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds the sender of a call: the session of the cookie, or the token of the field Authorization. */
public final class Callers {

  private static final String BEARER = "bearer ";
  private static final int MAX_AGENT = 200;

  private final SessionConfig config;
  private final SessionRules rules;
  private final ManifestHosts manifests = new ManifestHosts();
  private final BiPredicate<Call, User> mustEnrol;
  private final Refusals refusals;
  private final RecentCallers recent = new RecentCallers(System::nanoTime);

  /** @param mustEnrol true for a user of a session who must set up a second factor before anything else */
  public Callers(SessionConfig config, BiPredicate<Call, User> mustEnrol, Refusals refusals) {
    this.config = config;
    this.mustEnrol = mustEnrol;
    this.refusals = refusals;
    this.rules = new SessionRules(config.idle(), config.life());
  }

  public SessionRules rules() {
    return rules;
  }

  boolean mustEnrol(Call call, User user) {
    try {
      return mustEnrol.test(call, user);
    } catch (StoreException e) {
      // A sender is kept only if it need not.
      if (call.store().away() == null || call.sessionId().filter(recent::has).isEmpty()) {
        throw e;
      }
      return false;
    }
  }

  public RecentCallers recent() {
    return recent;
  }

  public Refusals refusals() {
    return refusals;
  }

  ManifestHosts manifests() {
    return manifests;
  }

  /** Returns the token of the field, in its text form; null if the request has none. RFC 6750 2.1. */
  static @Nullable String bearer(List<String> authorization) {
    // A request with two fields has no token that two readers would agree on.
    if (authorization.size() != 1) {
      return null;
    }
    String value = authorization.get(0);
    return value.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? value.substring(BEARER.length()).strip()
        : null;
  }

  Optional<Principal> ofToken(Store store, String token, InetAddress address) {
    return confirmed(store, token, address)
        .map(found -> new Principal(found.owner(), found.token()));
  }

  private Optional<ApiToken.Found> confirmed(Store store, String token, InetAddress address) {
    Optional<ApiToken.Found> found;
    try {
      found = store.tokens().use(token, ClientNetwork.of(address));
    } catch (StoreException e) {
      found = recent.token(token, store);
      if (found.isEmpty()) {
        throw e;
      }
      return found;
    }
    found.ifPresentOrElse(each -> recent.keep(token, each, store), () -> recent.drop(token));
    return found;
  }

  /** Returns the session of a cookie. A session that appears in another network ends, if sessions are bound to theirs. */
  Optional<Session> session(Store store, @Nullable String cookies, InetAddress address) {
    return session(store, cookies, address, id -> store.sessions().find(id, rules));
  }

  /** Returns the session of a cookie, for an open stream: the session is not marked as seen. */
  Optional<Session> openSession(Store store, @Nullable String cookies, InetAddress address) {
    return session(store, cookies, address, id -> store.sessions().look(id, rules));
  }

  private Optional<Session> session(
      Store store,
      @Nullable String cookies,
      InetAddress address,
      Function<String, Optional<Session>> reading) {
    String id = SessionCookie.read(cookies).orElse(null);
    Optional<Session> session = id == null ? Optional.empty() : reading(store, id, reading);
    if (id == null || session.isEmpty() || mayUse(session.get(), address)) {
      return session;
    }
    recent.drop(id);
    store.sessions().close(id);
    store
        .audit()
        .recordOrLog(
            new Actor(session.get().user().name(), address.getHostAddress()),
            "session.network",
            session.get().id(),
            true,
            "opened in " + session.get().origin().network(),
            AuditState.of("session: " + session.get().id(), null));
    return Optional.empty();
  }

  private Optional<Session> reading(
      Store store, String id, Function<String, Optional<Session>> reading) {
    Optional<Session> session;
    try {
      session = reading.apply(id);
    } catch (StoreException e) {
      session = recent.session(id, rules, store);
      if (session.isEmpty()) {
        throw e;
      }
      return session;
    }
    if (session.isEmpty()) {
      recent.drop(id);
    }
    return session;
  }

  private boolean mayUse(Session session, InetAddress address) {
    return config.bindAddress() == SessionConfig.Binding.OFF
        || session.origin().network().equals(ClientNetwork.of(address));
  }

  /** Returns the facts of a browser that a new session keeps. */
  public static SessionOrigin origin(InetAddress address, @Nullable String agent) {
    String text = agent == null ? "" : agent.strip();
    return new SessionOrigin(
        ClientNetwork.of(address), text.substring(0, Math.min(text.length(), MAX_AGENT)));
  }
}
