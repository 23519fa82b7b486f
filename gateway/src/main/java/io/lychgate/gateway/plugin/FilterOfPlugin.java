package io.lychgate.gateway.plugin;

import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.plugin.PluginFilter;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.time.Duration;
import java.util.function.IntFunction;

/** Lets the filter of a plug-in change responses. */
final class FilterOfPlugin implements ResponseFilter {
  private final PluginFilter filter;
  private final GuardedCalls calls;
  private final boolean changesBodies;
  private final Duration timeout;
  private final IntFunction<DeadlineWheel> deadlines;

  /** @param deadlines returns the deadlines of a loop by its number */
  FilterOfPlugin(
      PluginFilter filter,
      GuardedCalls calls,
      boolean changesBodies,
      Duration timeout,
      IntFunction<DeadlineWheel> deadlines) {
    this.filter = filter;
    this.calls = calls;
    this.changesBodies = changesBodies;
    this.timeout = timeout;
    this.deadlines = deadlines;
  }

  @Override
  public String summary() {
    return "plug-in " + calls.account().name();
  }

  @Override
  public ForwardingSink wrap(RequestContext context, ResponseSink next) {
    if (changesBodies && !context.isTunnel()) {
      // The filter gets whole bodies as text. RFC 9110 section 14.2: a server may ignore Range.
      Fields fields = context.request().fields();
      fields.remove(HttpHeaderNames.RANGE);
      fields.remove(HttpHeaderNames.IF_RANGE);
      fields.remove(HttpHeaderNames.ACCEPT_ENCODING);
    }
    return new FilteredResponse(next, this, context, deadlines.apply(context.loopNumber()));
  }

  PluginFilter filter() {
    return filter;
  }

  GuardedCalls calls() {
    return calls;
  }

  boolean changesBodies() {
    return changesBodies;
  }

  Duration timeout() {
    return timeout;
  }
}
