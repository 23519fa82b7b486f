package io.lychgate.gateway.config.policy;

/** The configuration of one policy: a record that the readers of the configuration build and a step, filter or responder obeys. */
public interface Policy {
  /** Returns the key of the policy in {@code policies}. */
  String key();

  /** Returns what the policy does, in a few words for operators and without secrets. */
  String summary();
}
