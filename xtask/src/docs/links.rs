//! Do the links of a site lead somewhere?

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

/// How much was looked at.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Checked {
    pub(super) pages: usize,
    /// Those that lead into the site.
    pub(super) links: usize,
}

/// What a page has.
struct Page {
    links: Vec<String>,
    /// Places to link to.
    ids: BTreeSet<String>,
}

/// Looks at all pages below `site`. Links that lead out of it are not asked for.
///
/// # Errors
/// When a link leads to a page, a file or a place of a page that is not there; the message lists them.
pub(super) fn check(site: &Path) -> Result<Checked> {
    let mut pages = BTreeMap::new();
    read(site, site, &mut pages)?;
    ensure!(!pages.is_empty(), "there is no page in {}", site.display());
    let (mut links, mut dead) = (0, Vec::new());
    for (path, page) in &pages {
        // What a server shows in the place of a page that is not there: its links count from the root of a domain.
        if path == Path::new("404.html") {
            continue;
        }
        for link in page.links.iter().filter(|link| is_inside(link)) {
            links += 1;
            if !leads_somewhere(site, path, link, &pages) {
                dead.push(format!("{}: {link}", path.display()));
            }
        }
    }
    if !dead.is_empty() {
        bail!("{} dead links:\n{}", dead.len(), dead.join("\n"));
    }
    Ok(Checked { pages: pages.len(), links })
}

fn is_inside(link: &str) -> bool {
    !link.contains("://") && !["mailto:", "data:", "javascript:"].iter().any(|scheme| link.starts_with(scheme))
}

fn leads_somewhere(site: &Path, page: &Path, link: &str, pages: &BTreeMap<PathBuf, Page>) -> bool {
    let (path, place) = link.split_once('#').unwrap_or((link, ""));
    let path = path.split('?').next().unwrap_or_default();
    let target = if path.is_empty() { page.to_owned() } else { resolved(page, path) };
    match pages.get(&target) {
        Some(found) => place.is_empty() || found.ids.contains(place),
        None => place.is_empty() && site.join(&target).is_file(),
    }
}

/// The path that a link of a page means, counted from the site.
fn resolved(page: &Path, link: &str) -> PathBuf {
    let mut found = page.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(&decoded(link)).components() {
        match part {
            Component::ParentDir => {
                found.pop();
            }
            Component::Normal(name) => found.push(name),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    found
}

/// With `%2B` as `+`.
fn decoded(link: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = link.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = code.filter(|_| first == b'%').and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn read(site: &Path, directory: &Path, pages: &mut BTreeMap<PathBuf, Page>) -> Result<()> {
    for entry in std::fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            read(site, &path, pages)?;
        } else if path.extension().is_some_and(|ending| ending == "html") {
            let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            pages.insert(path.strip_prefix(site)?.to_owned(), page(&text));
        }
    }
    Ok(())
}

fn page(text: &str) -> Page {
    let text = without_scripts(text);
    let links = attributes(&text, "href").chain(attributes(&text, "src")).collect();
    Page { links, ids: attributes(&text, "id").collect() }
}

/// A page without the texts of its scripts, which speak of links that they make.
fn without_scripts(text: &str) -> String {
    let mut pieces = text.split("<script");
    let mut kept = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (tag, rest) = piece.split_once('>').unwrap_or((piece, ""));
        kept += &format!("<script{tag}>{}", rest.split_once("</script>").map_or("", |(_, behind)| behind));
    }
    kept
}

/// The values of an attribute of elements. In the text of a page, `<` is written otherwise, so that what stands between `<` and `>` is an element.
fn attributes<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = String> + 't {
    let elements = text.split('<').skip(1).filter_map(|rest| Some(rest.split_once('>')?.0));
    elements.filter_map(move |element| {
        let (_, rest) = element.split_once(&format!(" {name}=\""))?;
        Some(rest.split_once('"')?.0.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(pages: &[(&str, &str)]) -> tempfile::TempDir {
        let site = tempfile::tempdir().unwrap();
        for (name, text) in pages {
            let path = site.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        site
    }

    #[test]
    fn links_that_lead_somewhere_are_counted() {
        let a = r##"<h1 id="top">A</h1> <a href="b/c.html#x">C</a> <img src="b/MP%2B.svg"> <a href="#top">up</a> <a href="https://e/f">out</a>
                    <script src="s.js">'<a href="made.html">'</script>"##;
        let site = site(&[
            ("a.html", a),
            ("b/c.html", r#"<p id="x"><a href="../a.html">A</a>"#),
            ("b/MP+.svg", ""),
            ("s.js", ""),
        ]);
        assert_eq!(check(site.path()).unwrap(), Checked { pages: 2, links: 5 });
    }

    #[test]
    fn dead_links_are_listed() {
        let site = site(&[(
            "a.html",
            r##"<a href="none.html"> <a href="a.html#none"> <img src="none.png"> <a href="#top">"##,
        )]);
        let said = check(site.path()).unwrap_err().to_string();
        assert_eq!(said, "4 dead links:\na.html: none.html\na.html: a.html#none\na.html: #top\na.html: none.png");
    }
}
