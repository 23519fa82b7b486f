package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.message.Fields;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/** The access logs of one event loop. Event loop only. */
public final class LoopAccessLog {
  private final EventExecutor loop;
  private final AccessLogEntry entry;
  private LoopLog[] logs = {};
  private ChosenFields ofRequests = ChosenFields.NONE;
  private ChosenFields ofResponses = ChosenFields.NONE;

  LoopAccessLog(EventExecutor loop, int skipReasons) {
    this.loop = loop;
    this.entry = new AccessLogEntry(skipReasons);
  }

  /** Replaces the logs, and the header fields that they show. */
  void use(LoopLog[] newLogs, ChosenFields requestFields, ChosenFields responseFields) {
    logs = newLogs;
    ofRequests = requestFields;
    ofResponses = responseFields;
  }

  EventExecutor loop() {
    return loop;
  }

  /** Returns false if there is no log; the caller need not fill the entry then. */
  public boolean isOn() {
    return logs.length > 0;
  }

  /** Returns the values of header fields that a log shows of this request; null if none shows any. */
  public @Nullable ChosenFields ofRequest(Fields fields) {
    return ofRequests.isEmpty() ? null : ofRequests.in(fields);
  }

  /** Returns the values of header fields that a log shows of this response; null if none shows any. */
  public @Nullable ChosenFields ofResponse(Fields fields) {
    return ofResponses.isEmpty() ? null : ofResponses.in(fields);
  }

  /** Returns the loop's single entry after clearing it. */
  public AccessLogEntry entry() {
    entry.clear();
    return entry;
  }

  /** Writes the entry to each log whose sample has it. */
  public void write() {
    for (LoopLog log : logs) {
      log.write(entry);
    }
  }
}
