package io.lychgate.gateway.http;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.EmptyHeaders;
import io.netty.handler.codec.Headers;
import io.netty.util.AsciiString;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's {@link Fields} in the form that Netty's HPACK and QPACK encoders iterate, without a copy into a map. Only the
 * methods that an encoder and the validators before it call are implemented. All others behave as for an empty set of headers.
 *
 * @param <H> the headers type of the protocol, which the subclass implements
 */
public abstract class OutboundHeaders<H extends Headers<CharSequence, CharSequence, H>>
    extends EmptyHeaders<CharSequence, CharSequence, H> {
  private static final AsciiString STATUS = AsciiString.cached(":status");
  private static final AsciiString[] STATUS_TEXT = new AsciiString[1000];

  static {
    for (int i = 100; i < STATUS_TEXT.length; i++) {
      STATUS_TEXT[i] = AsciiString.cached(Integer.toString(i));
    }
  }

  private final @Nullable AsciiString status;
  private final Fields fields;

  /** @param status the status; 0 for trailers, which have none */
  protected OutboundHeaders(int status, Fields fields) {
    this.status = status == 0 ? null : STATUS_TEXT[status];
    this.fields = fields;
  }

  public @Nullable CharSequence status() {
    return status;
  }

  @Override
  public int size() {
    return fields.size() + pseudoHeaders();
  }

  /** Returns the number of pseudo-headers. */
  protected int pseudoHeaders() {
    return status == null ? 0 : 1;
  }

  protected CharSequence pseudoName(int index) {
    return STATUS;
  }

  @SuppressWarnings("NullAway") // Only a head with a status has a pseudo-header.
  protected CharSequence pseudoValue(int index) {
    return status;
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public Iterator<Map.Entry<CharSequence, CharSequence>> iterator() {
    return new FieldIterator();
  }

  @Override
  public Iterator<CharSequence> valueIterator(CharSequence name) {
    throw new UnsupportedOperationException("valueIterator: not supported");
  }

  // Methods that only headers of a request, or with another structure, support.

  public H method(CharSequence value) {
    throw new UnsupportedOperationException("method: a response has none");
  }

  public H scheme(CharSequence value) {
    throw new UnsupportedOperationException("scheme: a response has none");
  }

  public H authority(CharSequence value) {
    throw new UnsupportedOperationException("authority: a response has none");
  }

  public H path(CharSequence value) {
    throw new UnsupportedOperationException("path: a response has none");
  }

  public H status(CharSequence value) {
    throw new UnsupportedOperationException("status: fixed");
  }

  public @Nullable CharSequence method() {
    return null;
  }

  public @Nullable CharSequence scheme() {
    return null;
  }

  public @Nullable CharSequence authority() {
    return null;
  }

  public @Nullable CharSequence path() {
    return null;
  }

  public boolean contains(CharSequence name, CharSequence value, boolean caseInsensitive) {
    return false;
  }

  /** Iterates the pseudo-headers, then the fields. The iterator itself is the entry, which the encoder reads at once. */
  private final class FieldIterator
      implements Iterator<Map.Entry<CharSequence, CharSequence>>,
          Map.Entry<CharSequence, CharSequence> {
    private final int before = pseudoHeaders();
    private int index = -1 - before;

    @Override
    public boolean hasNext() {
      return index + 1 < fields.size();
    }

    @Override
    public Map.Entry<CharSequence, CharSequence> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      index++;
      return this;
    }

    @Override
    public CharSequence getKey() {
      return index < 0 ? pseudoName(before + index) : fields.name(index);
    }

    @Override
    public CharSequence getValue() {
      return index < 0 ? pseudoValue(before + index) : fields.value(index);
    }

    @Override
    public CharSequence setValue(CharSequence value) {
      throw new UnsupportedOperationException("setValue: read only");
    }
  }
}
