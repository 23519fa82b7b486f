package io.lychgate.gateway.message;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@link Fields} behind the interface that Netty's HTTP/1.1 decoder fills, so that nothing is copied from Netty's own map. Only the
 * methods for the decoder and {@code HttpUtil} are implemented; all others behave as an empty set of headers.
 *
 * <p>Names and values must pass the checks of Netty's own headers. Names in {@link FieldNames} always do.
 */
public final class FieldHeaders extends EmptyHttpHeaders {
  /** Number of fields in the heads of most servers and browsers, with those that the gateway adds. */
  private static final int USUAL_FIELDS = 12;

  private final Fields fields;
  private final DefaultHttpHeadersFactory rules;

  private FieldHeaders(int expectedFields, DefaultHttpHeadersFactory rules) {
    this.fields = new Fields(expectedFields);
    this.rules = rules;
  }

  public static HttpHeadersFactory heads() {
    return new Factory(USUAL_FIELDS, DefaultHttpHeadersFactory.headersFactory());
  }

  public static HttpHeadersFactory trailers() {
    return new Factory(0, DefaultHttpHeadersFactory.trailersFactory());
  }

  /**
   * Returns the fields of a decoded head or trailer section, with names in lower case. The decoder's own empty end of a message has
   * none.
   */
  public static Fields of(HttpHeaders headers) {
    return headers instanceof FieldHeaders decoded ? decoded.fields : new Fields(0);
  }

  /**
   * Adds a field. Rejects a second Content-Length, which makes a message of any version invalid (RFC 9112 6.3). Netty's decoder
   * uses the first one of an HTTP/1.0 message and keeps the others.
   */
  @Override
  public HttpHeaders add(CharSequence name, Object value) {
    AsciiString checked = checked(name);
    if (HttpHeaderNames.CONTENT_LENGTH.equals(checked) && fields.indexOf(checked, 0) >= 0) {
      throw new IllegalArgumentException("content-length: more than one");
    }
    fields.add(checked, checked(name, value));
    return this;
  }

  @Override
  public HttpHeaders add(String name, Object value) {
    return add((CharSequence) name, value);
  }

  @Override
  public HttpHeaders set(CharSequence name, Object value) {
    fields.set(checked(name), checked(name, value));
    return this;
  }

  @Override
  public HttpHeaders set(String name, Object value) {
    return set((CharSequence) name, value);
  }

  @Override
  public HttpHeaders set(CharSequence name, Iterable<?> values) {
    AsciiString checked = checked(name);
    fields.remove(checked);
    for (Object value : values) {
      fields.add(checked, checked(name, value));
    }
    return this;
  }

  @Override
  public HttpHeaders set(String name, Iterable<?> values) {
    return set((CharSequence) name, values);
  }

  @Override
  public HttpHeaders remove(CharSequence name) {
    fields.remove(FieldNames.canonical(name));
    return this;
  }

  @Override
  public HttpHeaders remove(String name) {
    return remove((CharSequence) name);
  }

  @Override
  public @Nullable String get(CharSequence name) {
    CharSequence value = fields.get(FieldNames.canonical(name));
    return value == null ? null : value.toString();
  }

  @Override
  public @Nullable String get(String name) {
    return get((CharSequence) name);
  }

  @Override
  public List<String> getAll(CharSequence name) {
    AsciiString canonical = FieldNames.canonical(name);
    int first = fields.indexOf(canonical, 0);
    if (first < 0) {
      return List.of();
    }
    List<String> values = new ArrayList<>(1);
    for (int i = first; i >= 0; i = fields.indexOf(canonical, i + 1)) {
      values.add(fields.value(i).toString());
    }
    return values;
  }

  @Override
  public List<String> getAll(String name) {
    return getAll((CharSequence) name);
  }

  @Override
  public boolean contains(CharSequence name) {
    return fields.contains(FieldNames.canonical(name));
  }

  @Override
  public boolean contains(String name) {
    return contains((CharSequence) name);
  }

  @Override
  public boolean containsValue(CharSequence name, CharSequence value, boolean ignoreCase) {
    AsciiString canonical = FieldNames.canonical(name);
    for (int i = fields.indexOf(canonical, 0); i >= 0; i = fields.indexOf(canonical, i + 1)) {
      if (AsciiString.indexOf(fields.value(i), ',', 0) >= 0) {
        return super.containsValue(name, value, ignoreCase);
      }
      // Without a comma the value is the only member of the list.
      if (ignoreCase
          ? AsciiString.contentEqualsIgnoreCase(fields.value(i), value)
          : AsciiString.contentEquals(fields.value(i), value)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isEmpty() {
    return fields.size() == 0;
  }

  @Override
  public int size() {
    return fields.size();
  }

  private AsciiString checked(CharSequence name) {
    AsciiString known = FieldNames.known(name);
    // Trailers have additional rules, even for known names.
    if (known == null || rules == DefaultHttpHeadersFactory.trailersFactory()) {
      rules.getNameValidator().validateName(name);
    }
    return known == null ? FieldNames.canonical(name) : known;
  }

  private CharSequence checked(CharSequence name, Object value) {
    CharSequence text = value instanceof CharSequence characters ? characters : value.toString();
    try {
      rules.getValueValidator().validate(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("Validation failed for header '" + name + "'", e);
    }
    return text;
  }

  private record Factory(int expectedFields, DefaultHttpHeadersFactory rules)
      implements HttpHeadersFactory {
    @Override
    public HttpHeaders newHeaders() {
      return new FieldHeaders(expectedFields, rules);
    }

    @Override
    public HttpHeaders newEmptyHeaders() {
      return new FieldHeaders(0, rules);
    }
  }
}
