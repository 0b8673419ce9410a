//! libpcap 1.10.

/// A line for each function or several, as the module above says.
pub(super) const FUNCTIONS: &str = "
# pcap/pcap.h
pcap_open_live pcap_create: lib r0 w4 w1
pcap_open_offline: lib r0 w1
pcap_lookupdev: lib w0
pcap_lookupnet: r0 w1 w2 w3
pcap_compile: w1 r2
pcap_setfilter: r1
pcap_freecode: w0
pcap_dispatch pcap_loop: calls2
pcap_next: w1 lib
pcap_next_ex: new@1 new@2
pcap_inject pcap_sendpacket: r1
pcap_stats: w1
pcap_setnonblock pcap_getnonblock: w2 w1
pcap_geterr pcap_statustostr pcap_lib_version: lib
pcap_activate pcap_close pcap_breakloop pcap_datalink pcap_fileno pcap_get_selectable_fd pcap_snapshot: none
pcap_set_snaplen pcap_set_promisc pcap_set_timeout pcap_set_buffer_size pcap_set_immediate_mode: none
";
