package io.lychgate.gateway;

import io.lychgate.gateway.store.Broadcasts;
import io.lychgate.gateway.store.Store;
import java.time.Duration;
import java.util.List;

/** Messages of the gateways of one store in PostgreSQL. */
final class StoreMessages implements FleetMessages {
  private final byte[] secret;
  private final Broadcasts broadcasts;

  private StoreMessages(byte[] secret, Broadcasts broadcasts) {
    this.secret = secret.clone();
    this.broadcasts = broadcasts;
  }

  /**
   * Connects.
   *
   * @throws io.lychgate.gateway.store.StoreException if the store cannot be reached
   */
  static StoreMessages open(Store store, String channel, String secretName) {
    byte[] secret = store.secrets().lasting(secretName);
    return new StoreMessages(secret, Broadcasts.open(store.url(), channel));
  }

  @Override
  public byte[] secret() {
    return secret.clone();
  }

  @Override
  public void send(List<String> messages) {
    broadcasts.send(messages);
  }

  @Override
  public List<String> receive(Duration wait) {
    return broadcasts.receive(wait);
  }

  @Override
  public void close() {
    broadcasts.close();
  }
}
