package dev.mortise.pipeline.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mortise.pipeline.dashboard.Pages.OneSlider;
import dev.mortise.pipeline.dashboard.RecentRows.Kind;
import dev.mortise.pipeline.summary.Counted;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The page as a browser shows it. */
class PageTest {
  /** For people to look at. */
  private static final Path PICTURE = Path.of("target", "page.png");

  private static final int BLUE_OF_THE_LEFT_INPUT = 0xff1d5fd1;

  @TempDir(cleanup = CleanupMode.NEVER)
  Path profile;

  @Test
  void showsNumbersThatMoveAndRowsAsTheyAre() throws Exception {
    Optional<HeadlessBrowser> browser = HeadlessBrowser.find(profile);
    if (browser.isEmpty()) {
      String reason = "PageTest is skipped: there is no chromium on the PATH.";
      System.out.println(reason);
      abort(reason);
    }
    AtomicLong asked = new AtomicLong();
    try (Dashboard dashboard = Dashboard.start(0, Counted.spec(), "direct", new OneSlider())) {
      dashboard
          .recent()
          .offer(
              Kind.PAIRS,
              () ->
                  "{\"key\":\"<img src=x onerror=document.title='broken'>\",\"gap_ms\":60000,"
                      + "\"left\":{\"order_id\":\"</td><script>1</script>\"},\"right\":null}");
      dashboard.follow(() -> Pages.growing(asked));
      // The page's time runs ahead of ours: what it is to show must be there when it asks. Rates
      // need two samples, which are there when the third is being taken.
      awaitSamples(asked, 3);
      String dom = browser.orElseThrow().dom(dashboard.address(), 3_000, PICTURE);

      assertThat(dom).contains("<title>orders-payments – Mortise</title>");
      assertThat(text(dom, "status")).isEqualTo("live");
      assertThat(text(dom, "says")).contains("80.0 % of orders matched");
      assertThat(text(dom, "match-rate")).isEqualTo("80.0 %");
      assertThat(dom).contains("role=\"img\" aria-label=\"orders now").contains("<canvas");
      assertThat(dom).contains("&lt;img src=x").doesNotContain("<img").doesNotContain("<script>1");
      assertThat(dom).contains("Delay").contains("type=\"range\"").contains("All is well.");

      BufferedImage picture = ImageIO.read(PICTURE.toFile());
      assertThat(picture.getWidth()).isEqualTo(1280);
      int[] pixels = picture.getRGB(0, 0, 1280, picture.getHeight(), null, 0, 1280);
      assertThat(IntStream.of(pixels).filter(color -> color == BLUE_OF_THE_LEFT_INPUT).count())
          .as("pixels in the colour of the left input")
          .isGreaterThan(50);

      long first = rowsRead(dom);
      awaitSamples(asked, asked.get() + 2);
      long second = rowsRead(browser.orElseThrow().dom(dashboard.address(), 3_000, PICTURE));
      assertThat(second).as("rows read, a moment later").isGreaterThan(first).isPositive();
    }
  }

  private static void awaitSamples(AtomicLong asked, long count) {
    await().atMost(Duration.ofMinutes(1)).until(() -> asked.get() >= count);
  }

  private static String text(String dom, String id) {
    Matcher element = Pattern.compile("id=\"" + id + "\"[^>]*>([^<]*)<").matcher(dom);
    assertThat(element.find()).as(id).isTrue();
    return element.group(1);
  }

  private static long rowsRead(String dom) {
    Matcher rows = Pattern.compile("rows/s, ([\\d,]+) rows so far").matcher(dom);
    assertThat(rows.find()).as("rows so far").isTrue();
    return Long.parseLong(rows.group(1).replace(",", ""));
  }
}
