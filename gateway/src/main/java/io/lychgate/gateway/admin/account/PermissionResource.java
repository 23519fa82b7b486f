package io.lychgate.gateway.admin.account;

import io.lychgate.gateway.admin.access.Permission;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.store.Role;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of permissions. */
public final class PermissionResource {

  public Reply list(Call call) {
    List<Row> rows = Arrays.stream(Permission.values()).map(Row::of).toList();
    return Reply.ok(new Permissions(rows.size(), rows));
  }

  private record Permissions(long total, List<Row> items) {}

  private record Row(String operation, @Nullable Role role, String sites, String group) {
    static Row of(Permission permission) {
      return new Row(
          permission.operationId(),
          permission.least(),
          permission.reach().words(),
          permission.group().token());
    }
  }
}
