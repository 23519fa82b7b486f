package io.lychgate.gateway.auth.jwt;

import com.nimbusds.jose.util.JSONArrayUtils;
import io.lychgate.gateway.condition.Claims;
import io.lychgate.gateway.message.Identity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The result of a verification: the sender that a token names. Immutable, shared by requests and loops. It holds no token. */
final class VerifiedToken implements Identity {
  private final String name;
  private final Claims claims;
  private final @Nullable String[] fields;
  private final boolean isSufficient;
  private final IssuerKeys keys;
  private final KeyRing ring;
  private final long endMillis;

  /**
   * @param fields values for the upstream, by the index of their {@link io.lychgate.gateway.auth.TrustedFields}; null for an absent claim
   * @param isSufficient false if the condition of the policy on the claims is not true
   * @param ring the keys of the issuer that were in use
   * @param endMillis wall clock; not valid from then on
   */
  VerifiedToken(
      String name,
      Claims claims,
      @Nullable String[] fields,
      boolean isSufficient,
      IssuerKeys keys,
      KeyRing ring,
      long endMillis) {
    this.name = name;
    this.claims = claims;
    this.fields = fields.clone();
    this.isSufficient = isSufficient;
    this.keys = keys;
    this.ring = ring;
    this.endMillis = endMillis;
  }

  /** Returns true if the token has not expired, and its issuer has the same keys as before. */
  @SuppressWarnings(
      "ReferenceEquality") // Keys that were read again without a change are the same object.
  boolean isCurrent(long wallMillis) {
    return wallMillis < endMillis && keys.current() == ring;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String scheme() {
    return "jwt";
  }

  @Override
  public @Nullable String claim(String claim) {
    String text = claims.texts().get(claim);
    List<String> list = text == null ? claims.lists().get(claim) : null;
    return list == null ? text : JSONArrayUtils.toJSONString(list);
  }

  Claims claims() {
    return claims;
  }

  @Nullable
  String field(int index) {
    return fields[index];
  }

  boolean isSufficient() {
    return isSufficient;
  }

  /** Bytes in memory, roughly. */
  int weight() {
    int weight = 500 + 2 * name.length();
    for (var text : claims.texts().entrySet()) {
      weight += 100 + text.getKey().length() + 2 * text.getValue().length();
    }
    for (var list : claims.lists().entrySet()) {
      weight += 100 + list.getKey().length();
      for (String element : list.getValue()) {
        weight += 50 + 2 * element.length();
      }
    }
    for (String field : fields) {
      weight += field == null ? 0 : 50 + field.length();
    }
    return weight;
  }
}
