package io.lychgate.gateway.config.policy;

import java.nio.file.Path;
import java.util.List;

/** The configuration of one policy: a record that the readers of the configuration build and a step, filter or responder obeys. */
public interface Policy {
  /** Returns the key of the policy in {@code policies}. */
  String key();

  /** Returns what the policy does, in a few words for operators and without secrets. */
  String summary();

  /** Returns the files that it was read from, or whose existence it depends on. If one of them changes, the configuration is read again. */
  default List<Path> files() {
    return List.of();
  }

  /** Returns true if the policy admits authenticated senders only. */
  default boolean authenticates() {
    return false;
  }

  /** Returns true if the policy does not admit everyone. */
  default boolean restricts() {
    return authenticates();
  }

  /**
   * Returns the names of the request fields, in lower case, by which the policy describes the sender to upstreams. The gateway drops
   * such fields of clients on every route, because a server trusts them.
   */
  default List<String> identityFields() {
    return List.of();
  }

  /**
   * Returns the paths of a site that a step of the policy serves itself, without query. They take precedence over the paths of routes.
   */
  default List<String> ownPaths() {
    return List.of();
  }
}
