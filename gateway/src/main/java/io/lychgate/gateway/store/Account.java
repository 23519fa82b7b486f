package io.lychgate.gateway.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A user with the facts that a list of users shows.
 *
 * @param loginAt time of the last login; null before the first one
 * @param sessions number of sessions
 * @param tokens number of tokens
 */
public record Account(
    User user, Instant createdAt, @Nullable Instant loginAt, long sessions, long tokens) {}
