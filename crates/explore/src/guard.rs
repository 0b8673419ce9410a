//! Who is answered.
//!
//! A page of another origin can make a browser send requests here, and a name that its owner points to 127.0.0.1 makes them look like requests of that name's page
//! ("DNS rebinding"). So a request has to name this server as its host, come from this server's own pages where it says where it comes from, and know the
//! token that only the address has which was printed. The order of the checks is that of what each gives away: nothing is read of a request that fails one.

use axum::http::header::{HOST, HeaderMap, HeaderName, ORIGIN};
use axum::http::{Method, StatusCode};

/// What browsers say about where a request comes from.
const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Who may ask.
#[derive(Debug)]
pub(crate) struct Guard {
    token: String,
    /// What this server is called: `127.0.0.1:PORT` and `localhost:PORT`.
    hosts: [String; 2],
}

impl Guard {
    /// For a server at this port, with a new token.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub(crate) fn new(port: u16) -> std::io::Result<Guard> {
        let token = crate::random::word()?;
        Ok(Guard { token, hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")] })
    }

    /// The address of the page.
    pub(crate) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// What the path of a request asks for: what stands behind the token.
    ///
    /// # Errors
    /// Why it is not answered.
    pub(crate) fn admit<'p>(
        &self,
        method: &Method,
        path: &'p str,
        headers: &HeaderMap,
    ) -> Result<&'p str, (StatusCode, &'static str)> {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let Some(host) = text(HOST).filter(|host| self.hosts.iter().any(|own| own == host)) else {
            return Err((StatusCode::MISDIRECTED_REQUEST, "this server has another name\n"));
        };
        let is_own = |origin: &str| origin.strip_prefix("http://") == Some(host);
        let is_from_here = match text(ORIGIN) {
            Some(origin) => is_own(origin),
            // Every browser says where a request with a body comes from.
            None => method == Method::GET,
        };
        let is_same_site = text(FETCH_SITE).is_none_or(|site| matches!(site, "same-origin" | "none"));
        if !is_from_here || !is_same_site {
            return Err((StatusCode::FORBIDDEN, "only the pages of this server are answered\n"));
        }
        let (token, asked) = path.strip_prefix('/').and_then(|path| path.split_once('/')).unwrap_or((path, ""));
        if !is_same(token.as_bytes(), self.token.as_bytes()) {
            return Err((StatusCode::FORBIDDEN, "the address lacks the secret word that `lakmus explore` printed\n"));
        }
        Ok(asked)
    }
}

/// Whether two texts are the same, in a time that depends on their lengths alone.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).fold(0, |found, (a, b)| found | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Guard {
        Guard { token: "secret".to_owned(), hosts: ["127.0.0.1:1234".to_owned(), "localhost:1234".to_owned()] }
    }

    fn admitted(method: Method, path: &str, headers: &[(&'static str, &'static str)]) -> Result<String, u16> {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, value.parse().expect("a value"));
        }
        guard().admit(&method, path, &map).map(str::to_owned).map_err(|(status, _)| status.as_u16())
    }

    #[test]
    fn the_page_is_shown_to_those_who_know_its_address() {
        for host in ["127.0.0.1:1234", "localhost:1234"] {
            assert_eq!(admitted(Method::GET, "/secret/start", &[("host", host)]), Ok("start".to_owned()));
        }
        for path in ["/", "/secret", "/secreT/start", "/secret2/start", "//secret/", "/Secret/"] {
            assert_eq!(admitted(Method::GET, path, &[("host", "localhost:1234")]), Err(403), "{path}");
        }
    }

    #[test]
    fn other_hosts_and_origins_are_refused() {
        for host in ["evil.example", "evil.example:1234", "127.0.0.1", "127.0.0.1:1235", "localhost:1234.evil.example"]
        {
            assert_eq!(admitted(Method::GET, "/secret/", &[("host", host)]), Err(421), "{host}");
        }
        assert_eq!(admitted(Method::GET, "/secret/", &[]), Err(421));
        let own = ("host", "localhost:1234");
        for origin in
            ["null", "http://evil.example", "https://localhost:1234", "http://127.0.0.1:1234", "http://localhost"]
        {
            assert_eq!(admitted(Method::POST, "/secret/ask", &[own, ("origin", origin)]), Err(403), "{origin}");
            assert_eq!(admitted(Method::GET, "/secret/", &[own, ("origin", origin)]), Err(403), "{origin}");
        }
        let from_here = ("origin", "http://localhost:1234");
        assert_eq!(admitted(Method::POST, "/secret/ask", &[own, from_here]), Ok("ask".to_owned()));
        assert_eq!(admitted(Method::POST, "/secret/ask", &[own]), Err(403));
        for site in ["cross-site", "same-site", "?"] {
            assert_eq!(admitted(Method::GET, "/secret/", &[own, ("sec-fetch-site", site)]), Err(403), "{site}");
        }
    }
}
