package io.lychgate.jmh;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.ServedBy;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;

/** A request without a body, a connection and a loop: a benchmark calls the measured part with it. */
public record DetachedRequest(RequestHead request, long clientHash) implements RequestContext {
  DetachedRequest(RequestHead request) {
    this(request, 1);
  }

  /** Returns the head of a request for a style sheet with the fields of Firefox. */
  static RequestHead styleSheet() {
    Fields fields = new Fields()
        .add(
            HttpHeaderNames.USER_AGENT,
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
        .add(HttpHeaderNames.ACCEPT, "text/css,*/*;q=0.1")
        .add(HttpHeaderNames.ACCEPT_LANGUAGE, "en-GB,en;q=0.5")
        .add(HttpHeaderNames.ACCEPT_ENCODING, "gzip, deflate, br, zstd")
        .add(HttpHeaderNames.REFERER, "https://www.example.com/")
        .add(AsciiString.cached("sec-fetch-dest"), "style");
    return new RequestHead(
        AsciiString.cached("GET"),
        true,
        "www.example.com",
        new AsciiString("/assets/site.css"),
        fields,
        0);
  }

  @Override
  public boolean hasBody() {
    return false;
  }

  @Override
  public boolean isEarly() {
    return false;
  }

  @Override
  public boolean isTunnel() {
    return false;
  }

  @Override
  public String client() {
    return "192.0.2.1";
  }

  @Override
  public boolean hasMoreInput() {
    return false;
  }

  @Override
  public EventExecutor loop() {
    return ImmediateEventExecutor.INSTANCE;
  }

  @Override
  public int loopNumber() {
    return 0;
  }

  @Override
  public void prepareToForward() {}

  @Override
  public long nanosSoFar() {
    return 0;
  }

  @Override
  public void removeBodyLength() {}

  @Override
  public void servedBy(ServedBy server) {}
}
