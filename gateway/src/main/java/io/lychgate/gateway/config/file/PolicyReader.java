package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.policy.ForwardAuthPolicy;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.Policies.Level;
import io.lychgate.gateway.config.policy.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads {@code policies} of a listener, a site or a route. */
final class PolicyReader {
  /** The reader of each policy by its key. Empty after a problem. */
  private static final Map<String, Function<Section, Optional<? extends Policy>>> READERS =
      readers();

  private PolicyReader() {}

  private static Map<String, Function<Section, Optional<? extends Policy>>> readers() {
    Map<String, Function<Section, Optional<? extends Policy>>> readers = new LinkedHashMap<>();
    readers.put(JwtPolicy.KEY, JwtReader::read);
    readers.put(ForwardAuthPolicy.KEY, ForwardAuthReader::read);
    return readers;
  }

  /** @param owner the listener, site or route */
  static Policies read(Section owner, Level level) {
    Section section = owner.section("policies");
    List<Policy> stated = new ArrayList<>();
    READERS.forEach((key, reader) -> {
      if (section.has(key)) {
        reader.apply(section.section(key)).ifPresent(stated::add);
      }
    });
    List<String> off = section.texts("off");
    for (int i = 0; i < off.size(); i++) {
      if (section.has(off.get(i)) || off.indexOf(off.get(i)) < i) {
        section.problem(
            "off", i, off.get(i) + " (expected: each key once, and not one that is set beside it)");
        return Policies.NONE;
      }
    }
    return Policies.of(level, stated, off);
  }
}
