package io.lychgate.gateway.publish;

/**
 * A page view as it is recorded: what rules can match, and nothing about the person.
 *
 * @param authority host, with the port if the request had one, in lower case
 * @param target the path, with the query by choice; segments that look personal are masked
 * @param protocol {@code http/1.1}, {@code h2} or {@code h3}
 * @param prefetch true if the page was loaded before it was shown
 * @param saveData true if the client requests less data (Save-Data)
 * @param mobile value of {@code Sec-CH-UA-Mobile}; empty if it was not sent
 * @param platform value of {@code Sec-CH-UA-Platform}; empty if it was not sent
 */
public record RecordedPage(
    String authority,
    String target,
    String protocol,
    boolean prefetch,
    boolean saveData,
    String mobile,
    String platform) {}
