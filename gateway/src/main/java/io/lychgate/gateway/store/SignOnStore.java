package io.lychgate.gateway.store;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Sign-ins that are not complete, and sign-ins at OpenID Providers. A step between password and second factor lives for minutes, has
 * few tries, and is known to each gateway of the store.
 */
public final class SignOnStore {

  /** Lifetime of a step: time to find the telephone. */
  public static final Duration STEP_LIFE = Duration.ofMinutes(5);

  /** Wrong codes that end a step. The next try needs the password again. */
  public static final int MAX_TRIES = 5;

  /** Steps of one user at once: several tabs. The oldest is removed. Only a correct password makes one. */
  private static final int MAX_STEPS = 5;

  private static final int ID_BYTES = 32;

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;
  private final SecureRandom random = new SecureRandom();

  /** Steps that began while the store was read-only, by hash of their id. They end with the process. */
  private final Map<String, Step> unwritten = new ConcurrentHashMap<>();

  SignOnStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  /** The purpose of a step. */
  public enum Purpose {
    /** The password was right; the second factor is missing. */
    SECOND_FACTOR,
    /** A signed-in user registers a key. */
    REGISTRATION
  }

  /**
   * A sign-in or registration that is not complete.
   *
   * @param challenge random text that a key of WebAuthn signs
   * @param mark hash of the password hash at the beginning
   * @param tries wrong codes so far
   */
  public record Step(
      String account, Purpose purpose, String challenge, String mark, int tries, long expiresAt) {

    /** Returns true if the user's password is still the one of the beginning. */
    public boolean isOf(User user) {
      return user.name().equals(account) && SecretText.hash(user.passwordHash()).equals(mark);
    }

    @Override
    public String toString() {
      return "Step[" + account + ", " + purpose + "]";
    }
  }

  /** Begins a step and returns its id, which is stored nowhere. */
  public String begin(User user, Purpose purpose) {
    String id = randomText();
    long now = clock.millis();
    Step step = new Step(
        user.name(),
        purpose,
        randomText(),
        SecretText.hash(user.passwordHash()),
        0,
        now + STEP_LIFE.toMillis());
    try {
      database.note(handle -> insert(handle, SecretText.hash(id), step, now));
    } catch (StoreException e) {
      unlessReadOnly(e);
      unwritten.values().removeIf(each -> each.expiresAt() <= now);
      long own = unwritten.values().stream()
          .filter(each -> each.account().equals(step.account()))
          .count();
      if (own >= MAX_STEPS) {
        unwritten.values().removeIf(each -> each.account().equals(step.account()));
      }
      unwritten.put(SecretText.hash(id), step);
    }
    return id;
  }

  private static boolean insert(Handle handle, String hash, Step step, long now) {
    handle.execute("DELETE FROM sign_on_step WHERE expires_at <= ?", now);
    handle
        .createUpdate("DELETE FROM sign_on_step WHERE account = :account AND id_hash NOT IN"
            + " (SELECT id_hash FROM sign_on_step WHERE account = :account"
            + " ORDER BY created_at DESC, id_hash LIMIT :others)")
        .bind("account", step.account())
        .bind("others", MAX_STEPS - 1)
        .execute();
    return handle
            .createUpdate("INSERT INTO sign_on_step"
                + " (id_hash, account, purpose, challenge, mark, tries, created_at, expires_at)"
                + " VALUES (:hash, :account, :purpose, :challenge, :mark, 0, :now, :expires)")
            .bind("hash", hash)
            .bind("account", step.account())
            .bind("purpose", step.purpose().name())
            .bind("challenge", step.challenge())
            .bind("mark", step.mark())
            .bind("now", now)
            .bind("expires", step.expiresAt())
            .execute()
        == 1;
  }

  /** Returns the step of this id, if it has not ended. */
  public Optional<Step> find(String id, Purpose purpose) {
    String hash = SecretText.hash(id);
    long now = clock.millis();
    Step kept = unwritten.get(hash);
    Optional<Step> found =
        kept != null ? Optional.of(kept) : database.read(handle -> row(handle, hash));
    return found.filter(
        step -> step.purpose() == purpose && step.expiresAt() > now && step.tries() < MAX_TRIES);
  }

  private static Optional<Step> row(Handle handle, String hash) {
    return handle
        .select(
            "SELECT account, purpose, challenge, mark, tries, expires_at FROM sign_on_step"
                + " WHERE id_hash = ?",
            hash)
        .map((row, context) -> new Step(
            row.getString("account"),
            Purpose.valueOf(row.getString("purpose")),
            row.getString("challenge"),
            row.getString("mark"),
            row.getInt("tries"),
            row.getLong("expires_at")))
        .findOne();
  }

  /**
   * Counts a try before its code is checked, so that tries at the same time gain nothing. Returns false if the step has ended, or has
   * had its tries.
   */
  public boolean countTry(String id) {
    String hash = SecretText.hash(id);
    if (unwritten.containsKey(hash)) {
      return countUnwritten(hash);
    }
    try {
      return database.note(handle -> handle
              .createUpdate("UPDATE sign_on_step SET tries = tries + 1"
                  + " WHERE id_hash = :hash AND tries < :most AND expires_at > :now")
              .bind("hash", hash)
              .bind("most", MAX_TRIES)
              .bind("now", clock.millis())
              .execute()
          == 1);
    } catch (StoreException e) {
      unlessReadOnly(e);
      // The store became read-only in between: the step goes on in memory.
      database
          .read(handle -> row(handle, hash))
          .ifPresent(step -> unwritten.putIfAbsent(hash, step));
      return countUnwritten(hash);
    }
  }

  private boolean countUnwritten(String hash) {
    Step counted = unwritten.computeIfPresent(
        hash,
        (key, step) -> new Step(
            step.account(),
            step.purpose(),
            step.challenge(),
            step.mark(),
            step.tries() + 1,
            step.expiresAt()));
    return counted != null && counted.tries() <= MAX_TRIES && counted.expiresAt() > clock.millis();
  }

  /** Ends a step. Returns true for one caller only, so that a step opens one session. */
  public boolean end(String id) {
    String hash = SecretText.hash(id);
    boolean wasKept = unwritten.remove(hash) != null;
    try {
      return database.note(
                  handle -> handle.execute("DELETE FROM sign_on_step WHERE id_hash = ?", hash))
              == 1
          || wasKept;
    } catch (StoreException e) {
      unlessReadOnly(e);
      return wasKept;
    }
  }

  // Persons of providers.

  /**
   * The account of a person of a provider.
   *
   * @param isMade true if the first sign-in made the account
   */
  public record Identity(String account, boolean isMade) {}

  public Optional<Identity> identity(String issuer, String subject) {
    return database.read(handle -> handle
        .select(
            "SELECT account, made FROM sign_on_identity WHERE issuer = ? AND subject = ?",
            issuer,
            subject)
        .map((row, context) -> new Identity(row.getString("account"), row.getLong("made") != 0))
        .findOne());
  }

  /** Returns true if an account belongs to a person of a provider. */
  public boolean isLinked(String account) {
    return database.read(handle -> handle
            .select("SELECT count(*) FROM sign_on_identity WHERE account = ?", account)
            .mapTo(Long.class)
            .one()
        > 0);
  }

  /** Returns true if the first sign-in at a provider made the account, so that it has no password. */
  public boolean isMade(String account) {
    return database.read(handle -> handle
            .select("SELECT count(*) FROM sign_on_identity WHERE account = ? AND made = 1", account)
            .mapTo(Long.class)
            .one()
        > 0);
  }

  /** Links an account to a person. Returns false if the account or the person has another link. */
  public boolean link(String issuer, String subject, Identity identity, Actor by) {
    return database.write(handle -> {
      boolean isTaken = handle
              .select(
                  "SELECT count(*) FROM sign_on_identity WHERE account = ? OR (issuer = ? AND subject = ?)",
                  identity.account(),
                  issuer,
                  subject)
              .mapTo(Long.class)
              .one()
          > 0;
      if (isTaken) {
        return false;
      }
      long now = clock.millis();
      handle
          .createUpdate(
              "INSERT INTO sign_on_identity (issuer, subject, account, made, created_at, used_at)"
                  + " VALUES (:issuer, :subject, :account, :made, :now, :now)")
          .bind("issuer", issuer)
          .bind("subject", subject)
          .bind("account", identity.account())
          .bind("made", identity.isMade() ? 1L : 0L)
          .bind("now", now)
          .execute();
      audit.changed(
          handle,
          by,
          "user.link",
          identity.account(),
          issuer,
          AuditState.of(null, "issuer: " + issuer + "\nsubject: " + subject));
      return true;
    });
  }

  // Sessions of providers.

  /**
   * The provider of a session.
   *
   * @param sealed the encrypted ID token; empty for none
   */
  public record ProviderSession(String provider, String sealed) {}

  /** Records that a session began at a provider. */
  public void noteProvider(String sessionId, ProviderSession session) {
    try {
      database.note(handle -> handle.execute(
          "INSERT INTO sign_on_session (id_hash, provider, sealed) VALUES (?, ?, ?)",
          SecretText.hash(sessionId),
          session.provider(),
          session.sealed()));
    } catch (StoreException e) {
      // The session is in memory only; its sign-out ends it here, and not at the provider.
      unlessReadOnly(e);
    }
  }

  /** Returns the provider of a session; null if it began with a password. */
  public @Nullable ProviderSession providerOf(String sessionId) {
    return database
        .read(handle -> handle
            .select(
                "SELECT provider, sealed FROM sign_on_session WHERE id_hash = ?",
                SecretText.hash(sessionId))
            .map((row, context) ->
                new ProviderSession(row.getString("provider"), row.getString("sealed")))
            .findOne())
        .orElse(null);
  }

  private String randomText() {
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static void unlessReadOnly(StoreException e) {
    if (e.kind() != StoreException.Kind.READ_ONLY) {
      throw e;
    }
  }
}
