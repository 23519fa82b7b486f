package io.lychgate.gateway.store;

import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Tokens of the API. The store has only the SHA-256 of their text: a stolen database gives no access. */
public final class TokenStore {

  /** Tokens of one user, expired ones included. */
  public static final int MAX_TOKENS = 100;

  /** Minimum time between two writes of the last use: a scraper sends requests all the time. */
  private static final Duration USED_STEP = Duration.ofMinutes(1);

  /** Bytes of a public id. */
  private static final int ID_BYTES = 8;

  private static final String TOKEN =
      "SELECT t.id, t.name AS token_name, t.owner, t.role AS token_role, t.sites, t.operations,"
          + " t.created_at, t.expires_at, t.used_at, t.used_network, t.parent, t.made_in";

  private final Database database;
  private final InstantSource clock;
  private final AuditTrail audit;
  private final SecureRandom random = new SecureRandom();

  TokenStore(Database database, InstantSource clock, AuditTrail audit) {
    this.database = database;
    this.clock = clock;
    this.audit = audit;
  }

  /** Creates a token. The name must be new among those of the owner. */
  public Outcome<ApiToken.Created> create(ApiToken.New wanted, Actor by) {
    String text = ApiToken.PREFIX + SecretText.next(random);
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    String id = HexFormat.of().formatHex(bytes);
    return database.write(handle -> {
      UserRows.lock(handle);
      if (UserRows.find(handle, wanted.owner())
          .filter(user -> !user.isDisabled())
          .isEmpty()) {
        return new Outcome.Missing<>(
            "owner: " + wanted.owner() + " (expected: a user who may sign in)");
      }
      String parent = wanted.origin().token();
      if (parent != null && find(handle, parent).isEmpty()) {
        // Deleted since this request began. Its tokens end with it, so it makes no more.
        return new Outcome.Missing<>("token: " + parent + " (expected: one that exists)");
      }
      long count = handle
          .select("SELECT count(*) FROM api_token WHERE owner = :owner")
          .bind("owner", wanted.owner())
          .mapTo(Long.class)
          .one();
      if (count >= MAX_TOKENS) {
        return new Outcome.Conflict<>("tokens: " + count + " of this owner (expected: at most "
            + MAX_TOKENS + "; delete one)");
      }
      if (insert(handle, id, text, wanted) == 0) {
        return new Outcome.Conflict<>(
            "name: " + wanted.name() + " is taken (expected: one that the owner has not used)");
      }
      ApiToken made = find(handle, id).orElseThrow();
      audit.changed(
          handle,
          by,
          "token.create",
          wanted.owner() + "/" + wanted.name(),
          scope(wanted),
          AuditState.of(null, shown(made)));
      return new Outcome.Done<>(new ApiToken.Created(made, text));
    });
  }

  private int insert(Handle handle, String id, String text, ApiToken.New wanted) {
    return handle
        .createUpdate(
            "INSERT INTO api_token (id, hash, name, owner, role, sites, operations, created_at, expires_at, parent, made_in)"
                + " VALUES (:id, :hash, :name, :owner, :role, :sites, :operations, :now, :expires, :parent, :session)"
                + " ON CONFLICT (owner, name) DO NOTHING")
        .bind("id", id)
        .bind("hash", SecretText.hash(text))
        .bind("name", wanted.name())
        .bind("owner", wanted.owner())
        .bind("role", wanted.grant().role().token())
        .bind("sites", String.join(" ", wanted.grant().sites()))
        .bind("operations", String.join(" ", new TreeSet<>(wanted.operations())))
        .bind("now", clock.millis())
        .bind("expires", wanted.expiresAt().toEpochMilli())
        .bind("parent", wanted.origin().token())
        .bind("session", wanted.origin().session())
        .execute();
  }

  private static String scope(ApiToken.New wanted) {
    return wanted.grant() + "; operations: " + String.join(" ", new TreeSet<>(wanted.operations()))
        + "; until " + wanted.expiresAt();
  }

  /** Returns the token of a text and its owner, if both are valid, and records the use. */
  public Optional<ApiToken.Found> use(String text, String network) {
    if (!text.startsWith(ApiToken.PREFIX)) {
      return Optional.empty();
    }
    String hash = SecretText.hash(text);
    long now = clock.millis();
    Optional<ApiToken.Found> found = database.read(handle -> handle
        .select(TOKEN + ", " + UserRows.COLUMNS
            + " FROM api_token t JOIN account a ON a.name = t.owner"
            + " WHERE t.hash = :hash AND t.expires_at > :now AND a.disabled = 0")
        .bind("hash", hash)
        .bind("now", now)
        .map((row, context) -> new Row(token(row), UserRows.Row.of(row)))
        .findOne()
        .map(row -> new ApiToken.Found(row.token(), row.owner().user(handle))));
    found.filter(each -> isNews(each.token(), now)).ifPresent(each -> noteUse(hash, network, now));
    return found;
  }

  /** Returns which of the tokens with these hashes are valid, by hash. Their use is not recorded. */
  public Map<String, ApiToken.Found> confirm(Collection<String> hashes) {
    if (hashes.isEmpty()) {
      return Map.of();
    }
    Map<String, ApiToken.Found> valid = new HashMap<>();
    database.read(handle -> {
      handle
          .select(TOKEN + ", t.hash, " + UserRows.COLUMNS
              + " FROM api_token t JOIN account a ON a.name = t.owner"
              + " WHERE t.hash IN (<hashes>) AND t.expires_at > :now AND a.disabled = 0")
          .bindList("hashes", List.copyOf(hashes))
          .bind("now", clock.millis())
          .map((row, context) ->
              Map.entry(row.getString("hash"), new Row(token(row), UserRows.Row.of(row))))
          .list()
          .forEach(each -> valid.put(
              each.getKey(),
              new ApiToken.Found(
                  each.getValue().token(), each.getValue().owner().user(handle))));
      return true;
    });
    return valid;
  }

  private static boolean isNews(ApiToken token, long now) {
    Instant usedAt = token.usedAt();
    return usedAt == null || now - usedAt.toEpochMilli() >= USED_STEP.toMillis();
  }

  private void noteUse(String hash, String network, long now) {
    try {
      database.note(handle -> handle.execute(
          "UPDATE api_token SET used_at = ?, used_network = ? WHERE hash = ?", now, network, hash));
    } catch (StoreException e) {
      // A note that is lost is no reason to refuse a valid token: another change may hold up this
      // one.
      if (e.kind() == StoreException.Kind.UNUSABLE) {
        throw e;
      }
    }
  }

  /** Returns tokens by owner and name. A null owner means all users. */
  public Page<ApiToken> list(@Nullable String owner, int limit, int offset) {
    return list(owner, "", "", limit, offset);
  }

  /**
   * Returns the tokens after one of them.
   *
   * @param afterOwner owner of the last token of the page before; empty for the first page
   */
  public Page<ApiToken> list(
      @Nullable String owner, String afterOwner, String afterName, int limit, int offset) {
    String filter = " FROM api_token t WHERE (:owner = '' OR t.owner = :owner)";
    String named = owner == null ? "" : owner;
    return database.readTogether(handle -> new Page<>(
        handle
            .select("SELECT count(*)" + filter)
            .bind("owner", named)
            .mapTo(Long.class)
            .one(),
        handle
            .select(TOKEN + filter + " AND (:afterOwner = '' OR t.owner > :afterOwner"
                + " OR (t.owner = :afterOwner AND t.name > :afterName))"
                + " ORDER BY t.owner, t.name LIMIT :limit OFFSET :offset")
            .bind("owner", named)
            .bind("afterOwner", afterOwner)
            .bind("afterName", afterName)
            .bind("limit", limit)
            .bind("offset", offset)
            .map((row, context) -> token(row))
            .list()));
  }

  public Optional<ApiToken> find(String id) {
    return database.read(handle -> find(handle, id));
  }

  /** Returns the token of this name, expired or not. */
  public Optional<ApiToken> find(String owner, String name) {
    return database.read(handle -> handle
        .select(TOKEN + " FROM api_token t WHERE t.owner = :owner AND t.name = :name")
        .bind("owner", owner)
        .bind("name", name)
        .map((row, context) -> token(row))
        .findOne());
  }

  /**
   * Deletes a token.
   *
   * @param withMade true to delete also the tokens that it made, and those that they made
   * @return the number of deleted tokens
   */
  public int delete(String id, boolean withMade, Actor by) {
    return database.write(handle -> {
      UserRows.lock(handle);
      ApiToken token = find(handle, id).orElse(null);
      if (token == null) {
        return 0;
      }
      return deleted(handle, token, withMade, null, by);
    });
  }

  /** Deletes the tokens that a session of the user made, with those that they made. Returns their number. */
  public int deleteMadeIn(String owner, String session, Actor by) {
    return database.write(handle -> {
      UserRows.lock(handle);
      int number = 0;
      for (ApiToken token : where(handle, "t.owner = ? AND t.made_in = ?", owner, session)) {
        number += deleted(handle, token, true, "made in session " + session, by);
      }
      return number;
    });
  }

  private int deleted(
      Handle handle, ApiToken token, boolean withMade, @Nullable String why, Actor by) {
    handle.execute("DELETE FROM api_token WHERE id = ?", token.id());
    String subject = token.owner() + "/" + token.name();
    audit.changed(handle, by, "token.delete", subject, why, AuditState.of(shown(token), null));
    if (!withMade) {
      // A later deletion of the maker of this token still finds them.
      handle.execute(
          "UPDATE api_token SET parent = ?, made_in = ? WHERE parent = ?",
          token.origin().token(),
          token.origin().session(),
          token.id());
      return 1;
    }
    int number = 1;
    for (ApiToken made : where(handle, "t.parent = ?", token.id())) {
      number += deleted(handle, made, true, "made by the token " + subject, by);
    }
    return number;
  }

  private static List<ApiToken> where(Handle handle, String condition, Object... values) {
    var query = handle.select(TOKEN + " FROM api_token t WHERE " + condition, values);
    return query.map((row, context) -> token(row)).list();
  }

  /** Returns the text of the audit trail. */
  private static String shown(ApiToken token) {
    return "id: " + token.id()
        + "\ngrant: " + token.grant()
        + "\noperations: " + String.join(" ", new TreeSet<>(token.operations()))
        + "\nexpires: " + token.expiresAt()
        + "\nmadeBy: " + madeBy(token.origin());
  }

  private static String madeBy(ApiToken.Origin origin) {
    return origin.token() != null
        ? "token " + origin.token()
        : origin.session() != null ? "session " + origin.session() : "unknown";
  }

  private static Optional<ApiToken> find(Handle handle, String id) {
    return handle
        .select(TOKEN + " FROM api_token t WHERE t.id = :id")
        .bind("id", id)
        .map((row, context) -> token(row))
        .findOne();
  }

  private static ApiToken token(ResultSet row) throws SQLException {
    String network = row.getString("used_network");
    return new ApiToken(
        row.getString("id"),
        row.getString("token_name"),
        row.getString("owner"),
        ApiToken.grant(Role.ofToken(row.getString("token_role")), row.getString("sites")),
        Set.of(row.getString("operations").split(" ")),
        Instant.ofEpochMilli(row.getLong("created_at")),
        Instant.ofEpochMilli(row.getLong("expires_at")),
        UserRows.instant(row, "used_at"),
        network == null ? "" : network,
        new ApiToken.Origin(row.getString("parent"), row.getString("made_in")));
  }

  private record Row(ApiToken token, UserRows.Row owner) {}
}
