package io.lychgate.jmh.scale;

import java.io.IOException;
import java.util.Map;

/** How one dimension is measured: everything is prepared first, then sizes come in any order. */
interface ScaleTrial extends AutoCloseable {

  /** The work of those trials that know but one. */
  String REQUEST = "request";

  /** Once for each size. */
  void prepare(int size) throws IOException, InterruptedException;

  /** Microseconds of processor time by what was done. */
  Map<String, Double> sample(int size) throws IOException, InterruptedException;

  /** Ends what it started. */
  @Override
  void close() throws IOException;
}
