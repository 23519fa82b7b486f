package io.lychgate.gateway.push.format;

import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.Crossorigin;

/** One asset while it is converted to a Lychgate manifest. */
record DraftAsset(
    String url,
    Destination destination,
    Crossorigin crossorigin,
    String type,
    int urgency,
    int tier,
    Delivery delivery) {

  /** Creates an asset. A font is written with its implied CORS mode, for readers of the file. */
  static DraftAsset of(String url, Destination destination) {
    Crossorigin crossorigin =
        destination == Destination.FONT ? Crossorigin.ANONYMOUS : Crossorigin.NONE;
    return new DraftAsset(url, destination, crossorigin, "", Asset.NO_URGENCY, 1, Delivery.AUTO);
  }

  DraftAsset withCrossorigin(Crossorigin wanted) {
    return new DraftAsset(url, destination, wanted, type, urgency, tier, delivery);
  }

  DraftAsset withType(String wanted) {
    return new DraftAsset(url, destination, crossorigin, wanted, urgency, tier, delivery);
  }

  DraftAsset withUrgency(int wanted) {
    return new DraftAsset(url, destination, crossorigin, type, wanted, tier, delivery);
  }

  DraftAsset withTier(int wanted) {
    return new DraftAsset(url, destination, crossorigin, type, urgency, wanted, delivery);
  }

  DraftAsset withDelivery(Delivery wanted) {
    return new DraftAsset(url, destination, crossorigin, type, urgency, tier, wanted);
  }
}
