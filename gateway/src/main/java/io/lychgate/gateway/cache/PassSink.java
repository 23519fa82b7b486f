package io.lychgate.gateway.cache;

import io.lychgate.gateway.cache.CacheStatus.Forward;
import io.lychgate.gateway.message.ForwardingSink;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.util.AsciiString;

/** Passes on a response that the cache does not store. */
class PassSink extends ForwardingSink {
  private final AsciiString tagField;
  private final Forward why;

  /** @param tagField the field with the tags of a response, which clients do not get */
  PassSink(ResponseSink next, Forward why, AsciiString tagField) {
    super(next);
    this.tagField = tagField;
    this.why = why;
  }

  @Override
  public void head(ResponseHead head, boolean end) {
    head.fields().remove(tagField);
    CacheStatus.forwarded(head.fields(), why);
    next().head(head, end);
  }
}
