//! The page is compiled into the program: a page that was built anew is another program.

fn main() {
    println!("cargo::rerun-if-changed=page/dist");
}
