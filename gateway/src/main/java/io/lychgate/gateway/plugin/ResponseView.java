package io.lychgate.gateway.plugin;

import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.plugin.GuardedCalls.BadResultException;
import io.lychgate.plugin.PluginField;
import io.lychgate.plugin.PluginResponse;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The head of a response for the filter of a plug-in. Edits count once the filter has returned. After that the view rejects all calls. */
final class ResponseView implements PluginResponse {
  /** Fields with those of the server, which may be more than a verdict can have. */
  private static final int MAX_FIELDS = 2 * HeadCheck.MAX_FIELDS;

  private final int status;
  private final Fields edited;
  private boolean isOver;

  ResponseView(ResponseHead head) {
    this.status = head.status();
    this.edited = head.fields().copy();
  }

  /** Ends the validity of the view, and returns the edited fields. */
  Fields end() {
    isOver = true;
    return edited;
  }

  private Fields present() {
    if (isOver) {
      throw new IllegalStateException("response: used after filter() (expected: during the call)");
    }
    return edited;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public List<PluginField> fields() {
    return RequestSnapshot.fieldsOf(present());
  }

  @Override
  public @Nullable String field(String name) {
    CharSequence value = present().get(new AsciiString(name.toLowerCase(Locale.ROOT)));
    return value == null ? null : value.toString();
  }

  @Override
  public void set(String name, String value) {
    present().set(HeadCheck.name(name), HeadCheck.value(name, value));
  }

  @Override
  public void add(String name, String value) {
    if (present().size() >= MAX_FIELDS) {
      throw new BadResultException("fields: more than " + MAX_FIELDS);
    }
    present().add(HeadCheck.name(name), HeadCheck.value(name, value));
  }

  @Override
  public void remove(String name) {
    present().remove(HeadCheck.name(name));
  }
}
