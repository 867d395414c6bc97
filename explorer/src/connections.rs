//! Connections by the network that they come from, so that no client can take the places of all others.
//!
//! A connection without a request under way costs its client nothing: it has sent nothing, a part of a request, or has
//! its answer. Of a network that has more of these than allowed the oldest is cut.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::body::Body;
use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::Notify;

/// The connections that are open.
#[derive(Debug)]
pub(crate) struct Connections {
    /// How many of a network may have no request under way.
    idle: usize,
    /// By network, oldest first.
    open: Mutex<HashMap<IpAddr, Vec<Arc<State>>>>,
}

/// What is known of a connection.
#[derive(Debug, Default)]
struct State {
    /// How many requests are under way.
    requests: AtomicUsize,
    cut: Notify,
}

impl Connections {
    pub(crate) fn new(idle: usize) -> Arc<Connections> {
        Arc::new(Connections { idle, open: Mutex::default() })
    }

    /// Notes a connection that has been opened.
    pub(crate) fn enter(self: &Arc<Connections>, address: IpAddr) -> Connection {
        let connection =
            Connection { all: Arc::clone(self), network: network(address), state: Arc::default() };
        self.change(connection.network, |open| open.push(Arc::clone(&connection.state)));
        connection
    }

    /// Changes the connections of a network, and cuts the oldest ones without a request if there are too many.
    fn change(&self, network: IpAddr, change: impl FnOnce(&mut Vec<Arc<State>>)) {
        let mut all = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let open = all.entry(network).or_default();
        change(open);
        let is_idle = |state: &Arc<State>| state.requests.load(Relaxed) == 0;
        let mut surplus = open.iter().filter(|state| is_idle(state)).count().saturating_sub(self.idle);
        open.retain(|state| {
            let is_cut = surplus > 0 && is_idle(state);
            if is_cut {
                surplus -= 1;
                state.cut.notify_one();
            }
            !is_cut
        });
        if open.is_empty() {
            all.remove(&network);
        }
    }
}

/// The part of an address that a client cannot choose: of version 6, the first half.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

/// A connection that is open as long as this value lives.
#[derive(Debug)]
pub(crate) struct Connection {
    all: Arc<Connections>,
    network: IpAddr,
    state: Arc<State>,
}

impl Connection {
    /// Waits until the connection has to be cut.
    pub(crate) async fn cut(&self) {
        self.state.cut.notified().await;
    }

    /// Notes a request, which is under way as long as this value lives.
    pub(crate) fn begin(self: &Arc<Connection>) -> UnderWay {
        self.state.requests.fetch_add(1, Relaxed);
        UnderWay(Arc::clone(self))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.change(self.network, |open| open.retain(|state| !Arc::ptr_eq(state, &self.state)));
    }
}

/// A request under way.
#[derive(Debug)]
pub(crate) struct UnderWay(Arc<Connection>);

impl UnderWay {
    /// The body of an answer, with which the request ends.
    pub(crate) fn until_sent(self, body: Body) -> Answer {
        Answer { body, _request: self }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.state.requests.fetch_sub(1, Relaxed);
        self.0.all.change(self.0.network, |_| ());
    }
}

/// The body of an answer to a request that is under way.
pub(crate) struct Answer {
    body: Body,
    _request: UnderWay,
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a connection has been told to end.
    async fn is_cut(connection: &Connection) -> bool {
        tokio::select! {
            biased;
            () = connection.cut() => true,
            () = std::future::ready(()) => false,
        }
    }

    #[tokio::test]
    async fn the_oldest_connection_without_a_request_is_cut_and_no_other() {
        let all = Connections::new(2);
        let [one, other] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        let asking = Arc::new(all.enter(one));
        let request = asking.begin();
        let [first, second] = [one, one].map(|address| all.enter(address));
        let elsewhere = all.enter(other);
        assert!(!is_cut(&first).await && !is_cut(&elsewhere).await);
        let third = all.enter(one);
        assert!(is_cut(&first).await && !is_cut(&second).await && !is_cut(&asking).await);
        drop(request);
        assert!(is_cut(&asking).await && !is_cut(&second).await && !is_cut(&third).await);
        drop((asking, first, second, third, elsewhere));
        assert!(all.open.lock().unwrap().is_empty());
    }

    #[test]
    fn a_client_does_not_choose_its_network() {
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!([network("::ffff:192.0.2.1"), network("192.0.2.1")], ["192.0.2.1", "192.0.2.1"]);
    }
}
