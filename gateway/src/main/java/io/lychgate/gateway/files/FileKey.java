package io.lychgate.gateway.files;

import java.nio.file.Path;

/**
 * A root and a path below it: what the cache is asked by.
 *
 * <p>The cache holds only keys that a {@link TargetPath} was made of, so a path that equals one needs no check any more:
 * whatever could escape never equals. A key can be aimed at another path, so that asking allocates nothing; what is kept
 * is a copy.
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

  /** A key to be aimed; of one event loop. */
  static FileKey probe() {
    return new FileKey(new FileRoot(Path.of(""), ""), "", 0);
  }

  static FileKey of(FileRoot root, TargetPath target) {
    String path = target.isFolder() && !target.name().isEmpty()
        ? '/' + target.name() + '/'
        : '/' + target.name();
    return new FileKey(root, path, path.length());
  }

  /** The query begins at {@code newEnd}. */
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

  @SuppressWarnings("ReferenceEquality") // Equal roots are mostly one object.
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
