package io.lychgate.gateway.simulate;

import java.util.Map;

/**
 * A request of a browser.
 *
 * @param path path and query
 * @param fields fields besides those of the protocol, names in lower case
 * @param body empty for a GET
 */
@SuppressWarnings("ArrayRecordComponent") // Written once, never compared.
record Wanted(String method, String path, Map<String, String> fields, byte[] body) {}
