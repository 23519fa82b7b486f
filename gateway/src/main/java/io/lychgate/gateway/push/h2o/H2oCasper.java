package io.lychgate.gateway.push.h2o;

import io.lychgate.casper.CacheDigest;
import io.lychgate.casper.CacheFingerprint;
import io.lychgate.casper.CasperCookie;
import io.lychgate.casper.CasperParameters;
import io.lychgate.casper.ResourceKey;
import io.lychgate.casper.TrackedTypes;
import io.lychgate.gateway.config.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * H2O's answers to what is pushed, remembered and told. One per event loop; what it knows of a visitor
 * is the connection's {@link H2oMemory}.
 */
public final class H2oCasper {
  /** How H2O ends its cookie for a client that speaks of its cache by digests instead. */
  static final String COOKIE_REMOVED = "h2o_casper=; Path=/; Expires=Sat, 01 Jan 2000 00:00:00 GMT";

  private static final AsciiString COOKIE = FieldNames.canonical("cookie");
  private static final AsciiString CONTENT_TYPE = FieldNames.canonical("content-type");

  /** Shared, and never written to. */
  private static final Fields NOTHING = new Fields(0);

  private final CasperParameters parameters;
  private final List<String> blockingTypes;
  private final CasperCookie cookie;
  private final H2oKnownTypes knownTypes = new H2oKnownTypes();

  /** @param blockingTypes media types that are tracked, if not all are; compared as they stand */
  public H2oCasper(CasperParameters parameters, List<String> blockingTypes) {
    this.parameters = parameters;
    this.blockingTypes = List.copyOf(blockingTypes);
    this.cookie = new CasperCookie(parameters);
  }

  /** What a request says of the client's cache, before it is changed on its way to an upstream. */
  public static Fields beliefs(Fields request) {
    return request.contains(COOKIE) || request.contains(FieldNames.CACHE_DIGEST)
        ? request.copy()
        : NOTHING;
  }

  /**
   * The first link of a page that passes the tests is here: its cookies are united with the connection's set.
   *
   * @param fields of the request, each cookie field as the client sent it
   */
  public void begin(Fields fields, H2oMemory memory) {
    CacheFingerprint set = memory.set(parameters);
    for (int i = fields.indexOf(COOKIE, 0); i >= 0; i = fields.indexOf(COOKIE, i + 1)) {
      cookie.read(fields.value(i), set);
    }
  }

  /** What the client says of its cache by itself; null if it says nothing that can be used. */
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

  /** Notes that a push is tried on the connection; false if it was before. */
  public boolean isFirst(RequestHead page, String path, H2oMemory memory) {
    return memory.isFirst(page.authority().toString(), path);
  }

  /** Whether a response would be called off for sure, as far as earlier ones tell: it is tracked, and in the set. */
  public boolean isHeld(RequestHead page, String path, H2oMemory memory) {
    CacheFingerprint set = memory.set();
    return set != null
        && !set.isEmpty()
        && knownTypes.isTracked(page.authority().toString(), path)
        && set.contains(ResourceKey.h2oOfOctets(path));
  }

  /** Keeps in mind what the answer to a push was. */
  public void learn(RequestHead request, ResponseHead response) {
    if (response.status() < 400) {
      knownTypes.saw(
          request.authority().toString(), request.target().toString(), isTracked(response));
    }
  }

  /**
   * The head of a response is here: a tracked one enters the set, if there is one.
   *
   * @return whether it was in the set before
   */
  public boolean record(RequestHead request, ResponseHead response, H2oMemory memory) {
    CacheFingerprint set = memory.set();
    if (set == null || !isTracked(response)) {
      return false;
    }
    int key = ResourceKey.h2oOfOctets(request.target());
    boolean isHeld = memory.holds(key);
    set.add(key);
    return isHeld;
  }

  /** Adds the cookie that a response to a request of the client carries. */
  public void tell(@Nullable CacheDigest digest, ResponseHead response, H2oMemory memory) {
    if (digest != null) {
      response.fields().add(FieldNames.SET_COOKIE, COOKIE_REMOVED);
    } else {
      tell(response, memory);
    }
  }

  /** Whether a push that is not answered yet would probably be called off, by its name. */
  public boolean isHeldProbably(String path, H2oMemory memory) {
    return isTrackedProbably(path) && memory.holds(ResourceKey.h2oOfOctets(path));
  }

  /** A push is promised before its head is here. */
  public void promisedEarly(String path, H2oMemory memory) {
    memory.promisedEarly(ResourceKey.h2oOfOctets(path), isTrackedProbably(path));
  }

  /** The head of such a push is here, or never will be. */
  public void arrived(String path, H2oMemory memory) {
    memory.arrived(ResourceKey.h2oOfOctets(path));
  }

  /** Adds the cookie to such a push, if it is the last, or if no other response told what it should say. */
  public void tellLate(ResponseHead response, H2oMemory memory) {
    if (!memory.isAnyLate() || memory.isOutdated()) {
      tell(response, memory);
    }
  }

  private void tell(ResponseHead response, H2oMemory memory) {
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

  /** With case, and without parameters. */
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
