package io.lychgate.gateway.auth;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.HopFields;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** A request field by which upstreams know the sender. */
final class SenderField {
  private final @Nullable AsciiString name;

  /** @param name in lower case; empty if upstreams are not to know it */
  SenderField(String name) {
    this.name = name.isEmpty() ? null : AsciiString.cached(name);
  }

  void set(Fields request, CharSequence value) {
    if (name != null) {
      set(request, name, value);
    }
  }

  /** Replaces all fields of the name, also those that the client wants to end at the gateway. */
  static void set(Fields request, AsciiString name, CharSequence value) {
    HopFields.unname(request, name);
    request.set(name, value);
  }
}
