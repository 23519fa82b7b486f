package io.lychgate.gateway.timing;

import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.filter.compress.InsertedPage;
import io.lychgate.gateway.filter.compress.InsertedText;
import io.lychgate.gateway.filter.compress.LoopCoders;
import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.PageLane;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.message.StoredForms;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The response to one navigation that may be measured. Adds Server-Timing to a page, and puts the script into it. Event loop only.
 */
final class MeasuredPage extends InsertedPage {
  private static final AsciiString SERVER_TIMING = AsciiString.cached("server-timing");
  private static final AsciiString SIGNATURE_INPUT = AsciiString.cached("signature-input");
  private static final String HTML = "text/html";

  /** Beginnings of the labels of UTF-16 (Encoding section 4.2) and UTF-32. */
  private static final List<String> WIDE_CHARSETS =
      List.of("utf-16", "utf-32", "ucs-2", "iso-10646-ucs", "unicode", "csunicode");

  private final MeasuredPages owner;
  private final RequestContext context;

  /** Fields of the request that decide on the script. A responder may change the request. */
  private final RequestHead request;

  private final boolean isView;

  /** @param isView false for a HEAD: its response has the fields of the changed page, and nothing is measured */
  MeasuredPage(
      ResponseSink next,
      MeasuredPages owner,
      RequestContext context,
      boolean isView,
      LoopCoders coders) {
    super(next, TimingsPolicy.KEY, coders, context.clientHash());
    this.owner = owner;
    this.context = context;
    this.request = context.request();
    this.isView = isView;
  }

  /** A page with the script in it has another body than its stored forms. */
  @Override
  public @Nullable ByteBuf select(ResponseHead head, StoredForms forms) {
    return owner.policy().inject() && isPage(head) ? null : next().select(head, forms);
  }

  private static boolean isPage(ResponseHead head) {
    return head.status() == HttpResponseStatus.OK.code() && isHtml(head.fields());
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    boolean isStored = head.status() == HttpResponseStatus.NOT_MODIFIED.code();
    boolean isPage = isPage(head);
    if (!isPage && !isStored) {
      next().head(head, end);
      return;
    }
    if (!isView) {
      describeUnsent(head, isPage);
      next().head(head, end);
      return;
    }
    if (isPage && isDownload(head.fields())) {
      // The browser stays on the page before.
      count(PageOutcome.DOWNLOAD);
      next().head(head, end);
      return;
    }
    boolean isSampled = owner.isSampled(context);
    if (isSampled) {
      measure(head.fields(), isPage ? head.contentLength() : -1);
    } else {
      count(PageOutcome.NOT_SAMPLED);
    }
    if (!owner.policy().inject() || isStored) {
      if (isStored && owner.policy().inject()) {
        describeStored(request.fields(), head.fields());
      }
      countSampled(isSampled, PageOutcome.MEASURED);
      next().head(head, end);
      return;
    }
    if (end) {
      next().head(head, true);
      return;
    }
    insertScript(head, isSampled);
  }

  /** RFC 9110 sections 8.6 and 9.3.2: a HEAD has the fields of a GET, and no other length. */
  private void describeUnsent(ResponseHead head, boolean isPage) {
    Fields fields = head.fields();
    if (!isPage) {
      describeStored(request.fields(), fields);
    } else if (!isDownload(fields)
        && refusal(request.fields(), fields) == null
        && codingOf(fields) != null) {
      describe(fields);
    }
  }

  private void measure(Fields fields, long length) {
    PageTimings timings = owner.timings();
    CharSequence path = request.path();
    int query = AsciiString.indexOf(path, '?', 0);
    PageLane lane = context.lane();
    boolean hasWaterfall = lane != null && lane.isIn(owner.policy().waterfalls(), owner.site());
    ViewSeal.Made made = timings
        .seal()
        .seal(new MeasuredView(
            "",
            timings.millis(),
            owner.site(),
            owner.route(),
            (query < 0 ? path : path.subSequence(0, query)).toString(),
            context.revision(),
            shortName(context.protocol()),
            context.hints(),
            context.pushes(),
            owner.policy().inject() ? -1 : length,
            hasWaterfall,
            context.arms()));
    fields.add(SERVER_TIMING, serverTiming(made));
    if (lane != null && hasWaterfall) {
      lane.keep(made.view().id(), owner.site(), made.view().at());
    }
    context.whenSent((how, bytes) -> timings.sent(made.view(), how, bytes));
  }

  private static String shortName(String protocol) {
    return protocol.startsWith("http/1") ? "h1" : protocol;
  }

  private String serverTiming(ViewSeal.Made made) {
    StringBuilder text = new StringBuilder("view;desc=\"").append(made.viewId()).append('"');
    for (ArmAssignment arm : context.arms()) {
      text.append(", arm;desc=\"")
          .append(quotable(arm.experiment()))
          .append(':')
          .append(quotable(arm.arm()))
          .append('"');
    }
    text.append(", rev;desc=\"").append(context.revision()).append('"');
    if (!owner.policy().respectDoNotTrack()) {
      text.append(", dnt;desc=\"off\"");
    }
    if (made.view().hasWaterfall()) {
      text.append(", rows;desc=\"on\"");
    }
    return text.toString();
  }

  private static String quotable(String name) {
    return name.replace('"', '\'').replace('\\', '/');
  }

  private void insertScript(ResponseHead head, boolean isSampled) {
    Fields fields = head.fields();
    PageOutcome refusal = refusal(request.fields(), fields);
    ContentCoding coding = codingOf(fields);
    Insertion insertion = refusal != null || coding == null ? null : open(coding);
    if (insertion == null) {
      PageOutcome otherwise = coding == null ? PageOutcome.CODING : PageOutcome.BUSY;
      countSampled(isSampled, refusal == null ? otherwise : refusal);
      next().head(head, false);
      return;
    }
    boolean hasCharset = charset(fields) != null;
    describe(fields);
    next().head(head, false);
    // Filters behind this one have added their fields: only now is the policy of the page known.
    List<String> policies = ScriptPolicy.policies(head.fields());
    String origin = origin();
    if (ScriptPolicy.nonce(policies, origin) == null) {
      insertion.close();
      countSampled(isSampled, PageOutcome.POLICY);
      return;
    }
    List<String> reportOnly = ScriptPolicy.reportOnly(head.fields());
    insert(insertion, new Script(policies, reportOnly, origin, isSampled), hasCharset);
  }

  /** The element of the script, with the nonce that the policies of this page need. */
  private final class Script implements InsertedText {
    private final List<String> policies;
    private final List<String> reportOnly;
    private final String origin;
    private final boolean isSampled;

    Script(List<String> policies, List<String> reportOnly, String origin, boolean isSampled) {
      this.policies = policies;
      this.reportOnly = reportOnly;
      this.origin = origin;
      this.isSampled = isSampled;
    }

    @Override
    public byte[] of(List<String> more) {
      policies.addAll(more);
      String nonce = ScriptPolicy.nonce(policies, reportOnly, origin);
      countSampled(isSampled, nonce == null ? PageOutcome.POLICY : PageOutcome.INJECTED);
      return nonce == null
          ? new byte[0]
          : TimingScript.get().element(nonce).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void hasNoPlace() {
      countSampled(isSampled, PageOutcome.NO_PLACE);
    }
  }

  private String origin() {
    return (request.isSecure() ? "https://" : "http://")
        + request.authority().toString().toLowerCase(Locale.ROOT);
  }

  private static @Nullable PageOutcome refusal(Fields asked, Fields fields) {
    // RFC 9111 sections 5.2.1.6 and 5.2.2.6: either side may forbid it.
    if (fields.contains(SIGNATURE_INPUT)
        || CacheControl.of(asked).isNoTransform()
        || CacheControl.of(fields).isNoTransform()) {
      return PageOutcome.NO_TRANSFORM;
    }
    String charset = charset(fields);
    return charset != null && WIDE_CHARSETS.stream().anyMatch(charset::startsWith)
        ? PageOutcome.CHARSET
        : null;
  }

  private static boolean isDownload(Fields fields) {
    CharSequence disposition = fields.get(HttpHeaderNames.CONTENT_DISPOSITION);
    return disposition != null && !AsciiString.regionMatches(disposition, true, 0, "inline", 0, 6);
  }

  private static boolean isHtml(Fields fields) {
    CharSequence type = fields.get(HttpHeaderNames.CONTENT_TYPE);
    return type != null
        && AsciiString.regionMatches(type, true, 0, HTML, 0, HTML.length())
        && (type.length() == HTML.length()
            || type.charAt(HTML.length()) == ';'
            || type.charAt(HTML.length()) == ' ');
  }

  /** Returns the charset of Content-Type in lower case; null if it states none. */
  private static @Nullable String charset(Fields fields) {
    CharSequence type = fields.get(HttpHeaderNames.CONTENT_TYPE);
    String text = type == null ? "" : type.toString().toLowerCase(Locale.ROOT);
    int at = text.indexOf("charset=");
    return at < 0
        ? null
        : text.substring(at + "charset=".length()).replace("\"", "").strip();
  }

  private void countSampled(boolean isSampled, PageOutcome outcome) {
    if (isSampled) {
      count(outcome);
    }
  }

  private void count(PageOutcome outcome) {
    owner.timings().counts().count(outcome);
  }
}
