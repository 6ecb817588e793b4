package dev.mortise.pipeline.spec;

import dev.mortise.pipeline.spec.AggregateSpec.Function;
import dev.mortise.pipeline.spec.SpecNode.Text;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.beam.sdk.schemas.Schema.TypeName;
import org.jspecify.annotations.Nullable;

/** Reads the {@code aggregate} of a window. */
final class AggregateReader {
  private static final String FIX = "Write count, {sum: FIELD} or alike.";
  private static final FieldNames QUANTILES = FieldNames.of("of", "at");
  private static final Pattern PERCENTILE = Pattern.compile("p[0-9]{1,3}(?:\\.[0-9]{1,6})?");
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final int LONGEST_NAME = 255;
  private static final Set<TypeName> NUMBERS =
      EnumSet.of(TypeName.INT32, TypeName.INT64, TypeName.DOUBLE, TypeName.DECIMAL);
  private static final Map<String, Function> FUNCTIONS = new LinkedHashMap<>();
  private static final Map<Function, String> ALLOWED = new EnumMap<>(Function.class);

  static {
    for (Function function : Function.values()) {
      if (function != Function.QUANTILE) {
        FUNCTIONS.put(function.name().toLowerCase(Locale.ROOT), function);
      }
    }
    for (Function ofNumbers :
        EnumSet.of(Function.SUM, Function.AVG, Function.QUANTILE, Function.QUANTILES)) {
      ALLOWED.put(ofNumbers, "int32, int64, double or decimal");
    }
    ALLOWED.put(Function.MIN, "int32, int64, double, decimal, string or timestamp");
    ALLOWED.put(Function.MAX, "int32, int64, double, decimal, string or timestamp");
  }

  private final FieldRefReader refs;

  AggregateReader(FieldRefReader refs) {
    this.refs = refs;
  }

  /** All that could be read; what could not is reported. */
  List<AggregateSpec> read(SpecNode node) {
    List<AggregateSpec> aggregates = new ArrayList<>();
    Map<String, SpecNode> entries = node.entries("Write a line NAME: count for each value.");
    if (entries == null) {
      return aggregates;
    }
    if (entries.isEmpty()) {
      node.problem("must name at least one value. Write rows: count or alike.");
    }
    entries.forEach(
        (name, entry) -> {
          if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            entry.problem(
                "a value's name is at most "
                    + LONGEST_NAME
                    + " characters without control characters. Choose another.");
            return;
          }
          AggregateSpec aggregate = entry.isMap() ? ofField(name, entry) : plain(name, entry);
          if (aggregate != null) {
            aggregates.add(aggregate);
          }
        });
    return aggregates;
  }

  private static @Nullable AggregateSpec plain(String name, SpecNode node) {
    Text text = node.text(FIX);
    if (text == null) {
      return null;
    }
    if (text.value().equals("count")) {
      return new AggregateSpec(name, Function.COUNT, null, List.of());
    }
    boolean known =
        FUNCTIONS.containsKey(text.value()) || PERCENTILE.matcher(text.value()).matches();
    node.problem(
        known
            ? text.quoted() + " needs a field. Write {" + text.typed() + ": FIELD}."
            : text.quoted()
                + " is not known here."
                + Names.didYouMean(text.typed(), FUNCTIONS.keySet())
                + " Allowed: "
                + allowed()
                + ".");
    return null;
  }

  private static String allowed() {
    return "count, or {FUNCTION: FIELD} with "
        + String.join(", ", FUNCTIONS.keySet())
        + " or a percentile such as p99";
  }

  private @Nullable AggregateSpec ofField(String name, SpecNode node) {
    Map<String, SpecNode> entries = node.entries(FIX);
    if (entries == null) {
      return null;
    }
    if (entries.size() != 1) {
      node.problem("must have one function, but has " + entries.size() + ". " + FIX);
      return null;
    }
    Map.Entry<String, SpecNode> only = entries.entrySet().iterator().next();
    String function = only.getKey();
    SpecNode field = only.getValue();
    if (PERCENTILE.matcher(function).matches()) {
      BigDecimal percent = new BigDecimal(function.substring(1));
      if (percent.compareTo(HUNDRED) > 0) {
        field.problem("a percentile lies between p0 and p100. Write p99 or alike.");
        return null;
      }
      return checked(field, name, Function.QUANTILE, List.of(percent));
    }
    Function known = FUNCTIONS.get(function);
    if (known == null) {
      field.problem(
          "is not a function."
              + Names.didYouMean(function, FUNCTIONS.keySet())
              + " Allowed: "
              + allowed()
              + ".");
      return null;
    }
    return known == Function.QUANTILES
        ? quantiles(name, field)
        : checked(field, name, known, List.of());
  }

  private @Nullable AggregateSpec checked(
      SpecNode node, String name, Function function, List<BigDecimal> percents) {
    FieldRef ref = refs.read(node);
    if (ref == null) {
      return null;
    }
    String allowed = ALLOWED.get(function);
    TypeName type = ref.type().getTypeName();
    boolean ordered =
        (function == Function.MIN || function == Function.MAX) && type != TypeName.BOOLEAN;
    if (allowed != null && !ordered && !NUMBERS.contains(type)) {
      node.problem(
          String.format(
              "%s needs a field of type %s, but %s is %s. Name another field, or count its values:"
                  + " {count_distinct: %s}.",
              function.name().toLowerCase(Locale.ROOT),
              allowed,
              Quoted.of(ref.written()),
              ref.typeName(),
              ref.written()));
      return null;
    }
    return new AggregateSpec(name, function, ref, percents);
  }

  private @Nullable AggregateSpec quantiles(String name, SpecNode node) {
    String fix = "Write {of: FIELD, at: [0.5, 0.99]}, or {p99: FIELD} for one alone.";
    if (!node.isMap()) {
      node.problem("must say of what and at which, but is " + node.kind() + ". " + fix);
      return null;
    }
    Fields fields = node.fields(QUANTILES);
    SpecNode of = fields == null ? null : fields.require("of", fix);
    SpecNode at = fields == null ? null : fields.require("at", fix);
    List<BigDecimal> percents = at == null ? null : percents(at);
    AggregateSpec read =
        of == null
            ? null
            : checked(of, name, Function.QUANTILES, percents == null ? List.of() : percents);
    return percents == null ? null : read;
  }

  private static @Nullable List<BigDecimal> percents(SpecNode node) {
    List<SpecNode> items = node.items("Write [0.5, 0.99] or alike.");
    if (items == null) {
      return null;
    }
    if (items.isEmpty()) {
      node.problem("must name at least one quantile. Write [0.5, 0.99] or alike.");
    }
    Map<String, BigDecimal> percents = new LinkedHashMap<>();
    for (SpecNode item : items) {
      BigDecimal percent = percent(item);
      if (percent != null
          && percents.putIfAbsent(AggregateSpec.quantileName(percent), percent) != null) {
        item.problem("is given twice. Remove one of them.");
      }
    }
    return percents.size() == items.size() && !items.isEmpty()
        ? List.copyOf(percents.values())
        : null;
  }

  private static @Nullable BigDecimal percent(SpecNode node) {
    Text text = node.text("Write a number between 0 and 1, such as 0.99.");
    if (text == null) {
      return null;
    }
    if (text.value().matches("[01]|0?\\.[0-9]{1,8}|1\\.0{1,8}")) {
      return new BigDecimal(text.value()).multiply(HUNDRED);
    }
    node.problem(
        text.quoted()
            + " is not a quantile: a number between 0 and 1 with at most 8 digits behind the point."
            + " Write 0.5 for the median, 0.99 for the 99th percentile.");
    return null;
  }
}
