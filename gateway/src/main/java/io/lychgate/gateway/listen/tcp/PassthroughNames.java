package io.lychgate.gateway.listen.tcp;

import io.lychgate.gateway.config.listener.PassthroughConfig;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.listen.tls.ServerNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The server names that a listener passes through, for one loop. Event loop only. */
final class PassthroughNames {
  private final List<PassthroughConfig> source;
  private final Map<String, Target> exact = new HashMap<>();

  /** The longest suffix first. */
  private final List<Suffix> suffixes = new ArrayList<>();

  private record Suffix(HostPattern pattern, Target target) {}

  private PassthroughNames(List<PassthroughConfig> source) {
    this.source = source;
    for (PassthroughConfig config : source) {
      Target target = new Target(config);
      for (HostPattern host : config.hosts()) {
        if (host.isExact()) {
          exact.put(host.toString(), target);
        } else {
          suffixes.add(new Suffix(host, target));
        }
      }
    }
    suffixes.sort(
        Comparator.comparingInt((Suffix suffix) -> suffix.pattern.specificity()).reversed());
  }

  static PassthroughNames of(List<PassthroughConfig> configs) {
    return new PassthroughNames(configs);
  }

  /** Returns this object if it has this configuration, else a new one. */
  @SuppressWarnings("ReferenceEquality") // An equal list in another object is only compiled again.
  PassthroughNames as(List<PassthroughConfig> configs) {
    return configs == source ? this : new PassthroughNames(configs);
  }

  boolean isEmpty() {
    return source.isEmpty();
  }

  /**
   * Returns the target of a name; null if the gateway terminates its TLS. A name of a certificate wins over a pattern.
   *
   * @param name the SNI in lower case; null if the client sent none
   */
  @Nullable
  Target find(@Nullable String name, ServerNames<?> certificates) {
    if (name == null) {
      return null;
    }
    Target found = exact.get(name);
    if (found != null || certificates.isName(name)) {
      return found;
    }
    for (Suffix suffix : suffixes) {
      if (suffix.pattern.matches(name)) {
        return suffix.target;
      }
    }
    return null;
  }

  /** The servers of one entry. They are used in turn. */
  static final class Target {
    private final PassthroughConfig config;
    private int next;

    Target(PassthroughConfig config) {
      this.config = config;
    }

    PassthroughConfig config() {
      return config;
    }

    PassthroughConfig.Server nextServer() {
      next = next + 1 < config.servers().size() ? next + 1 : 0;
      return config.servers().get(next);
    }
  }
}
