package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.http.ContentCoding;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The compression of responses: {@code compress}.
 *
 * @param codings the codings that the gateway applies, in the order of preference
 * @param types media types in lower case: {@code type/subtype}, {@code type/*}, or a suffix, as in {@code *+json}
 * @param minSize bytes; a response that states a smaller length is sent as it is
 * @param levels the level of each coding
 * @param secrets which responses may hold secrets that an attacker could find by their compressed size
 * @param upstreamCodings false if upstreams see no Accept-Encoding, so that the gateway alone compresses
 * @param decode true if a response in a coding that the client does not accept is decoded
 * @param twinLevels the level of each coding for stored twins of cached responses; empty for no twins
 */
public record CompressPolicy(
    List<ContentCoding> codings,
    List<String> types,
    int minSize,
    Map<ContentCoding, Integer> levels,
    Secrets secrets,
    boolean upstreamCodings,
    boolean decode,
    Map<ContentCoding, Integer> twinLevels)
    implements Policy {
  public static final String KEY = "compress";

  /** The order of processor time for responses of about the same size, the least first. */
  public static final List<ContentCoding> DEFAULT_CODINGS =
      List.of(ContentCoding.ZSTD, ContentCoding.BROTLI, ContentCoding.GZIP);

  /** Types of texts, and of binary formats that are not compressed by themselves. */
  public static final List<String> DEFAULT_TYPES = List.of(
      "text/*",
      "*+json",
      "*+xml",
      "application/json",
      "application/javascript",
      "application/x-javascript",
      "application/xml",
      "application/wasm",
      "application/yaml",
      "application/x-ndjson",
      "application/ndjson",
      "application/json-seq",
      "application/vnd.ms-fontobject",
      "font/ttf",
      "font/otf",
      "image/bmp",
      "image/x-icon",
      "image/vnd.microsoft.icon");

  /** Bytes. Below it, the fields that the coding adds and the time of both sides cost more than the bytes that it saves. */
  public static final int DEFAULT_MIN_SIZE = 1024;

  /** Bytes. Beyond it, the policy would compress nothing that states its length. */
  public static final int MAX_MIN_SIZE = 16 * 1024 * 1024;

  /** Media types of one policy. Each is compared with the type of each response. */
  public static final int MAX_TYPES = 64;

  /** Levels at which each coding compresses some 40 MB a second or more, as measured in {@code docs/how-to/compression.md}. */
  public static final Map<ContentCoding, Integer> DEFAULT_LEVELS =
      Map.of(ContentCoding.GZIP, 5, ContentCoding.BROTLI, 4, ContentCoding.ZSTD, 3);

  /** Levels of twins, which are compressed once, as measured in {@code docs/how-to/compression.md}. */
  public static final Map<ContentCoding, Integer> DEFAULT_TWIN_LEVELS =
      Map.of(ContentCoding.GZIP, 9, ContentCoding.BROTLI, 10, ContentCoding.ZSTD, 19);

  public CompressPolicy {
    codings = List.copyOf(codings);
    types = List.copyOf(types);
    levels = Map.copyOf(levels);
    twinLevels = Map.copyOf(twinLevels);
    if (codings.isEmpty() || codings.contains(ContentCoding.IDENTITY)) {
      throw new IllegalArgumentException("codings: " + codings + " (expected: zstd, br and gzip)");
    }
    if (!levels.keySet().containsAll(codings)) {
      throw new IllegalArgumentException("level: " + levels + " (expected: one for each coding)");
    }
  }

  /** The responses that are not compressed, because their size could reveal a secret (BREACH). */
  public enum Secrets {
    /** Responses to a request with credentials that another site may have caused. */
    CROSS_SITE,
    /** Responses to any request with credentials, and responses that set a cookie. */
    CREDENTIALS,
    /** None. */
    IGNORE;

    public String token() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the value with this token. */
    public static Secrets of(String token) {
      return valueOf(token.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /** The policy of {@code compress: {}}. */
  public static CompressPolicy defaults() {
    return new CompressPolicy(
        DEFAULT_CODINGS,
        DEFAULT_TYPES,
        DEFAULT_MIN_SIZE,
        DEFAULT_LEVELS,
        Secrets.CROSS_SITE,
        true,
        false,
        DEFAULT_TWIN_LEVELS);
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    StringBuilder text = new StringBuilder("compresses with ");
    for (int i = 0; i < codings.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(codings.get(i).token());
    }
    return text.append(", from ").append(minSize).append(" bytes").toString();
  }
}
