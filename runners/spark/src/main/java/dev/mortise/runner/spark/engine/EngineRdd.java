package dev.mortise.runner.spark.engine;

import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** What RDDs of our own have in common: the ways of Scala. */
abstract class EngineRdd<T> extends RDD<T> {
  private static final long serialVersionUID = 1L;

  /** An RDD that depends on no other. */
  EngineRdd(SparkContext spark, Class<T> type) {
    super(spark, none(), tag(type));
  }

  /** An RDD whose partitions depend on one of {@code parent} each. */
  EngineRdd(RDD<?> parent, Class<T> type) {
    super(parent, tag(type));
  }

  static Seq<Dependency<?>> none() {
    return JavaConverters.asScalaBuffer(List.<Dependency<?>>of()).toList();
  }

  static <T> ClassTag<T> tag(Class<T> type) {
    return ClassTag$.MODULE$.apply(type);
  }

  static <T> scala.collection.Iterator<T> only(T element) {
    return JavaConverters.asScalaIterator(List.of(element).iterator());
  }
}
