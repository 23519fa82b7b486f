package io.lychgate.gateway.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.condition.RouteConditions.Outcome;
import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.site.ClientProtocol;
import io.lychgate.gateway.config.site.MatchConfig;
import io.lychgate.gateway.config.site.MatchConfig.Kind;
import io.lychgate.gateway.config.site.MatchConfig.ValueTest;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RouteConditionsTest {
  private static Outcome test(MatchConfig config, ConditionInput input) {
    return Objects.requireNonNull(RouteConditions.of(config)).test(input);
  }

  private static ConditionInput request(String target, String... fields) {
    return request(target, "192.0.2.7", ClientProtocol.HTTP_2, false, fields);
  }

  private static ConditionInput request(
      String target,
      @Nullable String client,
      ClientProtocol protocol,
      boolean isWebSocket,
      String... fields) {
    Fields all = new Fields();
    for (int i = 0; i < fields.length; i += 2) {
      all.add(FieldNames.canonical(fields[i]), fields[i + 1]);
    }
    RequestHead head = new RequestHead(AsciiString.of("GET"), true, "a.example", target, all, 0);
    return ConditionInput.of(head, client, protocol, isWebSocket);
  }

  private static ValueTest value(Kind kind, String text) {
    return new ValueTest(
        "x-a", kind, text, kind == Kind.REGEX ? BoundedRegex.compile(text).regex() : null);
  }

  private static MatchConfig header(Kind kind, String text) {
    return new MatchConfig(List.of(value(kind, text)), List.of(), List.of(), Set.of(), null);
  }

  @ParameterizedTest
  @CsvSource({
    "PRESENT, '', HOLD, FAIL",
    "ABSENT, '', FAIL, HOLD",
    "EXACT, two, HOLD, FAIL",
    "EXACT, Two, FAIL, FAIL",
    "EXACT, tw, FAIL, FAIL",
    "REGEX, ^t, HOLD, FAIL",
    "REGEX, x, FAIL, FAIL",
  })
  void headerIsTestedOnEachLine(Kind kind, String text, Outcome present, Outcome absent) {
    assertThat(test(header(kind, text), request("/", "X-A", "one", "x-a", "two")))
        .isEqualTo(present);
    assertThat(test(header(kind, text), request("/", "X-B", "two"))).isEqualTo(absent);
  }

  @Test
  void parametersAreComparedDecoded() {
    MatchConfig config =
        new MatchConfig(List.of(), List.of(value(Kind.EXACT, "a b")), List.of(), Set.of(), null);

    assertThat(test(config, request("/?x%2Da=a%20b"))).isEqualTo(Outcome.HOLD);
    assertThat(test(config, request("/?y=1&x-a=a+b&x-a=c"))).isEqualTo(Outcome.HOLD);
    assertThat(test(config, request("/?x-a=c&x-a=a+b"))).isEqualTo(Outcome.FAIL);
    assertThat(test(config, request("/x-a=a+b"))).isEqualTo(Outcome.FAIL);
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.2.3, HOLD",
    "11.0.0.0, FAIL",
    "::ffff:10.9.9.9, HOLD",
    "2001:db8::1, HOLD",
    "2001:db9::1, FAIL",
    "unix, FAIL",
    ", FAIL",
  })
  void clientsAreInARange(@Nullable String client, Outcome outcome) {
    MatchConfig config = new MatchConfig(
        List.of(),
        List.of(),
        List.of(
            AddressRange.parse("10.0.0.0/8").orElseThrow(),
            AddressRange.parse("2001:db8::/32").orElseThrow()),
        Set.of(),
        null);

    assertThat(test(config, request("/", client, ClientProtocol.HTTP_2, false))).isEqualTo(outcome);
  }

  @Test
  void webSocketIsAProtocolOverEachVersion() {
    MatchConfig sockets =
        new MatchConfig(List.of(), List.of(), List.of(), Set.of(ClientProtocol.WEBSOCKET), null);
    MatchConfig version =
        new MatchConfig(List.of(), List.of(), List.of(), Set.of(ClientProtocol.HTTP_3), null);

    assertThat(test(sockets, request("/", null, ClientProtocol.HTTP_3, true)))
        .isEqualTo(Outcome.HOLD);
    assertThat(test(sockets, request("/", null, ClientProtocol.HTTP_3, false)))
        .isEqualTo(Outcome.FAIL);
    assertThat(test(version, request("/", null, ClientProtocol.HTTP_3, true)))
        .isEqualTo(Outcome.HOLD);
    assertThat(test(version, request("/", null, ClientProtocol.HTTP_1_1, true)))
        .isEqualTo(Outcome.FAIL);
  }

  @Test
  void expressionThatCannotBeEvaluatedDoesNotHold() {
    MatchConfig config =
        new MatchConfig(List.of(), List.of(), List.of(), Set.of(), "headers['x-a'] == '1'");

    assertThat(test(config, request("/", "x-a", "1"))).isEqualTo(Outcome.HOLD);
    assertThat(test(config, request("/", "x-a", "2"))).isEqualTo(Outcome.FAIL);
    assertThat(test(config, request("/"))).isEqualTo(Outcome.FAIL);
  }

  /** Otherwise a client could choose the next route, which may be less strict, by a long field. */
  @Test
  void valueTooLongToBeTestedIsNotTakenForAFailure() {
    String value = "a".repeat(30_000);
    MatchConfig expression = new MatchConfig(
        List.of(),
        List.of(),
        List.of(),
        Set.of(),
        "headers['x-a'].matches('^(a|b|c|d|e|f|g|h|aa|bb|cc|dd)*$')");

    assertThat(test(header(Kind.REGEX, "(a{20}){20}$"), request("/", "x-a", value)))
        .isEqualTo(Outcome.TOO_COSTLY);
    assertThat(test(expression, request("/", "x-a", value))).isEqualTo(Outcome.TOO_COSTLY);
  }

  @Test
  void firstConditionThatFailsIsNamed() {
    MatchConfig config = new MatchConfig(
        List.of(value(Kind.PRESENT, "")),
        List.of(),
        List.of(),
        Set.of(ClientProtocol.HTTP_2),
        "path == '/b'");
    RouteConditions conditions = Objects.requireNonNull(RouteConditions.of(config));

    assertThat(conditions.failing(request("/"))).isEqualTo("header x-a present");
    assertThat(conditions.failing(request("/", "x-a", ""))).isEqualTo("when path == '/b'");
    assertThat(conditions.failing(request("/b", "x-a", ""))).isNull();
    assertThat(RouteConditions.of(MatchConfig.ANY)).isNull();
  }
}
