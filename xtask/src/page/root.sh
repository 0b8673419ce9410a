# Compiles the program of the page to WebAssembly in a root directory with Debian sid, which is made where it is not. `cargo xtask page --wasm` starts it as the superuser in
# namespaces of its own, so that no mount is left: root.sh ROOT SOURCES REGISTRY BUILD, with TARGET and FLAGS for rustc.
set -eu
root=$1 sources=$2 registry=$3 build=$4
[ -d "$root/etc" ] || debootstrap --variant=minbase --include=ca-certificates sid "$root" >/dev/null
# What this machine reaches the network by.
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
apt-config dump Acquire | grep -E 'Proxy|Check-' >"$root/etc/apt/apt.conf.d/90host" || true
mkdir -p "$root/lakmus" "$root/build" "$root/root/.cargo/registry"
mount -t proc proc "$root/proc"
mount --bind "$sources" "$root/lakmus"
mount -o remount,bind,ro "$root/lakmus"
mount --bind "$registry" "$root/root/.cargo/registry"
mount --bind "$build" "$root/build"
inside() {
    env -i HOME=/root LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive CARGO_INCREMENTAL=0 \
        CARGO_TARGET_WASM32_WASIP1_LINKER=wasm-ld CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="$FLAGS" \
        chroot "$root" /bin/sh -c "$1"
}
packages="rustc cargo libstd-rust-dev-wasm32 lld gcc libc6-dev"
inside "dpkg-query --show $packages" >/dev/null 2>&1 ||
    inside "apt-get update -qq && apt-get install -y -qq --no-install-recommends $packages >/dev/null"
inside "rustc --version && cd /lakmus && cargo build --profile=dist --locked --offline --package lakmus-answers --target $TARGET --target-dir /build"
