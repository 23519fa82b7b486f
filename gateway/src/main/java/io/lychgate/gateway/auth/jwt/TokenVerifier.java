package io.lychgate.gateway.auth.jwt;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.lychgate.gateway.auth.ClaimReader;
import io.lychgate.gateway.condition.Claims;
import io.lychgate.gateway.condition.Condition;
import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.condition.RequestView;
import io.lychgate.gateway.condition.RuleBudget;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.handler.codec.http.HttpMethod;
import java.text.ParseException;
import java.time.Duration;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Verifies the tokens of one policy, and remembers those that are valid. One object serves all loops and routes. Thread-safe. */
final class TokenVerifier {
  /** Characters. Header fields of a request are bounded at a similar size. */
  static final int MAX_TOKEN = 8 * 1024;

  /** Bytes of memory for the verified tokens of one policy: some 5000 of 1.5 KB. */
  private static final long MAX_CACHE_BYTES = 8L * 1024 * 1024;

  /** Time after which a token is verified again, so that a decision never lasts much longer than the keys. */
  private static final Duration MAX_CACHED = IssuerKeys.TTL;

  /** RFC 7519 section 5.1 and RFC 9068 section 2.1. Other types are tokens for other purposes, such as a logout. */
  private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");

  /** Stands for the request in conditions that read claims only. */
  private static final RequestHead NO_REQUEST =
      new RequestHead(HttpMethod.GET.asciiName(), true, "", "/", new Fields(0), 0);

  private final Map<String, Trusted> issuers = new HashMap<>();
  private final long skewMillis;
  private final List<String> fieldClaims;
  private final @Nullable Condition require;
  private final Executor workers;
  private final Ticker ticker;
  private final Cache<TokenKey, VerifiedToken> known = Caffeine.newBuilder()
      .maximumWeight(MAX_CACHE_BYTES)
      .weigher((TokenKey key, VerifiedToken token) -> token.weight())
      .executor(Runnable::run)
      .build();

  /** An issuer, as its tokens are checked. */
  private record Trusted(Set<String> audiences, Set<JWSAlgorithm> algorithms, IssuerKeys keys) {}

  /** The result for one token: one of both is set. */
  record Outcome(@Nullable VerifiedToken token, @Nullable Refusal refusal) {
    static Outcome refused(Refusal why) {
      return new Outcome(null, why);
    }
  }

  /** @param keys returns the keys of an issuer */
  TokenVerifier(
      JwtPolicy policy,
      Function<JwtPolicy.Issuer, IssuerKeys> keys,
      Executor workers,
      Ticker ticker) {
    for (JwtPolicy.Issuer issuer : policy.issuers()) {
      Set<JWSAlgorithm> algorithms = new HashSet<>();
      issuer.algorithms().forEach(name -> algorithms.add(JWSAlgorithm.parse(name)));
      issuers.put(
          issuer.name(),
          new Trusted(Set.copyOf(issuer.audiences()), algorithms, keys.apply(issuer)));
    }
    skewMillis = policy.clockSkew().toMillis();
    fieldClaims = List.copyOf(policy.claims().values());
    require = policy.require() == null ? null : condition(policy.require());
    this.workers = workers;
    this.ticker = ticker;
  }

  /** @throws IllegalArgumentException if the expression is not valid, which the reader of the configuration has checked */
  private static Condition condition(String expression) {
    if (ConditionCompiler.compileForSender(expression) instanceof Result.Compiled compiled) {
      return compiled.condition();
    }
    throw new IllegalArgumentException("require: " + expression + " (expected: a valid condition)");
  }

  /** Returns the sender of a token that was verified before; null if it must be verified now. */
  @Nullable
  VerifiedToken known(TokenKey key) {
    VerifiedToken token = known.getIfPresent(key);
    return token != null && token.isCurrent(ticker.wallMillis()) ? token : null;
  }

  /** Returns true if the claims of a verified token allow this request. */
  boolean allows(VerifiedToken token, RequestHead request) {
    Condition condition = require;
    return (condition == null || !condition.readsRequest())
        ? token.isSufficient()
        : condition.test(new RequestView(request, new RuleBudget(), token.claims()))
            == Condition.Answer.TRUE;
  }

  /** Receives the result of a verification, on another thread. */
  interface Receiver {
    void receive(Outcome outcome);
  }

  /** Verifies a token on another thread. It may take as long as a read of the issuer's keys. */
  void verify(TokenKey key, String token, Receiver receiver) {
    submit(key, token, receiver, true);
  }

  private void submit(TokenKey key, String token, Receiver receiver, boolean mayWait) {
    try {
      workers.execute(() -> run(key, token, receiver, mayWait));
    } catch (RejectedExecutionException e) {
      receiver.receive(Outcome.refused(Refusal.BUSY));
    }
  }

  private void run(TokenKey key, String token, Receiver receiver, boolean mayWait) {
    Outcome outcome;
    Waits waits = new Waits();
    try {
      outcome = verified(token, waits);
    } catch (ParseException | RuntimeException | StackOverflowError e) {
      // The parser reports most malformed tokens as such; none of them may end the thread.
      outcome = Outcome.refused(Refusal.MALFORMED);
    }
    if (mayWait && mayBecomeKnown(waits, () -> submit(key, token, receiver, false))) {
      return;
    }
    if (outcome.token() != null) {
      known.put(key, outcome.token());
    }
    receiver.receive(outcome);
  }

  /** The keys that have to be read before a token can be judged, and those of now. */
  private static final class Waits {
    private @Nullable IssuerKeys keys;
    private @Nullable KeyRing ring;
  }

  /** Returns true if the token is judged again: after a read of the keys, or at once if they have just changed. */
  @SuppressWarnings(
      "ReferenceEquality") // Keys that were read again without a change are the same object.
  private static boolean mayBecomeKnown(Waits waits, Runnable again) {
    IssuerKeys keys = waits.keys;
    if (keys == null) {
      return false;
    }
    if (keys.refresh(again)) {
      return true;
    }
    if (keys.current() != waits.ring) {
      again.run();
      return true;
    }
    return false;
  }

  private Outcome verified(String token, Waits waits) throws ParseException {
    SignedJWT jwt = SignedJWT.parse(token);
    JWSHeader header = jwt.getHeader();
    JOSEObjectType type = header.getType();
    if ((type != null && !TYPES.contains(type.getType().toLowerCase(Locale.ROOT)))
        || header.getCriticalParams() != null
        || !header.isBase64URLEncodePayload()) {
      return Outcome.refused(Refusal.TYPE);
    }
    // Not trusted before the signature is verified: they only choose the issuer, and spare the
    // verification of tokens that would be refused anyway.
    JWTClaimsSet claims = jwt.getJWTClaimsSet();
    Trusted issuer = claims.getIssuer() == null ? null : issuers.get(claims.getIssuer());
    if (issuer == null) {
      return Outcome.refused(Refusal.ISSUER);
    }
    Refusal refusal = refusal(issuer, header, claims);
    if (refusal != null) {
      return Outcome.refused(refusal);
    }
    KeyRing ring = issuer.keys.current();
    List<JWSVerifier> verifiers = ring == null ? List.of() : ring.select(header);
    if (ring == null || verifiers.isEmpty()) {
      waits.keys = issuer.keys;
      waits.ring = ring;
      return Outcome.refused(ring == null ? Refusal.NO_KEYS : Refusal.UNKNOWN_KEY);
    }
    return isSigned(jwt, verifiers)
        ? new Outcome(sender(issuer, ring, claims), null)
        : Outcome.refused(Refusal.SIGNATURE);
  }

  private @Nullable Refusal refusal(Trusted issuer, JWSHeader header, JWTClaimsSet claims) {
    long now = ticker.wallMillis();
    long expiry = millis(claims.getExpirationTime(), 0);
    long start = millis(claims.getNotBeforeTime(), now);
    if (!issuer.algorithms.contains(header.getAlgorithm())) {
      return Refusal.ALGORITHM;
    }
    if (Collections.disjoint(claims.getAudience(), issuer.audiences)) {
      return Refusal.AUDIENCE;
    }
    if (claims.getExpirationTime() == null) {
      return Refusal.NO_EXPIRY;
    }
    if (expiry + skewMillis <= now) {
      return Refusal.EXPIRED;
    }
    return start - skewMillis > now ? Refusal.NOT_YET : null;
  }

  /** Returns the milliseconds of a claim that the library gives as a Date. */
  private static long millis(@Nullable Date date, long otherwise) {
    return date == null ? otherwise : date.toInstant().toEpochMilli();
  }

  private static boolean isSigned(SignedJWT jwt, List<JWSVerifier> verifiers) {
    for (JWSVerifier verifier : verifiers) {
      try {
        if (verifier.verify(jwt.getHeader(), jwt.getSigningInput(), jwt.getSignature())) {
          return true;
        }
      } catch (JOSEException e) {
        // The key does not fit the algorithm after all.
      }
    }
    return false;
  }

  private VerifiedToken sender(Trusted issuer, KeyRing ring, JWTClaimsSet set) {
    Claims claims = ClaimReader.read(set.toJSONObject());
    @Nullable String[] fields = new @Nullable String[fieldClaims.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = ClaimReader.field(claims, fieldClaims.get(i));
    }
    boolean isSufficient = require == null
        || require.readsRequest()
        || require.test(new RequestView(NO_REQUEST, new RuleBudget(), claims))
            == Condition.Answer.TRUE;
    long end = Math.min(
        millis(set.getExpirationTime(), 0) + skewMillis,
        ticker.wallMillis() + MAX_CACHED.toMillis());
    return new VerifiedToken(
        ClaimReader.name(claims), claims, fields, isSufficient, issuer.keys, ring, end);
  }
}
