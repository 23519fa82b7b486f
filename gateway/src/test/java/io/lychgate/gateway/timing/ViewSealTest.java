package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.ArmAssignment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** View ids: what they contain, and ids that no gateway has made. */
final class ViewSealTest {
  private static final MeasuredView VIEW = new MeasuredView(
      "",
      1234,
      "shop.test",
      "pages",
      "/a",
      142,
      "h2",
      3,
      1,
      99,
      true,
      List.of(
          new ArmAssignment("e", "b", -7, 9, ArmAssignment.Period.BEFORE),
          new ArmAssignment("f", "c", 8, 8, ArmAssignment.Period.DURING)));

  private final ViewSeal seal = new ViewSeal();

  private static byte[] secret(int fill) {
    byte[] secret = new byte[32];
    Arrays.fill(secret, (byte) fill);
    return secret;
  }

  @Test
  void opensWhatItHasSealed() {
    ViewSeal.Made made = seal.seal(VIEW);

    assertThat(seal.open(made.viewId())).isEqualTo(made.view());
    assertThat(made.view().id()).hasSize(16).isEqualTo(made.viewId().substring(0, 16));
    assertThat(made.view().arms()).isEqualTo(VIEW.arms());
  }

  @Test
  void anotherGatewayOfTheFleetOpensItAndAStrangerDoesNot() {
    ViewSeal other = new ViewSeal();
    seal.use(List.of(secret(2), secret(1)));
    other.use(List.of(secret(3), secret(2)));

    assertThat(other.open(seal.seal(VIEW).viewId())).isNotNull();
    assertThat(new ViewSeal().open(seal.seal(VIEW).viewId())).isNull();
  }

  @Test
  void refusesEveryChangedCharacter() {
    String viewId = seal.seal(VIEW).viewId();
    for (int i = 0; i < viewId.length() - 1; i++) {
      char other = viewId.charAt(i) == 'A' ? 'B' : 'A';
      assertThat(seal.open(viewId.substring(0, i) + other + viewId.substring(i + 1)))
          .as("character " + i)
          .isNull();
    }
    assertThat(seal.open(viewId + "AAAA")).isNull();
    assertThat(seal.open("")).isNull();
    assertThat(seal.open("x".repeat(5000))).isNull();
    assertThat(seal.open("?".repeat(40))).isNull();
  }

  @Test
  void cutsALongPage() {
    MeasuredView view = new MeasuredView(
        "", 1, "s", "r", "/" + "p".repeat(3000), 0, "h3", 999, 0, -1, false, List.of());

    MeasuredView read = Objects.requireNonNull(seal.open(seal.seal(view).viewId()));

    assertThat(read.page()).hasSize(ViewSeal.MAX_PAGE);
    assertThat(read.hints()).isEqualTo(255);
  }
}
