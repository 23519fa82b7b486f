package io.lychgate.gateway.message;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * The field names that the gateway knows. Each has one lower-case object, so that later comparisons are mostly by identity. Names
 * with a constant of Netty come from {@link HttpHeaderNames}.
 */
public final class FieldNames {
  public static final AsciiString ALT_SVC = AsciiString.cached("alt-svc");
  public static final AsciiString CACHE_DIGEST = AsciiString.cached("cache-digest");
  public static final AsciiString CLIENT_CERT = AsciiString.cached("client-cert");
  public static final AsciiString CLIENT_CERT_CHAIN = AsciiString.cached("client-cert-chain");
  public static final AsciiString EARLY_DATA = AsciiString.cached("early-data");
  public static final AsciiString FORWARDED = AsciiString.cached("forwarded");
  public static final AsciiString HTTP2_SETTINGS = AsciiString.cached("http2-settings");
  public static final AsciiString KEEP_ALIVE = AsciiString.cached("keep-alive");
  public static final AsciiString LINK = AsciiString.cached("link");
  public static final AsciiString PRIORITY = AsciiString.cached("priority");
  public static final AsciiString PROXY_CONNECTION = AsciiString.cached("proxy-connection");
  public static final AsciiString PROXY_STATUS = AsciiString.cached("proxy-status");
  public static final AsciiString PURPOSE = AsciiString.cached("purpose");
  public static final AsciiString SAVE_DATA = AsciiString.cached("save-data");
  public static final AsciiString SEC_FETCH_DEST = AsciiString.cached("sec-fetch-dest");
  public static final AsciiString SEC_FETCH_MODE = AsciiString.cached("sec-fetch-mode");
  public static final AsciiString SEC_FETCH_SITE = AsciiString.cached("sec-fetch-site");
  public static final AsciiString SEC_PURPOSE = AsciiString.cached("sec-purpose");

  /** The same constant for packages that may use only the text types of Netty. */
  public static final AsciiString SET_COOKIE = HttpHeaderNames.SET_COOKIE;

  public static final AsciiString X_FORWARDED_FOR = AsciiString.cached("x-forwarded-for");
  public static final AsciiString X_FORWARDED_HOST = AsciiString.cached("x-forwarded-host");
  public static final AsciiString X_FORWARDED_PORT = AsciiString.cached("x-forwarded-port");
  public static final AsciiString X_FORWARDED_PROTO = AsciiString.cached("x-forwarded-proto");
  public static final AsciiString X_HTTP2_PUSH = AsciiString.cached("x-http2-push");
  public static final AsciiString X_MOZ = AsciiString.cached("x-moz");

  /** Slots of the table: a power of two, four times the number of names, so most look-ups end at the first slot. */
  private static final int SLOTS = 512;

  private static final @Nullable AsciiString[] TABLE = new AsciiString[SLOTS];

  static {
    for (AsciiString name : new AsciiString[] {
      ALT_SVC,
      CACHE_DIGEST,
      CLIENT_CERT,
      CLIENT_CERT_CHAIN,
      EARLY_DATA,
      FORWARDED,
      HTTP2_SETTINGS,
      KEEP_ALIVE,
      LINK,
      PRIORITY,
      PROXY_CONNECTION,
      PROXY_STATUS,
      PURPOSE,
      SAVE_DATA,
      SEC_FETCH_DEST,
      SEC_FETCH_MODE,
      SEC_FETCH_SITE,
      SEC_PURPOSE,
      X_FORWARDED_FOR,
      X_FORWARDED_HOST,
      X_FORWARDED_PORT,
      X_FORWARDED_PROTO,
      X_HTTP2_PUSH,
      X_MOZ,
      HttpHeaderNames.ACCEPT,
      HttpHeaderNames.ACCEPT_CHARSET,
      HttpHeaderNames.ACCEPT_ENCODING,
      HttpHeaderNames.ACCEPT_LANGUAGE,
      HttpHeaderNames.ACCEPT_RANGES,
      HttpHeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN,
      HttpHeaderNames.AGE,
      HttpHeaderNames.ALLOW,
      HttpHeaderNames.AUTHORIZATION,
      HttpHeaderNames.CACHE_CONTROL,
      HttpHeaderNames.CONNECTION,
      HttpHeaderNames.CONTENT_DISPOSITION,
      HttpHeaderNames.CONTENT_ENCODING,
      HttpHeaderNames.CONTENT_LANGUAGE,
      HttpHeaderNames.CONTENT_LENGTH,
      HttpHeaderNames.CONTENT_LOCATION,
      HttpHeaderNames.CONTENT_RANGE,
      HttpHeaderNames.CONTENT_SECURITY_POLICY,
      HttpHeaderNames.CONTENT_TYPE,
      HttpHeaderNames.COOKIE,
      HttpHeaderNames.DATE,
      HttpHeaderNames.DNT,
      HttpHeaderNames.ETAG,
      HttpHeaderNames.EXPECT,
      HttpHeaderNames.EXPIRES,
      HttpHeaderNames.FROM,
      HttpHeaderNames.HOST,
      HttpHeaderNames.IF_MATCH,
      HttpHeaderNames.IF_MODIFIED_SINCE,
      HttpHeaderNames.IF_NONE_MATCH,
      HttpHeaderNames.IF_RANGE,
      HttpHeaderNames.IF_UNMODIFIED_SINCE,
      HttpHeaderNames.LAST_MODIFIED,
      HttpHeaderNames.LOCATION,
      HttpHeaderNames.MAX_FORWARDS,
      HttpHeaderNames.ORIGIN,
      HttpHeaderNames.PRAGMA,
      HttpHeaderNames.PROXY_AUTHENTICATE,
      HttpHeaderNames.PROXY_AUTHORIZATION,
      HttpHeaderNames.RANGE,
      HttpHeaderNames.REFERER,
      HttpHeaderNames.RETRY_AFTER,
      HttpHeaderNames.SERVER,
      HttpHeaderNames.SET_COOKIE,
      HttpHeaderNames.TE,
      HttpHeaderNames.TRAILER,
      HttpHeaderNames.TRANSFER_ENCODING,
      HttpHeaderNames.UPGRADE,
      HttpHeaderNames.UPGRADE_INSECURE_REQUESTS,
      HttpHeaderNames.USER_AGENT,
      HttpHeaderNames.VARY,
      HttpHeaderNames.VIA,
      HttpHeaderNames.WARNING,
      HttpHeaderNames.WWW_AUTHENTICATE,
      HttpHeaderNames.X_FRAME_OPTIONS,
      HttpHeaderNames.X_REQUESTED_WITH,
    }) {
      put(name);
    }
  }

  private FieldNames() {}

  /** Returns the lower-case form of a name: the shared object of a known name, else a lower-case copy if needed. */
  public static AsciiString canonical(CharSequence name) {
    AsciiString text = AsciiString.of(name);
    AsciiString known = known(text);
    return known == null ? text.toLowerCase() : known;
  }

  /** Returns the shared object for a name in any case; null for an unknown name. */
  public static @Nullable AsciiString known(CharSequence name) {
    AsciiString text = AsciiString.of(name);
    // The hash of AsciiString ignores case, so one probe serves any spelling.
    for (int i = text.hashCode() & (SLOTS - 1); ; i = (i + 1) & (SLOTS - 1)) {
      AsciiString known = TABLE[i];
      if (known == null || Fields.same(known, text) || known.contentEqualsIgnoreCase(text)) {
        return known;
      }
    }
  }

  /** Returns the shared object for a name in lower case; null for an unknown name or one with capitals. */
  public static @Nullable AsciiString knownLowerCase(CharSequence name) {
    AsciiString text = AsciiString.of(name);
    for (int i = text.hashCode() & (SLOTS - 1); ; i = (i + 1) & (SLOTS - 1)) {
      AsciiString known = TABLE[i];
      if (known == null || Fields.same(known, text)) {
        return known;
      }
    }
  }

  /** Returns the shared object for a name in this array, in any case; null for an unknown name. Keeps no reference to the array. */
  public static @Nullable AsciiString knownIn(byte[] bytes, int start, int length) {
    return known(new AsciiString(bytes, start, length, false));
  }

  /** Returns true if two lower-case names are equal. */
  public static boolean same(AsciiString a, AsciiString b) {
    return Fields.same(a, b);
  }

  private static void put(AsciiString name) {
    int i = name.hashCode() & (SLOTS - 1);
    while (TABLE[i] != null) {
      i = (i + 1) & (SLOTS - 1);
    }
    TABLE[i] = name;
  }
}
