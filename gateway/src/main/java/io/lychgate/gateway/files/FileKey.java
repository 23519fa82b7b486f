package io.lychgate.gateway.files;

import java.nio.file.Path;

/**
 * A root and a path below it: the key of the cache.
 *
 * <p>The cache has only keys made from a {@link TargetPath}, so a path that equals one needs no further check: a path that escapes
 * the root never equals one. A key can be aimed at another path, so that a lookup allocates nothing. The cache keeps copies.
 */
final class FileKey {
  private FileRoot root;
  private CharSequence path;
  private int end;
  private int hash;

  private FileKey(FileRoot root, CharSequence path, int end) {
    this.root = root;
    this.path = path;
    this.end = end;
    this.hash = hash(root, path, end);
  }

  /** Returns a key to be aimed, for one event loop. */
  static FileKey probe() {
    return new FileKey(new FileRoot(Path.of(""), ""), "", 0);
  }

  static FileKey of(FileRoot root, TargetPath target) {
    String path = target.isFolder() && !target.name().isEmpty()
        ? '/' + target.name() + '/'
        : '/' + target.name();
    return new FileKey(root, path, path.length());
  }

  /** Aims the key at a path that ends at {@code newEnd}, where the query begins. */
  FileKey aim(FileRoot newRoot, CharSequence newPath, int newEnd) {
    root = newRoot;
    path = newPath;
    end = newEnd;
    hash = hash(newRoot, newPath, newEnd);
    return this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FileKey key
        && hash == key.hash
        && end == key.end
        && samePath(key)
        && sameRoot(key);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return root.path().toString() + path.subSequence(0, end);
  }

  @SuppressWarnings("ReferenceEquality") // Equal roots are usually one object.
  private boolean sameRoot(FileKey other) {
    return root == other.root || root.equals(other.root);
  }

  private boolean samePath(FileKey other) {
    for (int i = 0; i < end; i++) {
      if (path.charAt(i) != other.path.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int hash(FileRoot root, CharSequence path, int end) {
    int hash = root.hashCode();
    for (int i = 0; i < end; i++) {
      hash = 31 * hash + path.charAt(i);
    }
    return hash;
  }
}
