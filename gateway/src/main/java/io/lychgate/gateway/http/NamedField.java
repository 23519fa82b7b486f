package io.lychgate.gateway.http;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** A header field that the configuration names. */
public final class NamedField {
  private final AsciiString name;

  /** @param name in any case of letters */
  public NamedField(String name) {
    this.name = FieldNames.canonical(name);
  }

  /** Returns the first value of the field; null if there is none. */
  public @Nullable CharSequence valueIn(Fields fields) {
    return fields.get(name);
  }
}
