package io.lychgate.gateway.admin;

import io.lychgate.gateway.admin.seam.ConfigurationSetting;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Store;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A configuration in the store, which every trial accepts. Each line of a text is a value. */
final class FakeConfiguration implements ConfigurationSetting {
  private final Supplier<Store> store;

  FakeConfiguration(Supplier<Store> store) {
    this.store = store;
  }

  @Override
  public boolean isStored() {
    return true;
  }

  @Override
  public String file() {
    return "/etc/lychgate/gateway.yaml";
  }

  @Override
  public Optional<String> fileText() {
    return Optional.of("config: { from: store }\n");
  }

  @Override
  public Map<String, String> values(String text) {
    return text.lines()
        .map(line -> line.split(": ", 2))
        .collect(Collectors.toMap(line -> line[0], line -> line[1]));
  }

  @Override
  public List<String> effectiveFile() {
    return List.of();
  }

  @Override
  public List<TextProblem> problems(String text) {
    return text.contains("wrong")
        ? List.of(TextProblem.error(1, 3, "zone: wrong (expected: a place)"))
        : text.contains("in-clear-text")
            ? List.of(TextProblem.warning(1, 7, "zone: in clear text (expected: TLS)"))
            : List.of();
  }

  @Override
  public Trial begin(String text, Actor by) {
    store.get().configuration().seed(text, "First configuration", by);
    return new Trial(
        new Outcome.Done<>(store.get().configuration().find().orElseThrow()), List.of());
  }

  @Override
  public Trial publish(long version, String comment, Actor by) {
    return new Trial(store.get().configuration().publish(version, comment, by), List.of());
  }

  @Override
  public Trial rollBack(long version, long revision, String comment, Actor by) {
    return new Trial(
        store.get().configuration().rollBack(version, revision, comment, by), List.of());
  }

  @Override
  public List<NodeConfiguration> nodes() {
    return List.of(new NodeConfiguration("1", "gate-1", true, 1, null));
  }
}
