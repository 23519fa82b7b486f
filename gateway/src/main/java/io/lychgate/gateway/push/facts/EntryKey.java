package io.lychgate.gateway.push.facts;

/**
 * The identity of an entry across revisions and restarts. The entry's place in the manifest may change; these values do not.
 *
 * @param match pattern of the rule, as it was written
 */
public record EntryKey(String manifest, String match, String url) {}
