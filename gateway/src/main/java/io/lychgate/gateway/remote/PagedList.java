package io.lychgate.gateway.remote;

import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A list of the admin API, read page by page. */
final class PagedList {
  /** Items of a request, the most that the API sends. */
  private static final int PAGE = 1000;

  private PagedList() {}

  /**
   * Returns the first page with the items of all pages, up to {@code most} or a few more. Its {@code next} is that of the last page read,
   * so a caller sees whether there are more.
   *
   * @param address the address of the list, with its filters
   */
  static ObjectNode read(GatewayClient client, String address, int most)
      throws IOException, InterruptedException {
    String begin = address + (address.contains("?") ? "&" : "?") + "limit=" + PAGE;
    ObjectNode list = JsonMapper.shared().createObjectNode();
    ArrayNode items = JsonMapper.shared().createArrayNode();
    String place = "";
    while (true) {
      JsonNode page = client.get(begin + place);
      if (place.isEmpty()) {
        page.properties().forEach(each -> list.set(each.getKey(), each.getValue()));
        list.set("items", items);
      }
      page.path("items").forEach(items::add);
      if (page.has("next")) {
        list.set("next", page.get("next"));
      }
      if (isLast(page) || items.size() >= most) {
        return list;
      }
      place = page.has("next")
          ? "&cursor=" + GatewayFolder.encoded(page.get("next").asString())
          : "&offset=" + items.size();
    }
  }

  private static boolean isLast(JsonNode page) {
    int read = page.path("items").size();
    // Lists of an older version have no cursor, and a cursor after a full page that is the last.
    return page.has("next") ? page.get("next").isNull() || read == 0 : read < PAGE;
  }
}
