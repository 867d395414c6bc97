//! The arguments of `philidor-sql cluster`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Subcommand;

/// Run a part of a cluster
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Nothing is authenticated and nothing encrypted: whoever reaches the ports can run statements, read
every file that the workers can read, and write where they can write. Without --listen the ports are
those of this machine alone. With it, put the cluster into a network of its own: a private subnet or
WireGuard. An SSH tunnel to the scheduler is not enough, since results come from the workers.

Scheduler, workers and the `philidor-sql` that asks must be of one version. The files of a statement
must have the same names on all machines: a shared folder, or the same copy everywhere.

Exit code: 0 told to stop, 1 what cannot be, such as an address that is taken, 2 wrong usage,
130 told to stop twice, by Ctrl-C or SIGTERM.")]
pub(crate) struct ClusterArgs {
    /// Which part.
    #[command(subcommand)]
    pub(crate) command: ClusterCommand,
}

/// A part of a cluster.
#[derive(Debug, Subcommand)]
pub(crate) enum ClusterCommand {
    Scheduler(SchedulerArgs),
    Worker(WorkerArgs),
}

/// Take statements, cut them into tasks, hand them to workers
#[derive(Debug, clap::Args)]
pub(crate) struct SchedulerArgs {
    /// The address to listen on; 0.0.0.0 is all of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,

    /// The port; 0 takes a free one and says which
    #[arg(long, default_value_t = 50050)]
    pub(crate) port: u16,

    /// The name under which workers reach this machine; the address if not given
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Option<String>,

    /// A worker is dead if it has not asked for tasks for so many seconds; busy ones ask every five
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(6..))]
    pub(crate) worker_timeout: u64,

    /// How long a statement waits for a new worker when the last one is dead
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) no_worker_timeout: u64,
}

/// Carry out the tasks of a scheduler
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    /// Where the scheduler is
    #[arg(long, value_name = "HOST:PORT", default_value = "localhost:50050", env = "PHILIDOR_SCHEDULER")]
    pub(crate) scheduler: String,

    /// The address to listen on; 0.0.0.0 is all of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,

    /// The name under which the scheduler, other workers and those who ask reach this machine; the address if not
    /// given
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Option<String>,

    /// The port from which results are fetched; a free one if not given
    #[arg(long)]
    pub(crate) port: Option<u16>,

    /// How many tasks at a time; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub(crate) tasks: Option<u32>,

    /// Where intermediate results go, into a new folder; among the temporary files if not given
    #[arg(long, value_name = "FOLDER")]
    pub(crate) work: Option<PathBuf>,

    /// How long to wait for the scheduler at first
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) connect_timeout: u16,
}
