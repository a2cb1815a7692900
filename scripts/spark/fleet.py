"""Many processes together on a cluster: the work of each input by memory-city on the executors, one task per input; everything across
inputs by the same questions in SQL that memory-city asks itself.

    spark-submit scripts/spark/fleet.py --memory-city target/release/memory-city --tables /shared/tables /shared/dumps

Inputs and tables lie where every node reaches them. The program is sent to the executors; it has to run on their system, so build it there,
or take one that needs no libraries. What is told at the end is what `memory-city fleet` tells.
"""

import argparse
import json
import os
import subprocess
import sys

from pyspark import SparkFiles
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import types as spark_types

# What is asked of each process, as memory-city fleet does.
OF_PROCESSES = "runs,points,groups,findings,collections"

# By what each is grouped, as memory-city fleet does, and what may come before it: the districts of the city.
BY = "package path, type"
DISTRICTS = ("service", "version")

KINDS = {
    "int64": spark_types.LongType(),
    "int32": spark_types.IntegerType(),
    "float64": spark_types.DoubleType(),
    "boolean": spark_types.BooleanType(),
    "text": spark_types.StringType(),
    "list of texts": spark_types.ArrayType(spark_types.StringType(), False),
}


def asked(program: str, *arguments: str) -> dict:
    """What memory-city says as JSON."""
    said = subprocess.run([program, *arguments, "--json"], stdout=subprocess.PIPE, check=False)
    if said.returncode != 0:
        sys.exit(said.returncode)
    return json.loads(said.stdout)


def everywhere(path: str) -> str:
    """The same place for executors, which run in folders of their own."""
    return path if "://" in path else os.path.abspath(path)


def parted(by: str) -> tuple[str, str]:
    """The districts that a grouping begins with, and by what each is grouped."""
    steps = by.split(",")
    inside = next((at for at, step in enumerate(steps) if step.strip().lower() not in DISTRICTS), len(steps))
    return ",".join(steps[:inside]), ",".join(steps[inside:]) or BY


def export(program: str, tables: str, kinds: str, by: str, options: list[str]):
    """A task: writes the tables of one input, and says what went wrong."""

    def run(found: dict) -> tuple[str, str | None]:
        call = [SparkFiles.get(program), "export", found["path"], "--parquet", tables, "--tables", kinds]
        call += ["--service", found["service"], "--service-version", found["version"]]
        call += ["--host", found["host"], "--process", found["process"], "--by", by, *options]
        said = subprocess.run(call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, text=True, errors="replace")
        return found["path"], None if said.returncode == 0 else said.stderr.strip()

    return run


def read(spark: SparkSession, tables: str, table: dict) -> DataFrame:
    """A table of the folder; one of which no process has rows has no files."""
    fields = [spark_types.StructField(column["name"], KINDS[column["kind"]], column["nullable"]) for column in table["columns"]]
    schema = spark_types.StructType(fields)
    path = spark.sparkContext._jvm.org.apache.hadoop.fs.Path(f"{tables}/{table['name']}")
    if not path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration()).exists(path):
        return spark.createDataFrame([], schema)
    return spark.read.schema(schema).parquet(path.toString())


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("inputs", metavar="DIR", nargs="*", help="folders with the inputs of many processes")
    arguments.add_argument("--memory-city", metavar="PATH", required=True, help="the program, with the feature fleet")
    arguments.add_argument("--tables", metavar="DIR", required=True, help="where tables are written, and what is there already")
    arguments.add_argument("--places", metavar="PATTERN", default="{service}/{version}/{process}", help="what folders are called by")
    arguments.add_argument("--manifest", metavar="FILE", help="inputs with whose heaps they are, where names of folders do not tell")
    arguments.add_argument("--by", metavar="LIST", default=BY, help="by what each is grouped, and before it the districts of the city")
    arguments.add_argument("--export", metavar="LIST", default=OF_PROCESSES, help="tables that are written of each input")
    arguments.add_argument("--question", metavar="SQL", action="append", help="ask this, and print its rows as a line of JSON, instead of the report")
    arguments.add_argument("--answers", metavar="FILE", default="answers.json", help="where answers are kept for memory-city fleet --answers")
    arguments.add_argument("--out", metavar="DIR", help="write all processes as one city")
    arguments.add_argument("--json", action="store_true", help="print JSON")
    arguments.add_argument("--option", metavar="OPTION", action="append", default=[], help="an option for memory-city export, such as --option=--jobs=1")
    told = arguments.parse_args()

    program, told.tables = os.path.abspath(told.memory_city), everywhere(told.tables)
    districts, by = parted(told.by)
    known = asked(program, "sql", "--tables")
    manifest = ["--manifest", told.manifest] if told.manifest else []
    inputs = asked(program, "fleet", "--list", "--places", told.places, *manifest, *told.inputs)["inputs"] if told.inputs or manifest else []
    inputs = [{**found, "path": everywhere(found["path"])} for found in inputs]
    spark = (
        SparkSession.builder.appName("memory-city fleet")
        # Names of places are texts, whatever they look like.
        .config("spark.sql.sources.partitionColumnTypeInference.enabled", "false")
        .getOrCreate()
    )
    context = spark.sparkContext
    if inputs:
        context.addFile(program)
        task = export(os.path.basename(program), told.tables, told.export, by, told.option)
        done = context.parallelize(inputs, len(inputs)).map(task).collect()
        failed = [(path, why) for path, why in done if why is not None]
        for path, why in failed:
            print(f"{path} could not be used: {why}", file=sys.stderr)
        if len(failed) == len(inputs):
            sys.exit("none of the inputs could be used")

    for table in known["tables"]:
        read(spark, told.tables, table).createOrReplaceTempView(table["name"])
    for view in known["views"]:
        spark.sql(view["sql"]).createOrReplaceTempView(view["name"])

    if told.question:
        for question in told.question:
            rows = spark.sql(question)
            print(json.dumps({"columns": rows.columns, "rows": [list(row) for row in rows.collect()]}))
        return
    answers = {question["name"]: [row.asDict() for row in spark.sql(question["sql"]).collect()] for question in known["fleet"]}
    spark.stop()
    with open(told.answers, "w", encoding="utf-8") as file:
        json.dump(answers, file)
    report = [program, "fleet", "--answers", told.answers]
    report += ["--out", told.out] if told.out else []
    report += ["--by", districts] if districts else []
    report += ["--json"] if told.json else []
    sys.exit(subprocess.run(report, check=False).returncode)


if __name__ == "__main__":
    main()
