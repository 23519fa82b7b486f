package io.lychgate.gateway.limit;

import io.lychgate.gateway.ledger.ClientHash;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Identity;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.testkit.LoneRequest;
import io.netty.util.AsciiString;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request without an exchange, which records what steps do with it. */
final class Arrival implements LoneRequest, Continuation {
  private final String client;
  private final RequestHead request;
  private final boolean isPromised;
  private final @Nullable Identity identity;
  final Fields added = new Fields();
  final List<Runnable> whenEnded = new ArrayList<>();
  private @Nullable Verdict verdict;

  private Arrival(
      String client, RequestHead request, boolean isPromised, @Nullable Identity identity) {
    this.client = client;
    this.request = request;
    this.isPromised = isPromised;
    this.identity = identity;
  }

  /** @param fields names in lower case and values */
  static Arrival of(String client, String... fields) {
    Fields all = new Fields();
    for (int i = 0; i < fields.length; i += 2) {
      all.add(AsciiString.of(fields[i]), fields[i + 1]);
    }
    return new Arrival(
        client,
        new RequestHead(AsciiString.of("GET"), true, "localhost", "/page", all, 0),
        false,
        null);
  }

  Arrival promised() {
    return new Arrival(client, request, true, identity);
  }

  Arrival by(String name) {
    return new Arrival(client, request, isPromised, new Identity() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public String scheme() {
        return "basic";
      }
    });
  }

  /** Returns the verdict of a step that decides at once. */
  Verdict at(RequestStep step) {
    step.decide(this, this);
    Verdict decided = verdict;
    verdict = null;
    if (decided == null) {
      throw new AssertionError("no verdict");
    }
    return decided;
  }

  boolean isAdmitted(RequestStep step) {
    return at(step) instanceof Verdict.Continue;
  }

  void end() {
    whenEnded.forEach(Runnable::run);
    whenEnded.clear();
  }

  @Override
  public void then(Verdict decided) {
    verdict = decided;
  }

  @Override
  public void onCancel(Runnable stop) {}

  @Override
  public RequestHead request() {
    return request;
  }

  @Override
  public String client() {
    return client;
  }

  @Override
  public long clientHash() {
    return ClientHash.of(
        new InetSocketAddress(NetUtil.createInetAddressFromIpAddressString(client), 0));
  }

  @Override
  public @Nullable Identity identity() {
    return identity;
  }

  @Override
  public boolean isPromised() {
    return isPromised;
  }

  @Override
  public void addToResponse(AsciiString name, CharSequence value) {
    added.add(name, value);
  }

  @Override
  public void whenEnded(Runnable task) {
    whenEnded.add(task);
  }
}
