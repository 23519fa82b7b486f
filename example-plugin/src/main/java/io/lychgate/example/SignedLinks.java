package io.lychgate.example;

import io.lychgate.plugin.PluginContext;
import io.lychgate.plugin.PluginRequest;
import io.lychgate.plugin.PluginStep;
import io.lychgate.plugin.PluginVerdict;
import io.lychgate.plugin.PluginVerdict.Refusal;
import io.lychgate.plugin.StepPlugin;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Admits requests with a signed link that has not expired: {@code ?expires=SECONDS&signature=HEX}. The signature is HMAC-SHA256 of the
 * method, a space, the path, a question mark and {@code expires=SECONDS}. {@code expires} counts seconds since 1970.
 *
 * <p>Configuration: {@code secret}, a text of at least 16 characters.
 */
public final class SignedLinks implements StepPlugin {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int LEAST_SECRET = 16;

  /** Digits of a number of seconds that fits a long. */
  private static final int MAX_DIGITS = 15;

  private final InstantSource clock;

  public SignedLinks() {
    this(InstantSource.system());
  }

  SignedLinks(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "signed-links";
  }

  @Override
  public PluginStep create(PluginContext context) {
    context.config().allowOnly("secret");
    String secret = context.config().text("secret");
    if (secret.length() < LEAST_SECRET) {
      throw context
          .config()
          .problem("secret", "too short (expected: at least " + LEAST_SECRET + " characters)");
    }
    SecretKeySpec key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    return request -> CompletableFuture.completedStage(decide(request, key));
  }

  private PluginVerdict decide(PluginRequest request, SecretKeySpec key) {
    String expires = parameter(request.query(), "expires");
    String signature = parameter(request.query(), "signature");
    if (expires == null || signature == null || !isNumber(expires)) {
      return PluginVerdict.refuse(Refusal.FORBIDDEN, "link: not signed");
    }
    if (!isEqual(signature, sign(request.method(), request.path(), expires, key))) {
      return PluginVerdict.refuse(Refusal.FORBIDDEN, "link: wrong signature");
    }
    return Long.parseLong(expires) < clock.instant().getEpochSecond()
        ? PluginVerdict.refuse(Refusal.FORBIDDEN, "link: expired")
        : PluginVerdict.proceed();
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_DIGITS
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Compares in constant time, so that the time reveals no part of the right signature. */
  private static boolean isEqual(String sent, String right) {
    return MessageDigest.isEqual(
        sent.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  static String sign(String method, String path, String expires, SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      String signed = method + " " + path + "?expires=" + expires;
      return HexFormat.of().formatHex(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + ": not in this JDK", e);
    }
  }

  /** Returns the value of a parameter; null if it is absent, or there twice. */
  private static @Nullable String parameter(@Nullable String query, String name) {
    String found = null;
    for (String part : query == null ? new String[0] : query.split("&", -1)) {
      if (part.startsWith(name + "=")) {
        if (found != null) {
          return null;
        }
        found = part.substring(name.length() + 1);
      }
    }
    return found;
  }
}
