package io.lychgate.jmh.page;

/** A load with its conditions. */
record Sample(int round, Cell cell, Variant variant, Load load) {}
