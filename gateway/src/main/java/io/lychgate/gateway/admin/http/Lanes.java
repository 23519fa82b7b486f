package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.util.BlockingTaskExecutor;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of the admin plane besides its event loop.
 *
 * @param work waits for the store and the data path
 * @param login hashes passwords: each hash takes 19 MiB and a core for about 50 ms, so few run at once and few wait
 * @param texts reads texts of users
 */
public record Lanes(BlockingTaskExecutor work, ThreadPoolExecutor login, TextLane texts)
    implements AutoCloseable {

  private static final int WORKERS = 8;
  private static final int HASHERS = 2;
  private static final int WAITING_LOGINS = 32;

  public static Lanes open() {
    ThreadPoolExecutor login = new ThreadPoolExecutor(
        HASHERS, HASHERS, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_LOGINS), task -> {
          Thread thread = new Thread(task, "lychgate-admin-login");
          thread.setDaemon(true);
          return thread;
        });
    login.allowCoreThreadTimeOut(true);
    return new Lanes(
        BlockingTaskExecutor.builder()
            .numThreads(WORKERS)
            .threadNamePrefix("lychgate-admin-work")
            .daemon(true)
            .build(),
        login,
        TextLane.open());
  }

  @Override
  public void close() {
    work.shutdownNow();
    login.shutdownNow();
    texts.close();
  }
}
