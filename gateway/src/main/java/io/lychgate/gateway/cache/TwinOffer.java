package io.lychgate.gateway.cache;

import io.lychgate.gateway.message.BodyCoding;
import io.lychgate.gateway.message.StoredForms;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Offers the twins of a stored response to the filter that compresses the response to one request. Event loop only. */
record TwinOffer(ResponseStore store, String url, StoredResponse stored, boolean isHead)
    implements StoredForms {
  @Override
  public @Nullable ByteBuf take(BodyCoding coding) {
    ByteBuf twin = stored.takeTwin(coding.token());
    if (twin == null && !isHead) {
      store.makeTwin(url, stored, coding);
    }
    return twin;
  }
}
