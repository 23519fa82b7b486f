package io.lychgate.gateway.learn;

import io.lychgate.gateway.http.Freshness;
import io.lychgate.gateway.learn.Observed.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestPurpose;
import io.lychgate.gateway.message.ResponseHead;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes responses of one event loop until the learner takes them. Event loop only.
 *
 * <p>The number of notes between two takes, and their characters, are bounded. If more responses come than fit, it samples fewer
 * visitors instead of dropping single notes: from a page without its assets the learner would learn nothing, or something wrong.
 */
public final class LoopLearner {
  static final int MAX_NOTES = 2048;

  /** Enough for MAX_NOTES notes of the usual length; long ones fill it sooner. */
  static final int MAX_CHARACTERS = 256 * 1024;

  private static final int MAX_PATH = 512;
  private static final int MAX_REFERER = 1024;
  private static final int MAX_LINKS = 2048;

  /** Binary logarithm of the sparsest sample: one visitor in 2^20. */
  private static final int MAX_THINNING = 20;

  private List<Observed> notes = new ArrayList<>();
  private boolean on = true;
  private int thinning;
  private boolean overflown;
  private int characters;

  /** Notes a response to a client's request, if the learner can use it. */
  public void observe(long visitor, RequestHead request, ResponseHead response, boolean announced) {
    if (!on || !isUseful(response.status()) || !isSampled(visitor)) {
      return;
    }
    Fields fields = request.fields();
    CharSequence referer = fields.get(HttpHeaderNames.REFERER);
    if (request.target().length() > MAX_PATH || !"GET".contentEquals(request.method())) {
      return;
    }
    Kind kind = kind(request, response, referer != null);
    if (kind == Kind.OTHER
        || RequestPurpose.isPrefetch(fields)
        || (referer != null && referer.length() > MAX_REFERER)) {
      return;
    }
    if (notes.size() == MAX_NOTES || characters >= MAX_CHARACTERS) {
      overflown = true;
      return;
    }
    String links = kind == Kind.PAGE ? links(response.fields()) : "";
    // Pages are identified by the matched path, assets by the URL that the client used.
    CharSequence path = kind == Kind.PAGE ? request.path() : request.target();
    characters += path.length()
        + (referer == null ? 0 : referer.length())
        + request.authority().length()
        + links.length();
    Observed.Request asked = new Observed.Request(
        visitor,
        request.authority().toString(),
        path.toString(),
        referer == null ? "" : referer.toString(),
        "cors".contentEquals(text(fields, FieldNames.SEC_FETCH_MODE)));
    boolean isReusable = Freshness.isReusable(response);
    notes.add(new Observed(asked, kind, response.status(), isReusable, announced, links));
  }

  /**
   * Returns the notes since the last call.
   *
   * @param stayOn true if the loop continues to take notes
   */
  List<Observed> take(boolean stayOn) {
    List<Observed> taken = notes;
    on = stayOn;
    if (overflown) {
      thinning = Math.min(MAX_THINNING, thinning + 1);
    } else if (taken.size() < MAX_NOTES / 4) {
      thinning = Math.max(0, thinning - 1);
    }
    overflown = false;
    characters = 0;
    notes = new ArrayList<>();
    return taken;
  }

  private static boolean isUseful(int status) {
    return status == 200 || status == 304 || status == 404 || status == 410;
  }

  private boolean isSampled(long visitor) {
    // The golden ratio spreads consecutive ids.
    return thinning == 0 || (visitor * 0x9e3779b97f4a7c15L) >>> (64 - thinning) == 0;
  }

  /** Returns the kind by Sec-Fetch-Dest (Fetch Metadata 2.1), else by the type of the response. */
  private static Kind kind(RequestHead request, ResponseHead response, boolean hasReferer) {
    CharSequence destination = request.fields().get(FieldNames.SEC_FETCH_DEST);
    if (destination != null) {
      return switch (destination.toString()) {
        case "document" -> Kind.PAGE;
        case "style" -> Kind.STYLE;
        case "script" -> Kind.SCRIPT;
        case "font" -> Kind.FONT;
        case "image" -> Kind.IMAGE;
        default -> Kind.OTHER;
      };
    }
    if (response.status() != 200) {
      // The content type is that of an error page, or absent.
      return ofName(request.path().toString());
    }
    CharSequence type = response.fields().get(HttpHeaderNames.CONTENT_TYPE);
    Kind kind = type == null ? Kind.OTHER : ofType(type);
    return kind == Kind.PAGE || hasReferer ? kind : Kind.OTHER;
  }

  private static Kind ofName(String target) {
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    if (path.endsWith(".css")) {
      return Kind.STYLE;
    }
    if (path.endsWith(".js") || path.endsWith(".mjs")) {
      return Kind.SCRIPT;
    }
    return path.endsWith(".woff2") || path.endsWith(".woff") ? Kind.FONT : Kind.OTHER;
  }

  private static Kind ofType(CharSequence type) {
    if (begins(type, "text/html") || begins(type, "application/xhtml")) {
      return Kind.PAGE;
    }
    if (begins(type, "text/css")) {
      return Kind.STYLE;
    }
    if (AsciiString.containsIgnoreCase(type, "javascript")) {
      return Kind.SCRIPT;
    }
    if (begins(type, "font/") || AsciiString.containsIgnoreCase(type, "font-woff")) {
      return Kind.FONT;
    }
    return begins(type, "image/") ? Kind.IMAGE : Kind.OTHER;
  }

  private static boolean begins(CharSequence type, String with) {
    return AsciiString.regionMatches(type, true, 0, with, 0, with.length());
  }

  private static String links(Fields fields) {
    int at = fields.indexOf(FieldNames.LINK, 0);
    if (at < 0) {
      return "";
    }
    StringBuilder all = new StringBuilder();
    for (; at >= 0; at = fields.indexOf(FieldNames.LINK, at + 1)) {
      CharSequence value = fields.value(at);
      if (all.length() + value.length() <= MAX_LINKS) {
        all.append(value).append('\n');
      }
    }
    return all.toString();
  }

  private static CharSequence text(Fields fields, AsciiString name) {
    @Nullable CharSequence value = fields.get(name);
    return value == null ? "" : value;
  }
}
