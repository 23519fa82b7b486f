package io.lychgate.gateway.observe.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.channels.WritableByteChannel;

/** An access log on standard output, as containers expect. {@link #close} leaves standard output open. */
final class StreamSink implements LogSink {
  private final WholeLines lines = new WholeLines();
  private final WritableByteChannel out;

  StreamSink(WritableByteChannel out) {
    this.out = out;
  }

  static StreamSink stdout() {
    return new StreamSink(new FileOutputStream(FileDescriptor.out).getChannel());
  }

  @Override
  public void write(byte[] bytes, int length) throws LinesLostException {
    // Does not truncate: other processes may have written to the file since.
    lines.write(out, (count, of) -> false, bytes, length);
  }

  @Override
  public void reopen(boolean force) {}

  @Override
  public long torn() {
    return 0;
  }

  @Override
  public void close() {}
}
