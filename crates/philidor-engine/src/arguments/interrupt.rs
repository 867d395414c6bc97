//! What Ctrl-C means to a command that thinks: come to an end, and say what is known.

use philidor_host::interruption;

use crate::Control;

/// From now on the first Ctrl-C stops whatever listens to the control, the second one ends the program, and those that
/// it has started.
pub fn control() -> Control {
    let stop = Control::new();
    let theirs = stop.clone();
    // An error means that Ctrl-C still ends the program, as without this.
    let _ = interruption::listen(move || {
        if theirs.is_stopped() {
            interruption::end_program();
        }
        theirs.stop();
    });
    stop
}
