package io.lychgate.gateway.config;

/** The place that has the configuration. */
public enum ConfigOrigin {
  /** The file of each node has all of it. */
  FILE,
  /** The store has it. The file of each node has only what the node needs to reach the store, and the address of the admin plane. */
  STORE
}
