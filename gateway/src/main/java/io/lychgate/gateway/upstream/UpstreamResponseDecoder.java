package io.lychgate.gateway.upstream;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;

/**
 * Netty's HTTP/1.1 response decoder, told which responses have no body: only the request says so (RFC 9112 section 6.3), and
 * this connection serves one request at a time.
 */
final class UpstreamResponseDecoder extends HttpResponseDecoder {
  /** Bytes. A larger chunk comes in several pieces; a smaller limit would cut every chunk into objects. */
  private static final int MAX_CHUNK_BYTES = 64 * 1024;

  private final UpstreamConnection connection;

  UpstreamResponseDecoder(int maxHeaderBytes, UpstreamConnection connection) {
    super(
        new HttpDecoderConfig().setMaxHeaderSize(maxHeaderBytes).setMaxChunkSize(MAX_CHUNK_BYTES));
    this.connection = connection;
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    return connection.isAnsweringHead() || super.isContentAlwaysEmpty(message);
  }
}
