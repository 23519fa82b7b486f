/**
 * The parts of gRPC over HTTP/2 [1] and of gRPC-Web [2] that a gateway must know: the kinds of requests, timeouts and status codes.
 *
 * <p>[1] grpc/grpc: doc/PROTOCOL-HTTP2.md, doc/http-grpc-status-mapping.md, doc/statuscodes.md. [2] grpc/grpc: doc/PROTOCOL-WEB.md.
 */
@NullMarked
package io.lychgate.gateway.http.grpc;

import org.jspecify.annotations.NullMarked;
