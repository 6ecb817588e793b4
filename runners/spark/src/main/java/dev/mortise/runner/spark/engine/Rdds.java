package dev.mortise.runner.spark.engine;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.HashPartitioner;
import org.apache.spark.Partition;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.rdd.ShuffledRDD;
import org.apache.spark.rdd.UnionRDD;
import org.apache.spark.rdd.ZippedPartitionsRDD2;
import scala.Tuple2;
import scala.collection.JavaConverters;
import scala.reflect.ClassTag;
import scala.runtime.AbstractFunction2;

/**
 * Builds RDDs without Spark's cleaning of closures: it takes each function's bytecode apart to find
 * what it need not send, for every step of every batch. Ours are values that hold what they need.
 */
final class Rdds {
  private Rdds() {}

  /** What is made of a partition. */
  interface Narrow<A, B> extends Serializable {
    Iterator<B> call(int partition, Iterator<A> elements) throws Exception;
  }

  /** What is made of two partitions of the same number. */
  interface Zip<A, B, C> extends Serializable {
    Iterator<C> call(Iterator<A> left, Iterator<B> right) throws Exception;
  }

  static <A, B> RDD<B> map(RDD<A> parent, Narrow<A, B> function) {
    return new NarrowRdd<>(parent, function);
  }

  static <A, B, C> RDD<C> zip(RDD<A> left, RDD<B> right, Zip<A, B, C> function) {
    return new ZippedPartitionsRDD2<>(
        left.context(), new ZipFunction<>(function), left, right, false, any(), any(), any());
  }

  static <T> RDD<T> union(SparkContext spark, List<RDD<T>> rdds) {
    return rdds.size() == 1
        ? rdds.get(0)
        : new UnionRDD<>(spark, JavaConverters.asScalaBuffer(rdds).toList(), Rdds.<T>any());
  }

  /** Sends each element to the partition that it is paired with. */
  static <T> RDD<T> shuffle(RDD<Tuple2<Integer, T>> elements, int partitions) {
    RDD<Tuple2<Integer, T>> sent =
        new ShuffledRDD<>(elements, new HashPartitioner(partitions), any(), any(), any());
    return map(sent, new Values<>());
  }

  private record Values<T>() implements Narrow<Tuple2<Integer, T>, T> {
    @Override
    public Iterator<T> call(int partition, Iterator<Tuple2<Integer, T>> pairs) {
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return pairs.hasNext();
        }

        @Override
        public T next() {
          return pairs.next()._2();
        }
      };
    }
  }

  /** All elements, in the order of partitions. */
  static <T> List<T> collect(RDD<T> rdd) {
    return rdd.toJavaRDD().collect();
  }

  @SuppressWarnings("unchecked") // As Spark's own Java API does.
  private static <T> ClassTag<T> any() {
    return (ClassTag<T>) EngineRdd.tag(Object.class);
  }

  private static <T> scala.collection.Iterator<T> scala(Iterator<T> elements) {
    return JavaConverters.asScalaIterator(elements);
  }

  private static <T> Iterator<T> java(scala.collection.Iterator<T> elements) {
    return JavaConverters.asJavaIterator(elements);
  }

  private static RuntimeException unchecked(Exception e) {
    return e instanceof RuntimeException already ? already : new FailedTask(e);
  }

  /** A checked exception of a task. */
  static final class FailedTask extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FailedTask(Exception cause) {
      super(cause.getMessage(), cause);
    }
  }

  private static final class NarrowRdd<A, B> extends RDD<B> {
    private static final long serialVersionUID = 1L;
    private final Narrow<A, B> function;

    NarrowRdd(RDD<A> parent, Narrow<A, B> function) {
      super(parent, any());
      this.function = function;
    }

    @Override
    public Partition[] getPartitions() {
      return this.<A>firstParent(any()).partitions();
    }

    @Override
    public scala.collection.Iterator<B> compute(Partition partition, TaskContext task) {
      try {
        return scala(
            function.call(
                partition.index(), java(this.<A>firstParent(any()).iterator(partition, task))));
      } catch (Exception e) {
        throw unchecked(e);
      }
    }
  }

  private static final class ZipFunction<A, B, C>
      extends AbstractFunction2<
          scala.collection.Iterator<A>, scala.collection.Iterator<B>, scala.collection.Iterator<C>>
      implements Serializable {
    private static final long serialVersionUID = 1L;
    private final Zip<A, B, C> function;

    ZipFunction(Zip<A, B, C> function) {
      this.function = function;
    }

    @Override
    public scala.collection.Iterator<C> apply(
        scala.collection.Iterator<A> left, scala.collection.Iterator<B> right) {
      try {
        return scala(function.call(java(left), java(right)));
      } catch (Exception e) {
        throw unchecked(e);
      }
    }
  }
}
