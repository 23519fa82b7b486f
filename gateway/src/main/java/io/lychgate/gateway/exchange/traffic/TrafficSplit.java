package io.lychgate.gateway.exchange.traffic;

import io.lychgate.gateway.condition.Condition;
import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.condition.ConditionCompiler.Result;
import io.lychgate.gateway.condition.RequestView;
import io.lychgate.gateway.config.site.SplitConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.KeyHash;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one of several upstreams for a request. One object serves all exchanges of a snapshot on all loops.
 *
 * <p>The sides without a test are chosen by weighted rendezvous hashing [1]: each side draws a number from the visitor's key and its
 * own name, divided by its weight, and the smallest one wins. If a weight changes, visitors move only to or from that side, and no
 * more of them than the shares require. The order of the sides has no effect.
 *
 * <p>[1] Schindelhauer, Schomaker: Weighted distributed hash tables, SPAA 2005 (the logarithmic method).
 */
public final class TrafficSplit {
  /** Seconds of the gateway's cookie: 30 days, longer than most roll-outs. */
  private static final int COOKIE_SECONDS = 30 * 24 * 60 * 60;

  private final List<Tested> tested = new ArrayList<>();
  private final List<Side> weighted = new ArrayList<>();
  private final VisitorKey key;
  private final Map<String, Chosen> byName = new HashMap<>();

  /**
   * A side that has been chosen.
   *
   * @param number counter number
   */
  public record Chosen(
      UpstreamConfig upstream, int number, @Nullable String newVisitor) {
    /** Returns the sink of the response: one that gives a new visitor the gateway's cookie, or the same. */
    public ResponseSink sink(ResponseSink sink, boolean isSecure) {
      return newVisitor == null ? sink : new VisitorCookie(sink, newVisitor, isSecure);
    }
  }

  private record Tested(Test test, Chosen chosen) {}

  /** @param seed a number of the upstream's name */
  private record Side(Chosen chosen, long seed, double weight) {}

  /** Accepts requests. */
  private interface Test {
    boolean accepts(RequestContext context, View view);
  }

  /** The view of one request for all expressions of a split, made for the first one. */
  private static final class View {
    private @Nullable RequestView view;

    RequestView of(RequestContext context) {
      if (view == null) {
        view = new RequestView(context.request());
      }
      return view;
    }
  }

  /**
   * @param upstreams returns the upstream of a name
   * @param numbering returns the counter number of an upstream's name in this split
   */
  public TrafficSplit(
      SplitConfig config,
      Function<String, UpstreamConfig> upstreams,
      ToIntFunction<String> numbering) {
    key = new VisitorKey(config.by());
    for (SplitConfig.Side side : config.sides()) {
      Chosen chosen =
          new Chosen(upstreams.apply(side.upstream()), numbering.applyAsInt(side.upstream()), null);
      byName.put(side.upstream(), chosen);
      SplitConfig.Test test = side.test();
      if (test != null) {
        tested.add(new Tested(test(test), chosen));
      } else if (side.weight() > 0) {
        weighted.add(new Side(chosen, KeyHash.of(side.upstream()), side.weight()));
      }
    }
  }

  private static Test test(SplitConfig.Test config) {
    if (config instanceof SplitConfig.Test.Header header) {
      AsciiString name = FieldNames.canonical(header.name());
      return (context, view) -> hasField(context.request().fields(), name, header.value());
    }
    if (config instanceof SplitConfig.Test.Cookie cookie) {
      return (context, view) ->
          isValue(RequestCookies.value(context.request().fields(), cookie.name()), cookie.value());
    }
    String text = ((SplitConfig.Test.Expression) config).text();
    if (!(ConditionCompiler.compile(text) instanceof Result.Compiled compiled)) {
      throw new IllegalArgumentException("when: " + text + " (expected: a valid expression)");
    }
    return (context, view) -> compiled.condition().test(view.of(context)) == Condition.Answer.TRUE;
  }

  private static boolean hasField(Fields fields, AsciiString name, @Nullable String value) {
    for (int i = fields.indexOf(name, 0); i >= 0; i = fields.indexOf(name, i + 1)) {
      if (isValue(fields.value(i), value)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isValue(@Nullable CharSequence got, @Nullable String wanted) {
    return got != null && (wanted == null || AsciiString.contentEquals(got, wanted));
  }

  /** Chooses the upstream of a request. */
  public Chosen choose(RequestContext context) {
    String ofArm = context.treatment().upstream();
    Chosen side = ofArm == null ? null : byName.get(ofArm);
    if (side != null) {
      return side;
    }
    if (!tested.isEmpty()) {
      View view = new View();
      for (int i = 0; i < tested.size(); i++) {
        Tested one = tested.get(i);
        if (one.test().accepts(context, view)) {
          return one.chosen();
        }
      }
    }
    String newVisitor = key.newVisitor(context);
    Chosen chosen = byWeight(key.of(context, newVisitor));
    return newVisitor == null ? chosen : new Chosen(chosen.upstream(), chosen.number(), newVisitor);
  }

  private Chosen byWeight(long visitor) {
    Side best = weighted.get(0);
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < weighted.size(); i++) {
      Side side = weighted.get(i);
      double drawn = -Math.log(unit(visitor ^ side.seed())) / side.weight();
      if (drawn < least) {
        least = drawn;
        best = side;
      }
    }
    return best.chosen();
  }

  /** Returns a number above 0 and below 1. */
  private static double unit(long bits) {
    return ((KeyHash.mix(bits) >>> 11) + 0.5) * 0x1p-53;
  }

  /** Adds the gateway's cookie to the final response. */
  private static final class VisitorCookie extends ForwardingSink {
    private final String visitor;
    private final boolean isSecure;

    VisitorCookie(ResponseSink next, String visitor, boolean isSecure) {
      super(next);
      this.visitor = visitor;
      this.isSecure = isSecure;
    }

    @Override
    public void head(ResponseHead head, boolean end) {
      String cookie = VisitorKey.COOKIE + "=" + visitor + "; Path=/; Max-Age=" + COOKIE_SECONDS
          + "; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "");
      head.fields().add(FieldNames.SET_COOKIE, cookie);
      next().head(head, end);
    }
  }
}
