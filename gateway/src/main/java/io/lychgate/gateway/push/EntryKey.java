package io.lychgate.gateway.push;

/**
 * What names an entry over revisions and restarts: its place in the manifest may change, these do not.
 *
 * @param match pattern of the rule, as it was written
 */
public record EntryKey(String manifest, String match, String url) {}
