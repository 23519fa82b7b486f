package io.lychgate.gateway.push.h2o;

import io.lychgate.casper.CacheDigest;
import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CasperCookie;
import io.lychgate.casper.CasperParameters;
import io.lychgate.casper.ResourceKey;
import io.lychgate.casper.TrackedTypes;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Applies H2O's rules for what to push, what to record in the cookie, and which Set-Cookie to send. One per event loop; the state
 * of one client connection is its {@link H2oMemory}.
 */
public final class H2oCasper {
  /** Set-Cookie value by which H2O removes its cookie from a client that sends cache digests instead. */
  static final String COOKIE_REMOVED = "h2o_casper=; Path=/; Expires=Sat, 01 Jan 2000 00:00:00 GMT";

  private static final AsciiString COOKIE = FieldNames.canonical("cookie");
  private static final AsciiString CONTENT_TYPE = FieldNames.canonical("content-type");

  /** Shared by all requests; never written to. */
  private static final Fields NOTHING = new Fields(0);

  private final CasperParameters parameters;
  private final List<String> blockingTypes;
  private final CasperCookie cookie;
  private final H2oKnownTypes knownTypes = new H2oKnownTypes();

  /** @param blockingTypes media types to track unless all are tracked; compared case-sensitively */
  public H2oCasper(CasperParameters parameters, List<String> blockingTypes) {
    this.parameters = parameters;
    this.blockingTypes = List.copyOf(blockingTypes);
    this.cookie = new CasperCookie(parameters);
  }

  /**
   * Returns a copy of the request's fields if they describe the client's cache, taken before the gateway changes them for the
   * upstream. Otherwise returns no fields.
   */
  public static Fields beliefs(Fields request) {
    return request.contains(COOKIE) || request.contains(FieldNames.CACHE_DIGEST)
        ? request.copy()
        : NOTHING;
  }

  /**
   * Merges the page's cookies into the connection's set. Called at the page's first link that passes the earlier checks.
   *
   * @param fields the fields of the request, each cookie field as the client sent it
   */
  public void begin(Fields fields, H2oMemory memory) {
    CacheFingerprint set = memory.set(parameters);
    for (int i = fields.indexOf(COOKIE, 0); i >= 0; i = fields.indexOf(COOKIE, i + 1)) {
      cookie.read(fields.value(i), set);
    }
  }

  /** Returns the digest that the client sent of its own cache, or null if it sent none or an invalid one. */
  public static @Nullable CacheDigest digest(Fields request) {
    int at = request.indexOf(FieldNames.CACHE_DIGEST, 0);
    if (at < 0) {
      return null;
    }
    CacheDigest digest = new CacheDigest(Limits.CACHE_DIGEST_VALUES);
    for (; at >= 0; at = request.indexOf(FieldNames.CACHE_DIGEST, at + 1)) {
      digest.read(request.value(at));
    }
    return digest.isValid() ? digest : null;
  }

  /** Records a push attempt on the connection. Returns false if the same push was attempted before. */
  public boolean isFirst(RequestHead page, String path, H2oMemory memory) {
    return memory.isFirst(page.authority().toString(), path);
  }

  /** Returns true if the push would certainly be cancelled: the path is in the set, and its last known type is tracked. */
  public boolean isHeld(RequestHead page, String path, H2oMemory memory) {
    CacheFingerprint set = memory.set();
    return set != null
        && !set.isEmpty()
        && knownTypes.isTracked(page.authority().toString(), path)
        && set.contains(ResourceKey.h2oOfBytes(path));
  }

  /** Remembers whether the response to a push had a tracked type. */
  public void learn(RequestHead request, ResponseHead response) {
    if (response.status() < 400) {
      knownTypes.saw(
          request.authority().toString(), request.target().toString(), isTracked(response));
    }
  }

  /**
   * Adds the resource to the set if its response has a tracked type and a set exists. Called when the response's head arrives.
   *
   * @return true if the resource was in the set before
   */
  public boolean record(RequestHead request, ResponseHead response, H2oMemory memory) {
    CacheFingerprint set = memory.set();
    if (set == null || !isTracked(response)) {
      return false;
    }
    int key = ResourceKey.h2oOfBytes(request.target());
    boolean isHeld = memory.holds(key);
    set.add(key);
    return isHeld;
  }

  /** Adds the cookie to a response to one of the client's own requests. */
  public void addCookie(@Nullable CacheDigest digest, ResponseHead response, H2oMemory memory) {
    if (digest != null) {
      response.fields().add(FieldNames.SET_COOKIE, COOKIE_REMOVED);
    } else {
      addCookie(response, memory);
    }
  }

  /** Returns true if a push without a response yet would probably be cancelled, judged by the extension of its path. */
  public boolean isHeldProbably(String path, H2oMemory memory) {
    return isTrackedProbably(path) && memory.holds(ResourceKey.h2oOfBytes(path));
  }

  /** Records a push that is promised before its response head arrives. */
  public void promisedEarly(String path, H2oMemory memory) {
    memory.promisedEarly(ResourceKey.h2oOfBytes(path), isTrackedProbably(path));
  }

  /** Records that the head of an early promised push has arrived, or that the push ended without one. */
  public void arrived(String path, H2oMemory memory) {
    memory.arrived(ResourceKey.h2oOfBytes(path));
  }

  /** Adds the cookie to an early promised push if it is the last one, or if the client's cookie is outdated. */
  public void tellLate(ResponseHead response, H2oMemory memory) {
    if (!memory.isAnyLate() || memory.isOutdated()) {
      addCookie(response, memory);
    }
  }

  private void addCookie(ResponseHead response, H2oMemory memory) {
    String value = memory.cookie(cookie);
    if (value != null) {
      response.fields().add(FieldNames.SET_COOKIE, value);
    }
  }

  private boolean isTracked(ResponseHead response) {
    if (parameters.tracked() == TrackedTypes.ALL) {
      return true;
    }
    CharSequence type = response.fields().get(CONTENT_TYPE);
    return type != null && isBlocking(type.toString());
  }

  /** Returns true if the Content-Type without its parameters is a blocking type. The comparison is case-sensitive. */
  private boolean isBlocking(String contentType) {
    for (String type : blockingTypes) {
      if (contentType.startsWith(type)
          && (contentType.length() == type.length()
              || " ;".indexOf(contentType.charAt(type.length())) >= 0)) {
        return true;
      }
    }
    return false;
  }

  private boolean isTrackedProbably(String path) {
    int query = path.indexOf('?');
    String name = (query < 0 ? path : path.substring(0, query)).toLowerCase(Locale.ROOT);
    return parameters.tracked() == TrackedTypes.ALL
        || name.endsWith(".css")
        || name.endsWith(".js");
  }
}
