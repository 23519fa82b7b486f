package io.lychgate.gateway.admin.seam;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Links to the bench pages of sites. */
public interface BenchLinks {

  /** Returns the site with this first host; empty if there is none. */
  Optional<Site> site(String name);

  /** Returns the authority of a host of a site on the first listener with TLS; empty if there is no such listener. */
  Optional<String> authority(String host);

  /** Returns true if the site serves the host. */
  boolean serves(Site site, String host);

  /** Makes a link for one use. */
  Made make(Site site);

  /**
   * A site.
   *
   * @param hosts patterns of its hosts
   * @param isOn true if it has a bench page
   */
  record Site(String name, List<String> hosts, boolean isOn) {
    public Site {
      hosts = List.copyOf(hosts);
    }
  }

  /**
   * A link.
   *
   * @param path its path with the token in the fragment, which browsers do not send
   */
  record Made(String path, Instant expiresAt) {}
}
