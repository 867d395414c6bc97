//! All parts of a cluster must see the same files, and this module detects when they do not.
//!
//! By itself the engine sends names, not files: `'frontier/1*.parquet'` becomes the folder `frontier/`, the pattern is
//! lost, and a scheduler that sees nothing there takes it for an empty table. So the client looks first, and appends to
//! each name what it found:
//!
//! ```text
//! 'frontier/*.parquet'    file:///srv/chess/frontier/#files=8&bytes=193847       the pattern matches a whole folder
//! 'frontier/1*.parquet'   file:///srv/chess/frontier/10.parquet#files=1&bytes=24211   it does not: file by file
//!                         file:///srv/chess/frontier/11.parquet#files=1&bytes=24198
//! ```
//!
//! The scheduler looks by itself and compares, before it plans. Workers compare the length of each file that they open
//! with what the scheduler saw; see `cluster/engine.rs`. Files with the same length but other bytes are not noticed.

use std::env;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::Session;
use datafusion::common::tree_node::{Transformed, TreeNodeRecursion};
use datafusion::common::{Result, TableReference, plan_err};
use datafusion::datasource::listing::{ListingTable, ListingTableConfig, ListingTableUrl};
use datafusion::datasource::{TableProvider, provider_as_source, source_as_provider};
use datafusion::execution::SessionStateBuilder;
use datafusion::execution::context::{QueryPlanner, SessionState};
use datafusion::logical_expr::{LogicalPlan, TableSource};
use datafusion::object_store::path::Path as Location;
use datafusion::object_store::{Error, ObjectMeta, ObjectStoreExt};
use datafusion::physical_plan::ExecutionPlan;
use futures::TryStreamExt;
use philidor_host::Several;

/// A session that appends to the names of files what it sees there, before it sends a plan.
pub(crate) fn naming(state: SessionState) -> SessionState {
    let planner = Naming(Arc::clone(state.query_planner()));
    SessionStateBuilder::new_from_existing(state).with_query_planner(Arc::new(planner)).build()
}

/// A session that compares what is appended to the names of files with what it sees, before it plans.
pub(crate) fn comparing(state: SessionState) -> SessionState {
    let planner = Comparing(Arc::clone(state.query_planner()));
    SessionStateBuilder::new_from_existing(state).with_query_planner(Arc::new(planner)).build()
}

/// The bytes of the files of a plan.
pub(crate) async fn bytes(plan: &LogicalPlan, session: &dyn Session) -> Result<u64> {
    let mut bytes = 0;
    for (_, table) in tables(plan)? {
        if let Some(table) = table.downcast_ref::<ListingTable>() {
            for url in table.table_paths() {
                bytes += Sight::new(&look(url, &table.options().file_extension, session).await?).bytes;
            }
        }
    }
    Ok(bytes)
}

/// The planner of the client.
#[derive(Debug)]
struct Naming(Arc<dyn QueryPlanner + Send + Sync>);

#[async_trait]
impl QueryPlanner for Naming {
    async fn create_physical_plan(
        &self,
        plan: &LogicalPlan,
        session: &dyn Session,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let mut named = Vec::new();
        for (source, table) in tables(plan)? {
            if let Some(table) = table.downcast_ref::<ListingTable>() {
                named.push((source, provider_as_source(name(table, session).await?)));
            }
        }
        let plan = plan.clone().transform_down_with_subqueries(|node| Ok(with_names(node, &named)))?.data;
        self.0.create_physical_plan(&plan, session).await
    }
}

/// The planner of the scheduler.
#[derive(Debug)]
struct Comparing(Arc<dyn QueryPlanner + Send + Sync>);

#[async_trait]
impl QueryPlanner for Comparing {
    async fn create_physical_plan(
        &self,
        plan: &LogicalPlan,
        session: &dyn Session,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        for (_, table) in tables(plan)? {
            if let Some(table) = table.downcast_ref::<ListingTable>() {
                compare(table, session).await?;
            }
        }
        self.0.create_physical_plan(plan, session).await
    }
}

/// The source of a table in a plan, and the table itself.
type Table = (Arc<dyn TableSource>, Arc<dyn TableProvider>);

/// The source of a table in a plan, and its replacement.
type Renamed = (Arc<dyn TableSource>, Arc<dyn TableSource>);

/// The tables that a plan reads.
fn tables(plan: &LogicalPlan) -> Result<Vec<Table>> {
    let mut tables = Vec::new();
    plan.apply_with_subqueries(|node| {
        if let LogicalPlan::TableScan(scan) = node
            && let Ok(table) = source_as_provider(&scan.source)
        {
            // Column names are sent as text, and `fens.csv.ply` would be read as the table `csv` of a schema `fens`.
            if TableReference::from(scan.table_name.to_string()) != scan.table_name {
                return plan_err!(
                    "on a cluster the name of a file must include its folder: './{}'",
                    scan.table_name
                );
            }
            tables.push((Arc::clone(&scan.source), table));
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(tables)
}

/// A node of a plan with other sources for its files, and with the full path that results are copied to.
fn with_names(node: LogicalPlan, named: &[Renamed]) -> Transformed<LogicalPlan> {
    match node {
        LogicalPlan::TableScan(mut scan) => {
            match named.iter().find(|(source, _)| Arc::ptr_eq(source, &scan.source)) {
                Some((_, source)) => {
                    scan.source = Arc::clone(source);
                    Transformed::yes(LogicalPlan::TableScan(scan))
                }
                None => Transformed::no(LogicalPlan::TableScan(scan)),
            }
        }
        LogicalPlan::Copy(mut copy) => {
            // Workers have working folders of their own, which are never the intended ones.
            if !copy.output_url.contains("://")
                && let Ok(folder) = env::current_dir()
            {
                copy.output_url = folder.join(Path::new(&copy.output_url)).to_string_lossy().into_owned();
            }
            Transformed::yes(LogicalPlan::Copy(copy))
        }
        other => Transformed::no(other),
    }
}

/// The same table, with what its names match.
async fn name(table: &ListingTable, session: &dyn Session) -> Result<Arc<dyn TableProvider>> {
    let options = table.options();
    let mut names = Vec::new();
    for url in table.table_paths() {
        let files = look(url, &options.file_extension, session).await?;
        let bare = ListingTableUrl::try_new(url.get_url().clone(), None)?;
        if url.get_glob().is_none() || files == look(&bare, &options.file_extension, session).await? {
            names.push(Sight::new(&files).append(&bare)?);
            continue;
        }
        if !options.table_partition_cols.is_empty() {
            return plan_err!(
                "on a cluster a pattern must match all files of {bare}, since its folders are columns: name the folder"
            );
        }
        for file in &files {
            names.push(Sight::new(std::slice::from_ref(file)).append(&single(&bare, &file.location)?)?);
        }
    }
    let is_partition = |column: &str| options.table_partition_cols.iter().any(|(name, _)| name == column);
    let schema = table.schema();
    let inside: Vec<usize> =
        (0..schema.fields().len()).filter(|&index| !is_partition(schema.field(index).name())).collect();
    let config = ListingTableConfig::new_with_multi_paths(names)
        .with_listing_options(options.clone())
        .with_schema(Arc::new(schema.project(&inside)?));
    Ok(Arc::new(ListingTable::try_new(config)?))
}

/// Fails if this machine does not see what is appended to the names of a table.
async fn compare(table: &ListingTable, session: &dyn Session) -> Result<()> {
    for url in table.table_paths() {
        let mut bare = url.get_url().clone();
        bare.set_fragment(None);
        let seen = Sight::new(&look(url, &table.options().file_extension, session).await?);
        match Sight::written(url) {
            Some(named) if seen != named => {
                return plan_err!(
                    "the scheduler sees {seen} at {bare}, but the client sees {named}: \
                     all machines of a cluster must see the same files under the same names"
                );
            }
            None if seen.files == 0 => return plan_err!("the scheduler sees no files at {bare}"),
            _ => {}
        }
    }
    Ok(())
}

/// The files that a name matches, in order, listed from the folder itself and never from a cache.
pub(crate) async fn look(
    url: &ListingTableUrl,
    extension: &str,
    session: &dyn Session,
) -> Result<Vec<ObjectMeta>> {
    let store = session.runtime_env().object_store(url)?;
    let beside = session.config_options().execution.listing_table_ignore_subdirectory;
    if !url.is_collection() {
        match store.head(url.prefix()).await {
            Ok(file) => return Ok(vec![file]),
            Err(Error::NotFound { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut files: Vec<ObjectMeta> = store.list(Some(url.prefix())).try_collect().await?;
    files.retain(|file| file.location.as_ref().ends_with(extension) && url.contains(&file.location, beside));
    files.sort_by(|a, b| a.location.cmp(&b.location));
    Ok(files)
}

/// The name of one file of a folder.
pub(crate) fn single(folder: &ListingTableUrl, file: &Location) -> Result<ListingTableUrl> {
    let mut url = folder.get_url().clone();
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.clear().extend(file.parts().map(|part| part.as_ref().to_owned()));
    }
    ListingTableUrl::try_new(url, None)
}

/// What is seen under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sight {
    files: u64,
    bytes: u64,
}

impl Sight {
    fn new(files: &[ObjectMeta]) -> Sight {
        Sight { files: files.len() as u64, bytes: files.iter().map(|file| file.size).sum() }
    }

    /// Appends it to a name.
    fn append(self, url: &ListingTableUrl) -> Result<ListingTableUrl> {
        let mut url = url.get_url().clone();
        url.set_fragment(Some(&format!("files={}&bytes={}", self.files, self.bytes)));
        ListingTableUrl::try_new(url, None)
    }

    /// What is appended to a name.
    fn written(url: &ListingTableUrl) -> Option<Sight> {
        let (files, bytes) = url.get_url().fragment()?.split_once('&')?;
        let files = files.strip_prefix("files=")?.parse().ok()?;
        Some(Sight { files, bytes: bytes.strip_prefix("bytes=")?.parse().ok()? })
    }
}

impl fmt::Display for Sight {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.files {
            0 => out.write_str("no files"),
            1 => write!(out, "one file of {}", Several(self.bytes.into(), "byte")),
            files => write!(out, "{files} files of {} in all", Several(self.bytes.into(), "byte")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_appended_to_a_name_is_read_again() {
        let url = ListingTableUrl::parse("/srv/chess/100%/#1 a.parquet").expect("a name");
        let sight = Sight { files: 1, bytes: u64::MAX };
        let named = sight.append(&url).expect("a name");
        let sent = ListingTableUrl::parse(named.as_str()).expect("the same name");
        assert_eq!(Sight::written(&sent), Some(sight));
        assert_eq!(sent.prefix(), url.prefix());
        for other in ["file:///a", "file:///a#", "file:///a#files=1", "file:///a#files=-1&bytes=2"] {
            assert_eq!(Sight::written(&ListingTableUrl::parse(other).expect("a name")), None, "{other}");
        }
    }

    #[test]
    fn a_file_of_a_folder_is_named_whatever_letters_it_has() {
        let folder = ListingTableUrl::parse("file:///srv/").expect("a folder");
        for path in ["/srv/a b.parquet", "/srv/100%.parquet", "/srv/%41#1.parquet", "/srv/ä=ö/x.parquet"] {
            let file = ListingTableUrl::parse(path).expect("a path").prefix().clone();
            let named = single(&folder, &file).expect("a name");
            assert_eq!(named.prefix(), &file, "{path}: {named}");
        }
    }
}
