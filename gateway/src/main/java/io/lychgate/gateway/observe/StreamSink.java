package io.lychgate.gateway.observe;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** An access log on standard output: what containers expect. It is not ours to close. */
final class StreamSink implements LogSink {
  private final OutputStream out;

  StreamSink(OutputStream out) {
    this.out = out;
  }

  static StreamSink stdout() {
    return new StreamSink(new FileOutputStream(FileDescriptor.out));
  }

  @Override
  public void write(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
  }

  @Override
  public void reopen(boolean force) {}

  @Override
  public void close() throws IOException {
    out.flush();
  }
}
