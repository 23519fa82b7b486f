package io.lychgate.jmh.peers;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Final report of h2load.
 *
 * @param protocol the protocol agreed by ALPN, {@code h2} or {@code http/1.1}; empty for plain text
 * @param cipher TLS version and cipher suite, such as {@code TLSv1.3 TLS_AES_128_GCM_SHA256}; empty for plain text
 */
record H2loadReport(
    long total, long succeeded, double requestsPerSecond, String protocol, String cipher) {

  private static final Pattern RATE = Pattern.compile("finished in \\S+, ([0-9.]+) req/s");
  private static final Pattern REQUESTS =
      Pattern.compile("requests: (\\d+) total, \\d+ started, \\d+ done, (\\d+) succeeded");
  private static final Pattern STATUS = Pattern.compile("status codes: (\\d+) 2xx");
  private static final Pattern PROTOCOL = Pattern.compile("Application protocol: (\\S+)");
  private static final Pattern TLS = Pattern.compile("TLS Protocol: (\\S+)");
  private static final Pattern CIPHER = Pattern.compile("Cipher: (\\S+)");

  /**
   * Parses the output; empty if it is not that of a finished run.
   *
   * <p>Responses other than 2xx count as failures here, although h2load counts a 404 as a success. Its own failures count as
   * well: a response with status 200 may be incomplete, or break the rules of HTTP/2.
   */
  static Optional<H2loadReport> parse(String output) {
    Optional<String> rate = first(RATE, output);
    Optional<String> total = first(REQUESTS, output);
    Optional<String> done = group(REQUESTS, 2, output);
    Optional<String> good = first(STATUS, output);
    if (rate.isEmpty() || total.isEmpty() || done.isEmpty() || good.isEmpty()) {
      return Optional.empty();
    }
    String cipher =
        (first(TLS, output).orElse("") + " " + first(CIPHER, output).orElse("")).strip();
    return Optional.of(new H2loadReport(
        Long.parseLong(total.get()),
        Math.min(Long.parseLong(good.get()), Long.parseLong(done.get())),
        Double.parseDouble(rate.get()),
        first(PROTOCOL, output).orElse(""),
        cipher));
  }

  /**
   * Returns true if every response was 2xx.
   *
   * @param hinted number of responses after a 103: h2load counts a response by its first head, so these do not count as 2xx
   */
  boolean isWhole(int hinted) {
    return total > 0 && succeeded == total - hinted;
  }

  /**
   * Returns true if the connections used the requested protocol and an allowed cipher suite. Otherwise the figure would be that
   * of another protocol or suite.
   */
  boolean isAsRequested(List<String> arguments) {
    if (arguments.stream().noneMatch(argument -> argument.startsWith("https:"))) {
      return true;
    }
    return protocol.equals(arguments.contains("--h1") ? "http/1.1" : "h2")
        && arguments.contains("--tls13-ciphers=" + cipher.replace("TLSv1.3 ", ""));
  }

  private static Optional<String> first(Pattern pattern, String output) {
    return group(pattern, 1, output);
  }

  private static Optional<String> group(Pattern pattern, int group, String output) {
    Matcher matcher = pattern.matcher(output);
    return matcher.find() ? Optional.of(matcher.group(group)) : Optional.empty();
  }
}
