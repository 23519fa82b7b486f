package io.lychgate.gateway.exchange;

import io.lychgate.gateway.http.PlainSize;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;

/** Counts the sizes of one header section in 17 of its loop, in one direction of a connection. Event loop only. */
public final class FieldSamples implements PlainSize.Samples {
  private final LoopObserver observer;
  private final ConnectionRecord record;
  private final boolean isSent;

  private FieldSamples(ClientConnection client, boolean isSent) {
    this.observer = client.loop().observer();
    this.record = client.record();
    this.isSent = isSent;
  }

  /** Returns the samples of sections that the gateway sends. */
  public static FieldSamples sent(ClientConnection client) {
    return new FieldSamples(client, true);
  }

  /** Returns the samples of sections that the client sends. */
  public static FieldSamples received(ClientConnection client) {
    return new FieldSamples(client, false);
  }

  @Override
  public boolean wantsNext() {
    return isSent ? observer.samplesFieldsOut() : observer.samplesFieldsIn();
  }

  @Override
  public void take(int plain, int coded) {
    if (isSent) {
      observer.fieldsOut(record, plain, coded);
    } else {
      observer.fieldsIn(record, plain, coded);
    }
  }
}
