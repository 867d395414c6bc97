//! The arguments of `philidor-sql cluster`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Subcommand;
use philidor_host::number;

/// Run a scheduler or a worker of a cluster
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Nothing is authenticated or encrypted: anyone who can reach the ports can run statements, read every
file that the workers can read, and write where they can write. By default the ports are open to
this machine alone. If you use --listen, put the cluster in a network of its own: a private subnet
or WireGuard. An SSH tunnel to the scheduler is not enough, since results come from the workers.

The scheduler, the workers and the `philidor-sql` that queries must have the same version. The files
of a statement must have the same names on all machines: a shared folder, or identical copies.

Exit code: 0 stopped on request, 1 could not start, for example because an address is taken,
2 wrong usage, 130 stopped immediately by a second Ctrl-C or SIGTERM.")]
pub(crate) struct ClusterArgs {
    /// The part to run.
    #[command(subcommand)]
    pub(crate) command: ClusterCommand,
}

/// A part of a cluster.
#[derive(Debug, Subcommand)]
pub(crate) enum ClusterCommand {
    Scheduler(SchedulerArgs),
    Worker(WorkerArgs),
}

/// Take statements, split them into tasks and hand these to workers
#[derive(Debug, clap::Args)]
pub(crate) struct SchedulerArgs {
    /// Address to listen on; 0.0.0.0 is every address of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,

    /// Port; 0 takes a free one and prints it
    #[arg(long, default_value_t = 50050, value_parser = number(0..=u16::MAX))]
    pub(crate) port: u16,

    /// Name under which workers reach this machine [default: the address]
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Option<String>,

    /// Seconds without a request after which a worker counts as dead; busy ones ask every five
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = number(6..=u64::MAX))]
    pub(crate) worker_timeout: u64,

    /// Seconds that a statement waits for a new worker when the last one is dead
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = number(0..=u64::MAX))]
    pub(crate) no_worker_timeout: u64,
}

/// Run the tasks of a scheduler
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    /// Address of the scheduler
    #[arg(long, value_name = "HOST:PORT", default_value = "localhost:50050", env = "PHILIDOR_SCHEDULER")]
    pub(crate) scheduler: String,

    /// Address to listen on; 0.0.0.0 is every address of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,

    /// Name under which the scheduler, other workers and clients reach this machine [default: the address]
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Option<String>,

    /// Port from which results are fetched [default: a free one]
    #[arg(long, value_parser = number(0..=u16::MAX))]
    pub(crate) port: Option<u16>,

    /// Number of tasks at a time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=4096_u32))]
    pub(crate) tasks: Option<u32>,

    /// Where to make a folder for intermediate results [default: among the temporary files]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) work: Option<PathBuf>,

    /// Seconds to wait for the scheduler at the start
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = number(0..=u16::MAX))]
    pub(crate) connect_timeout: u16,
}
