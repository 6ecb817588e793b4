#!/usr/bin/env bash
# Submits a Mortise command to a Spark cluster:
#
#   SPARK_HOME=/opt/spark SPARK_MASTER=spark://master:7077 CHECKPOINT_DIR=hdfs:///mortise/orders \
#     submit.sh run orders.yaml [--summary=json] [any pipeline option]
#
#   SPARK_HOME       the Spark 3.5 installation (Scala 2.12) whose bin/spark-submit is used. Required
#   SPARK_MASTER     spark://HOST:PORT, yarn, k8s://..., local[4]. Required
#   CHECKPOINT_DIR   where a stream's state is kept, on storage that all JVMs reach. Without it a stream
#                    that is killed starts anew
#   DEPLOY_MODE      client (the driver runs here; default) or cluster
#   MORTISE_JAR      the fat jar. Default: mortise-spark-all.jar beside this script, or where Maven builds it
#   DRIVER_MEMORY, EXECUTOR_MEMORY (1g each), EXECUTOR_CORES (1), TOTAL_CORES (all; standalone and Mesos)
#   METRICS_CONF     metric sinks, one key=value a line. Default: metrics.properties beside this script;
#                    an empty value for none
#   UI_PORT          where the driver serves its page and /metrics/prometheus. Default 4040
#   SPARK_CONF       further settings, each name=value, separated by spaces
set -euo pipefail

fail() {
  printf 'submit.sh: %s\n' "$1" >&2
  exit 2
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
[ -n "${SPARK_HOME:-}" ] || fail 'SPARK_HOME: must name a Spark 3.5 installation, but is not set.'
[ -x "$SPARK_HOME/bin/spark-submit" ] || fail "SPARK_HOME is $SPARK_HOME, which has no bin/spark-submit."
[ -n "${SPARK_MASTER:-}" ] || fail 'SPARK_MASTER: must name the master, such as spark://host:7077, but is not set.'
[ $# -ge 2 ] || fail 'name a command and a spec, as in submit.sh run orders.yaml.'

jar=${MORTISE_JAR:-}
for candidate in "$here/mortise-spark-all.jar" "$here/../target/mortise-spark-all.jar" \
  "$here/../target/launcher/mortise-spark-all.jar"; do
  if [ -z "$jar" ] && [ -f "$candidate" ]; then jar=$candidate; fi
done
[ -n "$jar" ] && [ -f "$jar" ] || fail "MORTISE_JAR: must be the fat jar, but ${jar:-nothing was found}. Build it with mvn package."

conf=()
metrics=${METRICS_CONF-$here/metrics.properties}
if [ -n "$metrics" ]; then
  [ -f "$metrics" ] || fail "METRICS_CONF is $metrics, which is no file."
  # Sent along as settings: a file would have to lie on every executor.
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      '' | '#'*) ;;
      *) conf+=(--conf "spark.metrics.conf.$line") ;;
    esac
  done <"$metrics"
  # Or the application's id is in every metric's name, and each run has others.
  conf+=(--conf spark.metrics.namespace=mortise)
fi
for setting in ${SPARK_CONF:-}; do conf+=(--conf "$setting"); done
if [ -n "${TOTAL_CORES:-}" ]; then conf+=(--total-executor-cores "$TOTAL_CORES"); fi

arguments=("$@")
if [ -n "${CHECKPOINT_DIR:-}" ]; then arguments+=("--checkpointDir=$CHECKPOINT_DIR"); fi

exec "$SPARK_HOME/bin/spark-submit" \
  --master "$SPARK_MASTER" \
  --deploy-mode "${DEPLOY_MODE:-client}" \
  --driver-memory "${DRIVER_MEMORY:-1g}" \
  --executor-memory "${EXECUTOR_MEMORY:-1g}" \
  --executor-cores "${EXECUTOR_CORES:-1}" \
  --conf "spark.ui.port=${UI_PORT:-4040}" \
  ${conf[@]+"${conf[@]}"} \
  --class dev.mortise.runner.spark.SparkMain \
  "$jar" "${arguments[@]}"
