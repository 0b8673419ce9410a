//! OpenSSL 3.0: contexts and connections are objects of the library; whatever works on a connection may call what was set for it.

/// A line for each function or several, as the module above says.
pub(super) const FUNCTIONS: &str = "
# openssl/err.h, openssl/ssl.h: contexts and connections are objects of the library; whatever works on a connection may call what was set for it
ERR_get_error ERR_peek_error ERR_peek_last_error ERR_clear_error ERR_print_errors_fp: none
ERR_error_string: w1 >1 lib
ERR_error_string_n: w1
ERR_lib_error_string ERR_reason_error_string: lib
OPENSSL_init_ssl OPENSSL_init_crypto SSL_library_init SSL_load_error_strings OPENSSL_cleanup: none
TLS_method TLS_server_method TLS_client_method SSLv23_method SSLv23_server_method SSLv23_client_method: lib
SSL_CTX_new SSL_new SSL_get_SSL_CTX SSL_get_version SSL_get_cipher_list: lib
SSL_CTX_free SSL_CTX_set_options SSL_CTX_clear_options SSL_CTX_get_options SSL_CTX_check_private_key SSL_CTX_set_default_verify_paths: none
SSL_CTX_use_certificate_chain_file SSL_CTX_use_certificate_file SSL_CTX_use_PrivateKey_file SSL_CTX_set_cipher_list SSL_CTX_set_ciphersuites: r1
SSL_CTX_load_verify_locations: r1 r2
SSL_CTX_set_default_passwd_cb SSL_CTX_set_info_callback SSL_CTX_set_msg_callback SSL_CTX_set_alpn_select_cb SSL_set_info_callback: later1
SSL_CTX_sess_set_new_cb SSL_CTX_sess_set_remove_cb SSL_CTX_sess_set_get_cb: later1
SSL_CTX_set_verify SSL_set_verify SSL_CTX_callback_ctrl: later2
SSL_CTX_ctrl SSL_ctrl: r3 w3 keeps3
SSL_CTX_set_session_id_context SSL_set_session_id_context: r1
SSL_load_client_CA_file: r0 lib
SSL_CTX_set_client_CA_list SSL_set_client_CA_list: none
SSL_get_peer_certificate SSL_get1_peer_certificate SSL_get_current_cipher SSL_get_session SSL_get1_session SSL_CIPHER_get_name: lib
SSL_get_verify_result SSL_CTX_set_timeout SSL_CTX_set_quiet_shutdown SSL_session_reused SSL_SESSION_free X509_free: none
X509_get_subject_name X509_get_issuer_name: lib
X509_NAME_oneline: w1 >1 new
SSL_CTX_set_ex_data SSL_set_ex_data: keeps2
SSL_CTX_get_ex_data SSL_get_ex_data: kept
SSL_set_fd SSL_set_rfd SSL_set_wfd SSL_get_fd SSL_get_error SSL_pending SSL_has_pending SSL_free SSL_set_shutdown SSL_is_init_finished: none
SSL_accept SSL_connect SSL_do_handshake SSL_shutdown: runs
SSL_read SSL_peek: w1 runs
SSL_write: r1 runs
SSL_read_ex SSL_peek_ex: w1 w3 runs
SSL_write_ex: r1 w3 runs
";
