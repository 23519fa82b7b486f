package io.lychgate.gateway.observe;

/** A party that counts the HTTP/1 equivalent of a connection besides its listener: an arm of an experiment. Event loop only. */
public interface Http1Share {
  /** Adds connections that HTTP/1.1 would have needed. */
  void needed(int connections);
}
