package io.lychgate.gateway.upstream.balance;

import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pins of the servers of one set. They are signed once for each set, so that a request needs a comparison only. Immutable.
 */
final class StickyServers {
  private final StickySigner signer;

  /** In the order of their tags, as {@code indices}. */
  private final long[] tags;

  private final StickyPin[] pins;
  private final int[] indices;
  private final Map<ServerState, StickyPin> byState = new IdentityHashMap<>();

  StickyServers(StickySigner signer, List<ServerState> servers) {
    this.signer = signer;
    record Pinned(StickyPin pin, int index) {}

    Pinned[] ordered = new Pinned[servers.size()];
    for (int i = 0; i < ordered.length; i++) {
      ordered[i] = new Pinned(signer.pin(servers.get(i).server()), i);
      byState.put(servers.get(i), ordered[i].pin);
    }
    Arrays.sort(ordered, Comparator.comparingLong(each -> each.pin.tag()));
    tags = Arrays.stream(ordered).mapToLong(each -> each.pin.tag()).toArray();
    pins = Arrays.stream(ordered).map(Pinned::pin).toArray(StickyPin[]::new);
    indices = Arrays.stream(ordered).mapToInt(Pinned::index).toArray();
  }

  /** Returns the index in the set of the server with this pin; {@link SelectionPolicy#NONE} if there is none. */
  int indexOf(StickyPin pin) {
    int place = Arrays.binarySearch(tags, pin.tag());
    return place >= 0 && pins[place].hasSignatureOf(pin) ? indices[place] : SelectionPolicy.NONE;
  }

  /** Returns the pin of a server; null if it is not in the set. */
  @Nullable
  StickyPin pinOf(ServerState server) {
    return byState.get(server);
  }

  boolean hasMade(StickyPin pin) {
    return indexOf(pin) != SelectionPolicy.NONE || signer.hasMade(pin);
  }
}
