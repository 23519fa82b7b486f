package io.lychgate.gateway.publish;

import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoredPublication;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of the gateway around a {@link Publisher}. Any thread except an event loop may call. */
public interface PublishingScene {

  Store store();

  /** The id of this process. */
  String instance();

  /** All gateways of the store, this one first. */
  List<PublisherNode> nodes();

  /** The counters of this process. */
  Census census();

  /** The manifests that this node runs. */
  ManifestIndex index();

  /** Returns the first error of a text that the version that runs now refuses; null if it may be put in force. */
  @Nullable
  String error(String text);

  /**
   * Returns the reason for which the author of a publication may not put it in force now, such as a role that was taken; null if the
   * author may. Called when its schedule fires, or its canary is to be promoted without a person.
   */
  @Nullable
  String objection(StoredPublication scheduled);

  /** Puts what the store has in force on this node, after a change by the publisher. */
  void follow();

  /** Keeps an event of the whole fleet for the history. */
  void event(String id, String manifest, String text);
}
