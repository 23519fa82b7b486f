package io.lychgate.gateway.observe;

import io.lychgate.gateway.observe.count.WireProtocol;
import java.net.SocketAddress;
import java.util.List;

/** A copy of one client connection's values, made by its event loop for the admin plane. */
public record ConnectionView(
    long id,
    String listener,
    WireProtocol protocol,
    SocketAddress peer,
    long openedMillis,
    long exchanges,
    int inFlight,
    long bytesIn,
    long bytesOut,
    int h1Equivalent,
    List<String> authorities) {

  /** Event loop only. */
  public static ConnectionView of(ConnectionRecord record, TagValues listeners) {
    return new ConnectionView(
        record.id(),
        listeners.name(record.listener),
        record.protocol(),
        record.peer(),
        record.openedMillis(),
        record.exchanges,
        record.inFlight,
        record.bytesIn,
        record.bytesOut,
        record.h1Equivalent(),
        record.authorities());
  }
}
