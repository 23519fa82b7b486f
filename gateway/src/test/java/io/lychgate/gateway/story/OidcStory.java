package io.lychgate.gateway.story;

import io.lychgate.gateway.testkit.Browser;
import io.lychgate.gateway.testkit.Browser.Page;
import io.lychgate.gateway.testkit.Browser.Protocol;
import io.lychgate.gateway.testkit.LoginProvider;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The base of stories on one {@link OidcSite}. */
abstract class OidcStory {
  @TempDir
  static Path directory;

  /** Not the common pool: a client of the JDK needs it to end its responses, also the one of the gateway. */
  static ExecutorService tabs;

  static OidcSite site;
  static LoginProvider provider;

  @BeforeAll
  static void start() throws Exception {
    tabs = Executors.newCachedThreadPool();
    site = OidcSite.start(directory);
    provider = site.provider();
  }

  @AfterEach
  void reset() {
    provider.reset();
  }

  @AfterAll
  static void stop() {
    tabs.shutdownNow();
    site.close();
  }

  static Browser browser(Protocol protocol) throws Exception {
    return site.browser(protocol);
  }

  static Page login(Browser browser, String path) throws Exception {
    return site.login(browser, path);
  }
}
