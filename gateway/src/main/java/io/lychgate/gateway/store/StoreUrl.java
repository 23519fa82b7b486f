package io.lychgate.gateway.store;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The place of the store, as configured in {@code store.url}.
 *
 * @param jdbc URL for the driver
 * @param file the database file of SQLite; null for PostgreSQL
 * @param user null if the URL or the database needs none
 */
public record StoreUrl(
    Kind kind,
    String jdbc,
    @Nullable Path file,
    @Nullable String user,
    @Nullable String password) {

  /** The database behind a store. */
  public enum Kind {
    SQLITE("sqlite"),
    POSTGRESQL("postgresql");

    private final String token;

    Kind(String token) {
      this.token = token;
    }

    /** Returns the word of the API, which is also the folder of the migrations. */
    public String token() {
      return token;
    }
  }

  private static final String SQLITE = "jdbc:sqlite:";
  private static final String POSTGRESQL = "jdbc:postgresql:";
  private static final Pattern CREDENTIALS =
      Pattern.compile("jdbc:postgresql://([^/@:?]*)(:([^/@?]*))?@");
  private static final String EXPECTED =
      " (expected: jdbc:sqlite:path/of/file.db or jdbc:postgresql://host/database)";

  /**
   * Parses the configured text. Relative files are resolved against {@code base}.
   *
   * @throws IllegalArgumentException with a message in the form of the configuration errors
   */
  public static StoreUrl parse(String text, Path base) {
    if (text.startsWith(POSTGRESQL)) {
      return postgres(text);
    }
    if (!text.startsWith(SQLITE) || text.length() == SQLITE.length() || text.contains(":memory:")) {
      throw new IllegalArgumentException("store.url: " + withoutSecrets(text) + EXPECTED);
    }
    try {
      int query = text.indexOf('?');
      String name = text.substring(SQLITE.length(), query < 0 ? text.length() : query);
      Path file = base.resolve(name).toAbsolutePath().normalize();
      String jdbc = SQLITE + file + (query < 0 ? "" : text.substring(query));
      return new StoreUrl(Kind.SQLITE, jdbc, file, null, null);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("store.url: " + text + EXPECTED, e);
    }
  }

  /** Returns the same place with a login that the configuration has in separate keys. */
  public StoreUrl withLogin(@Nullable String newUser, @Nullable String newPassword) {
    return new StoreUrl(
        kind,
        jdbc,
        file,
        newUser == null ? user : newUser,
        newPassword == null ? password : newPassword);
  }

  /** Returns the directory for files that belong to the store: that of the database file, or {@code fallback}. */
  public Path stateDirectory(Path fallback) {
    Path parent = file == null ? null : file.getParent();
    return parent == null ? fallback : parent;
  }

  /** Returns the place for display, without user and password. */
  public String place() {
    return file != null ? file.toString() : withoutSecrets(jdbc.substring("jdbc:".length()));
  }

  @Override
  public String toString() {
    return place();
  }

  private static String withoutSecrets(String text) {
    int query = text.indexOf('?');
    String bare = query < 0 ? text : text.substring(0, query);
    int at = bare.lastIndexOf('@');
    int slashes = bare.indexOf("//");
    return at > slashes && slashes >= 0
        ? bare.substring(0, slashes + 2) + bare.substring(at + 1)
        : bare;
  }

  private static StoreUrl postgres(String jdbc) {
    Matcher credentials = CREDENTIALS.matcher(jdbc);
    if (!credentials.lookingAt()) {
      return new StoreUrl(Kind.POSTGRESQL, jdbc, null, null, null);
    }
    // The driver reads credentials from the query only, and treats user:password@ as part of the
    // host.
    String password = credentials.group(3);
    return new StoreUrl(
        Kind.POSTGRESQL,
        POSTGRESQL + "//" + jdbc.substring(credentials.end()),
        null,
        decode(credentials.group(1)),
        password == null ? null : decode(password));
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
