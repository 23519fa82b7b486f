package io.lychgate.gateway.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.listener.ClientAddressConfig;
import io.lychgate.gateway.config.listener.ForwardedForm;
import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.policy.AcceptedPeers;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields by which a proxy describes a client, from a trusted proxy or from anyone. */
final class ProxyFieldsTest {
  static final List<String> NAMES = List.copyOf(ClientAddressConfig.PROXY_FIELDS);

  private static final AddressRanges TRUSTED =
      AddressRanges.of(AddressRange.parse("10.0.0.0/8").stream().toList());

  private static Fields fields(String... names) {
    Fields fields = new Fields();
    Stream.of(names).forEach(name -> fields.add(AsciiString.of(name), "6.6.6.6"));
    return fields;
  }

  private static Fields checked(AcceptedPeers accepted, boolean isProxy, String... names) {
    Fields fields = fields(names);
    ForwardedChain chain = isProxy
        ? ForwardedChain.of(
            new Fields().add(FieldNames.X_FORWARDED_FOR, "203.0.113.7, 10.0.0.2"),
            ForwardedForm.X_FORWARDED,
            TRUSTED)
        : null;
    ProxyFields.check(fields, accepted, chain);
    return fields;
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  void fieldOfAClientIsDropped(String name) {
    assertThat(checked(AcceptedPeers.TRUSTED, false, name, "accept", name).size())
        .isOne();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-forwarded-client-cert", "x-forwarded-prefix", "x-forwarded-x"})
  void restOfTheForwardedFamilyIsDropped(String name) {
    assertThat(checked(AcceptedPeers.TRUSTED, false, name).size()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-forwarded-for",
        "x-forwarded-host",
        "x-forwarded-port",
        "x-forwarded-proto",
        "forwarded",
        "x-forwarded-",
        "x-real-ip2",
        "x-real-i",
        "cookie",
        "x"
      })
  void otherFieldsStay(String name) {
    assertThat(checked(AcceptedPeers.NEVER, false, name).size()).isEqualTo(1);
  }

  @Test
  void addressInTheFieldOfAProxyIsThatOfTheChain() {
    Fields fields = checked(AcceptedPeers.TRUSTED, true, "x-real-ip", "true-client-ip");

    assertThat(fields.get(AsciiString.of("x-real-ip"))).hasToString("203.0.113.7");
    assertThat(fields.get(AsciiString.of("true-client-ip"))).hasToString("6.6.6.6");
    assertThat(checked(AcceptedPeers.TRUSTED, true, "accept").size())
        .as("none is added")
        .isOne();
  }

  @ParameterizedTest
  @EnumSource(AcceptedPeers.class)
  void listenerMayAcceptThemFromEachPeerOrFromNone(AcceptedPeers accepted) {
    assertThat(checked(accepted, true, "true-client-ip").size())
        .isEqualTo(accepted == AcceptedPeers.NEVER ? 0 : 1);
    assertThat(checked(accepted, false, "true-client-ip").size())
        .isEqualTo(accepted == AcceptedPeers.ALWAYS ? 1 : 0);
  }
}
