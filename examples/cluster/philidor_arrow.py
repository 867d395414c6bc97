"""The functions of philidor-sql over Arrow tables, for Dask, Ray, Spark, or a notebook.

    import pyarrow as pa
    from philidor_arrow import with_column

    table = pa.table({"fen": ["4k3/8/8/8/8/8/8/4K2R w K - 0 1"]})
    with_column(table, "moves", "legal_move_count(fen)")      # moves: 15

Needs pyarrow, and philidor-sql on the path. Each call starts the program once, which takes a tenth of a second: give it
thousands of rows. A bad position raises subprocess.CalledProcessError and is named on standard error; try_… gives null.
"""

import subprocess
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

ROW = "philidor_row"


def with_column(table, name, expression):
    """The table with one more column: an expression in SQL over its columns, row by row."""
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder, "asked.parquet"), Path(folder, "answered.parquet")
        # An engine may answer in any order, so the rows are numbered.
        rows = pa.array(range(table.num_rows), pa.int64())
        pq.write_table(table.append_column(ROW, rows), asked)
        sql = f"SELECT {expression} AS value FROM '{asked}' ORDER BY {ROW}"
        subprocess.run(["philidor-sql", "query", sql, "--output", answered], check=True)
        return table.append_column(name, pq.read_table(answered)["value"])
