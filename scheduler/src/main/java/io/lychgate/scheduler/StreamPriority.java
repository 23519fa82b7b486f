package io.lychgate.scheduler;

/** What is asked for a stream, in the words of RFC 7540 5.3 or in those of RFC 9218. */
public sealed interface StreamPriority permits TreeDependency, Urgency {}
