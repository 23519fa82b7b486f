package io.lychgate.gateway.store;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;

/** A process that publishes until it is killed, and prints each revision after it is acknowledged. */
final class PublishLoop {

  /** Starts a line with an acknowledged revision; other lines are the log. */
  static final String MARK = "acknowledged ";

  static final String NAME = "shop";
  private static final Actor ANN = new Actor("ann", null);

  private PublishLoop() {}

  static StoreUrl url(Path directory) {
    return StoreUrl.parse("jdbc:sqlite:lychgate.db", directory);
  }

  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    PrintStream output =
        new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true);
    try (Store store = Store.open(url(directory), directory, InstantSource.system())) {
      Manifest manifest = StoreContract.done(store.manifests().create(NAME, "0", ANN));
      for (int round = 1; !output.checkError(); round++) {
        manifest = StoreContract.done(
            store.manifests().saveDraft(NAME, manifest.version(), "" + round, ANN));
        Publication published =
            StoreContract.done(store.manifests().publish(NAME, manifest.version(), "", ANN));
        output.println(MARK + StoreContract.revision(published).number());
        manifest = StoreContract.manifest(published);
      }
    }
  }
}
