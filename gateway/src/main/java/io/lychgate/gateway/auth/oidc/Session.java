package io.lychgate.gateway.auth.oidc;

import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONArrayUtils;
import com.nimbusds.jose.util.JSONObjectUtils;
import io.lychgate.gateway.auth.ClaimReader;
import io.lychgate.gateway.condition.Claims;
import io.lychgate.gateway.message.Identity;
import java.text.ParseException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An open session: its content, and the sender that it names. Immutable, shared by requests and loops. */
final class Session implements Identity {
  private final SessionContent content;
  private final String name;
  private final Claims claims;

  private Session(SessionContent content, Claims claims) {
    this.content = content;
    this.claims = claims;
    this.name = ClaimReader.name(claims);
  }

  /** Returns the session of a content that was sealed, so that its tokens are verified; null if it has no claims. */
  static @Nullable Session of(SessionContent content) {
    try {
      Map<String, Object> claims = new HashMap<>();
      if (!content.userInfo().isEmpty()) {
        claims.putAll(JSONObjectUtils.parse(content.userInfo()));
      }
      // Last: what is signed counts.
      claims.putAll(claimsOf(content.idToken()));
      return new Session(content, ClaimReader.read(claims));
    } catch (ParseException e) {
      return null;
    }
  }

  private static Map<String, Object> claimsOf(String idToken) throws ParseException {
    String[] parts = idToken.split("\\.", -1);
    if (parts.length != 3) {
      throw new ParseException("ID token: no three parts", 0);
    }
    return JSONObjectUtils.parse(new Base64URL(parts[1]).decodeToString());
  }

  SessionContent content() {
    return content;
  }

  Claims claims() {
    return claims;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String scheme() {
    return "oidc";
  }

  @Override
  public @Nullable String claim(String claim) {
    String text = claims.texts().get(claim);
    List<String> list = text == null ? claims.lists().get(claim) : null;
    return list == null ? text : JSONArrayUtils.toJSONString(list);
  }

  /** Bytes in memory, roughly. */
  int weight() {
    int texts = content.idToken().length()
        + content.userInfo().length()
        + content.refreshToken().length();
    return 1000 + 6 * texts;
  }
}
