package io.lychgate.gateway.exchange.traffic;

import io.lychgate.gateway.config.site.SplitConfig;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.KeyHash;
import io.lychgate.gateway.message.RequestContext;
import io.netty.util.AsciiString;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A number that is the same for all requests of a visitor, on each gateway and after each restart. It is no secret: a visitor can
 * choose his side by another address or cookie, so a split must not protect anything.
 */
final class VisitorKey {
  /** The cookie of {@code splitBy: visitor}: 16 hexadecimal digits. */
  static final String COOKIE = "lychgate_visitor";

  private static final int DIGITS = 16;

  private final SplitConfig.Source source;
  private final String name;
  private final @Nullable AsciiString field;

  VisitorKey(SplitConfig.Key key) {
    source = key.source();
    name = source == SplitConfig.Source.VISITOR ? COOKIE : key.name();
    field = source == SplitConfig.Source.HEADER ? FieldNames.canonical(name) : null;
  }

  /** Returns a new value of the gateway's cookie if the visitor needs one; else null. */
  @Nullable
  String newVisitor(RequestContext context) {
    if (source != SplitConfig.Source.VISITOR || value(context) != null) {
      return null;
    }
    String digits = Long.toHexString(ThreadLocalRandom.current().nextLong());
    return "0".repeat(DIGITS - digits.length()) + digits;
  }

  /** @param newVisitor result of {@link #newVisitor} */
  long of(RequestContext context, @Nullable String newVisitor) {
    if (newVisitor != null) {
      return KeyHash.of(newVisitor);
    }
    if (source == SplitConfig.Source.REQUEST) {
      return ThreadLocalRandom.current().nextLong();
    }
    CharSequence value = source == SplitConfig.Source.CLIENT ? null : value(context);
    return value == null ? AddressKey.of(context.client()) : KeyHash.of(value);
  }

  private @Nullable CharSequence value(RequestContext context) {
    if (field != null) {
      return context.request().fields().get(field);
    }
    CharSequence value = RequestCookies.value(context.request().fields(), name);
    return source == SplitConfig.Source.VISITOR && value != null && value.length() != DIGITS
        ? null
        : value;
  }
}
