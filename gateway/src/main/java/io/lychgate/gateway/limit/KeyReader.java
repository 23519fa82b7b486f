package io.lychgate.gateway.limit;

import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.condition.RequestView;
import io.lychgate.gateway.condition.TextExpression;
import io.lychgate.gateway.config.policy.LimitKey;
import io.lychgate.gateway.config.policy.LimitKey.Source;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Identity;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.SipHash;
import io.netty.util.AsciiString;
import io.netty.util.NetUtil;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Computes the key of a request for a limit: a number of 64 bits. Texts of any length become one by a hash with a secret, so that a sender
 * cannot choose a text that counts for another one. Immutable.
 */
final class KeyReader {
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  /** Bytes of ::ffff:0:0/96, the IPv4-mapped addresses (RFC 4291 section 2.5.5.2). */
  private static final int MAPPED_PREFIX = 12;

  private final LimitKey key;
  private final Supplier<KeySecret> secrets;
  private final String route;
  private final @Nullable AsciiString field;
  private final @Nullable TextExpression expression;

  /**
   * @param secrets returns the secret in force, which may change once
   * @param route id of the route
   */
  KeyReader(LimitKey key, Supplier<KeySecret> secrets, String route) {
    this.key = key;
    this.secrets = secrets;
    this.route = route;
    this.field = key.source() == Source.HEADER ? FieldNames.canonical(key.name()) : null;
    this.expression = key.source() == Source.EXPRESSION ? compiled(key.name()) : null;
  }

  private static TextExpression compiled(String text) {
    if (ConditionCompiler.compileText(text) instanceof Result.CompiledText compiled) {
      return compiled.expression();
    }
    throw new IllegalArgumentException("key: " + text + " (expected: a valid expression)");
  }

  /** Returns true if the key needs a view of the request. */
  boolean needsView() {
    return expression != null;
  }

  /** @param view null if neither this key nor the condition of the limit needs one */
  long of(RequestContext context, @Nullable RequestView view) {
    KeySecret secret = secrets.get();
    CharSequence text = text(context, view);
    return text == null ? client(context, secret) : SipHash.hash(secret.low(), secret.high(), text);
  }

  private @Nullable CharSequence text(RequestContext context, @Nullable RequestView view) {
    return switch (key.source()) {
      case CLIENT -> null;
      case ROUTE -> route;
      case IDENTITY -> name(context.identity());
      case HEADER -> field == null ? null : header(context, field);
      case COOKIE -> RequestCookies.value(context.request().fields(), key.name());
      case EXPRESSION -> expression == null || view == null ? null : expression.value(view);
    };
  }

  private static @Nullable CharSequence name(@Nullable Identity identity) {
    return identity == null ? null : identity.scheme() + ' ' + identity.name();
  }

  /**
   * Returns the value without white space around it, which two spellings of one value may have. Several fields of the name count as one
   * list, so that a field in front does not hide the one that the application reads.
   */
  private static @Nullable CharSequence header(RequestContext context, AsciiString name) {
    Fields fields = context.request().fields();
    int first = fields.indexOf(name, 0);
    if (first < 0) {
      return null;
    }
    int next = fields.indexOf(name, first + 1);
    if (next < 0) {
      return AsciiString.trim(fields.value(first));
    }
    StringBuilder list = new StringBuilder(AsciiString.trim(fields.value(first)));
    for (; next >= 0; next = fields.indexOf(name, next + 1)) {
      list.append(", ").append(AsciiString.trim(fields.value(next)));
    }
    return list;
  }

  private long client(RequestContext context, KeySecret secret) {
    if (key.hasUsualPrefixes() && !secret.isShared()) {
      return context.clientHash();
    }
    return ofAddress(context.client(), secret);
  }

  /** Returns the key of an address of IP or, for a socket of another kind, of its text. */
  private long ofAddress(String address, KeySecret secret) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
    if (bytes == null) {
      bytes = address.getBytes(StandardCharsets.UTF_8);
      return SipHash.hash(secret.low(), secret.high(), bytes);
    }
    if (bytes.length == IPV4_BYTES || isMapped(bytes)) {
      return ofNetwork(bytes, bytes.length - IPV4_BYTES, IPV4_BYTES, key.ipv4Prefix(), secret);
    }
    return ofNetwork(bytes, 0, IPV6_BYTES, key.ipv6Prefix(), secret);
  }

  private static boolean isMapped(byte[] bytes) {
    for (int i = 0; i < MAPPED_PREFIX; i++) {
      if (bytes[i] != (i < MAPPED_PREFIX - 2 ? 0 : (byte) 0xff)) {
        return false;
      }
    }
    return true;
  }

  private static long ofNetwork(byte[] bytes, int from, int length, int prefix, KeySecret secret) {
    byte[] network = new byte[length];
    for (int i = 0; i < length; i++) {
      int bits = Math.max(0, Math.min(Byte.SIZE, prefix - Byte.SIZE * i));
      network[i] = (byte) (bytes[from + i] & (0xff00 >> bits));
    }
    return SipHash.hash(secret.low(), secret.high(), network);
  }
}
