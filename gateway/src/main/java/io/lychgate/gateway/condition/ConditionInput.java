package io.lychgate.gateway.condition;

import io.lychgate.gateway.config.site.ClientProtocol;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** The parts of a request that the conditions of routes read. Only routes with conditions call these methods. */
public interface ConditionInput {
  /** A request without fields, query and client. Conditions that need one of them do not hold. */
  ConditionInput BARE = of(
      new RequestHead(AsciiString.cached("GET"), false, "localhost", "/", new Fields(0), 0),
      null,
      null,
      false);

  /** The request, with its path in normal form. */
  RequestHead request();

  /** The address of the client as text; null if it has none. */
  @Nullable
  String clientAddress();

  /** The version of HTTP; null if it is unknown. */
  @Nullable
  ClientProtocol protocol();

  /** Returns true if the request opens a WebSocket. */
  boolean isWebSocket();

  /** The view of the request that all expressions and patterns share, with their budget. */
  RequestView view();

  /** Returns the input for a request that is described and not sent. */
  static ConditionInput of(
      RequestHead request,
      @Nullable String client,
      @Nullable ClientProtocol protocol,
      boolean isWebSocket) {
    return new ConditionInput() {
      @Override
      public RequestHead request() {
        return request;
      }

      @Override
      public @Nullable String clientAddress() {
        return client;
      }

      @Override
      public @Nullable ClientProtocol protocol() {
        return protocol;
      }

      @Override
      public boolean isWebSocket() {
        return isWebSocket;
      }

      @Override
      public RequestView view() {
        // A description may be shared by threads, so it holds no state.
        return new RequestView(request);
      }
    };
  }
}
