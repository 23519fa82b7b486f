package io.lychgate.casper;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The assumed content of a client's cache: a bounded set of short keys, each with the age of its generation. One instance belongs
 * to one authority on one connection; event loop only.
 *
 * <p>Native mode tracks age: keys sent under an older manifest epoch, or before the newest generation was full, are older. If the
 * cookie has no room, keys of the oldest generation are evicted; sending a resource again makes its key new. H2O mode evicts
 * nothing.
 *
 * <p>The set is the union of everything seen on this connection. So the written cookie never contains less than the client's cookie
 * did, except for resources that did not arrive.
 */
public final class CacheFingerprint {
  /** Free places for the keys that a page usually adds, so that the arrays need not grow again at once. */
  private static final int PAGE_ROOM = 24;

  private static final int[] NO_KEYS = {};
  private static final byte[] NO_AGES = {};

  private final CasperParameters parameters;
  private final int keysPerGeneration;
  /** Ascending, without duplicates; {@code ages} runs in parallel, 0 is the newest generation. */
  private int[] keys = NO_KEYS;

  private byte[] ages = NO_AGES;
  private int size;
  private int newestSize;
  /** Manifest epoch of the newest generation, modulo 2^16. */
  private int epoch;
  /** Keys of an H2O cookie, in native mode; null if there is none. */
  private @Nullable CacheFingerprint inherited;

  /** Keys that the client turned out not to hold although its cookie may contain them; null while there are none. */
  private int @Nullable [] refuted;

  private int refutedSize;

  /** Checksum of the keys and ages in the client's cookie, as far as known; 0 for none. */
  private long clientChecksum;

  public CacheFingerprint(CasperParameters parameters, int epoch) {
    this.parameters = parameters;
    this.keysPerGeneration = parameters.keysPerGeneration();
    this.epoch = epoch & 0xffff;
  }

  public CasperParameters parameters() {
    return parameters;
  }

  public int size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /**
   * Returns true if the client is assumed to hold the candidate in its current version. Always false for types that are not
   * tracked.
   */
  public boolean contains(PushCandidate candidate, CandidateFacts known) {
    return parameters.tracked().tracks(candidate.destination())
        && (contains(candidate.key(parameters.mode(), known))
            || (known.isFirstContent() && contains(candidate.key(parameters.mode())))
            || isInherited(candidate));
  }

  /** Returns true if the client's H2O cookie contains the candidate. */
  private boolean isInherited(PushCandidate candidate) {
    return inherited != null && inherited.contains(candidate.h2oKey());
  }

  /** Returns the set for the client's H2O cookie, in native mode. It counts until the native cookie contains its keys. */
  CacheFingerprint inherited() {
    CacheFingerprint set = inherited;
    if (set == null) {
      set = new CacheFingerprint(
          CasperParameters.h2o(parameters.h2oCapacityBits(), TrackedTypes.ALL), 0);
      inherited = set;
    }
    return set;
  }

  /** Adds the candidate if the client's H2O cookie contains it. */
  public void inherit(PushCandidate candidate, CandidateFacts known) {
    if (isInherited(candidate)) {
      add(candidate, known);
    }
  }

  /** Returns true if the set contains the key, cut to the capacity bits. */
  public boolean contains(int key) {
    return size > 0
        && Arrays.binarySearch(keys, 0, size, ResourceKey.masked(key, parameters.capacityBits()))
            >= 0;
  }

  /** Records that the candidate is being sent, if its type is tracked. */
  public void add(PushCandidate candidate, CandidateFacts known) {
    if (candidate.destination() != Destination.CONNECT
        && parameters.tracked().tracks(candidate.destination())) {
      add(candidate.key(parameters.mode(), known));
    }
  }

  /** Adds the key to the newest generation, or moves it there from an older one. */
  public void add(int key) {
    int masked = ResourceKey.masked(key, parameters.capacityBits());
    confirm(masked);
    int at = Arrays.binarySearch(keys, 0, size, masked);
    if (at >= 0 && ages[at] == 0) {
      return;
    }
    if (parameters.mode() == CasperMode.NATIVE && newestSize >= keysPerGeneration) {
      startGeneration();
      at = Arrays.binarySearch(keys, 0, size, masked);
    }
    if (at >= 0) {
      ages[at] = 0;
      newestSize++;
    } else if (size < parameters.maxKeys()) {
      insert(~at, masked);
    }
  }

  /**
   * Removes the key, because the resource did not arrive. The client's cookie may already contain it and comes with each request.
   * On this connection the key in the cookie is ignored until it is added again.
   */
  public void refute(int key) {
    int masked = ResourceKey.masked(key, parameters.capacityBits());
    if (!remove(masked)) {
      return;
    }
    int[] all = refuted;
    if (all == null) {
      all = new int[CasperLimits.REFUTED_KEYS];
      refuted = all;
    } else if (refutedSize == all.length) {
      System.arraycopy(all, 1, all, 0, --refutedSize);
    }
    all[refutedSize++] = masked;
  }

  /** Ends the refutation of a key: the client holds the resource. */
  private void confirm(int masked) {
    int[] all = refuted;
    for (int i = 0; all != null && i < refutedSize; i++) {
      if (all[i] == masked) {
        System.arraycopy(all, i + 1, all, i, --refutedSize - i);
      }
    }
  }

  private void removeRefuted() {
    int[] all = refuted;
    for (int i = 0; all != null && i < refutedSize; i++) {
      remove(all[i]);
    }
  }

  private boolean remove(int masked) {
    int at = Arrays.binarySearch(keys, 0, size, masked);
    if (at < 0) {
      return false;
    }
    newestSize -= ages[at] == 0 ? 1 : 0;
    size--;
    System.arraycopy(keys, at + 1, keys, at, size - at);
    System.arraycopy(ages, at + 1, ages, at, size - at);
    return true;
  }

  /** Returns a new set of these keys and more. */
  public CacheFingerprint with(List<Integer> more) {
    CacheFingerprint united = copy();
    more.forEach(united::add);
    return united;
  }

  /** Returns a set of the same keys with the same refutations. It does not know what the client's cookie contains. */
  CacheFingerprint copy() {
    CacheFingerprint copy = new CacheFingerprint(parameters, epoch);
    copy.keys = Arrays.copyOf(keys, size);
    copy.ages = Arrays.copyOf(ages, size);
    copy.size = size;
    copy.newestSize = newestSize;
    copy.refuted = refuted == null ? null : refuted.clone();
    copy.refutedSize = refutedSize;
    return copy;
  }

  /** Takes over the keys and the epoch of a copy, and its knowledge of the client's cookie. The copy must not be used again. */
  void become(CacheFingerprint copy) {
    keys = copy.keys;
    ages = copy.ages;
    size = copy.size;
    newestSize = copy.newestSize;
    epoch = copy.epoch;
    clientChecksum = copy.clientChecksum;
  }

  /** Returns true if this many further keys fit in any case. */
  boolean hasRoom(int count) {
    return size + count <= parameters.maxKeys();
  }

  /** Reports the epoch of the manifests in force; keys sent under an older epoch become one generation older. */
  public void enterEpoch(int current) {
    // Compares serial numbers (RFC 1982): during a change across a fleet, a node that lags behind
    // must not age the set repeatedly.
    if ((short) (current - epoch) > 0) {
      startGeneration();
      epoch = current & 0xffff;
    }
  }

  /** Returns true if the client's cookie differs from this set, as far as this connection knows. */
  public boolean isChanged() {
    return isChanged(checksum());
  }

  /** Returns the same for a known {@link #checksum}. */
  boolean isChanged(long checksum) {
    return checksum != clientChecksum;
  }

  int epoch() {
    return epoch;
  }

  /** Closes the newest generation and evicts keys older than the last one. */
  void startGeneration() {
    for (int i = 0; i < size; i++) {
      ages[i]++;
    }
    evict(CasperParameters.GENERATIONS);
  }

  /**
   * Evicts every fourth key of the oldest generation, or all of a small one. Keys are hashes, so every fourth key is a random
   * quarter. Ages within a generation are not stored, because they would cost two bits per key.
   */
  void evictQuarterOfOldest() {
    int oldest = oldestAge();
    int kept = 0;
    int seen = 0;
    boolean all = count(oldest) < 8;
    newestSize = 0;
    for (int i = 0; i < size; i++) {
      if (ages[i] == oldest && (all || (seen++ & 3) == 0)) {
        continue;
      }
      keys[kept] = keys[i];
      ages[kept++] = ages[i];
      newestSize += ages[i] == 0 ? 1 : 0;
    }
    size = kept;
  }

  private int count(int age) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      count += ages[i] == age ? 1 : 0;
    }
    return count;
  }

  /** Evicts all keys in generations of this age and older. */
  private void evict(int age) {
    int kept = 0;
    newestSize = 0;
    for (int i = 0; i < size; i++) {
      if (ages[i] < age) {
        keys[kept] = keys[i];
        ages[kept++] = ages[i];
        newestSize += ages[i] == 0 ? 1 : 0;
      }
    }
    size = kept;
  }

  /** Adds {@code count} ascending keys of one age; a key in both sets keeps the lower age. Returns false if there is no room. */
  boolean merge(int[] others, int offset, int count, int age) {
    if (size + count > 2 * parameters.maxKeys()) {
      return false;
    }
    if (size == 0) {
      return take(others, offset, count, (byte) age);
    }
    int[] mergedKeys = new int[size + count + PAGE_ROOM];
    byte[] mergedAges = new byte[size + count + PAGE_ROOM];
    int merged = 0;
    int mine = 0;
    int other = offset;
    while (mine < size || other < offset + count) {
      boolean takesMine = other == offset + count || (mine < size && keys[mine] <= others[other]);
      int key = takesMine ? keys[mine] : others[other];
      byte keyAge = takesMine ? ages[mine] : (byte) age;
      if (other < offset + count && others[other] == key) {
        keyAge = (byte) Math.min(keyAge, age);
        other++;
      }
      mine += takesMine ? 1 : 0;
      mergedKeys[merged] = key;
      mergedAges[merged++] = keyAge;
    }
    if (merged > parameters.maxKeys()) {
      return false;
    }
    keys = mergedKeys;
    ages = mergedAges;
    size = merged;
    evict(CasperParameters.GENERATIONS);
    removeRefuted();
    return true;
  }

  /** Implements {@link #merge} for an empty set. */
  private boolean take(int[] others, int offset, int count, byte age) {
    if (count > parameters.maxKeys()) {
      return false;
    }
    keys = new int[count + PAGE_ROOM];
    ages = new byte[count + PAGE_ROOM];
    System.arraycopy(others, offset, keys, 0, count);
    Arrays.fill(ages, 0, count, age);
    size = count;
    evict(CasperParameters.GENERATIONS);
    removeRefuted();
    return true;
  }

  /** Copies the keys of one generation; returns their number. */
  int generation(int age, int[] into) {
    int count = 0;
    for (int i = 0; i < size; i++) {
      if (ages[i] == age) {
        into[count++] = keys[i];
      }
    }
    return count;
  }

  /** Returns the age of the oldest generation that contains a key; -1 if the set is empty. */
  int oldestAge() {
    int oldest = -1;
    for (int i = 0; i < size; i++) {
      oldest = Math.max(oldest, ages[i]);
    }
    return oldest;
  }

  /**
   * Returns the share of one key in the checksum. The sum is independent of order, so it can be computed while a cookie is read.
   */
  static long checksumOf(int key, int age) {
    long h = ((((long) age << 32) | key) + 1) * 0x9e3779b97f4a7c15L;
    return (h ^ (h >>> 29)) * 0xbf58476d1ce4e5b9L;
  }

  void clientHolds(long checksum) {
    clientChecksum = checksum;
  }

  long checksum() {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += checksumOf(keys[i], ages[i]);
    }
    return sum;
  }

  private void insert(int at, int key) {
    if (size == keys.length) {
      int room = Math.max(16, size * 2);
      keys = Arrays.copyOf(keys, room);
      ages = Arrays.copyOf(ages, room);
    }
    System.arraycopy(keys, at, keys, at + 1, size - at);
    System.arraycopy(ages, at, ages, at + 1, size - at);
    keys[at] = key;
    ages[at] = 0;
    size++;
    newestSize++;
  }
}
