package io.lychgate.gateway.auth;

import io.lychgate.gateway.config.policy.ApiKeyPolicy;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Admits the owners of API keys. A key in the query is removed from the target in any case, also from that of a refused request. */
public final class ApiKeyAccess implements RequestStep {
  static final String SCHEME = "api-key";

  /** Characters of a key. The hash of a longer text costs more. */
  private static final int MAX_LENGTH = 1024;

  private static final Verdict REPEATED = new Verdict.Fail(
      new ExchangeFailure(Kind.BAD_REQUEST, "apiKeys: several keys (expected: one)"));

  private final ApiKeyPolicy policy;
  private final Decisions decisions;
  private final @Nullable AsciiString header;
  private final SenderField nameField;
  private final Verdict missing;
  private final Verdict refused;

  /** The keys by the first eight bytes of their hash. */
  private final Map<Long, Known> keys = new HashMap<>();

  @SuppressWarnings("ArrayRecordComponent") // Compared by MessageDigest only.
  private record Known(
      byte[] hash, NamedIdentity owner, @Nullable Known next) {}

  public ApiKeyAccess(ApiKeyPolicy policy, Decisions decisions) {
    this.policy = policy;
    this.decisions = decisions;
    this.header = policy.header().isEmpty() ? null : AsciiString.cached(policy.header());
    this.nameField = new SenderField(policy.nameField());
    policy.keys().forEach((hex, name) -> {
      byte[] hash = HexFormat.of().parseHex(hex);
      keys.merge(
          place(hash),
          new Known(hash, new NamedIdentity(name, SCHEME), null),
          (others, one) -> new Known(one.hash(), one.owner(), others));
    });
    Fields challenge =
        new Fields(1).add(HttpHeaderNames.WWW_AUTHENTICATE, "ApiKey realm=\"restricted\"");
    this.missing =
        new Verdict.Fail(new ExchangeFailure(Kind.UNAUTHORIZED, "apiKeys: no key"), challenge);
    this.refused =
        new Verdict.Fail(new ExchangeFailure(Kind.UNAUTHORIZED, "apiKeys: unknown key"), challenge);
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    String inQuery = null;
    boolean isRepeated = false;
    if (!policy.query().isEmpty()) {
      RequestHead request = context.request();
      KeyParameter parameter = KeyParameter.of(request.path(), policy.query());
      if (parameter.value() != null) {
        CharSequence target = KeyParameter.of(request.target(), policy.query()).rest();
        context.target(target, parameter.rest());
        inQuery = parameter.value();
        isRepeated = parameter.isRepeated();
      }
    }
    Fields fields = context.request().fields();
    AsciiString name = header;
    int at = name == null ? -1 : fields.indexOf(name, 0);
    if (name != null && at >= 0) {
      isRepeated |= inQuery != null || fields.indexOf(name, at + 1) >= 0;
    }
    if (isRepeated) {
      // The upstream might read another one than the gateway.
      end(context, continuation, PolicyOutcome.REFUSED, REPEATED);
      return;
    }
    CharSequence key = at >= 0 ? fields.value(at) : inQuery;
    NamedIdentity owner = key == null ? null : owner(key);
    if (owner == null) {
      boolean isMissing = key == null;
      end(
          context,
          continuation,
          isMissing ? PolicyOutcome.MISSING : PolicyOutcome.REFUSED,
          isMissing ? missing : refused);
      return;
    }
    if (name != null && !policy.forwards()) {
      fields.remove(name);
    }
    nameField.set(fields, owner.name());
    context.identified(owner);
    end(context, continuation, PolicyOutcome.ADMITTED, Verdict.CONTINUE);
  }

  private void end(
      RequestContext context, Continuation continuation, PolicyOutcome outcome, Verdict verdict) {
    decisions.count(context, outcome);
    continuation.then(verdict);
  }

  /** A hash cannot be chosen byte by byte, so the look-up reveals nothing. The comparison takes the same time for each. */
  private @Nullable NamedIdentity owner(CharSequence key) {
    if (key.length() > MAX_LENGTH) {
      return null;
    }
    byte[] hash = sha256(key);
    for (Known known = keys.get(place(hash)); known != null; known = known.next()) {
      if (MessageDigest.isEqual(known.hash(), hash)) {
        return known.owner();
      }
    }
    return null;
  }

  private static long place(byte[] hash) {
    return ByteBuffer.wrap(hash).getLong();
  }

  private static byte[] sha256(CharSequence text) {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(text.toString().getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: each Java has it", e);
    }
  }

  @Override
  public String summary() {
    return policy.summary();
  }
}
