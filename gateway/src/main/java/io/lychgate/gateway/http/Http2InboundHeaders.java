package io.lychgate.gateway.http;

import io.lychgate.gateway.message.DecimalLength;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.DefaultHeaders.NameValidator;
import io.netty.handler.codec.DefaultHeaders.ValueValidator;
import io.netty.handler.codec.EmptyHeaders;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersDecoder;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@link Fields} in the form that Netty's HPACK decoder fills, so that no map entries are copied afterwards. Only the methods that
 * the decoder and the later checks call are implemented. All others behave as for an empty set of headers.
 *
 * <p>Names and values must satisfy the rules of Netty's own headers (RFC 9113 sections 8.2.1 and 8.3). A name of {@link FieldNames}
 * satisfies those for names; any other name is checked. A violation throws an exception, which becomes a stream error of the
 * decoder.
 */
public final class Http2InboundHeaders
    extends EmptyHeaders<CharSequence, CharSequence, Http2Headers> implements Http2Headers {
  /** Number of fields that the gateway adds to a head for the upstream, less the pseudo-headers included in the guess. */
  private static final int OWN_FIELDS = 4;

  private static final NameValidator<CharSequence> NAMES =
      DefaultHttp2Headers.defaultHtt2NameValidator();
  private static final ValueValidator<CharSequence> VALUES =
      DefaultHttp2Headers.defaultHttp2ValueValidator();

  private final Fields fields;
  private int pseudoHeaders;
  private @Nullable CharSequence method;
  private @Nullable CharSequence scheme;
  private @Nullable CharSequence authority;
  private @Nullable CharSequence path;
  private @Nullable CharSequence protocol;
  private @Nullable CharSequence status;

  /** @param expected expected number of fields, including pseudo-headers */
  private Http2InboundHeaders(int expected) {
    this.fields = new Fields(expected + OWN_FIELDS);
  }

  /** @param maxBytes maximum size of a field section as counted by RFC 9113 6.5.2, with 32 bytes for each field */
  public static Http2HeadersDecoder decoder(long maxBytes) {
    return decoder(maxBytes, PlainSize.Samples.NONE);
  }

  /** @param sizes receives the sizes of sampled sections */
  public static Http2HeadersDecoder decoder(long maxBytes, PlainSize.Samples sizes) {
    return new Decoder(maxBytes, sizes);
  }

  /** Returns all fields except pseudo-headers. Names are in lower case. */
  public Fields fields() {
    return fields;
  }

  private int plainBytes() {
    return PlainSize.ofRequestLine(method, path, authority) + PlainSize.of(fields);
  }

  /** Returns {@code :protocol} (RFC 8441 section 4). */
  @Nullable
  public CharSequence protocol() {
    return protocol;
  }

  @Override
  public Http2Headers add(CharSequence name, CharSequence value) {
    if (PseudoHeaderName.hasPseudoHeaderFormat(name)) {
      addPseudo(name, value);
    } else {
      AsciiString known = FieldNames.knownLowerCase(name);
      if (known == null) {
        NAMES.validateName(name);
      }
      VALUES.validate(value);
      fields.add(known == null ? AsciiString.of(name) : known, value);
    }
    return this;
  }

  private void addPseudo(CharSequence name, CharSequence value) {
    PseudoHeaderName pseudo = PseudoHeaderName.getPseudoHeader(name);
    if (pseudo == null) {
      throw new IllegalArgumentException("unknown pseudo-header");
    }
    if (value.length() == 0) {
      throw new IllegalArgumentException("empty");
    }
    VALUES.validate(value);
    if (get(pseudo) != null) {
      throw new IllegalArgumentException("twice");
    }
    pseudoHeaders++;
    switch (pseudo) {
      case METHOD -> method = value;
      case SCHEME -> scheme = value;
      case AUTHORITY -> authority = value;
      case PATH -> path = value;
      case PROTOCOL -> protocol = value;
      case STATUS -> status = value;
    }
  }

  private @Nullable CharSequence get(PseudoHeaderName pseudo) {
    return switch (pseudo) {
      case METHOD -> method;
      case SCHEME -> scheme;
      case AUTHORITY -> authority;
      case PATH -> path;
      case PROTOCOL -> protocol;
      case STATUS -> status;
    };
  }

  @Override
  public @Nullable CharSequence get(CharSequence name) {
    PseudoHeaderName pseudo = PseudoHeaderName.getPseudoHeader(name);
    return pseudo == null ? fields.get(FieldNames.canonical(name)) : get(pseudo);
  }

  @Override
  public boolean contains(CharSequence name) {
    return get(name) != null;
  }

  @Override
  public List<CharSequence> getAll(CharSequence name) {
    AsciiString canonical = FieldNames.canonical(name);
    int at = fields.indexOf(canonical, 0);
    if (at < 0) {
      return List.of();
    }
    List<CharSequence> values = new ArrayList<>(1);
    for (; at >= 0; at = fields.indexOf(canonical, at + 1)) {
      values.add(fields.value(at));
    }
    return values;
  }

  /** Netty writes a parsed Content-Length back once, in its shortest form. Nearly each has it already. */
  @Override
  public Http2Headers setLong(CharSequence name, long value) {
    AsciiString canonical = FieldNames.canonical(name);
    int at = fields.indexOf(canonical, 0);
    boolean isSingle = at >= 0 && fields.indexOf(canonical, at + 1) < 0;
    if (!isSingle || !DecimalLength.isShortest(fields.value(at), value)) {
      fields.set(canonical, Long.toString(value));
    }
    return this;
  }

  @Override
  public int size() {
    return pseudoHeaders + fields.size();
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  /** Netty looks for pseudo-headers in trailers. */
  @Override
  public Iterator<Map.Entry<CharSequence, CharSequence>> iterator() {
    List<Map.Entry<CharSequence, CharSequence>> all = new ArrayList<>(size());
    for (PseudoHeaderName pseudo : PseudoHeaderName.values()) {
      CharSequence value = get(pseudo);
      if (value != null) {
        all.add(Map.entry(pseudo.value(), value));
      }
    }
    for (int i = 0; i < fields.size(); i++) {
      all.add(Map.entry(fields.name(i), fields.value(i)));
    }
    return all.iterator();
  }

  @Override
  public Iterator<CharSequence> valueIterator(CharSequence name) {
    return getAll(name).iterator();
  }

  @Override
  public boolean contains(CharSequence name, CharSequence value, boolean caseInsensitive) {
    return getAll(name).stream()
        .anyMatch(each -> caseInsensitive
            ? AsciiString.contentEqualsIgnoreCase(each, value)
            : AsciiString.contentEquals(each, value));
  }

  @Override
  public @Nullable CharSequence method() {
    return method;
  }

  @Override
  public @Nullable CharSequence scheme() {
    return scheme;
  }

  @Override
  public @Nullable CharSequence authority() {
    return authority;
  }

  @Override
  public @Nullable CharSequence path() {
    return path;
  }

  @Override
  public @Nullable CharSequence status() {
    return status;
  }

  // The pseudo-headers of a client are read-only.

  @Override
  public Http2Headers method(CharSequence value) {
    throw readOnly();
  }

  @Override
  public Http2Headers scheme(CharSequence value) {
    throw readOnly();
  }

  @Override
  public Http2Headers authority(CharSequence value) {
    throw readOnly();
  }

  @Override
  public Http2Headers path(CharSequence value) {
    throw readOnly();
  }

  @Override
  public Http2Headers status(CharSequence value) {
    throw readOnly();
  }

  private static UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("pseudo-header: read only");
  }

  private static final class Decoder extends DefaultHttp2HeadersDecoder {
    /**
     * Maximum number of dynamic table size updates at the start of one field block. RFC 7541 section 4.2 needs two. Each may
     * rebuild the table, and Netty accepts any number.
     */
    private static final int MAX_SIZE_UPDATES = 8;

    /** RFC 7541 section 6.3: {@code 001} and an integer with a prefix of five bits. */
    private static final int PATTERN_BITS = 0xe0;

    private static final int SIZE_UPDATE = 0x20;
    private static final int PREFIX = 0x1f;
    private static final int CONTINUES = 0x80;

    private final PlainSize.Samples sizes;

    Decoder(long maxBytes, PlainSize.Samples sizes) {
      super(true, true, maxBytes);
      this.sizes = sizes;
    }

    @Override
    public Http2Headers decodeHeaders(int streamId, ByteBuf block) throws Http2Exception {
      refuseManySizeUpdates(block);
      int coded = block.readableBytes();
      Http2Headers headers = super.decodeHeaders(streamId, block);
      if (sizes.wantsNext()) {
        sizes.take(((Http2InboundHeaders) headers).plainBytes(), coded);
      }
      return headers;
    }

    private static void refuseManySizeUpdates(ByteBuf block) throws Http2Exception {
      int at = block.readerIndex();
      int end = block.writerIndex();
      int updates = 0;
      while (at < end && (block.getByte(at) & PATTERN_BITS) == SIZE_UPDATE) {
        updates++;
        if (updates > MAX_SIZE_UPDATES) {
          throw Http2Exception.connectionError(
              Http2Error.COMPRESSION_ERROR,
              "HPACK: more than %d table size updates in one field block",
              MAX_SIZE_UPDATES);
        }
        boolean isLong = (block.getByte(at) & PREFIX) == PREFIX;
        at++;
        while (isLong && at < end) {
          isLong = (block.getByte(at) & CONTINUES) != 0;
          at++;
        }
      }
    }

    @Override
    protected Http2Headers newHeaders() {
      return new Http2InboundHeaders(numberOfHeadersGuess());
    }
  }
}
