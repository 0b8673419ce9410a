//! libevent 2.1: callbacks run in the loop.

/// A line for each function or several, as the module above says.
pub(super) const FUNCTIONS: &str = "
# event2/event.h, event.h: callbacks run in the loop
event_set: later3 unbased
event_assign: later4 base1
event_new: new later3 base0
event_once: later2
event_base_once: later3 base0
event_base_dispatch event_base_loop: runs base0
event_dispatch event_loop: runs
event_base_new event_base_new_with_config event_config_new: new
event_init: new usualbase
event_base_set: setsbase
event_base_free event_free event_config_free event_add event_del event_active event_pending event_initialized event_base_loopexit event_base_loopbreak event_loopexit event_loopbreak event_base_got_exit event_base_got_break event_reinit event_priority_set event_base_priority_init event_config_set_flag event_config_require_features event_config_avoid_method event_get_fd event_get_events: none
event_get_version event_base_get_method: lib
";
