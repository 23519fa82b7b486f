package io.lychgate.gateway.store;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A token of the API, without its text.
 *
 * @param owner the user whose rights bound those of the token
 * @param grant role and sites of the token
 * @param operations groups of operations that it may call; {@code *} for all
 * @param usedAt time of the last use, to the minute; null before the first one
 * @param usedNetwork network of the client that used it last; empty if unknown
 * @param origin the session or token that made it
 */
public record ApiToken(
    String id,
    String name,
    String owner,
    Grant grant,
    Set<String> operations,
    Instant createdAt,
    Instant expiresAt,
    @Nullable Instant usedAt,
    String usedNetwork,
    Origin origin) {

  /** The first characters of the text of each token, by which secret scanners find it. */
  public static final String PREFIX = "lyg_";

  private static final Pattern TEXT = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");

  /** Returns true if the text has a token in it. */
  public static boolean isIn(String text) {
    return TEXT.matcher(text).find();
  }

  public ApiToken {
    operations = Set.copyOf(operations);
  }

  /**
   * The maker of a token: a session or another token of its owner.
   *
   * @param token id of that token; null for a session
   * @param session public id of that session; null for a token, and if it is unknown
   */
  public record Origin(@Nullable String token, @Nullable String session) {
    /** The maker of a token of an earlier version. */
    public static final Origin UNKNOWN = new Origin(null, null);
  }

  /** A token that does not exist yet. */
  public record New(
      String name,
      String owner,
      Grant grant,
      Set<String> operations,
      Instant expiresAt,
      Origin origin) {
    public New(String name, String owner, Grant grant, Set<String> operations, Instant expiresAt) {
      this(name, owner, grant, operations, expiresAt, Origin.UNKNOWN);
    }

    public New {
      operations = Set.copyOf(operations);
    }
  }

  /** A created token with its text, which is shown once. */
  public record Created(ApiToken token, String text) {
    /** Omits the text, because records are easily printed. */
    @Override
    public String toString() {
      return "Created[" + token.id() + "]";
    }
  }

  /** A token with its owner, as found by its text. */
  public record Found(ApiToken token, User owner) {}

  static Grant grant(Role role, String sites) {
    return new Grant(role, List.of(sites.split(" ")));
  }
}
