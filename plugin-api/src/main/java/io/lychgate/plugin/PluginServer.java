package io.lychgate.plugin;

/**
 * One server of an upstream at the moment of a choice.
 *
 * @param id its URL, or the name by which discovery found it
 * @param weight at least 1
 * @param priority 0 for the servers that are used first
 * @param zone empty if unknown
 * @param inFlight requests in progress, from all event loops of this gateway
 * @param latencyNanos moving average of the time to the response head; 0 if unknown
 */
public record PluginServer(
    String id, int weight, int priority, String zone, int inFlight, long latencyNanos) {}
