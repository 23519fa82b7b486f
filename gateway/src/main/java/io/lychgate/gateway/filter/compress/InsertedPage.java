package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.observe.count.CompressOutcome;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.jspecify.annotations.Nullable;

/**
 * The base of a filter that inserts a text into pages. Its head opens an {@link Insertion} and describes the changed page, passes the
 * head on, and then inserts or closes it: filters behind this one may still forbid what the text does. Event loop only.
 */
public abstract class InsertedPage extends CodedExchange {
  /** Levels that take less time than the page had on its way: most of it was compressed once before. */
  private static final int GZIP_LEVEL = 4;

  private static final int BROTLI_LEVEL = 4;

  /** @param policy key of the policy, for messages */
  protected InsertedPage(ResponseSink next, String policy, LoopCoders coders, long client) {
    super(next, policy, coders, client);
  }

  /** The coders of one page; none for a page without a content coding. */
  protected static final class Insertion {
    private final @Nullable Decoder decoder;
    private final @Nullable Coder encoder;

    private Insertion(@Nullable Decoder decoder, @Nullable Coder encoder) {
      this.decoder = decoder;
      this.encoder = encoder;
    }

    /** Gives the coders back. */
    public void close() {
      if (decoder != null) {
        decoder.release();
      }
      if (encoder != null) {
        encoder.release();
      }
    }
  }

  /** Adds the strong form of weak tags to the conditions of a request, and drops ranges of a changed page. */
  public static void prepare(Fields request) {
    var unused = WeakTags.addStrongForms(request);
    WeakTags.dropWeakRange(request);
  }

  /** Returns the coding of a page; null if it is none that can be changed. */
  protected static @Nullable ContentCoding codingOf(Fields response) {
    int field = response.indexOf(HttpHeaderNames.CONTENT_ENCODING, 0);
    if (field < 0) {
      return ContentCoding.IDENTITY;
    }
    // RFC 9110 section 5.3: several fields are a list, as in "gzip, br".
    boolean isList = response.indexOf(HttpHeaderNames.CONTENT_ENCODING, field + 1) >= 0;
    if (isList) {
      return null;
    }
    CharSequence applied = response.value(field);
    // Section 8.4.1 reserves "identity" for Accept-Encoding. Where a server states it, the body has
    // no coding.
    if (CompressionRule.isIdentity(applied)) {
      return ContentCoding.IDENTITY;
    }
    ContentCoding coding = CompressionRule.codingOf(applied);
    return coding == ContentCoding.GZIP || coding == ContentCoding.BROTLI ? coding : null;
  }

  /** Opens the coders; null if too many bodies are being coded, or the coding is not available. */
  protected final @Nullable Insertion open(ContentCoding coding) {
    if (coding == ContentCoding.IDENTITY) {
      return new Insertion(null, null);
    }
    Decoder decoder = coders().decoder(coding, Decoder.Receiver.ENCODER);
    if (decoder == null) {
      return null;
    }
    int level = coding == ContentCoding.GZIP ? GZIP_LEVEL : BROTLI_LEVEL;
    Coder encoder = coders().encoder(coding, level, -1);
    if (encoder == null) {
      decoder.release();
      return null;
    }
    return new Insertion(decoder, encoder);
  }

  /** Changes the fields that describe the bytes of the body, except for its coding. */
  protected static void describe(Fields response) {
    response.remove(HttpHeaderNames.CONTENT_LENGTH);
    response.remove(HttpHeaderNames.ACCEPT_RANGES);
    CodedHead.dropAllDigests(response);
    WeakTags.weaken(response);
  }

  /** Makes the tag of a 304 weak, and removes digests, if the client has the page with the text. */
  protected static void describeStored(Fields request, Fields response) {
    CharSequence list = request.get(HttpHeaderNames.IF_NONE_MATCH);
    CharSequence tag = response.get(HttpHeaderNames.ETAG);
    if (list != null && tag != null && WeakTags.hasWeakForm(list, tag)) {
      CodedHead.dropAllDigests(response);
      WeakTags.weaken(response);
    }
  }

  @Override
  final void dropDigests(Fields trailers) {
    CodedHead.dropAllDigests(trailers);
  }

  /**
   * Inserts the text into the body that follows.
   *
   * @param hasCharset true if Content-Type states the character encoding
   */
  protected final void insert(Insertion insertion, InsertedText text, boolean hasCharset) {
    Coder coder =
        new InsertingCoder(text, new HtmlHead(hasCharset), insertion.decoder, insertion.encoder);
    through(new CodedBody(coder, coders(), CompressOutcome.DECODED, false));
  }
}
