package io.lychgate.gateway.auth;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.util.Collection;

/**
 * Header fields by which the gateway names the sender of a request to the upstream. A client must neither send them nor have them
 * removed. Names with an underscore, which some servers take for the same, are dropped before any request is forwarded.
 */
public final class TrustedFields {
  private final AsciiString[] names;

  /** @param names in lower case */
  public TrustedFields(Collection<String> names) {
    this.names = names.stream().map(FieldNames::canonical).toArray(AsciiString[]::new);
  }

  public int size() {
    return names.length;
  }

  /** Removes what the client sent. */
  public void clear(Fields fields) {
    for (AsciiString name : names) {
      fields.remove(name);
    }
  }

  /** Sets the field of this index. Call {@link #keep} once before. */
  public void set(Fields fields, int index, CharSequence value) {
    fields.set(names[index], value);
  }

  public AsciiString name(int index) {
    return names[index];
  }

  /** Removes these names from the options of Connection, by which the client could have the fields removed (RFC 9110 section 7.6.1). */
  public void keep(Fields fields) {
    for (int i = fields.indexOf(HttpHeaderNames.CONNECTION, 0);
        i >= 0;
        i = fields.indexOf(HttpHeaderNames.CONNECTION, i + 1)) {
      if (namesOne(fields.value(i))) {
        fields.setValue(i, others(fields.value(i).toString()));
      }
    }
  }

  private boolean namesOne(CharSequence options) {
    for (AsciiString name : names) {
      if (AsciiString.containsIgnoreCase(options, name)) {
        return true;
      }
    }
    return false;
  }

  private String others(String options) {
    StringBuilder kept = new StringBuilder();
    for (String option : options.split(",", -1)) {
      if (!isOwn(option.strip())) {
        kept.append(kept.length() == 0 ? "" : ", ").append(option.strip());
      }
    }
    return kept.toString();
  }

  private boolean isOwn(String option) {
    for (AsciiString name : names) {
      if (name.contentEqualsIgnoreCase(option)) {
        return true;
      }
    }
    return false;
  }
}
