package io.lychgate.gateway.upstream.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.http.grpc.GrpcStatus;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GrpcHealthTest {
  private static Fields status(String code) {
    return new Fields().add(GrpcStatus.FIELD, code);
  }

  @Test
  void requestForTheWholeServerIsEmpty() {
    assertThat(GrpcHealth.request("")).containsExactly(0, 0, 0, 0, 0);
  }

  @Test
  void requestNamesTheService() {
    assertThat(GrpcHealth.request("a.B")).containsExactly(0, 0, 0, 0, 5, 10, 3, 'a', '.', 'B');
  }

  @ParameterizedTest
  @ValueSource(ints = {127, 128, 200, 256})
  void lengthOfALongServiceIsAVarint(int length) {
    String service = "s".repeat(length);

    byte[] request = GrpcHealth.request(service);

    int message = request.length - 5;
    assertThat((request[4] & 0xff) | ((request[3] & 0xff) << 8)).isEqualTo(message);
    int lengthBytes = length < 128 ? 1 : 2;
    int decoded = length < 128 ? request[6] : (request[6] & 0x7f) | (request[7] << 7);
    assertThat(decoded).isEqualTo(length);
    assertThat(Arrays.copyOfRange(request, 6 + lengthBytes, request.length))
        .isEqualTo(service.getBytes(StandardCharsets.UTF_8));
  }

  record Case(String name, List<Integer> message, String why) {
    byte[] body() {
      byte[] bytes = new byte[message.size()];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = message.get(i).byteValue();
      }
      return bytes;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> messages() {
    return Stream.of(
        new Case("serving", List.of(0, 0, 0, 0, 2, 8, 1), ""),
        new Case("not serving", List.of(0, 0, 0, 0, 2, 8, 2), "NOT_SERVING (expected: SERVING)"),
        new Case("unknown by default", List.of(0, 0, 0, 0, 0), "UNKNOWN (expected: SERVING)"),
        new Case("a later state", List.of(0, 0, 0, 0, 2, 8, 9), "state 9 (expected: SERVING)"),
        new Case("no message", List.of(), "no valid HealthCheckResponse"),
        new Case("compressed", List.of(1, 0, 0, 0, 2, 8, 1), "no valid HealthCheckResponse"),
        new Case("cut off", List.of(0, 0, 0, 0, 2, 8), "no valid HealthCheckResponse"),
        new Case("another field", List.of(0, 0, 0, 0, 2, 16, 1), "no valid HealthCheckResponse"),
        new Case(
            "a negative length", List.of(0, -1, -1, -1, -1, 8, 1), "no valid HealthCheckResponse"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("messages")
  void messageOfTheServerDecides(Case given) {
    CheckResult result = new GrpcHealth("").end(given.body(), status("0"));

    assertThat(result.why()).isEqualTo(given.why());
    assertThat(result.outcome())
        .isEqualTo(
            given.why().isEmpty() ? CheckResult.Outcome.HEALTHY : CheckResult.Outcome.UNHEALTHY);
  }

  @Test
  void statusOtherThanOkIsNamed() {
    assertThat(new GrpcHealth("a.B").end(new byte[0], status("5")).why())
        .isEqualTo("grpc-status 5: the server has no service \"a.B\"");
    assertThat(new GrpcHealth("").end(new byte[0], status("12")).why())
        .isEqualTo("grpc-status 12: the server has no grpc.health.v1.Health");
    assertThat(new GrpcHealth("")
            .end(new byte[0], status("14").add(GrpcStatus.MESSAGE, "x".repeat(1000)))
            .why())
        .isEqualTo("grpc-status 14 (expected: 0): " + "x".repeat(200) + "...");
    assertThat(new GrpcHealth("").end(new byte[0], new Fields()).why())
        .isEqualTo("no grpc-status (expected: a response of gRPC)");
  }

  @Test
  void headDecidesIfItHasTheStatusOrAnotherStatusOfHttp() {
    assertThat(new GrpcHealth("").head(new ResponseHead(200, new Fields()))).isNull();
    CheckResult of404 = new GrpcHealth("").head(new ResponseHead(404, new Fields()));
    assertThat(of404).isNotNull().extracting(CheckResult::why).asString().startsWith("status 404");
    CheckResult trailersOnly = new GrpcHealth("").head(new ResponseHead(200, status("12")));
    assertThat(trailersOnly)
        .isNotNull()
        .extracting(CheckResult::outcome)
        .isEqualTo(CheckResult.Outcome.UNHEALTHY);
  }
}
