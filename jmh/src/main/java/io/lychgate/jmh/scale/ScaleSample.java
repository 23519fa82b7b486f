package io.lychgate.jmh.scale;

/**
 * One sample.
 *
 * @param work name of the measured work
 * @param size size of the dimension
 * @param micros processor time of the work, done once
 */
record ScaleSample(int round, Dimension dimension, String work, int size, double micros) {}
