package io.lychgate.gateway.filter.compress;

import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Compresses the responses of a route in a coding that the client accepts: {@code policies: { compress: … }}. */
public final class Compression implements ResponseFilter {
  private final CompressPolicy policy;
  private final CompressionRule rule;
  private final Map<ContentCoding, TwinCoding> twins = new EnumMap<>(ContentCoding.class);
  private final boolean hidesCodings;
  private final int route;
  private final IntFunction<LoopCoders> loops;

  /**
   * @param isForwarded true if an upstream responds, false for files and fixed responses
   * @param route the number of the route in counters
   * @param loops returns the coders of an event loop
   */
  public Compression(
      CompressPolicy policy, boolean isForwarded, int route, IntFunction<LoopCoders> loops) {
    this.policy = policy;
    List<ContentCoding> available = NativeCodings.available(policy.codings());
    this.rule = new CompressionRule(policy, available);
    for (ContentCoding coding : available) {
      Integer twin = policy.twinLevels().get(coding);
      if (twin != null) {
        twins.put(coding, new TwinCoding(coding, twin));
      }
    }
    this.hidesCodings = isForwarded && !policy.upstreamCodings();
    this.route = route;
    this.loops = loops;
  }

  @Override
  public @Nullable ForwardingSink wrap(RequestContext context, ResponseSink next) {
    RequestHead request = context.request();
    // Messages of gRPC have a compression of their own.
    if (context.isTunnel() || GrpcForm.of(request.fields()) != GrpcForm.NONE) {
      return null;
    }
    List<String> codings = context.treatment().codings();
    RequestFacts facts = RequestFacts.take(request, policy.secrets());
    if (codings != null) {
      facts = facts.limitedTo(codings);
    }
    // The server would compress in another coding than those of the arm.
    CharSequence accepted = facts.acceptEncoding();
    if (hidesCodings || (codings != null && accepted == null)) {
      request.fields().remove(HttpHeaderNames.ACCEPT_ENCODING);
    } else if (codings != null && accepted != null) {
      request.fields().set(HttpHeaderNames.ACCEPT_ENCODING, accepted);
    }
    return new CodedResponse(
        next, this, facts, loops.apply(context.loopNumber()), context.clientHash());
  }

  CompressionRule rule() {
    return rule;
  }

  int route() {
    return route;
  }

  int level(ContentCoding coding) {
    Integer level = policy.levels().get(coding);
    if (level == null) {
      throw new IllegalStateException("level: none of " + coding + " (expected: one)");
    }
    return level;
  }

  /**
   * Returns the coding of the twin for a client: the smallest one of those to which it gives the same weight. Its work is done once, so the
   * order of the policy, which is about time, does not count. Null if there is none.
   */
  @Nullable
  TwinCoding twin(@Nullable CharSequence acceptEncoding) {
    return twins.get(ContentCoding.choose(acceptEncoding, twins.keySet()));
  }

  /** Returns true if gzip may replace a coding whose coders need more memory. */
  boolean mayUseGzip(RequestFacts facts) {
    return policy.codings().contains(ContentCoding.GZIP)
        && ContentCoding.GZIP.isAllowedBy(facts.acceptEncoding());
  }

  @Override
  public String summary() {
    return policy.summary();
  }
}
