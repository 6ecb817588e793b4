package dev.mortise.pipeline.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** The files of the page, which stand in the jar: it needs nothing from elsewhere. */
final class Page {
  private static final String PLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";

  private static final Map<String, Item> ITEMS =
      Map.of(
          "/", new Item("page.html", "text/html; charset=utf-8"),
          "/page.css", new Item("page.css", "text/css; charset=utf-8"),
          "/page.js", new Item("page.js", "text/javascript; charset=utf-8"),
          "/charts.js", new Item("charts.js", "text/javascript; charset=utf-8"),
          "/plot.css", new Item(PLOT + "uPlot.min.css", "text/css; charset=utf-8"),
          "/plot.js", new Item(PLOT + "uPlot.iife.min.js", "text/javascript; charset=utf-8"));

  private Page() {}

  /** A file of the page. */
  record Item(String resource, String type) {
    byte[] bytes() throws IOException {
      try (InputStream in = Page.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IOException("The page lacks " + resource + ".");
        }
        return in.readAllBytes();
      }
    }
  }

  /** By path. */
  static Map<String, Item> items() {
    return ITEMS;
  }
}
