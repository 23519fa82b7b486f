package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.ForwardedForm;
import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The walk through forwarding fields, from the right. Proxies have addresses of 10.0.0.0/8 and fd00::/8. */
final class ForwardedChainTest {
  private static final AddressRanges TRUSTED = AddressRanges.of(Stream.of("10.0.0.0/8", "fd00::/8")
      .map(AddressRange::parse)
      .flatMap(Optional::stream)
      .toList());

  private static ForwardedChain xForwarded(String... lines) {
    return ForwardedChain.of(
        fields(FieldNames.X_FORWARDED_FOR, lines), ForwardedForm.X_FORWARDED, TRUSTED);
  }

  private static ForwardedChain forwarded(String... lines) {
    return ForwardedChain.of(fields(FieldNames.FORWARDED, lines), ForwardedForm.RFC_7239, TRUSTED);
  }

  private static Fields fields(AsciiString name, String... lines) {
    Fields fields = new Fields();
    for (String line : lines) {
      fields.add(name, line);
    }
    return fields;
  }

  private static @Nullable String clientOf(ForwardedChain chain) {
    InetAddress client = chain.client();
    return client == null ? null : client.getHostAddress();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "203.0.113.7 | 203.0.113.7",
        "203.0.113.7, 10.0.0.2 | 203.0.113.7",
        "6.6.6.6, 203.0.113.7, 10.0.0.2, 10.0.0.3 | 203.0.113.7",
        "10.6.6.6, 203.0.113.7 | 203.0.113.7",
        "garbage, 10.0.0.2 | 10.0.0.2",
        "203.0.113.7, unknown | -",
        "203.0.113.7:4711 | 203.0.113.7",
        "[2001:db8::7]:4711 | 2001:db8:0:0:0:0:0:7",
        "[2001:db8::7] | 2001:db8:0:0:0:0:0:7",
        "2001:db8::7, fd00::1 | 2001:db8:0:0:0:0:0:7",
        "::ffff:203.0.113.7 | 203.0.113.7",
        "203.0.113.7, ::ffff:10.0.0.2 | 203.0.113.7",
        "203.0.113.7,,, ,10.0.0.2, | 203.0.113.7",
        "10.0.0.1, 10.0.0.2 | 10.0.0.1",
        "203.0.113.07 | -",
        "203.0.113.7%eth0 | -",
        "fe80::1%25eth0 | -",
        "[203.0.113.7] | -",
        "203.0.113.7:http | -",
        "'' | -"
      })
  void clientIsTheFirstAddressFromTheRightThatIsNoProxy(String value, String client) {
    assertThat(clientOf(xForwarded(value))).isEqualTo(client);
  }

  @Test
  void linesAreOneList() {
    assertThat(clientOf(xForwarded("203.0.113.7", "10.0.0.2", "10.0.0.3, 10.0.0.4")))
        .isEqualTo("203.0.113.7");
  }

  @Test
  void forgedEntriesAreNotForwarded() {
    ForwardedChain chain = xForwarded("6.6.6.6, 7.7.7.7", "203.0.113.7, 10.0.0.2");

    assertThat(chain.xForwardedFor("10.0.0.3")).isEqualTo("203.0.113.7, 10.0.0.2, 10.0.0.3");
    assertThat(chain.forwarded("fd00::3", "example.com", false))
        .isEqualTo(
            "for=203.0.113.7, for=10.0.0.2, for=\"[fd00::3]\";host=\"example.com\";proto=http");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "for=203.0.113.7 | 203.0.113.7",
        "For=\"203.0.113.7:80\";Proto=https;by=10.0.0.9 | 203.0.113.7",
        "for=\"[2001:db8::7]:4711\" | 2001:db8:0:0:0:0:0:7",
        "for=203.0.113.7, for=10.0.0.2;host=\"a,b\" | 203.0.113.7",
        "for=203.0.113.7;x=\"a\\\",b\", for=10.0.0.2 | 203.0.113.7",
        "for=\"6.6.6.6, for=203.0.113.7 | 203.0.113.7",
        "for=203.0.113.7, for=_hidden | -",
        "for=203.0.113.7, for=unknown | -",
        "for=203.0.113.7:_port | 203.0.113.7",
        "for=203.0.113.7;for=6.6.6.6 | -",
        "proto=https | -",
        "for=2001:db8::7, for= | -",
        "for | -"
      })
  void elementsOfRfc7239AreWalkedTheSameWay(String value, String client) {
    assertThat(clientOf(forwarded(value))).isEqualTo(client);
  }

  @Test
  void elementsOfRfc7239AreKeptAsReceived() {
    ForwardedChain chain =
        forwarded("for=6.6.6.6", "For=203.0.113.7;by=10.0.0.2;host=\"shop.example\";proto=https");

    assertThat(chain.forwarded("10.0.0.2", "in.example", true))
        .isEqualTo("For=203.0.113.7;by=10.0.0.2;host=\"shop.example\";proto=https, "
            + "for=10.0.0.2;host=\"in.example\";proto=https");
    assertThat(chain.host()).isEqualTo("shop.example");
    assertThat(chain.isSecure()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2001:DB8:0:0:0:0:0:7 | 2001:db8::7",
        "2001:db8:0:0:1:0:0:1 | 2001:db8::1:0:0:1",
        "2001:db8:0:1:1:1:1:1 | 2001:db8:0:1:1:1:1:1",
        "2001:db8::0A0:1 | 2001:db8::a0:1",
        "[::1]:443 | ::1",
        "::ffff:203.0.113.7 | 203.0.113.7"
      })
  void addressesAreWrittenInTheShortFormOfRfc5952(String entry, String text) {
    ForwardedChain chain = xForwarded(entry);

    assertThat(chain.xForwardedFor("10.0.0.2")).isEqualTo(text + ", 10.0.0.2");
    assertThat(chain.forwarded("10.0.0.2", "in.example", true))
        .startsWith("for=" + (text.contains(":") ? "\"[" + text + "]\"" : text) + ", ");
  }

  @Test
  void bothFormsPreferForwarded() {
    Fields fields = fields(FieldNames.X_FORWARDED_FOR, "203.0.113.8");

    assertThat(clientOf(ForwardedChain.of(fields, ForwardedForm.BOTH, TRUSTED)))
        .isEqualTo("203.0.113.8");
    fields.add(FieldNames.FORWARDED, "for=203.0.113.7");
    assertThat(clientOf(ForwardedChain.of(fields, ForwardedForm.BOTH, TRUSTED)))
        .isEqualTo("203.0.113.7");
  }

  @Test
  void fieldsOfTheOtherFormAreIgnored() {
    Fields fields = fields(FieldNames.X_FORWARDED_FOR, "203.0.113.8");

    assertThat(ForwardedChain.of(fields, ForwardedForm.RFC_7239, TRUSTED).addresses())
        .isEmpty();
    assertThat(ForwardedChain.of(
                fields(FieldNames.FORWARDED, "for=203.0.113.7"), ForwardedForm.X_FORWARDED, TRUSTED)
            .addresses())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "203.0.113.7 | https | true",
        "203.0.113.7 | HTTP | false",
        "203.0.113.7 | wss | true",
        "203.0.113.7 | gopher | -",
        "203.0.113.7, 10.0.0.2 | https, http | true",
        "203.0.113.7, 10.0.0.2 | http, https | false",
        // Only the last proxy has written the field.
        "6.6.6.6, 203.0.113.7, 10.0.0.2 | https, http | false",
        "203.0.113.7, 10.0.0.2 | https | true"
      })
  void schemeIsThatOfTheProxyNextToTheClient(String addresses, String schemes, Boolean isSecure) {
    Fields fields =
        fields(FieldNames.X_FORWARDED_FOR, addresses).add(FieldNames.X_FORWARDED_PROTO, schemes);

    assertThat(ForwardedChain.of(fields, ForwardedForm.X_FORWARDED, TRUSTED).isSecure())
        .isEqualTo(isSecure);
  }

  @Test
  void hostAndPortAreTheLastOnesAndWellFormed() {
    Fields fields = fields(FieldNames.X_FORWARDED_FOR, "203.0.113.7")
        .add(FieldNames.X_FORWARDED_HOST, "forged.example, shop.example:8443")
        .add(FieldNames.X_FORWARDED_PORT, "80, 8443");
    ForwardedChain chain = ForwardedChain.of(fields, ForwardedForm.X_FORWARDED, TRUSTED);

    assertThat(chain.host()).isEqualTo("shop.example:8443");
    assertThat(chain.port()).isEqualTo("8443");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a/b", "user@host", "\"x\"", "0", "65536", "99999999999", "-1"})
  void malformedHostAndPortAreDropped(String value) {
    Fields fields =
        fields(FieldNames.X_FORWARDED_HOST, "/" + value).add(FieldNames.X_FORWARDED_PORT, value);
    ForwardedChain chain = ForwardedChain.of(fields, ForwardedForm.X_FORWARDED, TRUSTED);

    assertThat(chain.host()).isNull();
    assertThat(chain.port()).isNull();
  }

  @Test
  void proxiesInARowAreBounded() {
    ForwardedChain chain = xForwarded("203.0.113.7, " + "10.0.0.1, ".repeat(500) + "10.0.0.2");

    assertThat(chain.addresses()).hasSize(ForwardedChain.MAX_PROXIES);
  }

  /** Any text of a client, before the entries of real proxies, changes neither the client nor the fields for upstreams. */
  @Test
  void textOfAClientNeverChangesTheResult() {
    Random random = new Random(17);
    String alphabet = "0123456789abcdef.:[]\",;= \\_forhost%\t";
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(40); i > 0; i--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      List<String> proxies = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        proxies.add("10." + random.nextInt(256) + ".0." + random.nextInt(256));
      }
      String client = "203.0.113." + random.nextInt(256);
      String added = client + (proxies.isEmpty() ? "" : ", " + String.join(", ", proxies));

      ForwardedChain chain = random.nextBoolean()
          ? xForwarded(text + ", " + added)
          : xForwarded(text.toString(), added);
      ForwardedChain elements = forwarded(text + ", for=" + added.replace(", ", ", for="));

      assertThat(clientOf(chain)).as(text::toString).isEqualTo(client);
      assertThat(clientOf(elements)).as(text::toString).isEqualTo(client);
      assertThat(chain.xForwardedFor("10.9.9.9")).isEqualTo(added + ", 10.9.9.9");
      assertThat(elements.xForwardedFor("10.9.9.9")).isEqualTo(added + ", 10.9.9.9");
    }
  }
}
