//! A cluster of Apache Spark on this machine: a master and workers in processes of their own, as their Python package has it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::jvm::all_jvms;
use crate::program;
use crate::repository::root;
use crate::tools::of_python;

/// Two workers with one core and 1 GiB each.
const CLUSTER: &str = "local-cluster[2,1,1024]";

/// Spark wants a whole JDK: what is cut down to some modules lacks one that it uses.
fn java_home() -> PathBuf {
    let has_all = |java: &PathBuf| {
        let modules = Command::new(java).arg("--list-modules").output();
        modules.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("jdk.incubator.vector@"))
    };
    let java = all_jvms().into_iter().find(has_all).expect("there is a whole JDK: apt-get install default-jdk-headless");
    java.ancestors().nth(2).expect("java lies in HOME/bin").to_owned()
}

/// A home of Spark in a folder: links to where it lies. Workers unpack what they were sent, the program with it, below their home, and leave it there.
fn home_in(folder: &Path) -> PathBuf {
    let python = of_python("spark", "python");
    let found =
        Command::new(python).args(["-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))"]).output().expect("Python runs");
    let installed = PathBuf::from(String::from_utf8(found.stdout).expect("is UTF-8").trim());
    let home = folder.join("spark-home");
    if !home.exists() {
        fs::create_dir(&home).expect("a folder can be made");
        for entry in installed.read_dir().expect("pyspark is installed") {
            let entry = entry.expect("can be read");
            if entry.file_name() != "work" {
                symlink(entry.path(), home.join(entry.file_name())).expect("can be linked");
            }
        }
    }
    home
}

fn run_job(inputs: &[&str], tables: &Path, options: &[&str]) -> Vec<Value> {
    let mut job = Command::new(of_python("spark", "spark-submit"));
    job.args(["--master", CLUSTER, "--conf", "spark.ui.enabled=false"]);
    // Little data: what a cluster does to be quick with much takes longer than the answers.
    job.args(["--conf", "spark.sql.shuffle.partitions=2", "--conf", "spark.sql.codegen.wholeStage=false"]);
    job.arg(root().join("scripts/spark/fleet.py")).arg("--memory-city").arg(program::path()).arg("--tables").arg(tables).args(options);
    job.args(inputs).env("JAVA_HOME", java_home()).env("PYSPARK_PYTHON", of_python("spark", "python")).env("SPARK_LOCAL_IP", "127.0.0.1");
    let folder = tables.parent().expect("lies in a folder");
    job.env("SPARK_HOME", home_in(folder)).current_dir(folder);
    let output = job.output().unwrap_or_else(|error| panic!("cannot run Spark: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "Spark failed ({}): {}",
        output.status,
        errors.chars().rev().take(4000).collect::<Vec<_>>().iter().rev().collect::<String>()
    );
    // Spark hands on what the job writes to stderr as well.
    let said = String::from_utf8(output.stdout).expect("is UTF-8");
    said.lines().filter(|line| line.starts_with('{')).map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// What the job of a fleet says as JSON.
///
/// # Panics
/// When there is no Spark, or when it fails.
#[must_use]
pub fn report_of_cluster(inputs: &[&str], tables: &Path, options: &[&str]) -> Value {
    let mut said = run_job(inputs, tables, options);
    assert_eq!(said.len(), 1, "it says one thing");
    said.remove(0)
}

/// Answers of a cluster to these questions.
///
/// # Panics
/// When there is no Spark, or when it fails.
#[must_use]
pub fn ask_cluster(inputs: &[&str], tables: &Path, options: &[&str], questions: &[String]) -> Vec<Value> {
    let mut options = options.to_vec();
    questions.iter().for_each(|question| options.extend(["--question", question]));
    let answers = run_job(inputs, tables, &options);
    assert_eq!(answers.len(), questions.len());
    answers
}

/// Whether two answers have the same columns and the same rows, in whatever order.
#[must_use]
pub fn same_rows(a: &Value, b: &Value) -> bool {
    let sorted = |answer: &Value| {
        let mut rows: Vec<String> = answer["rows"].as_array().into_iter().flatten().map(Value::to_string).collect();
        rows.sort_unstable();
        rows
    };
    a["columns"] == b["columns"] && sorted(a) == sorted(b)
}
