package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.message.StoredForms;
import io.lychgate.gateway.observe.count.CompressOutcome;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/** One response on its way through {@link Compression}. The head decides whether its body is coded. Event loop only. */
final class CodedResponse extends CodedExchange {
  private final Compression filter;
  private final RequestFacts facts;

  /** The responder sends a twin, whose head is complete. */
  private boolean isTwin;

  CodedResponse(
      ResponseSink next, Compression filter, RequestFacts facts, LoopCoders coders, long client) {
    super(next, CompressPolicy.KEY, coders, client);
    this.filter = filter;
    this.facts = facts;
  }

  // The head.

  /** Selects a twin under the same conditions under which the body would be compressed now. */
  @Override
  public @Nullable ByteBuf select(ResponseHead head, StoredForms forms) {
    CompressOutcome outcome = filter.rule().decide(facts, head, false);
    TwinCoding coding = CompressionRule.codingOf(outcome) == ContentCoding.IDENTITY
        ? null
        : filter.twin(facts.acceptEncoding());
    ByteBuf twin = coding == null ? null : forms.take(coding);
    if (coding == null || twin == null) {
      return null;
    }
    Fields fields = head.fields();
    CodedHead.vary(fields);
    CodedHead.code(fields, coding.coding());
    fields.set(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(twin.readableBytes()));
    isTwin = true;
    return twin;
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    if (isTwin) {
      coders().observer().compress(filter.route(), CompressOutcome.TWIN);
      next().head(head, end);
      return;
    }
    if (head.status() == HttpResponseStatus.NOT_MODIFIED.code()) {
      keepWeakTag(head.fields());
    }
    CompressOutcome outcome = filter.rule().decide(facts, head, end);
    if (outcome.varies() || filter.rule().isPartOfVarying(head)) {
      CodedHead.vary(head.fields());
    }
    ContentCoding coding = CompressionRule.codingOf(outcome);
    if (outcome == CompressOutcome.DECODED) {
      outcome = decode(head, end);
    } else if (coding != ContentCoding.IDENTITY) {
      outcome = encode(head, outcome, coding);
    }
    coders().observer().compress(filter.route(), outcome);
    next().head(head, end);
  }

  /** A 304 has the tag of the response that the client has stored (RFC 9110 section 15.4.5). */
  private void keepWeakTag(Fields fields) {
    CharSequence tag = fields.get(HttpHeaderNames.ETAG);
    if (tag != null && facts.weakTags() != null && WeakTags.hasWeakForm(facts.weakTags(), tag)) {
      WeakTags.weaken(fields);
      CodedHead.vary(fields);
    }
  }

  private CompressOutcome encode(ResponseHead head, CompressOutcome chosen, ContentCoding coding) {
    long length = head.contentLength();
    CompressOutcome outcome = chosen;
    if (!facts.isHead()) {
      Coder coder = coders().encoder(coding, filter.level(coding), length);
      if (coder == null && coding != ContentCoding.GZIP && filter.mayUseGzip(facts)) {
        outcome = CompressOutcome.GZIP;
        coder = coders().encoder(ContentCoding.GZIP, filter.level(ContentCoding.GZIP), length);
      }
      if (coder == null) {
        return CompressOutcome.BUSY;
      }
      through(new CodedBody(coder, coders(), outcome, length >= 0));
    }
    CodedHead.code(head.fields(), CompressionRule.codingOf(outcome));
    return outcome;
  }

  private CompressOutcome decode(ResponseHead head, boolean end) {
    CharSequence applied = head.fields().get(HttpHeaderNames.CONTENT_ENCODING);
    ContentCoding coding = applied == null ? null : CompressionRule.codingOf(applied);
    Coder coder = coding == null || end ? null : coders().decoder(coding);
    if (coder == null && !end) {
      return CompressOutcome.ENCODED;
    }
    if (coder != null) {
      through(new CodedBody(coder, coders(), CompressOutcome.DECODED, false));
    }
    CodedHead.code(head.fields(), ContentCoding.IDENTITY);
    return CompressOutcome.DECODED;
  }
}
