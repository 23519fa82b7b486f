package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.LinkStatistics;

/** A load with its conditions. */
record Sample(int round, Cell cell, Variant variant, Visit visit, LinkStatistics link) {}
