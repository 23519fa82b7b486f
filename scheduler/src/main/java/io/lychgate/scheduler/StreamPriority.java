package io.lychgate.scheduler;

/** A requested priority of a stream, in the terms of RFC 7540 5.3 or RFC 9218. */
public sealed interface StreamPriority permits TreeDependency, Urgency {}
