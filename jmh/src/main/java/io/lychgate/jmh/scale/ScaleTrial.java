package io.lychgate.jmh.scale;

import java.io.IOException;
import java.util.Map;

/** Measurement of one dimension: all sizes are prepared first, then sampled in any order. */
interface ScaleTrial extends AutoCloseable {

  /** Work of the trials that have only one. */
  String REQUEST = "request";

  /** Prepares a size, once. */
  void prepare(int size) throws IOException, InterruptedException;

  /** Takes a sample: microseconds of processor time by work. */
  Map<String, Double> sample(int size) throws IOException, InterruptedException;

  /** Ends all processes that the trial started. */
  @Override
  void close() throws IOException;
}
