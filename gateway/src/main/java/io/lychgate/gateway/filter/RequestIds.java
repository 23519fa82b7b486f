package io.lychgate.gateway.filter;

import io.lychgate.gateway.config.policy.RequestIdPolicy;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.HopFields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.message.Verdict;
import io.netty.util.AsciiString;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Gives each request an id: the one that a trusted proxy has sent, else a new UUID of version 7 (RFC 9562 section 5.7). */
public final class RequestIds implements RequestStep, ResponseFilter {
  /** Characters of an id that is kept. A UUID has 36, a W3C trace with its parent 55. */
  static final int MAX_LENGTH = 128;

  private static final char[] HEX = "0123456789abcdef".toCharArray();

  private final RequestIdPolicy policy;
  private final AsciiString name;

  public RequestIds(RequestIdPolicy policy) {
    this.policy = policy;
    this.name = AsciiString.cached(policy.header());
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    Fields fields = context.request().fields();
    CharSequence sent = fields.get(name);
    CharSequence id = sent != null && isKept(context, sent) ? sent : next();
    HopFields.unname(fields, name);
    fields.set(name, id);
    context.requestId(id);
    continuation.then(Verdict.CONTINUE);
  }

  private boolean isKept(RequestContext context, CharSequence id) {
    return switch (policy.accept()) {
      case ALWAYS -> isValid(id);
      case TRUSTED -> context.isFromTrustedProxy() && isValid(id);
      case NEVER -> false;
    };
  }

  /** Returns true for letters, digits and the punctuation of URLs, so that the id can stand in any log and field. */
  static boolean isValid(CharSequence id) {
    if (id.isEmpty() || id.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean isDigit = c >= '0' && c <= '9';
      if (!isLetter && !isDigit && "-._~:/+=@".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private static AsciiString next() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return uuid(System.currentTimeMillis(), random.nextLong(), random.nextLong());
  }

  /** Returns a UUID of version 7: 48 bits of time, then 74 random bits around version and variant. */
  static AsciiString uuid(long millis, long first, long second) {
    long high = (millis << 16) | 0x7000 | (first & 0x0fff);
    long low = (second & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    byte[] text = new byte[36];
    int at = 0;
    for (int digit = 0; digit < 32; digit++) {
      if (digit == 8 || digit == 12 || digit == 16 || digit == 20) {
        text[at++] = '-';
      }
      long bits = digit < 16 ? high : low;
      text[at++] = (byte) HEX[(int) (bits >>> (60 - 4 * (digit & 15))) & 15];
    }
    return new AsciiString(text, false);
  }

  @Override
  public @Nullable ForwardingSink wrap(RequestContext context, ResponseSink next) {
    return policy.inResponse() ? new WithId(context, next) : null;
  }

  @Override
  public void editFailure(RequestContext context, ResponseHead head) {
    if (policy.inResponse()) {
      addTo(context, head);
    }
  }

  private void addTo(RequestContext context, ResponseHead head) {
    CharSequence id = context.requestId();
    if (id != null) {
      head.fields().set(name, id);
    }
  }

  @Override
  public String summary() {
    return policy.summary();
  }

  private final class WithId extends ForwardingSink {
    private final RequestContext context;

    WithId(RequestContext context, ResponseSink next) {
      super(next);
      this.context = context;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      HopFields.strip(head.fields());
      addTo(context, head);
      next().head(head, end);
    }

    @Override
    public void upgraded(ResponseHead head, Responder tunnel) {
      HopFields.strip(head.fields());
      addTo(context, head);
      next().upgraded(head, tunnel);
    }
  }
}
