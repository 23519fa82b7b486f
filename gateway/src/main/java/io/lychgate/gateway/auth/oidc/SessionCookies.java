package io.lychgate.gateway.auth.oidc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.auth.jwt.TokenKey;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.loop.Ticker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The cookies of one client of a provider: the session in up to {@value #MAX_PARTS} parts, the time of its last use, and one for each
 * login that has begun. The time is apart, so that a slow response with a new time never brings back a refresh token that was replaced
 * meanwhile. Thread-safe.
 */
final class SessionCookies {
  /** Characters of a part. Browsers take 4096 for name, value and attributes (RFC 6265bis section 5.6). */
  private static final int PART_LENGTH = 3800;

  /** Half of the usual limit of a request's fields. */
  private static final int MAX_PARTS = 4;

  /** Logins that one browser may have begun, such as in several tabs. The oldest one gives way to the next. */
  private static final int MAX_ATTEMPTS = 6;

  /** Bytes of memory for open sessions of one client: some thousand. */
  private static final long MAX_CACHE_BYTES = 16L * 1024 * 1024;

  /** The part of the idle time after which the time of the last use is written again. */
  private static final int RENEWALS = 20;

  private final Ticker ticker;
  private final OidcPolicy.Lifetime lifetime;
  private final Seal sessions;
  private final Seal uses;
  private final Seal attempts;
  private final String sessionName;
  private final String useName;
  private final String attemptName;
  private final Cache<TokenKey, Session> known = Caffeine.newBuilder()
      .maximumWeight(MAX_CACHE_BYTES)
      .weigher((TokenKey key, Session session) -> session.weight())
      .executor(Runnable::run)
      .build();

  SessionCookies(OidcPolicy policy, SealKeys keys, SecureRandom random, Ticker ticker) {
    this.ticker = ticker;
    this.lifetime = policy.lifetime();
    String client =
        policy.issuer() + '\n' + policy.clientId() + '\n' + policy.paths().redirect();
    this.sessions = new Seal(keys, random, "session", client);
    this.uses = new Seal(keys, random, "use", client);
    this.attempts = new Seal(keys, random, "attempt", client);
    // It only separates the cookies of several clients on one host; the seal protects them.
    CRC32 tag = new CRC32();
    tag.update(client.getBytes(StandardCharsets.UTF_8));
    String suffix = Long.toHexString(tag.getValue());
    this.sessionName = OwnCookies.PREFIX + "session-" + suffix;
    this.useName = OwnCookies.PREFIX + "use-" + suffix;
    this.attemptName = OwnCookies.PREFIX + "login-" + suffix + '-';
  }

  // Sessions.

  /** Returns the session of a request; null if it has none, or if its lifetime has ended. */
  @Nullable
  Session read(OwnCookies cookies, String host) {
    String sealed = joined(cookies);
    if (sealed == null) {
      return null;
    }
    TokenKey key = TokenKey.of(host + '\n' + sealed);
    Session session = known.getIfPresent(key);
    if (session == null) {
      byte[] bytes = sessions.open(host, sealed);
      SessionContent content = bytes == null ? null : SessionContent.decode(bytes);
      session = content == null ? null : Session.of(content);
      if (session == null) {
        return null;
      }
      known.put(key, session);
    }
    long now = ticker.wallMillis();
    long age = now - session.content().loginMillis();
    long idle = now - lastUse(cookies, host, session);
    return age < lifetime.absolute().toMillis() && idle < lifetime.idle().toMillis()
        ? session
        : null;
  }

  private @Nullable String joined(OwnCookies cookies) {
    String first = cookies.value(sessionName);
    // The number of parts, a dot, and the first part.
    if (first == null || first.length() < 3 || first.charAt(1) != '.') {
      return null;
    }
    int parts = first.charAt(0) - '0';
    if (parts < 1 || parts > MAX_PARTS) {
      return null;
    }
    StringBuilder sealed = new StringBuilder(parts * PART_LENGTH).append(first, 2, first.length());
    for (int i = 1; i < parts; i++) {
      String part = cookies.value(partName(i));
      if (part == null) {
        return null;
      }
      sealed.append(part);
    }
    return sealed.toString();
  }

  private String partName(int index) {
    return sessionName + '.' + index;
  }

  /** Returns the wall clock of the last use; 0 if the cookie is not one of this session. */
  private long lastUse(OwnCookies cookies, String host, Session session) {
    String sealed = cookies.value(useName);
    byte[] bytes = sealed == null ? null : uses.open(host, sealed);
    if (bytes == null || bytes.length <= Long.BYTES) {
      return 0;
    }
    long millis = ByteBuffer.wrap(bytes).getLong();
    String id = new String(bytes, Long.BYTES, bytes.length - Long.BYTES, StandardCharsets.US_ASCII);
    return id.equals(session.content().id()) ? millis : 0;
  }

  /** Writes a session. Returns false if it does not fit into cookies. */
  boolean write(SessionContent content, OwnCookies before, String host, SetCookies into) {
    String sealed = sessions.close(host, content.encode());
    if (sealed.length() > MAX_PARTS * PART_LENGTH) {
      sealed = sessions.close(host, content.withoutHint().encode());
    }
    if (sealed.length() > MAX_PARTS * PART_LENGTH) {
      return false;
    }
    Duration left = Duration.ofMillis(
        content.loginMillis() + lifetime.absolute().toMillis() - ticker.wallMillis());
    int parts = (sealed.length() + PART_LENGTH - 1) / PART_LENGTH;
    for (int i = 0; i < parts; i++) {
      String part =
          sealed.substring(i * PART_LENGTH, Math.min(sealed.length(), (i + 1) * PART_LENGTH));
      into.set(i == 0 ? sessionName : partName(i), i == 0 ? parts + "." + part : part, left);
    }
    deleteParts(before, parts, into);
    writeUse(content, host, into);
    return true;
  }

  private void deleteParts(OwnCookies before, int from, SetCookies into) {
    for (int i = Math.max(1, from); i < MAX_PARTS; i++) {
      if (before.value(partName(i)) != null) {
        into.delete(partName(i));
      }
    }
  }

  private void writeUse(SessionContent content, String host, SetCookies into) {
    byte[] id = content.id().getBytes(StandardCharsets.US_ASCII);
    byte[] use = ByteBuffer.allocate(Long.BYTES + id.length)
        .putLong(ticker.wallMillis())
        .put(id)
        .array();
    into.set(useName, uses.close(host, use), lifetime.idle());
  }

  /** Writes the time of this use, if the last one was written some time ago. */
  void renew(Session session, OwnCookies cookies, String host, SetCookies into) {
    long since = ticker.wallMillis() - lastUse(cookies, host, session);
    if (since >= lifetime.idle().toMillis() / RENEWALS) {
      writeUse(session.content(), host, into);
    }
  }

  /** Deletes the cookies of a session. */
  void delete(OwnCookies before, SetCookies into) {
    into.delete(sessionName).delete(useName);
    deleteParts(before, 1, into);
  }

  // Logins.

  /** Writes a login that has begun, and deletes the oldest ones if there are too many. */
  void write(LoginAttempt attempt, OwnCookies before, String host, SetCookies into) {
    List<String> others = new ArrayList<>(before.names(attemptName));
    others.sort(Comparator.comparingLong(
        name -> LoginAttempt.secondOf(name.substring(attemptName.length()))));
    for (int i = 0; i <= others.size() - MAX_ATTEMPTS; i++) {
      into.delete(others.get(i));
    }
    into.set(
        attemptName + LoginAttempt.nameOf(attempt.state()),
        attempts.close(host, attempt.encode()),
        LoginAttempt.LIFETIME);
  }

  /** Returns the login that this browser has begun with this state, and deletes its cookie; null if there is none. */
  @Nullable
  LoginAttempt take(String state, OwnCookies cookies, String host, SetCookies into) {
    String suffix = LoginAttempt.nameOf(state);
    String name = attemptName + suffix;
    String sealed = suffix.isEmpty() ? null : cookies.value(name);
    if (sealed == null) {
      return null;
    }
    into.delete(name);
    byte[] bytes = attempts.open(host, sealed);
    LoginAttempt attempt = bytes == null ? null : LoginAttempt.decode(bytes);
    return attempt != null
            && attempt.state().equals(state)
            && !attempt.isExpired(ticker.wallMillis())
        ? attempt
        : null;
  }
}
