//! The conversation: calls, how many run at a time, and what ends them early.
//!
//! ```text
//! the client cancels ─────────┐
//! the time limit ─────────────┼──► Stop ──► the call answers with what it has
//! the input ends, a moment ───┤
//! Ctrl-C, or no one reads ────┘
//! ```

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use philidor_host::{processes, threads};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, CustomRequest, CustomResult, ErrorCode,
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, ServerInitializeError, serve_server_with_ct};
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::sync::oneshot::channel;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::call::{Call, Stop};
use super::reply::Refusal;
use super::settings::Settings;
use super::stream_ends::{Answers, Load, MAX_MESSAGE, Outlet, Questions};
use super::tool::AnyTool;
use super::toolbox::{INSTRUCTIONS, TOOLS};

/// How many short calls run at a time. Long calls run one at a time, on all threads.
const SHORT_CALLS: usize = 16;

/// How long calls may continue after the end of the input.
const MOMENT: Duration = Duration::from_millis(100);

/// How long they then have to answer, until the program ends whatever still runs. All can be stopped, so they need a
/// fraction of it, unless the machine is very busy.
pub(super) const LAST_MOMENT: Duration = Duration::from_secs(1);

/// How often the programs of a call that was stopped are ended, until it answers: it may just be starting another one.
const BETWEEN_ENDS: Duration = Duration::from_millis(20);

/// How the conversation ends.
#[derive(Clone, Default)]
pub(super) struct Ends {
    /// Nothing more is asked.
    input: CancellationToken,
    /// No one is interested in answers.
    broken_off: CancellationToken,
    /// Calls have to end, those that still wait for their turn, too.
    calls: CancellationToken,
}

impl Ends {
    /// Ends everything as soon as possible.
    pub(super) fn break_off(&self) {
        self.broken_off.cancel();
    }

    pub(super) fn is_broken_off(&self) -> bool {
        self.broken_off.is_cancelled()
    }

    /// Waits for either end, ends the calls, and waits for as long as they may take to answer.
    async fn run_out(&self) {
        let input_and_a_moment = async {
            self.input.cancelled().await;
            sleep(MOMENT).await;
        };
        tokio::select! {
            () = input_and_a_moment => {}
            () = self.broken_off.cancelled() => {}
        }
        self.calls.cancel();
        sleep(LAST_MOMENT).await;
    }
}

/// Answers a client, until it ends the input or is interrupted.
///
/// # Errors
///
/// The client does not keep to the protocol when it begins, or the system gives no threads.
pub(super) fn converse(
    settings: Settings,
    ends: Ends,
    sender: Sender<Vec<u8>>,
    load: Arc<Load>,
) -> anyhow::Result<()> {
    let runtime = Builder::new_current_thread().enable_time().build()?;
    let ended =
        runtime.block_on(answer(settings, ends, Arc::new(Outlet::new(sender, Arc::clone(&load))), load));
    // What still runs, and the thread that reads the input, end with the program.
    runtime.shutdown_background();
    ended
}

async fn answer(settings: Settings, ends: Ends, outlet: Arc<Outlet>, load: Arc<Load>) -> anyhow::Result<()> {
    let questions = Questions::start(ends.input.clone(), Arc::downgrade(&outlet), Arc::clone(&load))?;
    let transport =
        AsyncRwTransport::new_server(questions, Answers(outlet)).with_max_line_length(MAX_MESSAGE + 1);
    let server = Server::new(settings, ends.clone(), load);
    let running = match serve_server_with_ct(server, transport, ends.broken_off.clone()).await {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => return Ok(()),
        Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
            anyhow::bail!("the client does not begin with a request, such as `initialize`")
        }
        Err(error) => return Err(error.into()),
    };
    tokio::select! {
        reason = running.waiting() => reason.map(drop).map_err(anyhow::Error::from),
        () = ends.run_out() => Ok(()),
    }
}

/// The methods that are answered.
const METHODS: [&str; 4] = ["initialize", "ping", "tools/call", "tools/list"];

/// A call that runs or waits, counted as long as this lives.
struct Waiting<'l>(&'l Load);

impl Waiting<'_> {
    fn new(load: &Load) -> Waiting<'_> {
        load.calls.fetch_add(1, Relaxed);
        Waiting(load)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.calls.fetch_sub(1, Relaxed);
    }
}

/// What answers the client.
struct Server {
    settings: Arc<Settings>,
    ends: Ends,
    load: Arc<Load>,
    short_calls: Arc<Semaphore>,
    long_calls: Arc<Semaphore>,
}

impl Server {
    fn new(settings: Settings, ends: Ends, load: Arc<Load>) -> Server {
        let semaphore = |calls| Arc::new(Semaphore::new(calls));
        let (short_calls, long_calls) = (semaphore(SHORT_CALLS), semaphore(1));
        Server { settings: Arc::new(settings), ends, load, short_calls, long_calls }
    }

    fn tools(&self) -> impl Iterator<Item = &'static AnyTool> {
        TOOLS.iter().filter(|tool| (tool.is_offered)(&self.settings))
    }

    fn find(&self, name: &str) -> Option<&'static AnyTool> {
        self.tools().find(|tool| tool.name == name)
    }

    /// Calls a tool on a thread of its own.
    async fn call(
        &self,
        tool: &'static AnyTool,
        request: CallToolRequestParams,
        cancelled: &CancellationToken,
    ) -> CallToolResult {
        let calls = if tool.is_long { &self.long_calls } else { &self.short_calls };
        let turn = tokio::select! {
            turn = Arc::clone(calls).acquire_owned() => turn,
            () = cancelled.cancelled() => return Refusal::new("cancelled").into(),
            () = self.ends.calls.cancelled() => {
                return Refusal::new("the input has ended before it was this call's turn").into();
            }
        };
        let stop = Stop::default();
        let (settings, theirs) = (Arc::clone(&self.settings), stop.clone());
        let end = Instant::now() + settings.time_limit;
        let (sender, mut work) = channel();
        let started = threads::start(move || {
            let call = Call { settings: &settings, stop: &theirs, end };
            let answer = (tool.answer)(request.arguments.unwrap_or_default(), &call);
            drop(turn);
            // No one listens any more once the program ends.
            let _ = sender.send(answer.map_or_else(CallToolResult::from, CallToolResult::from));
        });
        let worker = match started {
            Ok(worker) => worker,
            Err(error) => return Refusal::new(error.to_string()).into(),
        };
        let done = tokio::select! {
            done = &mut work => done,
            () = self.reason_to_stop(cancelled) => {
                stop.stop();
                while tool.runs_programs && !worker.is_finished() {
                    processes::end_programs();
                    sleep(BETWEEN_ENDS).await;
                }
                work.await
            }
        };
        done.unwrap_or_else(|_| Refusal::new("philidor has failed at this, which is a bug of it").into())
    }

    async fn reason_to_stop(&self, cancelled: &CancellationToken) {
        tokio::select! {
            () = cancelled.cancelled() => {}
            () = self.ends.calls.cancelled() => {}
            () = sleep(self.settings.time_limit) => {}
        }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut name = Implementation::new("philidor", env!("CARGO_PKG_VERSION"));
        name.title = Some("philidor: the rules of chess".to_owned());
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(name)
            .with_instructions(INSTRUCTIONS)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.find(name).map(|tool| (tool.definition)())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools().map(|tool| (tool.definition)()).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = self.find(&request.name) else {
            let known: Vec<&str> = self.tools().map(|tool| tool.name).collect();
            let name = philidor_program::positions::shown_move(&request.name);
            let text = format!("unknown tool `{name}`, expected one of {}", known.join(", "));
            return Err(ErrorData::invalid_params(text, None));
        };
        let _waiting = Waiting::new(&self.load);
        Ok(self.call(tool, request, &context.ct).await.into())
    }

    /// A request that rmcp has not recognized: of an unknown method, or of a known one with other params than it takes.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let CustomRequest { method, params, .. } = request;
        if !METHODS.contains(&method.as_str()) {
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None));
        }
        let call = || serde_json::from_value::<CallToolRequestParams>(params.unwrap_or_default()).err();
        let reason = (method == "tools/call").then(call).flatten();
        let reason = reason.map_or_else(String::new, |error| format!(": {error}"));
        Err(ErrorData::invalid_params(format!("wrong params of {method}{reason}"), None))
    }
}
