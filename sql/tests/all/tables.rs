//! What Syzygy tables say in a statement, and what is wrong with them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{Array, AsArray, FixedSizeBinaryBuilder, RecordBatch};
use datafusion::arrow::datatypes::{DataType, Field, Int8Type, Int32Type, Schema};
use datafusion::datasource::MemTable;
use philidor::Position;
use philidor::binary::PackedPosition;
use philidor_tables::solve::Table;
use philidor_tables::syzygy::Tables;
use tempfile::TempDir;

use crate::machine::{
    SOLVED, START, answer, copy_syzygy, embedded, errors, philidor_sql, syzygy, value, wait, written,
};

/// Positions of three pieces with all clocks; among them null, and positions that no table has.
fn positions() -> Vec<Option<Position>> {
    let without: Vec<Position> =
        [START, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/4k3/8/8/3K4/8/5BNR w - - 0 1"]
            .map(|fen| fen.parse().unwrap())
            .into();
    let mut positions = Vec::new();
    for (number, position) in SOLVED.tables().flat_map(Table::positions).step_by(11).enumerate() {
        let mut bytes = position.pack().to_bytes();
        bytes[24] = (number % 101) as u8;
        positions.push(Some(PackedPosition::from_bytes(bytes).unpack().unwrap()));
        if number % 1000 == 0 {
            positions.extend(without.iter().copied().map(Some));
            positions.push(None);
        }
    }
    positions
}

/// Batches of a column `position`, not all of the same length.
fn batches(positions: &[Option<Position>]) -> Vec<RecordBatch> {
    let schema = Schema::new(vec![Field::new("position", DataType::FixedSizeBinary(32), true)]);
    let schema = Arc::new(schema);
    let batch = |part: &[Option<Position>]| {
        let mut column = FixedSizeBinaryBuilder::with_capacity(part.len(), 32);
        for position in part {
            match position {
                Some(position) => column.append_value(position.pack().to_bytes()).unwrap(),
                None => column.append_null(),
            }
        }
        RecordBatch::try_new(Arc::clone(&schema), vec![Arc::new(column.finish())]).unwrap()
    };
    positions.chunks(9_999).map(batch).collect()
}

/// What the tables say of a position, each asked alone.
fn alone(tables: &Tables, position: &Position) -> Option<(i8, i32, String)> {
    let found = tables.probe(position).ok()?;
    Some((found.wdl.number(), found.dtz.ok()?.number(), found.value.to_string()))
}

#[test]
fn a_column_has_the_answers_of_probes_one_by_one() {
    let positions = positions();
    let batches = batches(&positions);
    assert!(batches.len() > 3, "{} positions", positions.len());
    let found = wait(async move {
        let session = embedded();
        let table = MemTable::try_new(batches[0].schema(), vec![batches]).unwrap();
        session.register_table("positions", Arc::new(table)).unwrap();
        let all = "SELECT tb_wdl(position), tb_dtz(position), tb_value(position), \
                   tb_wdl(to_fen(position)) IS NOT DISTINCT FROM try_tb_wdl(position) FROM positions";
        // In one part, whose rows stay in order.
        let one = "SET datafusion.execution.target_partitions = 1";
        answer(&session, one).await.unwrap();
        answer(&session, all).await.unwrap()
    });
    let mut tables = Tables::new();
    tables.add_folder(syzygy()).unwrap();
    let mut positions = positions.iter();
    let (mut values, mut nulls) = (std::collections::BTreeSet::new(), 0);
    for batch in &found {
        let wdl = batch.column(0).as_primitive::<Int8Type>();
        let dtz = batch.column(1).as_primitive::<Int32Type>();
        let value = batch.column(2).as_string::<i32>();
        assert_eq!(batch.column(3).as_boolean().true_count(), batch.num_rows());
        for row in 0..batch.num_rows() {
            let position = positions.next().unwrap();
            let expected = position.as_ref().and_then(|position| alone(&tables, position));
            let here = (wdl.is_valid(row) && dtz.is_valid(row) && value.is_valid(row))
                .then(|| (wdl.value(row), dtz.value(row), value.value(row).to_owned()));
            assert_eq!(here, expected, "{position:?}");
            match here {
                Some((.., value)) => drop(values.insert(value)),
                None => nulls += 1,
            }
        }
    }
    assert!(positions.next().is_none());
    assert!(nulls > 100, "{nulls}");
    let all = ["blessed loss", "cursed win", "draw", "loss", "win"];
    assert!(all.iter().all(|value| values.contains(*value)), "{values:?}");
}

#[test]
fn a_table_that_is_missing_makes_null_and_the_rest_is_there() {
    let (queens, rooks) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    copy_syzygy(queens.path(), |name| name.starts_with("KQ"));
    copy_syzygy(rooks.path(), |name| name == "KRvK.rtbw");
    let sql = "SELECT tb_wdl(fen) AS wdl, tb_dtz(fen) AS dtz FROM (VALUES (1, '8/8/8/8/8/4k3/4q3/4K3 w - -'), \
               (2, '8/8/8/8/8/4k3/4r3/4K3 w - -'), (3, '8/8/8/8/8/4k3/4b3/4K3 w - -'), (4, '8/8/8/8/8/4k3/8/4K3 w - -')) \
               AS t(id, fen) ORDER BY id";
    let (queens, rooks) = (queens.path().to_str().unwrap(), rooks.path().to_str().unwrap());
    let ask = |folders: &[&str]| {
        let folders = folders.iter().flat_map(|folder| ["--tables", folder]);
        written(["query", sql, "--format", "csv"].into_iter().chain(folders))
    };
    assert_eq!(ask(&[queens]), "wdl,dtz\n-2,-1\n,\n,\n0,0\n");
    // A value needs no table of distances.
    assert_eq!(ask(&[queens, rooks]), "wdl,dtz\n-2,-1\n-2,\n,\n0,0\n");
    assert_eq!(ask(&[rooks]), "wdl,dtz\n,\n-2,\n,\n0,0\n");
}

#[test]
fn a_damaged_file_is_named_with_its_byte_in_either_form() {
    let folder = TempDir::new().unwrap();
    copy_syzygy(folder.path(), |_| true);
    let spoil = |name: &str, spoiled: &dyn Fn(&mut Vec<u8>)| {
        let path = folder.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        spoiled(&mut bytes);
        fs::write(path, bytes).unwrap();
    };
    spoil("KQvK.rtbw", &|bytes| bytes[0] ^= 1);
    spoil("KRvK.rtbz", &|bytes| bytes.truncate(bytes.len() - 1));
    let rows = "(VALUES ('8/8/8/8/8/4k3/4b3/4K3 w - -'), ('8/8/8/8/4r3/4k3/8/4K3 w - -'), \
                ('8/8/8/8/4q3/4k3/8/4K3 w - -')) AS t(fen)";
    let tables = folder.path().to_str().unwrap();
    for (call, rows, fault) in [
        ("tb_wdl(fen)", rows.to_owned(), "KQvK.rtbw at byte 0: the file does not begin as such a table does"),
        ("tb_dtz(fen)", format!("{rows} WHERE fen LIKE '%r%'"), "KRvK.rtbz at byte "),
        // With the clock at zero a value needs no distance.
        (
            "tb_value(fen)",
            rows.to_owned(),
            "KQvK.rtbw at byte 0: the file does not begin as such a table does",
        ),
    ] {
        for form in ["", "try_"] {
            let sql = format!("SELECT {form}{call} FROM {rows}");
            let output = philidor_sql(["query", &sql, "--tables", tables]).output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{sql}");
            let (name, _) = call.split_once('(').unwrap();
            let file = format!("{form}{name}: {}/{fault}", folder.path().display());
            assert!(errors(&output).contains(&file), "{sql}: {}", errors(&output));
        }
    }
    let fine = format!("SELECT tb_wdl(fen) AS wdl FROM {rows} WHERE fen NOT LIKE '%q%'");
    assert_eq!(written(["query", &fine, "--tables", tables, "--format", "csv"]), "wdl\n0\n-2\n");
}

#[test]
fn without_tables_there_is_an_error_that_says_how_to_give_them() {
    for sql in
        ["SELECT tb_wdl('8/8/8/8/8/4k3/4q3/4K3 w - -')", "SELECT try_tb_dtz(f) FROM (VALUES (NULL)) AS t(f)"]
    {
        let output = philidor_sql(["query", sql]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{sql}");
        let said = errors(&output);
        assert!(said.contains("--tables DIR, or SET philidor.tables = 'DIR'"), "{sql}: {said}");
    }
    let empty = TempDir::new().unwrap();
    let nowhere = empty.path().join("nowhere");
    let cases: [(&Path, &str); 2] = [
        (empty.path(), " has no Syzygy tables, which have names such as KQvKR.rtbw"),
        (&nowhere, ": No such file or directory"),
    ];
    for (folder, said) in cases {
        // At once, whatever is asked.
        let output =
            philidor_sql(["query", "SELECT 1", "--tables", folder.to_str().unwrap()]).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        if cfg!(unix) {
            let said = format!("error: {}{said}", folder.display());
            assert!(errors(&output).starts_with(&said), "{}", errors(&output));
        }
        let sql = format!(
            "SET philidor.tables = '{}'; SELECT tb_wdl('8/8/8/8/8/4k3/4q3/4K3 w - -')",
            folder.display()
        );
        let output = philidor_sql(["query", &sql]).output().unwrap();
        assert!(errors(&output).contains(&format!("tb_wdl: {}", folder.display())), "{}", errors(&output));
    }
}

#[test]
fn folders_are_set_by_a_statement_too() {
    let sql = format!(
        "SET philidor.tables = '{}'; SELECT tb_value('8/8/8/8/8/4k3/4q3/4K3 w - -') AS value; SHOW philidor.tables_seen",
        syzygy().display()
    );
    let said = written(["query", &sql, "--format", "csv"]);
    assert!(said.starts_with("value\nloss\nname,value\nphilidor.tables_seen,\"10 files of "), "{said}");
    let output = philidor_sql(["query", "SET philidor.table = 'x'"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(errors(&output).contains("there is no setting philidor.table"), "{}", errors(&output));
}

#[test]
fn the_clock_is_part_of_a_value_and_not_of_wdl() {
    let call = |function: &str, clock: u32| {
        value(&format!("SELECT {function}('8/8/8/8/8/2k5/7Q/K7 w - - {clock} 90')")).unwrap()
    };
    assert_eq!([0, 99].map(|clock| call("tb_wdl", clock)), ["2", "2"]);
    assert_eq!([0, 99].map(|clock| call("tb_value", clock)), ["win", "cursed win"]);
}

#[test]
fn folders_of_a_column_are_chosen_by_what_tables_say() {
    // The engine chooses them without the settings of the session, if it may.
    let folder = TempDir::new().unwrap();
    let sql = "COPY (SELECT fen, 1 AS n FROM (VALUES ('8/8/8/8/8/4k3/4q3/4K3 w - -'), ('8/8/8/8/8/4k3/4b3/4K3 w - -')) \
               AS t(fen)) TO 'parts/' STORED AS PARQUET PARTITIONED BY (fen); \
               SELECT fen FROM 'parts/' WHERE tb_wdl(fen) = -2";
    let arguments = ["query", sql, "--format", "csv", "--tables", syzygy().to_str().unwrap()];
    let output = philidor_sql(arguments).current_dir(&folder).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "count\n2\nfen\n8/8/8/8/8/4k3/4q3/4K3 w - -\n");
}
