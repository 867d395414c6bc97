//! Folders, runs of the command, and a runtime whose stack is large enough for the engine built without optimization.

use std::fs;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::error::DataFusionError;
use datafusion::prelude::{SessionConfig, SessionContext};
use philidor_sql::session::TableOptions;
use philidor_tables::Material;
use philidor_tables::solve::{SolvedTables, Solver};
use philidor_tables::syzygy::{Metric, write};
use tempfile::TempDir;

/// The start position.
pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A position with moves of all kinds.
pub(crate) const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Waits for a future on threads with a large stack.
pub(crate) fn wait<T: Send + 'static>(future: impl Future<Output = T> + Send + 'static) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .thread_stack_size(32 << 20)
        .build()
        .unwrap();
    let value = runtime.block_on(async { tokio::spawn(future).await.unwrap() });
    runtime.shutdown_background();
    value
}

/// An engine in this process, which has the tables of three pieces.
pub(crate) fn embedded() -> SessionContext {
    let tables = TableOptions::new(&[syzygy().to_owned()]).unwrap();
    let config = SessionConfig::new().with_option_extension(tables);
    philidor_sql::session::embedded(config, &crate::fixtures::functions()).unwrap()
}

/// Every position of three pieces.
pub(crate) static SOLVED: LazyLock<SolvedTables> = LazyLock::new(|| {
    let mut solved = SolvedTables::new();
    for material in Material::all(3) {
        Solver::new().solve(&mut solved, material).unwrap();
    }
    solved
});

/// A folder with the ten Syzygy files of three pieces.
pub(crate) fn syzygy() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("syzygy");
        fs::create_dir_all(&folder).unwrap();
        for material in Material::all(3) {
            for metric in Metric::ALL {
                let name = format!("{material}.{}", metric.extension());
                fs::write(folder.join(name), write(&SOLVED, material, metric).unwrap()).unwrap();
            }
        }
        folder
    });
    &FOLDER
}

/// A copy of these files in a new folder, but for those that are not wanted.
pub(crate) fn copy_syzygy(folder: &Path, is_wanted: impl Fn(&str) -> bool) {
    fs::create_dir_all(folder).unwrap();
    for entry in fs::read_dir(syzygy()).unwrap() {
        let entry = entry.unwrap();
        if is_wanted(entry.file_name().to_str().unwrap()) {
            fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
        }
    }
}

/// The answer to a statement.
pub(crate) async fn answer(session: &SessionContext, sql: &str) -> Result<Vec<RecordBatch>, DataFusionError> {
    session.sql(sql).await?.collect().await
}

/// The answer of the embedded engine as a table.
pub(crate) fn table(sql: &str) -> Result<String, String> {
    let sql = sql.to_owned();
    wait(async move {
        let batches = answer(&embedded(), &sql).await.map_err(|error| error.to_string())?;
        Ok(pretty_format_batches(&batches).unwrap().to_string())
    })
}

/// The one value of an answer of the embedded engine.
pub(crate) fn value(sql: &str) -> Result<String, String> {
    table(sql).map(|table| {
        let rows: Vec<&str> = table.lines().collect();
        assert_eq!(rows.len(), 5, "one row is expected:\n{table}");
        rows[3].trim_matches(['|', ' ']).to_owned()
    })
}

/// A run of the command that is being put together.
pub(crate) fn philidor_sql<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_philidor-sql"));
    command.args(arguments).env_remove("PHILIDOR_CLUSTER").env_remove("PHILIDOR_LOG");
    command
}

/// What a run wrote to standard output; it must have succeeded.
pub(crate) fn written<'a>(arguments: impl IntoIterator<Item = &'a str>) -> String {
    let output = philidor_sql(arguments).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// What a run wrote to standard error.
pub(crate) fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The program of `examples/faulty.rs`, which cargo builds with the tests.
pub(crate) fn faulty() -> PathBuf {
    let bin = Path::new(env!("CARGO_BIN_EXE_philidor-sql"));
    let path = bin.with_file_name("examples").join(format!("faulty{}", std::env::consts::EXE_SUFFIX));
    assert!(
        path.exists(),
        "cargo test -p philidor-sql builds {}, with --test all alone it does not",
        path.display()
    );
    path
}

/// A folder with `frontier/0.parquet` … `frontier/7.parquet`: the distinct positions of ply 3, in files that a cluster
/// can share out.
pub(crate) fn frontier() -> TempDir {
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("frontier");
    fs::create_dir(&target).unwrap();
    let mut statements = format!("CREATE TABLE ply AS SELECT unnest(expand('{START}', 3)) AS child;");
    for part in 0..8 {
        statements.push_str(&format!(
            "COPY (SELECT child.position AS position, child.paths AS paths FROM ply \
             WHERE key(child.position) % 8 = {part}) TO '{}/{part}.parquet';",
            target.display()
        ));
    }
    written(["query", &statements]);
    folder
}
