package io.lychgate.gateway.store;

import org.jspecify.annotations.Nullable;

/**
 * The times of the resources of one page view, or a part of them.
 *
 * @param id id of the page view
 * @param at ms since 1970: when the gateway sent the head of the page
 * @param browser JSON of the browser's lane; null if it is not there
 * @param gateway JSON of the gateway's lane; null if it is not there
 */
public record StoredWaterfall(
    String id,
    long at,
    String site,
    @Nullable String browser,
    @Nullable String gateway) {}
