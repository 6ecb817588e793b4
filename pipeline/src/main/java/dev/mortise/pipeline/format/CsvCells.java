package dev.mortise.pipeline.format;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits one CSV record into its cells as RFC 4180 has it, line by line, because a quoted cell may
 * go over several. Own code and not a library's: the reader must know where a broken record stands
 * and go on behind it.
 */
final class CsvCells {
  /** What a line leaves behind. */
  enum State {
    /** The record is whole. */
    COMPLETE,
    /** A quoted cell is still open. */
    OPEN,
    /** The record breaks the rules; {@link #error()} says how. */
    BROKEN
  }

  private final List<String> cells = new ArrayList<>();
  private final StringBuilder quoted = new StringBuilder();
  private String error = "";
  private boolean open;

  List<String> cells() {
    return cells;
  }

  String error() {
    return error;
  }

  /** Adds the record's next line, without its end. */
  State add(String line) {
    int at = 0;
    if (open) {
      quoted.append('\n');
      at = closeQuote(line, 0);
    } else if (!line.isEmpty() && line.charAt(0) == '"') {
      at = closeQuote(line, 1);
    } else {
      at = plainCell(line, 0);
    }
    while (at >= 0 && at < line.length()) {
      // Here stands the comma behind a cell.
      int start = at + 1;
      boolean quote = start < line.length() && line.charAt(start) == '"';
      at = quote ? closeQuote(line, start + 1) : plainCell(line, start);
    }
    return at >= 0 ? State.COMPLETE : open ? State.OPEN : State.BROKEN;
  }

  /** Takes an unquoted cell; where its comma or the line's end stands, or -1. */
  private int plainCell(String line, int start) {
    int comma = line.indexOf(',', start);
    int end = comma < 0 ? line.length() : comma;
    String cell = line.substring(start, end);
    if (cell.indexOf('"') >= 0) {
      return broken("cell %d holds a quote, but does not start with one");
    }
    cells.add(cell);
    return end;
  }

  /** Takes the rest of a quoted cell; where its comma or the line's end stands, or -1. */
  private int closeQuote(String line, int start) {
    open = true;
    int at = start;
    while (true) {
      int quote = line.indexOf('"', at);
      if (quote < 0) {
        quoted.append(line, at, line.length());
        return -1;
      }
      quoted.append(line, at, quote);
      at = quote + 1;
      if (at < line.length() && line.charAt(at) == '"') {
        quoted.append('"');
        at++;
      } else {
        break;
      }
    }
    open = false;
    if (at < line.length() && line.charAt(at) != ',') {
      return broken("cell %d goes on behind its closing quote");
    }
    cells.add(quoted.toString());
    quoted.setLength(0);
    return at;
  }

  private int broken(String how) {
    open = false;
    error = "is not CSV: " + String.format(how, cells.size() + 1);
    return -1;
  }
}
