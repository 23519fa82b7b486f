package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.net.ConnectException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

final class DatabaseTest {

  @Test
  void reasonOfAnOutageIsASentence() {
    // PostgreSQL's driver reports the end of the server in this form.
    SQLException ended = new SQLException("An I/O error occurred", "08006", new EOFException());
    SQLException refused =
        new SQLException("-", "08001", new ConnectException("Connection refused"));

    assertThat(Database.rootMessage(ended)).isEqualTo("the server has closed the connection");
    assertThat(Database.rootMessage(refused)).isEqualTo("Connection refused");
  }
}
