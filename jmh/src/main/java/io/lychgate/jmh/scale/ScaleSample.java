package io.lychgate.jmh.scale;

/**
 * One figure.
 *
 * @param work what was done
 * @param size how much there was
 * @param micros of processor time for doing it once
 */
record ScaleSample(int round, Dimension dimension, String work, int size, double micros) {}
