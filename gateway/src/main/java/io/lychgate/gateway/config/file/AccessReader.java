package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.pattern.AddressRange;
import io.lychgate.gateway.config.policy.AccessPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code access}. */
final class AccessReader {
  private AccessReader() {}

  static Optional<AccessPolicy> read(Section section) {
    List<AddressRange> allow = ranges(section, "allow");
    List<AddressRange> deny = ranges(section, "deny");
    if (allow == null || deny == null) {
      return Optional.empty();
    }
    return section.build(() -> new AccessPolicy(allow, deny));
  }

  /** Returns null after a problem. */
  private static @Nullable List<AddressRange> ranges(Section section, String key) {
    List<AddressRange> ranges = new ArrayList<>();
    List<String> texts = section.texts(key);
    boolean isValid = true;
    for (int i = 0; i < texts.size(); i++) {
      Optional<AddressRange> range = AddressRange.parse(texts.get(i));
      if (range.isPresent()) {
        ranges.add(range.get());
      } else {
        section.problem(key, i, texts.get(i) + " (expected: an address or a range, as 10.0.0.0/8)");
        isValid = false;
      }
    }
    return isValid ? ranges : null;
  }
}
