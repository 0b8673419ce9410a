//! Gives the library the name under which programs ask the loader for it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,liblakmus_rt.so");
}
