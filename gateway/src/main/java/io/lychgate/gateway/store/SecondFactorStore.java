package io.lychgate.gateway.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The second factors of users: codes of an app (RFC 6238), keys of WebAuthn, and recovery codes. Secrets are encrypted by the caller;
 * of recovery codes the store has only hashes.
 */
public final class SecondFactorStore {

  /** Keys of one user: some devices and spares. */
  public static final int MAX_PASSKEYS = 16;

  /** Characters of the fingerprint of a set of recovery codes. */
  private static final int FINGERPRINT = 12;

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;

  /** Time steps of codes accepted while the store was read-only, by account. Accounts bound it. */
  private final Map<String, Long> unwrittenSteps = new ConcurrentHashMap<>();

  SecondFactorStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  /**
   * Codes of an app.
   *
   * @param sealed the encrypted secret
   * @param isConfirmed false until the user has entered the first code
   */
  public record Totp(String sealed, boolean isConfirmed) {}

  /**
   * The factors of one user.
   *
   * @param hasTotp true if codes of an app are confirmed
   * @param recoveryCodes codes that are left
   */
  public record Factors(boolean hasTotp, List<Passkey> passkeys, int recoveryCodes) {
    public Factors {
      passkeys = List.copyOf(passkeys);
    }

    /** Returns true if a password alone does not open a session. */
    public boolean isEnrolled() {
      return hasTotp || !passkeys.isEmpty();
    }
  }

  public Factors of(String account) {
    return database.read(handle -> factors(handle, account));
  }

  private static Factors factors(Handle handle, String account) {
    boolean hasTotp = handle
            .select(
                "SELECT count(*) FROM second_factor_totp WHERE account = ? AND confirmed = 1",
                account)
            .mapTo(Long.class)
            .one()
        > 0;
    List<Passkey> passkeys = handle
        .select("SELECT * FROM passkey WHERE account = ? ORDER BY created_at, id", account)
        .map((row, context) -> passkey(row))
        .list();
    int codes = handle
        .select("SELECT count(*) FROM recovery_code WHERE account = ?", account)
        .mapTo(Integer.class)
        .one();
    return new Factors(hasTotp, passkeys, codes);
  }

  // Codes of an app.

  public Optional<Totp> totp(String account) {
    return database.read(handle -> handle
        .select("SELECT sealed, confirmed FROM second_factor_totp WHERE account = ?", account)
        .map((row, context) -> new Totp(row.getString("sealed"), row.getLong("confirmed") != 0))
        .findOne());
  }

  /** Keeps a new secret that the user has not confirmed yet. Returns false if a confirmed one exists. */
  public boolean beginTotp(String account, String sealed) {
    return database.write(handle -> handle
            .createUpdate(
                "INSERT INTO second_factor_totp (account, sealed, last_step, confirmed, created_at)"
                    + " VALUES (:account, :sealed, 0, 0, :now)"
                    + " ON CONFLICT (account) DO UPDATE SET sealed = excluded.sealed, created_at = excluded.created_at"
                    + " WHERE second_factor_totp.confirmed = 0")
            .bind("account", account)
            .bind("sealed", sealed)
            .bind("now", clock.millis())
            .execute()
        == 1);
  }

  /**
   * Confirms the secret by its first code. Returns false if another secret is there now, or it is confirmed already.
   *
   * @param step time step of the code, which is not accepted again
   */
  public boolean confirmTotp(String account, String sealed, long step, Actor by) {
    return database.write(handle -> {
      String before = described(handle, account);
      boolean done = handle
              .createUpdate("UPDATE second_factor_totp SET confirmed = 1, last_step = :step"
                  + " WHERE account = :account AND sealed = :sealed AND confirmed = 0")
              .bind("step", step)
              .bind("account", account)
              .bind("sealed", sealed)
              .execute()
          == 1;
      if (done) {
        changed(handle, by, "second-factor.add", account, "totp", before);
      }
      return done;
    });
  }

  /** Accepts the code of a time step, if no code of this step or a later one was accepted (RFC 6238 section 5.2). */
  public boolean useStep(String account, long step) {
    Long unwritten = unwrittenSteps.get(account);
    if (unwritten != null && step <= unwritten) {
      return false;
    }
    try {
      return database.note(handle -> handle
              .createUpdate("UPDATE second_factor_totp SET last_step = :step"
                  + " WHERE account = :account AND last_step < :step AND confirmed = 1")
              .bind("step", step)
              .bind("account", account)
              .execute()
          == 1);
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.READ_ONLY) {
        throw e;
      }
      return useUnwritten(account, step);
    }
  }

  /** With a full disk, a user can still sign in. This process accepts no code twice. */
  private boolean useUnwritten(String account, long step) {
    long last = database.read(handle -> handle
        .select(
            "SELECT last_step FROM second_factor_totp WHERE account = ? AND confirmed = 1", account)
        .mapTo(Long.class)
        .findOne()
        .orElse(Long.MAX_VALUE));
    if (step <= last) {
      return false;
    }
    boolean[] isNew = new boolean[1];
    unwrittenSteps.compute(account, (name, known) -> {
      isNew[0] = known == null || step > known;
      return isNew[0] ? Long.valueOf(step) : known;
    });
    return isNew[0];
  }

  /** Removes the codes of the app. Recovery codes go with the last factor. */
  public boolean removeTotp(String account, Actor by) {
    return database.write(handle -> {
      String before = described(handle, account);
      boolean done =
          handle.execute("DELETE FROM second_factor_totp WHERE account = ?", account) == 1;
      if (done) {
        dropCodesWithoutFactor(handle, account);
        changed(handle, by, "second-factor.remove", account, "totp", before);
      }
      return done;
    });
  }

  // Keys of WebAuthn.

  /** The outcome of a registration. */
  public enum Added {
    DONE,
    /** The key is registered already, for this user or another one. */
    KNOWN,
    TOO_MANY
  }

  public Added addPasskey(Passkey passkey, Actor by) {
    return database.write(handle -> {
      if (factors(handle, passkey.account()).passkeys().size() >= MAX_PASSKEYS) {
        return Added.TOO_MANY;
      }
      String before = described(handle, passkey.account());
      int rows = handle
          .createUpdate("INSERT INTO passkey"
              + " (id, account, name, rp_id, credential, sign_count, is_verified, is_backed, created_at)"
              + " VALUES (:id, :account, :name, :host, :credential, :count, :verified, :backed, :now)"
              + " ON CONFLICT (id) DO NOTHING")
          .bind("id", passkey.id())
          .bind("account", passkey.account())
          .bind("name", passkey.name())
          .bind("host", passkey.host())
          .bind("credential", passkey.credential())
          .bind("count", passkey.signCount())
          .bind("verified", passkey.isUserVerified() ? 1L : 0L)
          .bind("backed", passkey.isBackedUp() ? 1L : 0L)
          .bind("now", clock.millis())
          .execute();
      if (rows == 0) {
        return Added.KNOWN;
      }
      changed(handle, by, "second-factor.add", passkey.account(), "key " + passkey.name(), before);
      return Added.DONE;
    });
  }

  /** Renames a key of this user. Returns false if there is none with this id. */
  public boolean renamePasskey(String account, String id, String name, Actor by) {
    return database.write(handle -> {
      String before = described(handle, account);
      boolean done = handle
              .createUpdate("UPDATE passkey SET name = :name WHERE id = :id AND account = :account")
              .bind("name", name)
              .bind("id", id)
              .bind("account", account)
              .execute()
          == 1;
      if (done) {
        changed(handle, by, "second-factor.rename", account, "key " + name, before);
      }
      return done;
    });
  }

  /** Removes a key of this user. Recovery codes go with the last factor. */
  public boolean removePasskey(String account, String id, Actor by) {
    return database.write(handle -> {
      String before = described(handle, account);
      boolean done =
          handle.execute("DELETE FROM passkey WHERE id = ? AND account = ?", id, account) == 1;
      if (done) {
        dropCodesWithoutFactor(handle, account);
        changed(handle, by, "second-factor.remove", account, "key", before);
      }
      return done;
    });
  }

  /**
   * Records a sign-in with a key. Returns false if another sign-in has used this counter or a later one: the key may have a copy
   * (WebAuthn Level 3 section 6.1.1).
   */
  public boolean usePasskey(Passkey passkey, long signCount) {
    try {
      return database.note(handle -> handle
              .createUpdate("UPDATE passkey SET sign_count = :count, used_at = :now"
                  + " WHERE id = :id AND (sign_count < :count OR (sign_count = 0 AND :count = 0))")
              .bind("count", signCount)
              .bind("now", clock.millis())
              .bind("id", passkey.id())
              .execute()
          == 1);
    } catch (StoreException e) {
      if (e.kind() != StoreException.Kind.READ_ONLY) {
        throw e;
      }
      return true;
    }
  }

  // Recovery codes.

  /** Replaces the recovery codes of a user. Returns false if the user has no second factor. */
  public boolean replaceRecoveryCodes(String account, Collection<String> codes, Actor by) {
    return database.write(handle -> {
      if (!factors(handle, account).isEnrolled()) {
        return false;
      }
      String before = described(handle, account);
      handle.execute("DELETE FROM recovery_code WHERE account = ?", account);
      for (String code : codes) {
        handle.execute(
            "INSERT INTO recovery_code (account, hash) VALUES (?, ?)",
            account,
            SecretText.hash(code));
      }
      String detail = codes.size() + " codes";
      changed(handle, by, "second-factor.recovery-codes", account, detail, before);
      return true;
    });
  }

  /** Accepts a recovery code once. */
  public boolean useRecoveryCode(String account, String code, Actor by) {
    return database.write(handle -> {
      String before = described(handle, account);
      boolean done = handle.execute(
              "DELETE FROM recovery_code WHERE account = ? AND hash = ?",
              account,
              SecretText.hash(code))
          == 1;
      if (done) {
        String detail = "a recovery code was used";
        changed(handle, by, "second-factor.recovery", account, detail, before);
      }
      return done;
    });
  }

  /** Removes all second factors of a user who has lost them. Returns false if there were none. */
  public boolean reset(String account, Actor by) {
    return database.write(handle -> {
      String before = described(handle, account);
      int rows = handle.execute("DELETE FROM second_factor_totp WHERE account = ?", account)
          + handle.execute("DELETE FROM passkey WHERE account = ?", account)
          + handle.execute("DELETE FROM recovery_code WHERE account = ?", account);
      handle.execute("DELETE FROM sign_on_step WHERE account = ?", account);
      if (rows > 0) {
        changed(handle, by, "second-factor.reset", account, null, before);
      }
      return rows > 0;
    });
  }

  private static void dropCodesWithoutFactor(Handle handle, String account) {
    if (!factors(handle, account).isEnrolled()) {
      handle.execute("DELETE FROM recovery_code WHERE account = ?", account);
    }
  }

  private void changed(
      Handle handle,
      Actor by,
      String action,
      String account,
      @Nullable String detail,
      String before) {
    AuditState state = AuditState.of(before, described(handle, account));
    audit.changed(handle, by, action, account, detail, state);
  }

  /**
   * Returns the factors of a user for the audit trail. A set of recovery codes has a fingerprint of its hashes, which shows that it was
   * replaced and from which no code follows.
   */
  private static String described(Handle handle, String account) {
    Factors factors = factors(handle, account);
    String keys = factors.passkeys().stream().map(Passkey::name).collect(Collectors.joining(", "));
    String hashes = handle
        .select("SELECT hash FROM recovery_code WHERE account = ? ORDER BY hash", account)
        .mapTo(String.class)
        .collect(Collectors.joining());
    return "codes of an app: " + (factors.hasTotp() ? "yes" : "no")
        + "\nkeys: " + (keys.isEmpty() ? "none" : keys)
        + "\nrecovery codes: "
        + (hashes.isEmpty()
            ? "none"
            : factors.recoveryCodes() + ", set "
                + SecretText.hash(hashes).substring(0, FINGERPRINT));
  }

  private static Passkey passkey(ResultSet row) throws SQLException {
    long used = row.getLong("used_at");
    Instant usedAt = row.wasNull() ? null : Instant.ofEpochMilli(used);
    return new Passkey(
        row.getString("id"),
        row.getString("account"),
        row.getString("name"),
        row.getString("rp_id"),
        row.getString("credential"),
        row.getLong("sign_count"),
        row.getLong("is_verified") != 0,
        row.getLong("is_backed") != 0,
        Instant.ofEpochMilli(row.getLong("created_at")),
        usedAt);
  }
}
