//! Which files a name means.
//!
//! The engine takes `*`, `?` and `[` for a pattern wherever they stand, also in the name of a folder that is there.
//! Here a name is meant literally as far as it leads, as in the arguments of `import`; only what is left of it may be
//! a pattern:
//!
//! ```text
//! games [2024]/games/part-0*.parquet
//! ────────┬───────── ───────┬───────
//!    is a folder        a pattern
//! ```

use std::io;
use std::path::{self, Component, Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::catalog::{DynamicFileCatalog, TableProvider, UrlTableFactory};
use datafusion::common::{Result, exec_err};
use datafusion::datasource::dynamic_file::DynamicListTableFactory;
use datafusion::datasource::listing::{
    ListingTable, ListingTableConfig, ListingTableConfigExt, ListingTableUrl,
};
use datafusion::execution::context::SessionState;
use datafusion::object_store::path::Path as Location;
use datafusion::prelude::SessionContext;

use crate::files;

/// The letters by which a name is a pattern.
const WILD: [char; 3] = ['*', '?', '['];

/// The same session, in which the name of files is a table.
pub(crate) fn as_tables(session: SessionContext) -> SessionContext {
    let factory = Arc::new(FileTables::default());
    let known = Arc::clone(session.state().catalog_list());
    let catalogs = DynamicFileCatalog::new(known, Arc::clone(&factory) as Arc<dyn UrlTableFactory>);
    let id = session.session_id();
    let state = session.into_state_builder().with_session_id(id).with_catalog_list(Arc::new(catalogs));
    let session = SessionContext::new_with_state(state.build());
    factory.0.session_store().with_state(session.state_weak_ref());
    session
}

/// The file or the folder at a path, whatever letters its name has.
pub(crate) fn literal(path: &Path) -> Result<ListingTableUrl> {
    let location = Location::from_absolute_path(resolved(path)?)?;
    let file = files::single(&ListingTableUrl::parse("file:///")?, &location)?;
    let is_folder = path.is_dir() && !file.is_collection();
    if is_folder { ListingTableUrl::parse(format!("{file}/")) } else { Ok(file) }
}

/// Makes tables of files, with the engine's maker of tables.
#[derive(Debug, Default)]
struct FileTables(DynamicListTableFactory);

#[async_trait]
impl UrlTableFactory for FileTables {
    async fn try_new(&self, name: &str) -> Result<Option<Arc<dyn TableProvider>>> {
        let Some(url) = meant(name)? else { return self.0.try_new(name).await };
        let session = self.0.session_store().get_session().upgrade();
        let state =
            session.and_then(|session| session.read().as_any().downcast_ref::<SessionState>().cloned());
        let Some(state) = state else { return exec_err!("the session of {name} has ended") };
        // As the engine does it: what it cannot list is no table, and what it cannot read is an error.
        let Ok(config) = ListingTableConfig::new(url).infer_options(&state).await else { return Ok(None) };
        let config = config.infer_partitions_from_path(&state).await?.infer_schema(&state).await?;
        let table: Arc<dyn TableProvider> = Arc::new(ListingTable::try_new(config)?);
        Ok(Some(table))
    }
}

/// What a name means that leads to something whose own name looks like a pattern; `None` for any other name, which the
/// engine takes as it is meant.
fn meant(name: &str) -> Result<Option<ListingTableUrl>> {
    let path = Path::new(name);
    let there = path.ancestors().find(|there| is_wild(there) && there.exists());
    let Some(there) = there else { return Ok(None) };
    let rest = path.strip_prefix(there).unwrap_or(Path::new(""));
    if is_wild(rest) {
        return Ok(Some(literal(there)?.with_glob(&rest.to_string_lossy())?));
    }
    literal(path).map(Some)
}

fn is_wild(path: &Path) -> bool {
    path.to_string_lossy().contains(WILD)
}

/// A whole path without `..`, which is taken away together with the folder before it, as in addresses.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut resolved = PathBuf::new();
    for component in path::absolute(path)?.components() {
        if component == Component::ParentDir {
            resolved.pop();
        } else {
            resolved.push(component);
        }
    }
    Ok(resolved)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_name_is_literal_as_far_as_it_leads() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = folder.path().join("a [1]/games");
        fs::create_dir_all(&games).expect("a folder");
        let file = games.join("b[2] 100%#?.parquet");
        // Not every system has such names.
        let file = if fs::write(&file, "").is_ok() { file } else { games.join("b[2].parquet") };
        fs::write(&file, "").expect("a file");
        let meant = |path: PathBuf| meant(path.to_str().expect("a text")).expect("a name");
        let at = |path: &Path| Location::from_absolute_path(path).expect("a path");

        let of_file = meant(file.clone()).expect("it is there");
        assert_eq!((of_file.prefix(), of_file.is_collection()), (&at(&file), false), "{of_file}");
        assert_eq!(of_file.get_glob(), &None);
        assert_eq!(of_file, literal(&file).expect("a file"));
        let of_folder = meant(games.join("../games/")).expect("it is there");
        assert_eq!((of_folder.prefix(), of_folder.is_collection()), (&at(&games), true), "{of_folder}");
        let of_some = meant(games.join("b*.parquet")).expect("its folder is there");
        assert_eq!(of_some.prefix(), &at(&games), "{of_some}");
        assert_eq!(of_some.get_glob().as_ref().map(|glob| glob.as_str()), Some("b*.parquet"));
        let of_none = meant(games.join("none.parquet")).expect("its folder is there");
        assert_eq!((of_none.prefix(), of_none.get_glob()), (&at(&games.join("none.parquet")), &None));

        for plain in ["a/*.parquet", "a ?/games/*.parquet", "c.parquet"] {
            assert_eq!(meant(folder.path().join(plain)), None, "{plain}: nothing is there, or no pattern");
        }
        assert_eq!(super::meant("file:///srv/a[1]/*").expect("a name"), None);
    }
}
