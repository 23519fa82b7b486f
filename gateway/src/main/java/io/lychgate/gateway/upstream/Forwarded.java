package io.lychgate.gateway.upstream;

import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ServedBy;

/** A request that is forwarded to an upstream: its body goes in, its response goes to the sink. Event loop only. */
public interface Forwarded extends Responder, ServedBy {}
